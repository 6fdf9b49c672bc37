// The JSON lines of --json that are not the server's own messages: the client's, and the reports
// of `check`. Each is one object on one line.
#pragma once

#include <string>
#include <string_view>

#include "client-cli/core/check.hpp"
#include "client-cli/core/report.hpp"
#include "client-cli/core/view.hpp"

namespace morris::client {

// Whether a text is JSON, and so holds no control characters but line ends and tabs.
bool is_json(std::string_view text);

// {"type":"client","state":"lost", …}; "" for what the server's messages say themselves.
std::string client_json_line(const Report& report, const View* view);

// "Anna" in quotes, as a JSON string. What steers a terminal, or cannot be seen, is escaped: then
// all that is not ASCII is.
std::string json_string(std::string_view text);

std::string check_json_line(const CheckReport& report);

}  // namespace morris::client
