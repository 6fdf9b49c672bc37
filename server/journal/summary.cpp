#include "server/journal/summary.hpp"

#include "server/journal/sealed.hpp"

namespace morris::journal {
namespace {

void write_time(Writer& out, std::chrono::milliseconds time) {
    out.integer(static_cast<std::uint64_t>(time.count()));
}

std::chrono::milliseconds read_time(Reader& in) {
    return std::chrono::milliseconds(static_cast<std::int64_t>(in.integer<std::uint64_t>()));
}

void write_seat(Writer& out, const Summary::Seat& seat) {
    if (const auto* player = std::get_if<std::string>(&seat)) {
        out.byte(number(HolderKind::person));
        out.text(*player);
    } else {
        out.byte(number(HolderKind::computer));
        out.byte(number(std::get<Level>(seat)));
    }
}

Summary::Seat read_seat(Reader& in) {
    const auto kind = in.one_of<HolderKind>(holder_kind_count);
    if (kind == HolderKind::person) return in.text();
    if (kind == HolderKind::open) in.fail();
    return in.one_of<Level>(level_count);
}

}  // namespace

std::string encode(const Summary& summary) {
    Writer out;
    write_options(out, summary.options);
    out.byte(summary.clock ? 1 : 0);
    if (summary.clock) {
        write_time(out, summary.clock->base);
        write_time(out, summary.clock->increment);
    }
    for (const auto& seat : summary.seats) write_seat(out, seat);
    write_time(out, summary.made_at.time_since_epoch());
    out.integer(summary.plies);
    out.byte(number(summary.end.winner));
    out.byte(number(summary.end.reason));
    out.integer(summary.hints);
    out.integer(summary.undos);
    return seal(Kind::summary, summary.ended_at, out.bytes());
}

Result<Summary, std::string> decode_summary(std::string_view bytes) {
    auto around = opened(bytes);
    if (!around) return Failure<std::string>(around.error());
    if (static_cast<Kind>(around->kind) != Kind::summary) {
        return Failure<std::string>("the bytes are no summary of a game");
    }
    Reader& in = around->body;
    Summary summary;
    summary.ended_at = around->at;
    summary.options = read_options(in, around->version);
    const std::uint8_t has_clock = in.byte();
    if (has_clock > 1) in.fail();
    if (has_clock == 1) {
        summary.clock.emplace();
        summary.clock->base = read_time(in);
        summary.clock->increment = read_time(in);
    }
    for (auto& seat : summary.seats) seat = read_seat(in);
    summary.made_at = table::Instant(read_time(in));
    summary.plies = in.integer<std::uint32_t>();
    summary.end.winner = in.one_of<table::Winner>(winner_count);
    summary.end.reason = in.one_of<table::EndReason>(end_reason_count);
    summary.hints = in.integer<std::uint32_t>();
    summary.undos = in.integer<std::uint32_t>();
    if (!in.at_end()) return Failure<std::string>("the summary's body is malformed");
    return summary;
}

}  // namespace morris::journal
