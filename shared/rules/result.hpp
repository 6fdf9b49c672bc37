// The one result type: a value, or a typed reason why there is none. Refusals and parse
// failures travel in it; exceptions do not cross a module border.
#pragma once

#include <tl/expected.hpp>
#include <utility>

namespace morris {

template <class Value, class Reason>
using Result = tl::expected<Value, Reason>;

template <class Reason>
using Failure = tl::unexpected<Reason>;

// The failure for this reason, its type deduced.
template <class Reason>
Failure<Reason> failure(Reason reason) {
    return Failure<Reason>(std::move(reason));
}

}  // namespace morris
