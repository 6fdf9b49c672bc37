#include "server/journal/journal.hpp"

#include <zlib.h>

#include <utility>

#include "server/journal/sealed.hpp"

namespace morris::journal {
namespace {

using table::Event;

constexpr std::size_t checksum_size = 4;

std::uint32_t checksum(std::string_view bytes) {
    const auto* data = reinterpret_cast<const Bytef*>(bytes.data());
    return static_cast<std::uint32_t>(
        crc32(crc32(0, nullptr, 0), data, static_cast<uInt>(bytes.size())));
}

}  // namespace

std::string seal(Kind kind, table::Instant at, std::string_view body) {
    Writer out;
    out.byte(format_version);
    out.byte(number(kind));
    out.integer(static_cast<std::uint64_t>(at.time_since_epoch().count()));
    out.raw(body);
    out.integer(checksum(out.bytes()));
    return std::move(out.bytes());
}

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
    Opened opened{version, in.byte(), {}, Reader({})};
    const auto since_epoch = static_cast<std::int64_t>(in.integer<std::uint64_t>());
    opened.at = table::Instant(std::chrono::milliseconds(since_epoch));
    opened.body = in;
    return opened;
}

std::string encode(const table::Event& event) {
    Writer body;
    body.integer(static_cast<std::uint64_t>(event.served.count()));
    const Kind kind = write_body(body, event.body);
    return seal(kind, event.at, body.bytes());
}

Result<table::Event, std::string> decode(std::string_view bytes) {
    auto around = opened(bytes);
    if (!around) return Failure<std::string>(around.error());
    table::Served served{};
    if (around->version >= 2) {
        served = table::Served(static_cast<std::int64_t>(around->body.integer<std::uint64_t>()));
    }
    auto body = read_body(static_cast<Kind>(around->kind), around->body, around->version);
    if (!body) return Failure<std::string>(body.error());
    if (!around->body.at_end()) return Failure<std::string>("the event's body is malformed");
    return table::Event{around->at, served, *std::move(body)};
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
