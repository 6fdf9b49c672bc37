// What stands around every body in the log. Only this folder includes it.
#pragma once

#include <string>
#include <string_view>

#include "server/journal/bodies.hpp"

namespace morris::journal {

std::string seal(Kind kind, table::Instant at, std::string_view body);

struct Opened {
    int version = 0;
    std::uint8_t kind = 0;
    table::Instant at{};
    Reader body;
};

// What stands around the bytes, checked; or what is wrong with it.
Result<Opened, std::string> opened(std::string_view bytes);

}  // namespace morris::journal
