// Who may come in: connections at once and new ones per second, counted per household. What one
// address does, another does not feel. Time comes in.
#pragma once

#include <cstddef>
#include <map>
#include <optional>

#include "server/net/address.hpp"
#include "server/net/net_config.hpp"
#include "server/net/token_bucket.hpp"

namespace morris::net {

class Admission {
    struct Account {
        std::size_t places = 0;
        TokenBucket upgrades;
        TokenBucket requests;
    };

public:
    // `config` must outlive this.
    explicit Admission(const NetConfig& config) : config_(config) {}

    // One connection's place among those of its address; given back when destroyed. Must not
    // outlive the Admission it comes from.
    class Place {
    public:
        Place() = default;
        explicit Place(Account& account) : account_(&account) { ++account.places; }
        Place(Place&& other) noexcept : account_(other.account_) { other.account_ = nullptr; }
        Place& operator=(Place&& other) noexcept {
            std::swap(account_, other.account_);
            return *this;
        }
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;
        ~Place() {
            if (account_ != nullptr) --account_->places;
        }

    private:
        Account* account_ = nullptr;
    };

    // None if the address has max_connections_per_address already.
    std::optional<Place> enter(const Address& address, TimePoint now);

    // Whether the address may open one more WebSocket, or make one more HTTP request, now.
    bool may_upgrade(const Address& address, TimePoint now);
    bool may_request(const Address& address, TimePoint now);

    // Forgets addresses of which there is nothing to know any more.
    void sweep(TimePoint now);

    std::size_t known() const { return accounts_.size(); }

private:
    Account& account(const Address& address, TimePoint now);

    const NetConfig& config_;
    std::map<Address, Account> accounts_;  // by household()
};

}  // namespace morris::net
