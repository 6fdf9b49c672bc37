// Drives a session by hand: gives it happenings and keeps what it wants done.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "client-cli/core/session.hpp"
#include "tests/client/tables.hpp"

namespace morris::client::test {

inline const std::string seat_secret = "abcdefghijklmnopqrstuv";
inline const std::string table_key = "ABCDEFGHIJKLMNOPQRSTUV";

inline SeatRecord new_seat() {
    SeatRecord record;
    record.id = "seat1";
    record.server = "ws://localhost:8080/ws";
    record.secret = seat_secret;
    record.request = protocol::Make{table_key, seat_secret, protocol::SeatWish::white, Options{},
                                    protocol::PersonWanted{}};
    return record;
}

inline SeatRecord old_seat() {
    SeatRecord record = new_seat();
    record.table = "abc123";
    record.color = Color::white;
    return record;
}

class Driver {
public:
    explicit Driver(Goal goal, bool line_mode = false);

    // The actions of this happening alone.
    const Actions& on(const Happening& happening);
    void receive(protocol::ServerMessage message) { on(Received{std::move(message)}); }
    void type(std::string line) { on(LineTyped{std::move(line)}); }

    void greet();  // connected and greeted
    // The answers to what asked to follow the table.
    void attach(const ServerTable& table, std::optional<Color> seat);
    void attach_since(const ServerTable& table, std::optional<Color> seat, std::uint64_t since);
    // The answers to the last request.
    void done(std::uint64_t seq);
    void refuse(protocol::ErrorCode code, std::optional<std::int64_t> retry_ms = std::nullopt);
    // The connection is lost, the wait is over, and a new one has been greeted.
    void come_back();

    const protocol::Request& last_request() const { return requests.back(); }

    // ---- Of the last happening
    template <class Body>
    std::vector<Body> sent() const {
        std::vector<Body> bodies;
        for (const Action& action : last) {
            const auto* send = std::get_if<Send>(&action);
            if (send == nullptr) continue;
            if (const auto* body = std::get_if<Body>(&send->request.body)) bodies.push_back(*body);
        }
        return bodies;
    }

    template <class Kind>
    std::optional<Kind> action() const {  // the first of its kind
        for (const Action& each : last) {
            if (const auto* kind = std::get_if<Kind>(&each)) return *kind;
        }
        return std::nullopt;
    }

    std::optional<Wait> wait(Timer timer) const;
    std::optional<int> quit_code() const;
    std::vector<std::string> refusals() const;  // codes
    std::vector<LinkState> link_states() const;
    std::string facts() const;

    Session session;
    Moment now{1'000'000};  // of each happening
    Actions last;
    std::vector<protocol::Request> requests;  // all

private:
    void take(const Actions& actions);
};

}  // namespace morris::client::test
