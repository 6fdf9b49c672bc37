#include "client-cli/core/invite.hpp"

#include <algorithm>

#include "client-cli/core/text.hpp"
#include "shared/protocol/limits.hpp"

namespace morris::client {

Result<std::string, std::string> normalised_invite(std::string_view typed) {
    constexpr std::size_t group = 4;
    std::string plain;
    for (const char letter : trimmed(typed)) {
        if (letter == '-' || letter == ' ') continue;
        const bool small = letter >= 'a' && letter <= 'z';
        const bool known =
            small || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
        if (!known) {
            return Failure<std::string>("An invite code has letters and digits only: \"" +
                                        clean(typed, true) + "\".");
        }
        plain += small ? static_cast<char>(letter - 'a' + 'A') : letter;
    }
    std::string code;
    for (std::size_t i = 0; i < plain.size(); ++i) {
        if (i > 0 && i % group == 0) code += '-';
        code += plain[i];
    }
    if (code.empty() || code.size() > protocol::max_id_length) {
        return Failure<std::string>("That is no invite code: \"" + clean(typed, true) +
                                    "\". One looks like K7Q2-M9XW-PA3D.");
    }
    return code;
}

Result<Invite, std::string> parse_invite(std::string_view typed) {
    const std::string_view text = trimmed(typed);
    const std::size_t scheme = text.find("://");
    Invite invite;
    std::string_view code = text;
    if (scheme != std::string_view::npos) {
        const std::size_t host = scheme + 3;
        invite.server = text.substr(0, text.find_first_of("/?#", host));
        code = text.substr(std::max(host, text.find_last_of("/#=") + 1));
    }
    const auto normalised = normalised_invite(code);
    if (!normalised) return Failure<std::string>(normalised.error());
    invite.code = *normalised;
    return invite;
}

std::string shown_invite(std::string_view invite) {
    return normalised_invite(invite).value_or(clean(invite, false));
}

}  // namespace morris::client
