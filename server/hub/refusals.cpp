#include "server/hub/refusals.hpp"

namespace morris::refusals {
namespace {

using protocol::ErrorCode;

constexpr std::int64_t store_retry_ms = 1000;
constexpr std::int64_t busy_retry_ms = 200;

protocol::Error error(ErrorCode code, std::string message,
                      std::optional<std::int64_t> retry_ms = std::nullopt) {
    protocol::Error error;
    error.code = code;
    error.message = std::move(message);
    error.retry_ms = retry_ms;
    return error;
}

protocol::Error store_unavailable() {
    return error(ErrorCode::store_unavailable,
                 "The server cannot keep anything at the moment. Send this again; it is done once.",
                 store_retry_ms);
}

protocol::Error damaged() {
    return error(ErrorCode::table_damaged,
                 "The server closed this table because of a fault. Other tables are not affected.");
}

}  // namespace

protocol::Error of(table::Refusal refusal) {
    switch (refusal) {
        case table::Refusal::seat_taken:
            return error(ErrorCode::seat_taken,
                         "Both seats of this table are taken. You can watch the game.");
        case table::Refusal::not_begun:
            return error(ErrorCode::not_begun,
                         "Nobody has taken the other seat yet. Wait until somebody joins.");
        case table::Refusal::begun:
            return error(ErrorCode::game_over, "The game has begun; it can only be resigned.");
        case table::Refusal::not_your_turn:
            return error(ErrorCode::not_your_turn, "It is the other side's turn.");
        case table::Refusal::stale_turn:
            return error(ErrorCode::stale_turn,
                         "Another move was made in that turn. The snapshot is the present state.");
        case table::Refusal::future_turn:
            return error(ErrorCode::future_turn, "That turn has not come yet.");
        case table::Refusal::illegal_move:
            return error(ErrorCode::illegal_move, "That move is not legal.");
        case table::Refusal::game_over:
            return error(ErrorCode::game_over, "The game is over.");
        case table::Refusal::not_over:
            return error(ErrorCode::not_over,
                         "The game is not over yet; finish or resign it first.");
        case table::Refusal::no_rematch:
            return error(ErrorCode::no_rematch,
                         "There is no rematch of a game that nobody joined. Make a new table.");
        case table::Refusal::time_up:
            return error(ErrorCode::game_over, "Your time is up: the move came too late.");
        case table::Refusal::no_time:
            return error(ErrorCode::game_over,
                         "Your time is up, so there is none to go on with. A rematch starts anew.");
        case table::Refusal::too_late:
            return error(ErrorCode::too_late,
                         "Both sides have moved; the game can be resigned, or a draw offered.");
        case table::Refusal::offer_gone:
            return error(ErrorCode::offer_gone,
                         "That offer is not there any more: it was answered, withdrawn or "
                         "overtaken by a move.");
        case table::Refusal::too_soon:
            return error(ErrorCode::too_soon,
                         "You have asked for that a moment ago. Play some moves before you ask "
                         "again.");
        case table::Refusal::nothing_to_undo:
            return error(ErrorCode::nothing_to_undo, "There is no move of yours to take back.");
        case table::Refusal::not_claimable:
            return error(ErrorCode::not_claimable,
                         "There is nothing to claim yet. A game can be claimed, once both sides "
                         "have moved, when the other side is away or does not move for too long.");
        case table::Refusal::no_computer:
            return error(ErrorCode::no_computer,
                         "That is for games against the computer. Here a takeback can be offered.");
        case table::Refusal::no_person:
            return error(ErrorCode::no_person,
                         "That is between two people. Against the computer there is undo.");
        case table::Refusal::not_due:
            break;
    }
    return error(ErrorCode::internal, "The server made a mistake; nothing was changed.");
}

protocol::Error of(Trouble trouble) {
    switch (trouble) {
        case Trouble::busy:
            return error(ErrorCode::table_busy,
                         "Too many requests wait for this table. Try again in a moment.",
                         busy_retry_ms);
        case Trouble::damaged:
            return damaged();
        case Trouble::store_unavailable:
            return store_unavailable();
    }
    return store_unavailable();
}

protocol::Error of(const CommandError& error) {
    return std::visit([](auto each) { return of(each); }, error);
}

protocol::Error of(FindError found) {
    switch (found) {
        case FindError::no_such_table:
            return error(ErrorCode::no_such_table,
                         "There is no table with this id. Check it for typing mistakes.");
        case FindError::damaged:
            return damaged();
        case FindError::store_unavailable:
            return store_unavailable();
    }
    return store_unavailable();
}

}  // namespace morris::refusals
