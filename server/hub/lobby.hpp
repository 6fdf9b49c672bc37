// The lobby: which tables somebody who looks for one is shown, in which order, and what has changed
// since it was told last. Pure: the hub says where each table stands.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "server/hub/ports/connections.hpp"
#include "shared/protocol/messages.hpp"

namespace morris {

inline constexpr std::size_t lobby_limit = 100;  // tables in each list

enum class LobbyList : std::uint8_t { open, live };

// Where a table stands: in which list, and how far in front.
struct LobbyPlace {
    LobbyList list{};
    std::uint32_t spectators = 0;  // 0 in the list of open tables, whose order they do not change
    protocol::Instant made_at{};

    auto operator<=>(const LobbyPlace&) const = default;
};

// Both lists, kept in order as tables come, change and go. So the first of many tables are found at
// the cost of these few.
class LobbyOrder {
public:
    // nullopt: the table is in neither list. False: it was not before, either.
    bool place(const std::string& table, const std::optional<LobbyPlace>& place);

    // Ids: the most watched first, then the newest.
    std::vector<std::string> first(LobbyList list, std::size_t limit) const;

private:
    using Entry = std::pair<LobbyPlace, std::string>;
    std::set<Entry>& entries(LobbyList list) { return list == LobbyList::open ? open_ : live_; }

    std::unordered_map<std::string, LobbyPlace> places_;
    std::set<Entry> open_;  // ascending: the first of the list is the last here
    std::set<Entry> live_;
};

// Those who follow the lobby, and what all of them have been told.
struct LobbyFeed {
    std::unordered_set<ConnectionId> followers;
    protocol::LobbyState told;
    bool due = false;  // a notice is about to go out
};

// What is to be told to somebody who has `before`; nullopt: nothing.
std::optional<protocol::LobbyChanged> changes(const protocol::LobbyState& before,
                                              const protocol::LobbyState& now);

}  // namespace morris
