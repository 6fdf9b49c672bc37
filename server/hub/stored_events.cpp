#include "server/hub/stored_events.hpp"

#include "server/journal/journal.hpp"

namespace morris {

Result<std::vector<table::Event>, std::string> decoded(const std::vector<StoredEvent>& stored,
                                                       std::uint64_t after) {
    std::vector<table::Event> events;
    for (const StoredEvent& each : stored) {
        const std::string which = "event " + std::to_string(each.seq) + ": ";
        if (each.seq != after + events.size() + 1) {
            return Failure<std::string>(which + "the one before it is missing");
        }
        auto event = journal::decode(each.bytes);
        if (!event) return Failure<std::string>(which + event.error());
        events.push_back(*std::move(event));
    }
    return events;
}

}  // namespace morris
