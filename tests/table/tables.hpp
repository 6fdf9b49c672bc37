// Tables to test with.
#pragma once

#include <string>

#include "server/table/decide.hpp"
#include "shared/rules/notation.hpp"
#include "tests/support/catch.hpp"

namespace morris::table {

inline const Instant noon{std::chrono::hours(12)};

inline Event event(EventBody body) {
    return {noon, Served(0), std::move(body)};
}

// The moment `time` after the server began to serve.
inline Moment after(Millis time) {
    Moment moment;
    moment.at = noon + time;
    moment.served = time;
    return moment;
}

inline SecretHash secret(std::uint8_t fill) {
    SecretHash hash;
    hash.fill(fill);
    return hash;
}

inline Person person(std::uint8_t fill) {
    return {"player" + std::to_string(fill), secret(fill)};
}

// White is person 1, Black's seat is open.
inline Table open_table() {
    Made made;
    made.seats[0] = person(1);
    made.invite = "K7Q2M9XWPA3D";
    return Table("t1", noon, Served(0), made);
}

// What a command does, applied.
inline Result<Accepted, Refusal> carry_out(Table& table, const Command& command,
                                           const Moment& moment) {
    auto decision = decide(table, command, moment);
    if (!decision) return decision;
    for (const Event& event : decision->events) REQUIRE(table.apply(event));
    return decision;
}
inline Result<Accepted, Refusal> carry_out(Table& table, const Command& command) {
    return carry_out(table, command, after(Millis(0)));
}

// Why the command is refused.
inline Refusal refusal(Table& table, const Command& command, const Moment& moment) {
    const auto decision = decide(table, command, moment);
    REQUIRE_FALSE(decision);
    return decision.error();
}
inline Refusal refusal(Table& table, const Command& command) {
    return refusal(table, command, after(Millis(0)));
}

// White is person 1, Black person 2.
inline Table begun_table() {
    Table table = open_table();
    REQUIRE(carry_out(table, Join{person(2)}));
    return table;
}

inline Table table_with_computer(Level level = Level::club) {
    Made made;
    made.seats[0] = person(1);
    made.seats[1] = Computer{level};
    return Table("t2", noon, Served(0), made);
}

// Two people with a clock of `base` + `increment`; it begins at once.
inline Table table_with_clock(Millis base, Millis increment) {
    Made made;
    made.seats = {Holder(person(1)), Holder(person(2))};
    made.clock = ClockTerms{base, increment};
    made.claims = usual_claims_with_clock;
    return Table("t3", noon, Served(0), made);
}

inline std::size_t index_of(Color color) {
    return static_cast<std::size_t>(color);
}

inline Play play(Color color, std::uint64_t turn, std::string_view move) {
    return {color, turn, parse_move(move).value(), 0};
}

inline void play_all(Table& table, std::initializer_list<const char*> moves) {
    for (const char* move : moves) {
        INFO(move);
        REQUIRE(carry_out(table, play(table.to_move().value(), table.turn(), move)));
    }
}

}  // namespace morris::table
