#include "server/journal/bodies.hpp"

namespace morris::journal {
namespace {

void write(Writer& out, const table::Person& person) {
    out.text(person.player);
    for (const std::uint8_t byte : person.secret) out.byte(byte);
}

void write(Writer& out, const table::Holder& holder) {
    if (const auto* person = std::get_if<table::Person>(&holder)) {
        out.byte(number(HolderKind::person));
        write(out, *person);
    } else if (const auto* computer = std::get_if<table::Computer>(&holder)) {
        out.byte(number(HolderKind::computer));
        out.byte(number(computer->level));
    } else {
        out.byte(number(HolderKind::open));
    }
}

void write(Writer& out, std::chrono::milliseconds time) {
    out.integer(static_cast<std::uint64_t>(time.count()));
}

void write(Writer& out, const std::optional<table::ClockState>& clock) {
    out.byte(clock ? 1 : 0);
    if (!clock) return;
    for (const table::Millis left : clock->left) write(out, left);
    out.byte(clock->starts ? 1 : 0);
    if (clock->starts) write(out, *clock->starts);
}

void write(Writer& out, const table::End& end) {
    out.byte(number(end.winner));
    out.byte(number(end.reason));
}

Kind write(Writer& out, const table::Made& made) {
    write_options(out, made.options);
    out.byte(made.listed ? 1 : 0);
    for (const auto& seat : made.seats) write(out, seat);
    out.text(made.invite);
    out.integer(made.seed);
    out.byte(made.clock ? 1 : 0);
    if (made.clock) {
        write(out, made.clock->base);
        write(out, made.clock->increment);
    }
    write(out, made.claims.away);
    write(out, made.claims.idle);
    return Kind::made;
}

Kind write(Writer& out, const table::Joined& joined) {
    out.byte(number(joined.color));
    write(out, joined.person);
    write(out, joined.clock);
    return Kind::joined;
}

Kind write(Writer& out, const table::Moved& moved) {
    out.byte(number(moved.color));
    out.byte(moved.move.from);
    out.byte(moved.move.to);
    out.byte(moved.move.take);
    out.byte(moved.end ? 1 : 0);
    if (moved.end) write(out, *moved.end);
    write(out, moved.clock);
    out.byte(moved.depth);
    return Kind::moved;
}

Kind write(Writer& out, const table::Ended& ended) {
    out.byte(ended.by ? number(*ended.by) : color_count);
    write(out, ended.end);
    out.integer(ended.offer);
    write(out, ended.clock);
    return Kind::ended;
}

Kind write(Writer& out, const table::RematchOffered& offered) {
    out.byte(number(offered.color));
    return Kind::rematch_offered;
}

Kind write(Writer& out, const table::Rematched& rematched) {
    out.text(rematched.next);
    return Kind::rematched;
}

Kind write(Writer& out, const table::Offered& offered) {
    out.byte(number(offered.color));
    out.byte(number(offered.kind));
    return Kind::offered;
}

Kind write(Writer& out, const table::OfferClosed& closed) {
    out.byte(number(closed.by));
    out.byte(number(closed.kind));
    out.integer(closed.offer);
    out.byte(closed.declined ? 1 : 0);
    return Kind::offer_closed;
}

Kind write(Writer& out, const table::TakenBack& taken_back) {
    out.byte(number(taken_back.color));
    out.integer(taken_back.plies);
    out.integer(taken_back.offer);
    write(out, taken_back.clock);
    return Kind::taken_back;
}

Kind write(Writer& out, const table::ClockSet& set) {
    write(out, std::optional(set.clock));
    return Kind::clock_set;
}

Kind write(Writer& out, const table::Absent& absent) {
    out.byte(number(absent.color));
    return Kind::absent;
}

Kind write(Writer& out, const table::Returned& returned) {
    out.byte(number(returned.color));
    return Kind::returned;
}

Kind write(Writer& out, const table::Hinted& hinted) {
    out.byte(number(hinted.color));
    return Kind::hinted;
}

}  // namespace

void write_options(Writer& out, const Options& options) {
    out.byte(number(options.board));
    out.byte(options.pieces);
    out.byte(options.flying ? 1 : 0);
    out.byte(options.threefold ? 1 : 0);
    out.integer(options.no_mill.value_or(0));
    out.integer(options.move_limit.value_or(0));
    out.byte(options.hand_counts ? 1 : 0);
}

Kind write_body(Writer& out, const table::EventBody& body) {
    return std::visit([&](const auto& each) { return write(out, each); }, body);
}

}  // namespace morris::journal
