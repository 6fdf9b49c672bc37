#include "tests/protocol/json_paths.hpp"

namespace morris::test {

namespace {

void add_places(const Json& json, const Place& here, std::vector<Place>& all) {
    if (json.is_object()) {
        for (const auto& [name, value] : json.items()) {
            const Place inner{here.pointer / name,
                              here.path.empty() ? name : here.path + "." + name};
            all.push_back(inner);
            add_places(value, inner, all);
        }
    } else if (json.is_array()) {
        for (std::size_t i = 0; i < json.size(); ++i) {
            const Place inner{here.pointer / i, here.path + "[" + std::to_string(i) + "]"};
            all.push_back(inner);
            add_places(json[i], inner, all);
        }
    }
}

}  // namespace

std::vector<Place> places(const Json& json) {
    std::vector<Place> all;
    add_places(json, Place(), all);
    return all;
}

Json without(Json json, const Place& place) {
    Json& parent = json.at(place.pointer.parent_pointer());
    if (parent.is_array()) {
        parent.erase(std::stoul(place.pointer.back()));
    } else {
        parent.erase(place.pointer.back());
    }
    return json;
}

Json with(Json json, const Place& place, const Json& value) {
    json.at(place.pointer) = value;
    return json;
}

}  // namespace morris::test
