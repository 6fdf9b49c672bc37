#include "client-cli/core/usage_words.hpp"

#include <algorithm>
#include <string_view>

#include "client-cli/core/text.hpp"

namespace morris::client {
namespace {

std::string spaced(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string unexpected_words(const UsageFault& fault) {
    return "Not expected here: " + spaced(fault.unexpected) + ".";
}

std::string without_command(const UsageFault& fault) {
    const std::string all = listed(fault.commands, "and");
    const auto word = std::find_if(fault.unexpected.begin(), fault.unexpected.end(),
                                   [](const std::string& each) { return !each.starts_with('-'); });
    if (word != fault.unexpected.end()) return *word + " is no command; there are " + all + ".";
    if (!fault.unexpected.empty()) return unexpected_words(fault);
    return "A command has to say what to do; there are " + all + ".";
}

// "--pieces: x", "--ca: File does not exist: x"
std::string unlisted_value(const std::string& said) {
    const std::size_t at = said.find(": ");
    const std::string why = at == std::string::npos ? "" : said.substr(at + 2);
    if (why.empty() || why.find(' ') != std::string::npos) return said + ".";
    return said.substr(0, at) + " cannot be " + why + ".";
}

// "Could not convert: --ply = q"
std::string no_number(const std::string& said) {
    constexpr std::string_view start = "Could not convert: ";
    constexpr std::string_view equals = " = ";
    const std::size_t at = said.find(equals);
    if (!said.starts_with(start) || at == std::string::npos) return said + ".";
    return said.substr(start.size(), at - start.size()) + " cannot be " +
           said.substr(at + equals.size()) + ".";
}

// "--level: easy not in {casual,club,strong}"
std::string no_such_value(const std::string& said) {
    constexpr std::string_view sign = " not in {";
    const std::size_t at = said.find(sign);
    if (at == std::string::npos) return unlisted_value(said);
    std::string values = said.substr(at + sign.size());
    values.erase(values.find_last_not_of('}') + 1);
    std::vector<std::string> each(1);
    for (const char letter : values) {
        if (letter == ',') {
            each.emplace_back();
        } else {
            each.back() += letter;
        }
    }
    return said.substr(0, at) + " is none of " + listed(each, "and") + ".";
}

// "--level: 1 required LEVEL missing", "--level: At Most 1 required but received 2"
std::string wrong_count(const std::string& said) {
    const std::string name = said.substr(0, said.find(':'));
    if (said.find("At Most") != std::string::npos) return name + " is there more than once.";
    return name + " has to have a value.";
}

// "--pieces requires --moves", "--table excludes --level"
std::string pair_words(const std::string& said, std::string_view verb, const std::string& instead) {
    const std::size_t at = said.find(verb);
    if (at == std::string::npos) return said + ".";
    return said.substr(0, at) + instead + said.substr(at + verb.size()) + ".";
}

std::string sentence(const UsageFault& fault) {
    const std::string& said = fault.said;
    if (fault.command.empty() &&
        (fault.kind == "RequiredError" || fault.kind == "ExtrasError" || said.empty())) {
        return without_command(fault);
    }
    if (fault.kind == "ExtrasError") return unexpected_words(fault);
    if (fault.kind == "ValidationError") return no_such_value(said);
    if (fault.kind == "ConversionError") return no_number(said);
    if (fault.kind == "ArgumentMismatch") return wrong_count(said);
    if (fault.kind == "RequiresError") return pair_words(said, " requires ", " goes only with ");
    if (fault.kind == "ExcludesError") {
        return pair_words(said, " excludes ", " does not go together with ");
    }
    return said + (said.ends_with('.') ? "" : ".");
}

}  // namespace

std::string usage_words(const UsageFault& fault) {
    const std::string command = fault.command.empty() ? "" : " " + fault.command;
    return clean(sentence(fault), true) + " See: morris" + command + " --help";
}

std::vector<std::string> in_typed_order(std::vector<std::string> words,
                                        const std::vector<std::string>& typed) {
    std::vector<std::string> ordered;
    for (const std::string& each : typed) {
        const auto found = std::find(words.begin(), words.end(), each);
        if (found == words.end()) continue;
        ordered.push_back(each);
        words.erase(found);
    }
    ordered.insert(ordered.end(), words.begin(), words.end());
    return ordered;
}

}  // namespace morris::client
