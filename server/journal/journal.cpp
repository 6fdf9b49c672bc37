#include "server/journal/journal.hpp"

#include <zlib.h>

#include <utility>

#include "server/journal/bytes.hpp"

namespace morris::journal {
namespace {

using table::Event;

// The numbers that stand in the bytes; never reused.
enum class Kind : std::uint8_t {
    made = 1,
    joined = 2,
    moved = 3,
    ended = 4,
    rematch_offered = 5,
    rematched = 6,
    named = 64,
};

constexpr std::size_t checksum_size = 4;
constexpr std::uint8_t color_count = 2;
constexpr std::uint8_t level_count = 3;
constexpr std::uint8_t board_count = 1;
constexpr std::uint8_t winner_count = 4;
constexpr std::uint8_t end_reason_count = 8;
enum class HolderKind : std::uint8_t { open, person, computer };
constexpr std::uint8_t holder_kind_count = 3;

template <class Enum>
std::uint8_t number(Enum value) {
    return static_cast<std::uint8_t>(value);
}

std::uint32_t checksum(std::string_view bytes) {
    const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
    return static_cast<std::uint32_t>(
        crc32(crc32(0, nullptr, 0), data, static_cast<uInt>(bytes.size())));
}

// ---- Bodies out --------------------------------------------------------------------------------

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

void write(Writer& out, const Options& options) {
    out.byte(number(options.board));
    out.byte(options.pieces);
    out.byte(options.flying ? 1 : 0);
    out.byte(options.threefold ? 1 : 0);
    out.integer(options.no_mill.value_or(0));
}

void write(Writer& out, const table::End& end) {
    out.byte(number(end.winner));
    out.byte(number(end.reason));
}

Kind write(Writer& out, const table::Made& made) {
    write(out, made.options);
    out.byte(made.listed ? 1 : 0);
    for (const auto& seat : made.seats) write(out, seat);
    out.text(made.invite);
    out.integer(made.seed);
    return Kind::made;
}

Kind write(Writer& out, const table::Joined& joined) {
    out.byte(number(joined.color));
    write(out, joined.person);
    return Kind::joined;
}

Kind write(Writer& out, const table::Moved& moved) {
    out.byte(number(moved.color));
    out.byte(moved.move.from);
    out.byte(moved.move.to);
    out.byte(moved.move.take);
    out.byte(moved.end ? 1 : 0);
    if (moved.end) write(out, *moved.end);
    return Kind::moved;
}

Kind write(Writer& out, const table::Ended& ended) {
    out.byte(ended.by ? number(*ended.by) : color_count);
    write(out, ended.end);
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

std::string seal(Kind kind, table::Instant at, std::string_view body) {
    Writer out;
    out.byte(format_version);
    out.byte(number(kind));
    out.integer(static_cast<std::uint64_t>(at.time_since_epoch().count()));
    out.raw(body);
    out.integer(checksum(out.bytes()));
    return std::move(out.bytes());
}

// ---- Bodies in ---------------------------------------------------------------------------------

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

Options read_options(Reader& in) {
    Options options;
    options.board = in.one_of<Board>(board_count);
    options.pieces = in.byte();
    options.flying = read_bool(in);
    options.threefold = read_bool(in);
    const auto no_mill = in.integer<std::uint16_t>();
    options.no_mill = no_mill == 0 ? std::nullopt : std::optional(no_mill);
    if (!checked(options)) in.fail();
    return options;
}

table::End read_end(Reader& in) {
    table::End end;
    end.winner = in.one_of<table::Winner>(winner_count);
    end.reason = in.one_of<table::EndReason>(end_reason_count);
    return end;
}

table::EventBody read_made(Reader& in) {
    table::Made made;
    made.options = read_options(in);
    made.listed = read_bool(in);
    for (auto& seat : made.seats) seat = read_holder(in);
    made.invite = in.text();
    made.seed = in.integer<std::uint64_t>();
    return made;
}

table::EventBody read_joined(Reader& in) {
    table::Joined joined;
    joined.color = read_color(in);
    joined.person = read_person(in);
    return joined;
}

table::EventBody read_moved(Reader& in) {
    table::Moved moved;
    moved.color = read_color(in);
    moved.move.from = in.byte();
    moved.move.to = in.byte();
    moved.move.take = in.byte();
    if (read_bool(in)) moved.end = read_end(in);
    return moved;
}

table::EventBody read_ended(Reader& in) {
    table::Ended ended;
    const std::uint8_t by = in.byte();
    if (by > color_count) in.fail();
    if (by < color_count) ended.by = static_cast<Color>(by);
    ended.end = read_end(in);
    return ended;
}

// What stands around every body, checked.
struct Opened {
    std::uint8_t kind = 0;
    table::Instant at{};
    Reader body;
};

Result<Opened, std::string> opened(std::string_view bytes) {
    if (bytes.size() <= checksum_size) return Failure<std::string>("the event is cut short");
    const auto version = static_cast<std::uint8_t>(bytes.front());
    if (version == 0 || version > format_version) {
        return Failure<std::string>("the event has format " + std::to_string(version) +
                                    "; this program knows up to " + std::to_string(format_version));
    }
    const std::string_view sealed = bytes.substr(0, bytes.size() - checksum_size);
    Reader kept(bytes.substr(sealed.size()));
    if (kept.integer<std::uint32_t>() != checksum(sealed)) {
        return Failure<std::string>("the event's checksum does not match: it is damaged");
    }
    Reader in(sealed.substr(1));  // after the version
    Opened opened{in.byte(), {}, Reader({})};
    const auto since_epoch = static_cast<std::int64_t>(in.integer<std::uint64_t>());
    opened.at = table::Instant(std::chrono::milliseconds(since_epoch));
    opened.body = in;
    return opened;
}

Result<table::EventBody, std::string> read_body(Kind kind, Reader& in) {
    switch (kind) {
        case Kind::made:
            return read_made(in);
        case Kind::joined:
            return read_joined(in);
        case Kind::moved:
            return read_moved(in);
        case Kind::ended:
            return read_ended(in);
        case Kind::rematch_offered:
            return table::EventBody(table::RematchOffered{read_color(in)});
        case Kind::rematched:
            return table::EventBody(table::Rematched{in.text()});
        case Kind::named:
            break;
    }
    return Failure<std::string>("the event is of kind " + std::to_string(number(kind)) +
                                ", which no table has");
}

}  // namespace

std::string encode(const table::Event& event) {
    Writer body;
    const Kind kind = std::visit([&](const auto& each) { return write(body, each); }, event.body);
    return seal(kind, event.at, body.bytes());
}

Result<table::Event, std::string> decode(std::string_view bytes) {
    auto around = opened(bytes);
    if (!around) return Failure<std::string>(around.error());
    auto body = read_body(static_cast<Kind>(around->kind), around->body);
    if (!body) return Failure<std::string>(body.error());
    if (!around->body.at_end()) return Failure<std::string>("the event's body is malformed");
    return table::Event{around->at, *std::move(body)};
}

std::string encode(const Named& named) {
    Writer body;
    body.text(named.name);
    return seal(Kind::named, named.at, body.bytes());
}

Result<Named, std::string> decode_named(std::string_view bytes) {
    auto around = opened(bytes);
    if (!around) return Failure<std::string>(around.error());
    if (static_cast<Kind>(around->kind) != Kind::named) {
        return Failure<std::string>("the event names no player");
    }
    Named named{around->at, around->body.text()};
    if (!around->body.at_end()) return Failure<std::string>("the event's body is malformed");
    return named;
}

std::string table_stream(std::string_view table) {
    return std::string(table_prefix).append(table);
}

std::string player_stream(std::string_view player) {
    return std::string(player_prefix).append(player);
}

}  // namespace morris::journal
