// What is kept of a seat so that a closed terminal, or a crash before the server's answer, loses
// nothing. The text form is one `name value` a line; keys.hpp puts it into files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "shared/protocol/messages.hpp"

namespace morris::client {

struct SeatRecord {
    std::string id;      // names the file: drawn; letters, digits, - and _
    std::string server;  // URL of the WebSocket
    std::string secret;
    std::int64_t made_ms = 0;  // since 1970, of this computer's clock
    // The make or join that asked for the seat: can be sent again as it was.
    std::optional<protocol::RequestBody> request;
    std::string table;  // "" until the server has answered
    std::optional<Color> color;
    std::string invite;
    bool ended = false;

    bool operator==(const SeatRecord&) const = default;
};

// The id of a rematch's record, from that of the game before. It begins with what we drew
// ourselves, so that no server can name the record of a seat elsewhere.
std::string rematch_record_id(const std::string& before, const std::string& table);

std::string record_text(const SeatRecord& record);

// nullopt: not such a text, or of a newer form. Unknown names are left out.
std::optional<SeatRecord> parse_record(std::string_view text);

// For a list of seats: "abc123  black  2026-11-30  localhost:8080", and the computer if the table
// was made with it. Who else sits there is not kept.
std::string seat_line(const SeatRecord& record);

}  // namespace morris::client
