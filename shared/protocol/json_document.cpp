#include "shared/protocol/json_document.hpp"

#include <set>
#include <vector>

#include "shared/protocol/limits.hpp"

namespace morris::protocol {

namespace {

DecodeError bad_json(std::string message) {
    return {ErrorCode::bad_json, {}, {}, std::move(message)};
}

// Walks the text without building anything. Every handler returns false to stop.
class Scan final : public nlohmann::json_sax<Json> {
public:
    const std::optional<DecodeError>& error() const { return error_; }
    // As far as it was read; none if it stands there twice.
    std::optional<RequestId> id() const { return id_repeated_ ? std::nullopt : id_; }

    bool null() override { return value(); }
    bool boolean(bool) override { return value(); }
    bool number_integer(number_integer_t) override { return value(); }
    bool number_unsigned(number_unsigned_t number) override {
        if (levels_.size() == 1 && levels_.back().name == "id" && number <= max_integer) {
            id_ = number;
        }
        return value();
    }
    bool number_float(number_float_t, const string_t&) override { return value(); }
    bool string(string_t&) override { return value(); }
    bool binary(binary_t&) override { return value(); }

    bool start_object(std::size_t) override { return open(true); }
    bool start_array(std::size_t) override { return open(false); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(string_t& name) override {
        Level& level = levels_.back();
        level.name = name;
        if (!level.seen.insert(name).second) repeated();
        return true;
    }

    bool parse_error(std::size_t position, const std::string&,
                     const nlohmann::detail::exception& what) override {
        constexpr int number_overflow = 406;
        const std::string where = " at byte " + std::to_string(position);
        if (what.id == number_overflow) return fail("A number is too large" + where + ".");
        return fail("The text is not JSON: it goes wrong" + where + ".");
    }

private:
    struct Level {
        bool is_object;
        std::set<std::string, std::less<>> seen;
        std::string name;   // of the member being read
        std::size_t index;  // of the element being read
    };

    bool fail(std::string message) {
        error_ = bad_json(std::move(message));
        return false;
    }

    // Reads on, for the id may still come.
    void repeated() {
        if (levels_.size() == 1 && levels_.back().name == "id") id_repeated_ = true;
        if (error_) return;
        error_ = DecodeError{ErrorCode::bad_message,
                             {},
                             path(),
                             '"' + path() + "\" is there twice; it has to be there once."};
    }

    bool value() {
        if (levels_.empty()) return fail("The text is JSON, but not an object.");
        ++levels_.back().index;
        return true;
    }

    bool open(bool is_object) {
        if (levels_.empty() && !is_object) return fail("The text is JSON, but not an object.");
        if (levels_.size() == max_json_depth) {
            return fail("Objects and lists are nested more than " + std::to_string(max_json_depth) +
                        " deep.");
        }
        levels_.push_back(Level{is_object, {}, {}, 0});
        return true;
    }

    bool close() {
        levels_.pop_back();
        return levels_.empty() || value();
    }

    std::string path() const {
        std::string text;
        for (const Level& level : levels_) {
            if (!level.is_object) {
                text += '[' + std::to_string(level.index) + ']';
            } else {
                if (!text.empty()) text += '.';
                text += level.name;
            }
        }
        return text;
    }

    std::vector<Level> levels_;
    std::optional<RequestId> id_;
    bool id_repeated_ = false;
    std::optional<DecodeError> error_;
};

}  // namespace

Result<Json, DecodeError> parse_object(std::string_view text, std::size_t max_bytes) {
    if (text.size() > max_bytes) {
        return Failure<DecodeError>(bad_json("The text has " + std::to_string(text.size()) +
                                             " bytes; at most " + std::to_string(max_bytes) +
                                             " are taken."));
    }
    Scan scan;
    Json::sax_parse(text, &scan);
    std::optional<DecodeError> error = scan.error();
    // The parser takes it for the end of the text, whatever follows.
    if (const auto at = text.find('\0'); !error && at != std::string_view::npos) {
        error = bad_json("The text is not JSON: byte " + std::to_string(at + 1) + " is 0.");
    }
    Json object;
    if (!error) {
        object = Json::parse(text, nullptr, false);
        if (!object.is_object()) error = bad_json("The text is not JSON.");
    }
    if (error) {
        error->id = scan.id();
        return Failure<DecodeError>(*std::move(error));
    }
    return object;
}

}  // namespace morris::protocol
