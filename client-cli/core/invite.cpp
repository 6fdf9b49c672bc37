#include "client-cli/core/invite.hpp"

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

std::string shown_invite(std::string_view invite) {
    return normalised_invite(invite).value_or(clean(invite, false));
}

}  // namespace morris::client
