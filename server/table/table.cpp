#include "server/table/table.hpp"

#include <utility>

namespace morris::table {
namespace {

Failure<std::string> damage(std::string why) {
    return Failure<std::string>(std::move(why));
}

bool is_open(const Holder& holder) {
    return std::holds_alternative<std::monostate>(holder);
}

}  // namespace

Table::Table(std::string id, Instant at, const Made& made)
    : id_(std::move(id)),
      made_at_(at),
      last_at_(at),
      made_(made),
      seats_(made.seats),
      game_(made.options) {}

std::optional<Color> Table::open_seat() const {
    for (const Color color : {Color::white, Color::black}) {
        if (is_open(holder(color))) return color;
    }
    return std::nullopt;
}

std::optional<Color> Table::seat_of(const SecretHash& secret) const {
    for (const Color color : {Color::white, Color::black}) {
        const auto* person = std::get_if<Person>(&holder(color));
        if (person != nullptr && person->secret == secret) return color;
    }
    return std::nullopt;
}

std::optional<Color> Table::to_move() const {
    if (end_ || !begun()) return std::nullopt;
    return game_.position().to_move;
}

Result<void, std::string> Table::apply(const Event& event) {
    ++seq_;
    const auto applied = std::visit([this](const auto& body) { return on(body); }, event.body);
    if (!applied) {
        --seq_;
        return applied;
    }
    last_at_ = event.at;
    return {};
}

Result<void, std::string> Table::on(const Made&) {
    return damage("the table is made twice");
}

Result<void, std::string> Table::on(const Joined& joined) {
    if (end_) return damage("somebody joins after the end");
    if (!is_open(holder(joined.color))) return damage("somebody joins a seat that is taken");
    seats_[static_cast<std::size_t>(joined.color)] = joined.person;
    return {};
}

Result<void, std::string> Table::on(const Moved& moved) {
    if (to_move() != moved.color) return damage("a move by a side that is not to move");
    if (!game_.play(moved.move)) return damage("a move that is not legal");
    turns_.push_back({moved.color, moved.move, seq_});
    if (moved.end) end(*moved.end, std::nullopt);
    return {};
}

Result<void, std::string> Table::on(const Ended& ended) {
    if (end_) return damage("the game ends twice");
    end(ended.end, ended.by);
    return {};
}

Result<void, std::string> Table::on(const RematchOffered& offered) {
    if (!end_ || next_table_) return damage("a rematch is offered out of place");
    rematch_offered_by_ = offered.color;
    rematch_seq_ = seq_;
    return {};
}

Result<void, std::string> Table::on(const Rematched& rematched) {
    if (!end_ || next_table_) return damage("a rematch begins out of place");
    next_table_ = rematched.next;
    next_seq_ = seq_;
    return {};
}

void Table::end(const End& end, std::optional<Color> by) {
    end_ = end;
    ended_by_ = by;
    end_seq_ = seq_;
}

Result<Table, std::string> replay(std::string id, const std::vector<Event>& events) {
    if (events.empty()) return damage("the log has no events");
    const auto* made = std::get_if<Made>(&events.front().body);
    if (made == nullptr) return damage("the log does not begin with the making of the table");
    Table table(std::move(id), events.front().at, *made);
    for (std::size_t i = 1; i < events.size(); ++i) {
        const auto applied = table.apply(events[i]);
        if (!applied) return damage("event " + std::to_string(i + 1) + ": " + applied.error());
    }
    return table;
}

End end_of(const Outcome& outcome) {
    End end;
    end.winner = outcome.winner ? winner_of(*outcome.winner) : Winner::draw;
    switch (outcome.reason) {
        case Reason::reduced:
            end.reason = EndReason::reduced;
            break;
        case Reason::blocked:
            end.reason = EndReason::blocked;
            break;
        case Reason::threefold:
            end.reason = EndReason::threefold;
            break;
        case Reason::no_mill:
            end.reason = EndReason::no_mill;
            break;
        case Reason::move_limit:
            end.reason = EndReason::move_limit;
            break;
    }
    return end;
}

}  // namespace morris::table
