#include "server/net/admission.hpp"

#include <algorithm>

namespace morris::net {

namespace {

// Bounds the memory that a caller with very many addresses can use: 100,000 accounts are 15 MB.
constexpr std::size_t max_accounts = 100'000;

}  // namespace

std::optional<Admission::Place> Admission::enter(const Address& address, TimePoint now) {
    Account& found = account(address, now);
    if (found.places >= config_.max_connections_per_address) return std::nullopt;
    return Place(found);
}

bool Admission::may_upgrade(const Address& address, TimePoint now) {
    return account(address, now).upgrades.take(config_.upgrades, now);
}

bool Admission::may_request(const Address& address, TimePoint now) {
    return account(address, now).requests.take(config_.requests, now);
}

void Admission::sweep(TimePoint now) {
    std::erase_if(accounts_, [&](const auto& entry) {
        const Account& account = entry.second;
        return account.places == 0 && account.upgrades.full(config_.upgrades, now) &&
               account.requests.full(config_.requests, now);
    });
}

Admission::Account& Admission::account(const Address& address, TimePoint now) {
    const Address key = household(address);
    const auto found = accounts_.find(key);
    if (found != accounts_.end()) return found->second;
    if (accounts_.size() >= max_accounts) {
        // Forgiving somebody is better than refusing a stranger for what others do.
        const auto idle = std::find_if(accounts_.begin(), accounts_.end(),
                                       [](const auto& entry) { return entry.second.places == 0; });
        if (idle != accounts_.end()) accounts_.erase(idle);
    }
    return accounts_.emplace(key, Account{0, {config_.upgrades, now}, {config_.requests, now}})
        .first->second;
}

}  // namespace morris::net
