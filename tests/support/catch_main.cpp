// Catch2 itself, compiled once and like everything else. Debian's library of it is compiled without
// a sanitizer, and the linker may take from there what templates make, such as the counters of
// std::shared_ptr: ThreadSanitizer then misses what they synchronise.
// With Catch2 3 this file goes, and its own library with a main is linked.
#define CATCH_CONFIG_MAIN
#include "tests/support/catch.hpp"
