#include "server/journal/bodies.hpp"

namespace morris::journal {
namespace {

bool read_bool(Reader& in) {
    const std::uint8_t value = in.byte();
    if (value > 1) in.fail();
    return value == 1;
}

Color read_color(Reader& in) {
    return in.one_of<Color>(color_count);
}

table::Person read_person(Reader& in) {
    table::Person person;
    person.player = in.text();
    for (std::uint8_t& byte : person.secret) byte = in.byte();
    return person;
}

table::Holder read_holder(Reader& in) {
    switch (in.one_of<HolderKind>(holder_kind_count)) {
        case HolderKind::open:
            return std::monostate{};
        case HolderKind::person:
            return read_person(in);
        case HolderKind::computer:
            return table::Computer{in.one_of<Level>(level_count)};
    }
    return std::monostate{};
}

table::End read_end(Reader& in) {
    table::End end;
    end.winner = in.one_of<table::Winner>(winner_count);
    end.reason = in.one_of<table::EndReason>(end_reason_count);
    return end;
}

table::Millis read_time(Reader& in) {
    return table::Millis(static_cast<std::int64_t>(in.integer<std::uint64_t>()));
}

// Version 1 knew no clocks.
std::optional<table::ClockState> read_clock(Reader& in, int version) {
    if (version < 2 || !read_bool(in)) return std::nullopt;
    table::ClockState clock;
    for (table::Millis& left : clock.left) left = read_time(in);
    if (read_bool(in)) clock.starts = read_time(in);
    return clock;
}

table::EventBody read_made(Reader& in, int version) {
    table::Made made;
    made.options = read_options(in, version);
    made.listed = read_bool(in);
    for (auto& seat : made.seats) seat = read_holder(in);
    made.invite = in.text();
    made.seed = in.integer<std::uint64_t>();
    if (version < 2) return made;
    if (read_bool(in)) {
        made.clock.emplace();
        made.clock->base = read_time(in);
        made.clock->increment = read_time(in);
    }
    made.claims.away = read_time(in);
    made.claims.idle = read_time(in);
    return made;
}

table::EventBody read_joined(Reader& in, int version) {
    table::Joined joined;
    joined.color = read_color(in);
    joined.person = read_person(in);
    joined.clock = read_clock(in, version);
    return joined;
}

table::EventBody read_moved(Reader& in, int version) {
    table::Moved moved;
    moved.color = read_color(in);
    moved.move.from = in.byte();
    moved.move.to = in.byte();
    moved.move.take = in.byte();
    if (read_bool(in)) moved.end = read_end(in);
    moved.clock = read_clock(in, version);
    if (version >= 2) moved.depth = in.byte();
    return moved;
}

table::EventBody read_ended(Reader& in, int version) {
    table::Ended ended;
    const std::uint8_t by = in.byte();
    if (by > color_count) in.fail();
    if (by < color_count) ended.by = static_cast<Color>(by);
    ended.end = read_end(in);
    if (version >= 2) ended.offer = in.integer<std::uint64_t>();
    ended.clock = read_clock(in, version);
    return ended;
}

table::EventBody read_offered(Reader& in) {
    table::Offered offered;
    offered.color = read_color(in);
    offered.kind = in.one_of<table::OfferKind>(offer_kind_count);
    return offered;
}

table::EventBody read_offer_closed(Reader& in) {
    table::OfferClosed closed;
    closed.by = read_color(in);
    closed.kind = in.one_of<table::OfferKind>(offer_kind_count);
    closed.offer = in.integer<std::uint64_t>();
    closed.declined = read_bool(in);
    return closed;
}

table::EventBody read_taken_back(Reader& in, int version) {
    table::TakenBack taken_back;
    taken_back.color = read_color(in);
    taken_back.plies = in.integer<std::uint32_t>();
    taken_back.offer = in.integer<std::uint64_t>();
    taken_back.clock = read_clock(in, version);
    return taken_back;
}

table::EventBody read_clock_set(Reader& in, int version) {
    const auto clock = read_clock(in, version);
    if (!clock) in.fail();
    return table::ClockSet{clock.value_or(table::ClockState{})};
}

}  // namespace

Options read_options(Reader& in, int version) {
    Options options;
    options.board = in.one_of<Board>(board_count);
    options.pieces = in.byte();
    options.flying = read_bool(in);
    options.threefold = read_bool(in);
    const auto no_mill = in.integer<std::uint16_t>();
    options.no_mill = no_mill == 0 ? std::nullopt : std::optional(no_mill);
    if (version >= 2) {
        const auto move_limit = in.integer<std::uint16_t>();
        options.move_limit = move_limit == 0 ? std::nullopt : std::optional(move_limit);
        options.hand_counts = read_bool(in);
    }
    if (!checked(options)) in.fail();
    return options;
}

Result<table::EventBody, std::string> read_body(Kind kind, Reader& in, int version) {
    switch (kind) {
        case Kind::made:
            return read_made(in, version);
        case Kind::joined:
            return read_joined(in, version);
        case Kind::moved:
            return read_moved(in, version);
        case Kind::ended:
            return read_ended(in, version);
        case Kind::rematch_offered:
            return table::EventBody(table::RematchOffered{read_color(in)});
        case Kind::rematched:
            return table::EventBody(table::Rematched{in.text()});
        case Kind::offered:
            return read_offered(in);
        case Kind::offer_closed:
            return read_offer_closed(in);
        case Kind::taken_back:
            return read_taken_back(in, version);
        case Kind::clock_set:
            return read_clock_set(in, version);
        case Kind::absent:
            return table::EventBody(table::Absent{read_color(in)});
        case Kind::returned:
            return table::EventBody(table::Returned{read_color(in)});
        case Kind::hinted:
            return table::EventBody(table::Hinted{read_color(in)});
        case Kind::named:
        case Kind::summary:
            break;
    }
    return Failure<std::string>("the event is of kind " + std::to_string(number(kind)) +
                                ", which no table has");
}

}  // namespace morris::journal
