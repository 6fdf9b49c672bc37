#include "server/store/line_table.hpp"

namespace morris {

LineTable::LineTable(sqlite::Connection& connection)
    : last_(connection.handle(), "SELECT served_ms, steady_ms, boot FROM served_line WHERE id = 1"),
      has_events_(connection.handle(), "SELECT EXISTS(SELECT 1 FROM events)"),
      set_(connection.handle(),
           "INSERT OR REPLACE INTO served_line(id, served_ms, steady_ms, boot)"
           " VALUES(1, ?1, ?2, ?3)"),
      advance_(connection.handle(),
               "INSERT INTO served_line(id, served_ms, steady_ms, boot) VALUES(1, ?1, ?2, ?3)"
               " ON CONFLICT(id) DO UPDATE SET served_ms = excluded.served_ms,"
               " steady_ms = excluded.steady_ms, boot = excluded.boot"
               " WHERE excluded.served_ms > served_ms") {}

std::optional<LineMark> LineTable::last() {
    std::optional<LineMark> mark;
    last_.with();
    while (last_.step()) {
        mark = LineMark{.served = std::chrono::milliseconds(last_.number(0)),
                        .steady = std::chrono::milliseconds(last_.number(1)),
                        .boot = last_.text(2)};
    }
    return mark;
}

bool LineTable::has_events() {
    return has_events_.with().only_number() == 1;
}

void LineTable::set(const LineMark& mark) {
    const std::int64_t served = mark.served.count(), steady = mark.steady.count();
    set_.with(served, steady, mark.boot).run();
}

void LineTable::advance(const LineMark& mark) {
    const std::int64_t served = mark.served.count(), steady = mark.steady.count();
    advance_.with(served, steady, mark.boot).run();
}

}  // namespace morris
