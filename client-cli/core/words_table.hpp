// What is asked and what passes at a table beside its moves, in words: clocks, offers, what was
// taken back, claims, hints. Everything is said to who looks.
#pragma once

#include <string>
#include <vector>

#include "client-cli/core/text.hpp"
#include "client-cli/core/view.hpp"

namespace morris::client {

// What is played: "9 pieces each, no flying, ..., clock 5+3 (preset lusalos)"
std::string game_words(const View& view);

// The answer to `rules`: what is played, and how far the move limit is.
std::vector<std::string> rules_sentences(const View& view);

// "4:32", "0:12 low", "4:32 running"; "" without a clock.
std::string side_clock_words(const View& view, Color color);

// What is special about the clock just now, a sentence each: it waits, it starts, a first move has
// to come. Mostly none.
std::vector<std::string> clock_sentences(const View& view, const Style& style);

// "White 4:32, Black 5:00"
std::string both_clocks_words(const View& view);

// "Black (Ben) offers a draw: type accept or decline."
std::string offer_words(const View& view, const protocol::OpenOffer& offer, const Style& style);

// "Black (Ben) declines the draw.", "Your draw offer is void: Black (Ben) has moved."
std::string withdrawn_words(const View& view, const protocol::WithdrawnEvent& event,
                            const Style& style);
std::string declined_words(const View& view, const protocol::DeclinedEvent& event,
                           const Style& style);
std::string overtaken_words(const View& view, const protocol::OpenOffer& offer, const Style& style);

// "Taken back, as White (Anna) asked: White a1-a4, Black d6."
std::string taken_back_words(const View& view, const protocol::TakenBack& taken_back,
                             const Style& style);

// What of all this a look at the table has to say: clock, offers, claims.
std::vector<std::string> state_sentences(const View& view, const Style& style);

// "You may claim the game in 2:31.", "You may claim now: type claim win or claim draw."; "" where
// there is nothing to claim. As news with the reason: "Black (Ben) does not move. You may ..."
std::string claim_words(const View& view);
std::string claim_news_words(const View& view, const Style& style);

// Why there is nothing to claim now, and in how long there is if that is known.
std::string no_claim_words(const View& view);

// The news that the absence of a side counts from now on, to who may claim because of it.
std::string absent_words(const View& view, Color color, const Style& style);

// What becomes of a game while a side is away, as a clause: "the game waits", "your clock runs on".
std::string meanwhile_words(const View& view);

// What leaving in the middle of a game means, and `again`, how it is confirmed: "Type leave again".
std::string leaving_words(const View& view, const std::string& again, const Style& style);

// "Hint: a1-a4 (looked 14 plies ahead). It expects a1-a4 b2-b4."
std::string hint_words(const protocol::HintAnswer& hint);

// ", looked 14 plies ahead" of Master's last move; else "".
std::string depth_words(const View& view);

// "1 hint, 2 undos"; "" for none.
std::string help_used_words(unsigned hints, unsigned undos);

// "draw", "takeback"
std::string_view word_of(protocol::OfferKind kind);

}  // namespace morris::client
