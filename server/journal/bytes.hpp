// Writing and reading the integers and strings that events are made of. The reader never runs past
// the end: once something is missing, it stays failed and gives zeros.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace morris::journal {

class Writer {
public:
    template <class Unsigned>
    void integer(Unsigned value) {
        static_assert(std::is_unsigned_v<Unsigned>);
        for (std::size_t i = 0; i < sizeof(Unsigned); ++i) {
            bytes_.push_back(static_cast<char>((value >> (8 * i)) & 0xff));
        }
    }
    void byte(std::uint8_t value) { integer(value); }
    // @pre text.size() < 65536
    void text(std::string_view text) {
        integer(static_cast<std::uint16_t>(text.size()));
        bytes_.append(text);
    }
    void raw(std::string_view bytes) { bytes_.append(bytes); }
    std::string& bytes() { return bytes_; }

private:
    std::string bytes_;
};

class Reader {
public:
    explicit Reader(std::string_view bytes) : rest_(bytes) {}

    template <class Unsigned>
    Unsigned integer() {
        static_assert(std::is_unsigned_v<Unsigned>);
        const std::string_view bytes = raw(sizeof(Unsigned));
        Unsigned value = 0;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            const auto byte = static_cast<unsigned char>(bytes[i]);
            value = static_cast<Unsigned>(value | (static_cast<Unsigned>(byte) << (8 * i)));
        }
        return value;
    }
    std::uint8_t byte() { return integer<std::uint8_t>(); }
    std::string text() { return std::string(raw(integer<std::uint16_t>())); }
    std::string_view raw(std::size_t size) {
        if (failed_ || size > rest_.size()) {
            failed_ = true;
            return {};
        }
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }
    // A byte that numbers one of `count` values.
    template <class Enum>
    Enum one_of(std::uint8_t count) {
        const std::uint8_t value = byte();
        if (value >= count) failed_ = true;
        return failed_ ? Enum{} : static_cast<Enum>(value);
    }
    void fail() { failed_ = true; }
    bool failed() const { return failed_; }
    bool at_end() const { return !failed_ && rest_.empty(); }

private:
    std::string_view rest_;
    bool failed_ = false;
};

}  // namespace morris::journal
