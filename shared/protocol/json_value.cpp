#include "shared/protocol/json_value.hpp"

#include <algorithm>

#include "shared/protocol/limits.hpp"

namespace morris::protocol {

namespace {

constexpr std::string_view letters_and_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

bool consists_of(std::string_view text, std::string_view extra) {
    return std::all_of(text.begin(), text.end(), [&](char c) {
        return letters_and_digits.find(c) != std::string_view::npos ||
               extra.find(c) != std::string_view::npos;
    });
}

// What stands there, in a few words and in ASCII.
std::string description(const Json& json) {
    constexpr std::size_t most = 40;
    if (json.is_object()) return "an object";
    if (json.is_array()) return "a list";
    if (json.is_number_integer() && !json.is_number_unsigned() && json == 0) return "-0";
    std::string text = json.dump(-1, ' ', true, Json::error_handler_t::replace);
    if (text.size() > most) text = text.substr(0, most) + "...";
    return text;
}

std::string kind(const Json& json) {
    if (json.is_string()) return "a text that does not fit";
    if (json.is_object()) return "an object";
    if (json.is_array()) return "a list";
    if (json.is_null()) return "null";
    return json.is_boolean() ? "true or false" : "a number";
}

}  // namespace

Value Value::operator[](std::string_view name) const {
    std::string path = path_.empty() ? std::string(name) : path_ + '.' + std::string(name);
    const Json* member = nullptr;
    if (is_object()) {
        const auto found = json_->find(name);
        if (found != json_->end()) member = &*found;
    }
    return {member, std::move(path), fault_};
}

std::vector<Value> Value::elements() const {
    std::vector<Value> all;
    if (!is_list()) return all;
    all.reserve(json_->size());
    for (std::size_t i = 0; i < json_->size(); ++i) {
        all.push_back(Value(&(*json_)[i], path_ + '[' + std::to_string(i) + ']', fault_));
    }
    return all;
}

const std::string* Value::text() const {
    return json_ ? json_->get_ptr<const std::string*>() : nullptr;
}

const bool* Value::boolean() const {
    return json_ ? json_->get_ptr<const bool*>() : nullptr;
}

std::optional<std::uint64_t> Value::whole_number() const {
    if (json_ == nullptr || !json_->is_number_unsigned()) return std::nullopt;
    return json_->get<std::uint64_t>();
}

void Value::refuse(std::string_view expected) const {
    const std::string found = json_ ? "is " + description(*json_) : "is missing";
    refuse_with('"' + path_ + "\" " + found + "; it has to be " + std::string(expected) + '.');
}

void Value::refuse_unseen(std::string_view expected) const {
    const std::string found = json_ ? "is " + kind(*json_) : "is missing";
    refuse_with('"' + path_ + "\" " + found + "; it has to be " + std::string(expected) + '.');
}

void Value::refuse_with(std::string message) const {
    if (!*fault_) *fault_ = Fault{path_, std::move(message)};
}

void read_object(const Value& in) {
    if (!in.is_object()) in.refuse("an object");
}

bool read_boolean(const Value& in) {
    const bool* value = in.boolean();
    if (value == nullptr) in.refuse("true or false");
    return value != nullptr && *value;
}

std::uint64_t read_integer(const Value& in) {
    return read_integer_up_to(in, max_integer);
}

std::uint64_t read_integer_up_to(const Value& in, std::uint64_t most) {
    return read_integer_between(in, 0, most);
}

std::uint64_t read_integer_between(const Value& in, std::uint64_t least, std::uint64_t most) {
    const std::optional<std::uint64_t> value = in.whole_number();
    if (value && least <= *value && *value <= most) return *value;
    in.refuse("a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return least;
}

std::string read_text(const Value& in) {
    const std::string* text = in.text();
    if (text != nullptr) return *text;
    in.refuse("a text");
    return {};
}

std::string read_secret(const Value& in) {
    const std::string* text = in.text();
    if (text != nullptr && min_secret_length <= text->size() && text->size() <= max_secret_length &&
        consists_of(*text, "-_")) {
        return *text;
    }
    in.refuse_unseen(std::to_string(min_secret_length) + " to " +
                     std::to_string(max_secret_length) + " characters out of A-Z a-z 0-9 - _");
    return {};
}

std::string read_id(const Value& in) {
    const std::string* text = in.text();
    if (text != nullptr && !text->empty() && text->size() <= max_id_length &&
        consists_of(*text, "-")) {
        return *text;
    }
    in.refuse("1 to " + std::to_string(max_id_length) + " characters out of A-Z a-z 0-9 -");
    return {};
}

std::string read_cursor(const Value& in) {
    const std::string* text = in.text();
    if (text != nullptr && !text->empty() && text->size() <= max_cursor_length &&
        consists_of(*text, "-_.")) {
        return *text;
    }
    in.refuse("the \"next\" of an answer, 1 to " + std::to_string(max_cursor_length) +
              " characters out of . - _ A-Z a-z 0-9");
    return {};
}

}  // namespace morris::protocol
