// Ids, codes and hashes. Everything about a table follows from the key its maker drew: the invite
// code from the key, the public id from the invite code, each by a one-way step. So a key or a code
// that is sent again finds its table without any index, also after a restart, and on any server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "server/table/event.hpp"

namespace morris::ids {

// 12 characters of Crockford's base 32, upper case: 60 bits. Shown to people by grouped().
std::string invite_of_key(std::string_view key);

// What a person typed, as an invite code: any case, spaces and dashes dropped, O I L read as
// digits. nullopt: cannot be one.
std::optional<std::string> normalised_invite(std::string_view typed);

// K7Q2M9XWPA3D as K7Q2-M9XW-PA3D.
std::string grouped(std::string_view invite);

// 12 characters of base 32, lower case.
std::string table_of_invite(std::string_view invite);
std::string table_of_rematch(std::string_view table, const table::SecretHash& one,
                             const table::SecretHash& other);
bool is_table_id(std::string_view text);

// The public id of the player that a secret proves.
std::string player_of_secret(std::string_view secret);

table::SecretHash hash_of_secret(std::string_view secret);

}  // namespace morris::ids
