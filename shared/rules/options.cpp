#include "shared/rules/options.hpp"

namespace morris {

Result<Options, std::string> checked(const Options& options) {
    if (options.board != Board::nine) {
        return Failure<std::string>{"board must be nine"};
    }
    if (options.pieces != 3 && options.pieces != 6 && options.pieces != 9) {
        return Failure<std::string>{"pieces must be 3, 6 or 9"};
    }
    if (options.no_mill && *options.no_mill != 50 && *options.no_mill != 100 &&
        *options.no_mill != 200) {
        return Failure<std::string>{"no-mill must be 50, 100, 200 or never"};
    }
    if (options.move_limit && *options.move_limit != 200) {
        return Failure<std::string>{"move-limit must be 200 or never"};
    }
    return options;
}

}  // namespace morris
