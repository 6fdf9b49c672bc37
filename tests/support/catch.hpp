// The one place that includes Catch2, so that version 3 stays possible.
#pragma once

#include <catch2/catch.hpp>
