#include "shared/protocol/error_code.hpp"

#include "shared/protocol/words.hpp"

namespace morris::protocol {

std::string_view to_text(ErrorCode code) {
    return word_for(error_code_words, code);
}

}  // namespace morris::protocol
