// Messages for the tests of the schema, one a line:
//   requests SEED COUNT        random ones, COUNT of each type
//   server-messages SEED COUNT the same, then COUNT of each kind of event
//   bodies SEED COUNT          what HTTP answers: COUNT snapshots, then COUNT lists of tables
//   judge-requests             for each line of the input "ok", or "error FIELD"
//   judge-server-messages
#include <iostream>
#include <string>

#include "shared/protocol/codec.hpp"
#include "tests/protocol/random_messages.hpp"

namespace {

using namespace morris;
using namespace morris::protocol;

template <class Message, class Draw>
void print(test::Random& random, std::size_t count, Draw draw) {
    for (std::size_t type = 0; type < std::variant_size_v<Message>; ++type) {
        for (std::size_t i = 0; i < count; ++i) std::cout << encode(draw(random, type)) << '\n';
    }
}

template <class Decode>
void judge(Decode decode) {
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto message = decode(line);
        std::cout << (message ? "ok" : "error " + message.error().field) << '\n';
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string what = argc > 1 ? argv[1] : "";
    if (what == "judge-requests" && argc == 2) {
        judge(decode_request);
        return 0;
    }
    if (what == "judge-server-messages" && argc == 2) {
        judge(decode_server_message);
        return 0;
    }
    if (argc != 4) return 2;
    test::Random random(std::stoull(argv[2]));
    const std::size_t count = std::stoul(argv[3]);
    if (what == "requests") {
        print<RequestBody>(random, count, test::random_request);
    } else if (what == "server-messages") {
        print<ServerMessage>(random, count, test::random_server_message);
        for (std::size_t kind = 0; kind < test::event_kinds; ++kind) {
            for (std::size_t i = 0; i < count; ++i) {
                std::cout << encode(ServerMessage(test::random_event(random, kind))) << '\n';
            }
        }
    } else if (what == "bodies") {
        for (std::size_t i = 0; i < count; ++i) {
            std::cout << encode(test::random_snapshot(random)) << '\n';
        }
        for (std::size_t i = 0; i < count; ++i) {
            std::cout << encode_tables(test::random_tables(random)) << '\n';
        }
    } else {
        return 2;
    }
    return 0;
}
