#include "server/hub/view.hpp"

#include <utility>

#include "server/hub/view_clock.hpp"

namespace morris::view {
namespace {

// Enough to tell apart the few players of one name that meet anywhere.
constexpr std::size_t mark_length = 4;

constexpr std::array colors{Color::white, Color::black};

std::size_t index(Color color) {
    return static_cast<std::size_t>(color);
}

std::string_view name_of(Level level) {
    switch (level) {
        case Level::casual:
            return "Computer (Casual)";
        case Level::club:
            return "Computer (Club)";
        case Level::strong:
            return "Computer (Strong)";
        case Level::master:
            return "Computer (Master)";
    }
    return "Computer";
}

protocol::Seat seat(const Room& room, Color color) {
    const table::Holder& holder = room.table.holder(color);
    if (const auto* sitting = std::get_if<table::Person>(&holder)) {
        return person(sitting->player, room.names[index(color)]);
    }
    if (const auto* sitting = std::get_if<table::Computer>(&holder)) {
        return computer(sitting->level);
    }
    return {};
}

std::optional<protocol::GameResult> result_or_none(const std::optional<table::End>& end) {
    if (!end) return std::nullopt;
    return result(*end);
}

protocol::OfferKind wire(table::OfferKind kind) {
    return kind == table::OfferKind::draw ? protocol::OfferKind::draw
                                          : protocol::OfferKind::takeback;
}

std::optional<std::uint64_t> offer_or_none(std::uint64_t id) {
    return id == 0 ? std::nullopt : std::optional(id);
}

struct ToWire {
    const Room& room;

    protocol::EventBody operator()(const table::Made&) const { return protocol::EndedEvent{}; }
    protocol::EventBody operator()(const table::Joined& joined) const {
        return protocol::JoinedEvent{joined.color, seat(room, joined.color)};
    }
    protocol::EventBody operator()(const table::Moved& moved) const {
        return protocol::MovedEvent{
            moved.color, moved.move,
            moved.depth > 0 ? std::optional<int>(moved.depth) : std::nullopt};
    }
    protocol::EventBody operator()(const table::Ended& ended) const {
        return protocol::EndedEvent{offer_or_none(ended.offer)};
    }
    protocol::EventBody operator()(const table::Offered& offered) const {
        return protocol::OfferedEvent{offered.color, room.table.seq(), wire(offered.kind)};
    }
    protocol::EventBody operator()(const table::OfferClosed& closed) const {
        if (closed.declined) {
            return protocol::DeclinedEvent{closed.by, closed.offer, wire(closed.kind)};
        }
        return protocol::WithdrawnEvent{closed.by, closed.offer, wire(closed.kind)};
    }
    protocol::EventBody operator()(const table::TakenBack& taken_back) const {
        return protocol::TakenBackEvent{taken_back.color, taken_back.plies,
                                        offer_or_none(taken_back.offer), taken_back.offer == 0};
    }
    protocol::EventBody operator()(const table::ClockSet&) const { return protocol::ClockEvent{}; }
    protocol::EventBody operator()(const table::Absent& absent) const {
        return protocol::AbsentEvent{absent.color};
    }
    protocol::EventBody operator()(const table::Returned& returned) const {
        return protocol::ReturnedEvent{returned.color};
    }
    protocol::EventBody operator()(const table::Hinted& hinted) const {
        return protocol::HintedEvent{hinted.color};
    }
    protocol::EventBody operator()(const table::RematchOffered& offered) const {
        return protocol::RematchOfferedEvent{offered.color};
    }
    protocol::EventBody operator()(const table::Rematched& rematched) const {
        return protocol::RematchedEvent{rematched.next};
    }
};

// Events that begin or end a turn, or set the clock.
bool moves_the_clock(const table::EventBody& body) {
    return std::holds_alternative<table::Joined>(body) ||
           std::holds_alternative<table::Moved>(body) ||
           std::holds_alternative<table::Ended>(body) ||
           std::holds_alternative<table::TakenBack>(body) ||
           std::holds_alternative<table::ClockSet>(body);
}

std::vector<protocol::OpenOffer> open_offers(const table::Table& table) {
    std::vector<protocol::OpenOffer> offers;
    for (const Color color : colors) {
        for (const auto kind : {table::OfferKind::draw, table::OfferKind::takeback}) {
            const table::OfferRecord& record = table.offers().of(color, kind);
            if (record.is_open()) offers.push_back({record.id, wire(kind), color});
        }
    }
    return offers;
}

std::vector<protocol::TakenBack> taken_back(const table::Table& table) {
    std::vector<protocol::TakenBack> all;
    for (std::size_t turn = 0; turn < table.turns().size(); ++turn) {
        const table::TurnRecord& record = table.turns()[turn];
        if (!record.move) all.push_back({turn, record.color, record.undone, record.undo});
    }
    return all;
}

std::optional<table::End> end_in(const table::Event& event) {
    if (const auto* moved = std::get_if<table::Moved>(&event.body)) return moved->end;
    if (const auto* ended = std::get_if<table::Ended>(&event.body)) return ended->end;
    return std::nullopt;
}

}  // namespace

protocol::Seat person(const std::string& player, std::string name) {
    protocol::Seat seat;
    seat.kind = protocol::SeatKind::person;
    seat.player = player;
    seat.mark = player.substr(0, mark_length);
    seat.name = std::move(name);
    return seat;
}

protocol::Seat computer(Level level) {
    protocol::Seat seat;
    seat.kind = protocol::SeatKind::computer;
    seat.level = level;
    seat.name = name_of(level);
    return seat;
}

protocol::GameResult result(const table::End& end) {
    // The two enumerations have the same members in the same order.
    static_assert(static_cast<int>(table::EndReason::idle) ==
                  static_cast<int>(protocol::GameEnd::idle));
    static_assert(static_cast<int>(table::Winner::nobody) ==
                  static_cast<int>(protocol::Winner::nobody));
    return {static_cast<protocol::Winner>(end.winner), static_cast<protocol::GameEnd>(end.reason)};
}

std::array<protocol::Seat, 2> seats(const Room& room) {
    return {seat(room, Color::white), seat(room, Color::black)};
}

std::vector<Move> legal(const Room& room) {
    if (!room.table.to_move()) return {};
    const MoveList moves = room.table.game().legal_moves();
    return {moves.begin(), moves.end()};
}

protocol::Snapshot snapshot(const Room& room, std::optional<Color> viewer,
                            const table::Moment& now) {
    const table::Table& table = room.table;
    protocol::Snapshot shot;
    shot.table = table.id();
    shot.seq = table.seq();
    shot.turn = table.turn();
    shot.made_at = table.made_at();
    shot.options = table.made().options;
    shot.listed = table.made().listed;
    shot.seats = seats(room);
    shot.begun = table.begun();
    shot.position = table.game().position();
    shot.plies_without_take = table.game().plies_without_take();
    shot.moves = table.game().moves();
    shot.result = result_or_none(table.end());
    shot.rematch = {table.rematch_offered_by(), table.next_table()};
    shot.clock = clock(table, now);
    shot.offers = open_offers(table);
    shot.claims = claims(table);
    for (const Color color : colors) {
        if (const auto left = away_ms(table, color, now)) shot.absent.push_back({color, *left});
    }
    shot.taken_back = taken_back(table);
    shot.hints = table.hints();
    shot.undos = table.undos();
    shot.idle_ms = idle_ms(table, now);
    if (viewer && !table.begun() && !table.end()) shot.invite = table.made().invite;
    if (viewer && table.to_move() == viewer) shot.legal = legal(room);
    return shot;
}

protocol::Event event(const Room& room, const table::Event& event, const table::Moment& now) {
    protocol::Event out;
    out.table = room.table.id();
    out.seq = room.table.seq();
    out.at = event.at;
    out.turn = room.table.turn();
    out.to_move = room.table.to_move();
    out.body = std::visit(ToWire{room}, event.body);
    out.result = result_or_none(end_in(event));
    if (moves_the_clock(event.body)) out.clock = clock(room.table, now);
    return out;
}

protocol::ListedTable listed(const Room& room) {
    return {room.table.id(),         room.table.made().options, seats(room),
            room.table.made_at(),    room.table.game().ply(),   room.spectators(),
            terms(room.table.made())};
}

protocol::Presence presence(const Room& room, const table::Moment& now) {
    protocol::Presence notice;
    notice.table = room.table.id();
    for (const Color color : colors) {
        if (std::holds_alternative<table::Person>(room.table.holder(color))) {
            notice.seats[index(color)] = room.presence[index(color)];
            notice.seats[index(color)]->present = room.is_there(color);
            notice.seats[index(color)]->claim_in_ms = away_ms(room.table, color, now);
        }
    }
    notice.spectators = room.spectators();
    notice.idle_ms = idle_ms(room.table, now);
    return notice;
}

}  // namespace morris::view
