#include <array>
#include <chrono>
#include <cstdio>
#include <string>

#include "server/hub/view.hpp"

namespace morris::view {
namespace {

std::string date(table::Instant at) {
    const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(at));
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(day.year()),
                  static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
    return text.data();
}

// 300, or 0.5 for the half of one.
std::string seconds(std::chrono::milliseconds time) {
    std::string text = std::to_string(time.count() / 1000);
    const auto rest = time.count() % 1000;
    if (rest == 0) return text;
    text += "." + std::to_string(1000 + rest).substr(1);
    while (text.back() == '0') text.pop_back();
    return text;
}

std::string_view text(table::Winner winner) {
    switch (winner) {
        case table::Winner::white:
            return "white";
        case table::Winner::black:
            return "black";
        case table::Winner::draw:
            return "draw";
        case table::Winner::nobody:
            return "none";
    }
    return "none";
}

std::string_view text(table::EndReason reason) {
    switch (reason) {
        case table::EndReason::reduced:
            return "reduced";
        case table::EndReason::blocked:
            return "blocked";
        case table::EndReason::threefold:
            return "threefold";
        case table::EndReason::no_mill:
            return "no-mill";
        case table::EndReason::resigned:
            return "resigned";
        case table::EndReason::withdrawn:
            return "withdrawn";
        case table::EndReason::expired:
            return "expired";
        case table::EndReason::closed:
            return "closed";
        case table::EndReason::move_limit:
            return "move-limit";
        case table::EndReason::timeout:
            return "timeout";
        case table::EndReason::agreed:
            return "agreed";
        case table::EndReason::aborted:
            return "aborted";
        case table::EndReason::abandoned:
            return "abandoned";
        case table::EndReason::idle:
            return "idle";
    }
    return "closed";
}

}  // namespace

GameRecord record(const Room& room) {
    GameRecord record;
    auto both = seats(room);
    if (both[0].name == both[1].name) {
        for (auto& each : both) each.name += each.mark.empty() ? "" : " #" + each.mark;
    }
    record.white = both[0].name;
    record.black = both[1].name;
    record.date = date(room.table.made_at());
    record.options = room.table.made().options;
    if (const auto& terms = room.table.made().clock) {
        record.clock = seconds(terms->base) + "+" + seconds(terms->increment);
    }
    record.hints = room.table.hints();
    record.undos = room.table.undos();
    record.moves = room.table.game().moves();
    if (const auto& end = room.table.end()) {
        record.result = std::string(text(end->winner)).append(" ").append(text(end->reason));
    }
    return record;
}

}  // namespace morris::view
