#include "server/table/table.hpp"

#include <utility>

namespace morris::table {
namespace {

Failure<std::string> damage(std::string why) {
    return Failure<std::string>(std::move(why));
}

Failure<std::string> clock_damage() {
    return damage("the event does not fit the table's clock");
}

bool is_open(const Holder& holder) {
    return std::holds_alternative<std::monostate>(holder);
}

std::size_t index(Color color) {
    return static_cast<std::size_t>(color);
}

}  // namespace

Table::Table(std::string id, Instant at, Served served, const Made& made)
    : id_(std::move(id)),
      served_(served),
      made_at_(at),
      last_at_(at),
      last_served_(served),
      made_(made),
      seats_(made.seats),
      game_(made.options),
      turn_began_(served) {
    if (made.clock) clock_ = ClockState{{made.clock->base, made.clock->base}, served};
}

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

bool Table::between_people() const {
    return !is_computer(Color::white) && !is_computer(Color::black);
}

std::uint32_t Table::plies_of_last_turn(Color color) const {
    const std::uint32_t plies = game_.position().to_move == color ? 2 : 1;
    return game_.ply() >= plies ? plies : 0;
}

std::optional<Color> Table::to_move() const {
    if (end_ || !begun()) return std::nullopt;
    return game_.position().to_move;
}

Result<void, std::string> Table::apply(const Event& event) {
    ++seq_;
    served_ = event.served;
    const auto applied = std::visit([this](const auto& body) { return on(body); }, event.body);
    if (!applied) {
        --seq_;
        return applied;
    }
    last_at_ = event.at;
    last_served_ = event.served;
    return {};
}

Result<void, std::string> Table::on(const Made&) {
    return damage("the table is made twice");
}

Result<void, std::string> Table::on(const Joined& joined) {
    if (end_) return damage("somebody joins after the end");
    if (!is_open(holder(joined.color))) return damage("somebody joins a seat that is taken");
    if (!fits(joined.clock)) return clock_damage();
    seats_[index(joined.color)] = joined.person;
    clock_ = joined.clock;
    begin_turn();
    return {};
}

Result<void, std::string> Table::on(const Moved& moved) {
    if (to_move() != moved.color) return damage("a move by a side that is not to move");
    if (!fits(moved.clock)) return clock_damage();
    if (!game_.play(moved.move)) return damage("a move that is not legal");
    turns_.push_back({moved.color, seq_, moved.move, {}, false});
    has_moved_[index(moved.color)] = true;
    absent_[index(moved.color)] = false;
    offers_.overtake_by_move(moved.color, turn());
    clock_ = moved.clock;
    begin_turn();
    if (moved.end) end(*moved.end, std::nullopt);
    return {};
}

Result<void, std::string> Table::on(const Ended& ended) {
    if (end_) return damage("the game ends twice");
    if (!fits(ended.clock)) return clock_damage();
    OfferRecord* agreed = open_offer(ended.offer);
    if (ended.offer != 0 && agreed == nullptr) {
        return damage("a draw is agreed that was not offered");
    }
    if (agreed != nullptr) close(*agreed, OfferRecord::State::accepted);
    clock_ = ended.clock;
    end(ended.end, ended.by);
    return {};
}

Result<void, std::string> Table::on(const Offered& offered) {
    if (!to_move()) return damage("an offer is made while no game is on");
    OfferRecord& record = offers_.of(offered.color, offered.kind);
    if (record.is_open()) return damage("an offer is made twice");
    record = {seq_, OfferRecord::State::open, turn(), 0, 0};
    return {};
}

Result<void, std::string> Table::on(const OfferClosed& closed) {
    OfferRecord* record = open_offer(closed.offer);
    if (record == nullptr) return damage("an offer is closed that is not open");
    close(*record, closed.declined ? OfferRecord::State::declined : OfferRecord::State::withdrawn);
    return {};
}

Result<void, std::string> Table::on(const TakenBack& taken_back) {
    if (!begun() || next_table_ || taken_back.plies == 0 || taken_back.plies > game_.ply()) {
        return damage("moves are taken back out of place");
    }
    if (!fits(taken_back.clock)) return clock_damage();
    const bool undo = taken_back.offer == 0;
    OfferRecord* agreed = open_offer(taken_back.offer);
    if (!undo && agreed == nullptr) return damage("moves are taken back that nobody asked for");
    const std::vector<Move>& moves = game_.moves();
    const auto kept = moves.end() - static_cast<std::ptrdiff_t>(taken_back.plies);
    turns_.push_back({taken_back.color, seq_, std::nullopt, {kept, moves.end()}, undo});
    game_ = game_.taken_back(taken_back.plies);
    if (agreed != nullptr) close(*agreed, OfferRecord::State::accepted);
    if (undo) ++undos_;
    end_.reset();
    ended_by_.reset();
    end_seq_ = 0;
    rematch_offered_by_.reset();
    offers_.end_by_takeback(turn());
    clock_ = taken_back.clock;
    begin_turn();
    return {};
}

Result<void, std::string> Table::on(const ClockSet& set) {
    if (!to_move()) return damage("the clock is set while no game is on");
    if (!clock_) return clock_damage();
    clock_ = set.clock;
    return {};
}

Result<void, std::string> Table::on(const Absent& absent) {
    if (!to_move()) return damage("an absence begins while no game is on");
    absent_[index(absent.color)] = true;
    return {};
}

Result<void, std::string> Table::on(const Returned& returned) {
    absent_[index(returned.color)] = false;
    return {};
}

Result<void, std::string> Table::on(const Hinted&) {
    if (!to_move()) return damage("a hint is given while no game is on");
    ++hints_;
    hint_seq_ = seq_;
    return {};
}

// At a table with a clock every event of a turn says where the clock stands.
bool Table::fits(const std::optional<ClockState>& clock) const {
    return clock.has_value() == clock_.has_value();
}

OfferRecord* Table::open_offer(std::uint64_t id) {
    for (const Color color : {Color::white, Color::black}) {
        for (const OfferKind kind : {OfferKind::draw, OfferKind::takeback}) {
            OfferRecord& record = offers_.of(color, kind);
            if (record.id == id && record.is_open()) return &record;
        }
    }
    return nullptr;
}

void Table::close(OfferRecord& record, OfferRecord::State state) {
    record.state = state;
    record.closed_turn = turn();
    record.closed_seq = seq_;
}

void Table::begin_turn() {
    turn_began_ = served_;
    hint_seq_ = 0;
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
    offers_.overtake_all(turn());
    absent_ = {};
}

Result<Table, std::string> replay(std::string id, const std::vector<Event>& events) {
    if (events.empty()) return damage("the log has no events");
    const auto* made = std::get_if<Made>(&events.front().body);
    if (made == nullptr) return damage("the log does not begin with the making of the table");
    Table table(std::move(id), events.front().at, events.front().served, *made);
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
