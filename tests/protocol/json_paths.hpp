// Ways through a JSON value for tests that break one field at a time.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace morris::test {

using Json = nlohmann::json;

// One field or element: how JSON points at it, and how an error names it ("options.pieces",
// "moves[3]").
struct Place {
    Json::json_pointer pointer = Json::json_pointer();
    std::string path;
};

// Every field and element within, outer ones first.
std::vector<Place> places(const Json& json);

Json without(Json json, const Place& place);
Json with(Json json, const Place& place, const Json& value);

}  // namespace morris::test
