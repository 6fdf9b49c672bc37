// Invite codes as people type or paste them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "shared/rules/result.hpp"

namespace morris::client {

// In capitals, without blanks, in groups of four. Whether it opens a seat only the server knows;
// the failure, a sentence, is for what cannot be a code at all.
Result<std::string, std::string> normalised_invite(std::string_view typed);

struct Invite {
    std::string code;
    std::optional<std::string> server;  // named by a link
};

// A code, or a link that ends in one: its server, and what follows its last '/', '#' or '='.
Result<Invite, std::string> parse_invite(std::string_view typed);

// A code from the server as people are shown it: in the same groups.
std::string shown_invite(std::string_view invite);

}  // namespace morris::client
