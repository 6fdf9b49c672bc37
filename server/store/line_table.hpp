// The durable mark of the served line, as statements on one connection. Throws sqlite::Error.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "server/store/sqlite.hpp"

namespace morris {

// Somebody served until `served`, when the steady clock of that start of the machine said `steady`.
struct LineMark {
    std::chrono::milliseconds served{0};
    std::chrono::milliseconds steady{0};
    std::string boot;

    std::chrono::milliseconds offset() const { return served - steady; }
};

class LineTable {
public:
    explicit LineTable(sqlite::Connection& connection);

    std::optional<LineMark> last();
    bool has_events();

    // These only inside a write transaction.
    void set(const LineMark& mark);
    void advance(const LineMark& mark);  // only if it is further than the last

private:
    sqlite::Statement last_, has_events_, set_, advance_;
};

}  // namespace morris
