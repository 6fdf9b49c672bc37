// The words that the wire has for the values of each enum, and look-ups both ways.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "shared/protocol/messages.hpp"

namespace morris::protocol {

template <class Enum>
struct Word {
    Enum value;
    std::string_view text;
};

template <class Enum, std::size_t size>
using Words = std::array<Word<Enum>, size>;

inline constexpr Words<Color, 2> color_words{{{Color::white, "white"}, {Color::black, "black"}}};

inline constexpr Words<SeatWish, 3> seat_wish_words{
    {{SeatWish::white, "white"}, {SeatWish::black, "black"}, {SeatWish::random, "random"}}};

inline constexpr Words<Board, 1> board_words{{{Board::nine, "nine"}}};

inline constexpr Words<Level, 4> level_words{{{Level::casual, "casual"},
                                              {Level::club, "club"},
                                              {Level::strong, "strong"},
                                              {Level::master, "master"}}};

inline constexpr Words<SeatKind, 3> seat_kind_words{
    {{SeatKind::open, "open"}, {SeatKind::person, "person"}, {SeatKind::computer, "computer"}}};

inline constexpr Words<Phase, 3> phase_words{
    {{Phase::placing, "placing"}, {Phase::moving, "moving"}, {Phase::flying, "flying"}}};

inline constexpr Words<Winner, 4> winner_words{{{Winner::white, "white"},
                                                {Winner::black, "black"},
                                                {Winner::draw, "draw"},
                                                {Winner::nobody, "nobody"}}};

inline constexpr Words<GameEnd, 14> game_end_words{{{GameEnd::reduced, "reduced"},
                                                    {GameEnd::blocked, "blocked"},
                                                    {GameEnd::threefold, "threefold"},
                                                    {GameEnd::no_mill, "no-mill"},
                                                    {GameEnd::resigned, "resigned"},
                                                    {GameEnd::withdrawn, "withdrawn"},
                                                    {GameEnd::expired, "expired"},
                                                    {GameEnd::closed, "closed"},
                                                    {GameEnd::move_limit, "move-limit"},
                                                    {GameEnd::timeout, "timeout"},
                                                    {GameEnd::agreed, "agreed"},
                                                    {GameEnd::aborted, "aborted"},
                                                    {GameEnd::abandoned, "abandoned"},
                                                    {GameEnd::idle, "idle"}}};

inline constexpr Words<OfferKind, 2> offer_kind_words{
    {{OfferKind::draw, "draw"}, {OfferKind::takeback, "takeback"}}};

inline constexpr Words<ClaimOutcome, 2> claim_outcome_words{
    {{ClaimOutcome::win, "win"}, {ClaimOutcome::draw, "draw"}}};

inline constexpr Words<GamesResult, 6> games_result_words{{{GamesResult::white, "white"},
                                                           {GamesResult::black, "black"},
                                                           {GamesResult::draw, "draw"},
                                                           {GamesResult::nobody, "nobody"},
                                                           {GamesResult::won, "won"},
                                                           {GamesResult::lost, "lost"}}};

inline constexpr Words<ErrorCode, 34> error_code_words{
    {{ErrorCode::bad_json, "bad_json"},
     {ErrorCode::bad_message, "bad_message"},
     {ErrorCode::hello_first, "hello_first"},
     {ErrorCode::already_greeted, "already_greeted"},
     {ErrorCode::no_such_table, "no_such_table"},
     {ErrorCode::no_such_invite, "no_such_invite"},
     {ErrorCode::seat_taken, "seat_taken"},
     {ErrorCode::wrong_secret, "wrong_secret"},
     {ErrorCode::not_seated, "not_seated"},
     {ErrorCode::not_begun, "not_begun"},
     {ErrorCode::not_your_turn, "not_your_turn"},
     {ErrorCode::stale_turn, "stale_turn"},
     {ErrorCode::future_turn, "future_turn"},
     {ErrorCode::illegal_move, "illegal_move"},
     {ErrorCode::game_over, "game_over"},
     {ErrorCode::not_over, "not_over"},
     {ErrorCode::no_rematch, "no_rematch"},
     {ErrorCode::offer_gone, "offer_gone"},
     {ErrorCode::too_soon, "too_soon"},
     {ErrorCode::nothing_to_undo, "nothing_to_undo"},
     {ErrorCode::too_late, "too_late"},
     {ErrorCode::not_claimable, "not_claimable"},
     {ErrorCode::no_computer, "no_computer"},
     {ErrorCode::no_person, "no_person"},
     {ErrorCode::waiting_already, "waiting_already"},
     {ErrorCode::key_used, "key_used"},
     {ErrorCode::too_many_tables, "too_many_tables"},
     {ErrorCode::too_many_guesses, "too_many_guesses"},
     {ErrorCode::too_many_messages, "too_many_messages"},
     {ErrorCode::table_busy, "table_busy"},
     {ErrorCode::table_damaged, "table_damaged"},
     {ErrorCode::store_unavailable, "store_unavailable"},
     {ErrorCode::stopping, "stopping"},
     {ErrorCode::internal, "internal"}}};

// "" for a value outside the enum.
template <class Enum, std::size_t size>
constexpr std::string_view word_for(const Words<Enum, size>& words, Enum value) {
    for (const auto& word : words) {
        if (word.value == value) return word.text;
    }
    return "";
}

template <class Enum, std::size_t size>
constexpr std::optional<Enum> value_of(const Words<Enum, size>& words, std::string_view text) {
    for (const auto& word : words) {
        if (word.text == text) return word.value;
    }
    return std::nullopt;
}

// `"white", "black" or "random"`, for sentences.
template <class Enum, std::size_t size>
std::string choices(const Words<Enum, size>& words) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) {
        if (i > 0) text += i + 1 == size ? " or " : ", ";
        text += '"' + std::string(words[i].text) + '"';
    }
    return text;
}

}  // namespace morris::protocol
