#include "server/hub/report.hpp"

#include <spdlog/spdlog.h>

#include <string>

#include "server/hub/view.hpp"
#include "shared/rules/result_text.hpp"

namespace morris {
namespace {

std::string who(const table::Holder& holder) {
    if (const auto* person = std::get_if<table::Person>(&holder)) {
        return "player " + person->player;
    }
    if (std::holds_alternative<table::Computer>(holder)) return "the computer";
    return "nobody yet";
}

}  // namespace

void report_made(const table::Table& table) {
    const bool waits = !table.begun();
    spdlog::info("table {} made: white {}, black {}; {} pieces{}", table.id(),
                 who(table.holder(Color::white)), who(table.holder(Color::black)),
                 table.made().options.pieces,
                 !waits                ? ""
                 : table.made().listed ? "; listed"
                                       : "; by invite");
}

void report(const Room& room, const table::Event& event) {
    const std::string& id = room.table.id();
    if (const auto* joined = std::get_if<table::Joined>(&event.body)) {
        spdlog::info("table {} joined by player {} as {}", id, joined->person.player,
                     to_text(joined->color));
    }
    if (const auto* rematched = std::get_if<table::Rematched>(&event.body)) {
        spdlog::info("table {} goes on as table {}", id, rematched->next);
    }
    const auto* moved = std::get_if<table::Moved>(&event.body);
    const bool ends =
        (moved != nullptr && moved->end) || std::holds_alternative<table::Ended>(event.body);
    if (ends) {
        spdlog::info("table {} ended after {} plies: {}", id, room.table.game().ply(),
                     result_text(view::record(room).result));
    }
}

}  // namespace morris
