// How many files the process may have open: every connection is one.
#pragma once

#include <cstddef>

namespace morris::net {

// Raises the soft limit towards `wanted`, as far as the hard one lets; never lowers it. What the
// limit is then.
std::size_t allow_open_files(std::size_t wanted);

}  // namespace morris::net
