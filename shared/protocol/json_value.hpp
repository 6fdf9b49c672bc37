// One place in a message being read: what stands there, its path, and where to report what is
// wrong with it. Only the first fault of a message is kept, so that readers need not look for one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/protocol/json_document.hpp"
#include "shared/protocol/words.hpp"

namespace morris::protocol {

// The first thing found wrong with a message.
struct Fault {
    std::string field;  // path
    std::string message;
};

class Value {
public:
    // The whole message. Both arguments outlive the Value and all that it gives out.
    Value(const Json& object, std::optional<Fault>& fault) : json_(&object), fault_(&fault) {}

    // A member; absent if there is none, or if this is no object.
    Value operator[](std::string_view name) const;
    // The elements; none if this is no list.
    std::vector<Value> elements() const;

    bool exists() const { return json_ != nullptr; }
    bool is_null() const { return json_ != nullptr && json_->is_null(); }
    // nullptr: absent, or of another kind.
    const std::string* text() const;
    const bool* boolean() const;
    // Nothing for -0, 1.0 and 1e0 either: a whole number is written as one.
    std::optional<std::uint64_t> whole_number() const;
    bool is_object() const { return json_ != nullptr && json_->is_object(); }
    bool is_list() const { return json_ != nullptr && json_->is_array(); }

    // Reports `"path" is 5; it has to be <expected>.`, or that it is missing.
    void refuse(std::string_view expected) const;
    // The same, without a word of what was sent: for secrets.
    void refuse_unseen(std::string_view expected) const;
    // Reports a sentence of its own.
    void refuse_with(std::string message) const;

private:
    Value(const Json* json, std::string path, std::optional<Fault>* fault)
        : json_(json), path_(std::move(path)), fault_(fault) {}

    const Json* json_;
    std::string path_;
    std::optional<Fault>* fault_;
};

// Readers. Each gives what stands there, or reports the fault and gives some value of its type.

void read_object(const Value& in);  // checks the kind only
bool read_boolean(const Value& in);
std::uint64_t read_integer(const Value& in);  // 0 … max_integer
std::uint64_t read_integer_up_to(const Value& in, std::uint64_t most);
std::uint64_t read_integer_between(const Value& in, std::uint64_t least, std::uint64_t most);
std::string read_text(const Value& in);    // any
std::string read_secret(const Value& in);  // limits.hpp
std::string read_id(const Value& in);      // a table's or player's id or an invite code, as sent
std::string read_cursor(const Value& in);  // limits.hpp

template <class Enum, std::size_t size>
Enum read_word(const Value& in, const Words<Enum, size>& words) {
    const std::string* text = in.text();
    const std::optional<Enum> value = text ? value_of(words, *text) : std::nullopt;
    if (!value) in.refuse(choices(words));
    return value.value_or(words.front().value);
}

// `what` it is a list of, for the sentence if it is none.
template <class Read>
auto read_list(const Value& in, std::string_view what, Read read)
    -> std::vector<decltype(read(in))> {
    if (!in.is_list()) in.refuse("a list of " + std::string(what));
    std::vector<decltype(read(in))> list;
    for (const Value& element : in.elements()) list.push_back(read(element));
    return list;
}

// nullopt if absent.
template <class Read>
auto read_optional(const Value& in, Read read) -> std::optional<decltype(read(in))> {
    if (!in.exists()) return std::nullopt;
    return read(in);
}

}  // namespace morris::protocol
