#include "server/hub/lobby.hpp"

namespace morris {
namespace {

using protocol::ListedTable;

using ByTable = std::unordered_map<std::string, const ListedTable*>;

ByTable by_table(const std::vector<ListedTable>& tables) {
    ByTable found;
    for (const ListedTable& table : tables) found.emplace(table.table, &table);
    return found;
}

std::vector<ListedTable> new_or_changed(const ByTable& before,
                                        const std::vector<ListedTable>& now) {
    std::vector<ListedTable> changed;
    for (const ListedTable& table : now) {
        const auto known = before.find(table.table);
        if (known == before.end() || *known->second != table) changed.push_back(table);
    }
    return changed;
}

}  // namespace

bool LobbyOrder::place(const std::string& table, const std::optional<LobbyPlace>& place) {
    const auto known = places_.find(table);
    const bool was_placed = known != places_.end();
    if (was_placed && place == known->second) return true;
    if (was_placed) {
        entries(known->second.list).erase({known->second, table});
        places_.erase(known);
    }
    if (place) {
        places_.emplace(table, *place);
        entries(place->list).emplace(*place, table);
    }
    return was_placed || place;
}

std::vector<std::string> LobbyOrder::first(LobbyList list, std::size_t limit) const {
    const auto& all = list == LobbyList::open ? open_ : live_;
    std::vector<std::string> ids;
    for (auto entry = all.rbegin(); entry != all.rend() && ids.size() < limit; ++entry) {
        ids.push_back(entry->second);
    }
    return ids;
}

std::optional<protocol::LobbyChanged> changes(const protocol::LobbyState& before,
                                              const protocol::LobbyState& now) {
    protocol::LobbyChanged changed;
    const ByTable open_before = by_table(before.open);
    const ByTable live_before = by_table(before.live);
    changed.open = new_or_changed(open_before, now.open);
    changed.live = new_or_changed(live_before, now.live);
    const ByTable open_now = by_table(now.open);
    const ByTable live_now = by_table(now.live);
    for (const auto* list : {&before.open, &before.live}) {
        for (const ListedTable& table : *list) {
            const bool stays = open_now.contains(table.table) || live_now.contains(table.table);
            if (!stays) changed.gone.push_back(table.table);
        }
    }
    changed.waiting = now.waiting;
    const bool same = changed.open.empty() && changed.live.empty() && changed.gone.empty() &&
                      before.waiting == now.waiting;
    return same ? std::nullopt : std::optional(changed);
}

}  // namespace morris
