// The transcripts beside PROTOCOL.md: every line is a message, and the games in them are played by
// the rules.
#include <filesystem>
#include <fstream>
#include <map>

#include "shared/protocol/codec.hpp"
#include "shared/rules/game.hpp"
#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

using namespace morris::protocol;

struct Line {
    std::string where;
    char direction = ' ';  // '>' from the client, '<' from the server
    std::string text;
};

std::vector<Line> transcript(const std::filesystem::path& path) {
    std::vector<Line> lines;
    std::ifstream file(path);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const std::string where = path.filename().string() + ":" + std::to_string(number);
        INFO(where << ": " << line);
        REQUIRE(line.size() > 2);
        REQUIRE((line.starts_with("> ") || line.starts_with("< ")));
        lines.push_back({where, line[0], line.substr(2)});
    }
    return lines;
}

std::vector<std::filesystem::path> transcripts() {
    std::vector<std::filesystem::path> paths;
    const std::filesystem::path folder = MORRIS_SOURCE_DIR "/shared/protocol/examples";
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".jsonl") paths.push_back(entry.path());
    }
    return paths;
}

// A table as a client sees it, kept by the rules.
struct Seen {
    Game game{Options{}};
    std::uint64_t seq = 0;
    std::uint64_t turn = 0;
};

void check_legal(const Game& game, const std::optional<std::vector<Move>>& legal) {
    if (!legal) return;
    const MoveList moves = game.legal_moves();
    CHECK(*legal == std::vector<Move>(moves.begin(), moves.end()));
}

void see(std::map<std::string, Seen>& tables, const Snapshot& snapshot) {
    Seen seen{Game(snapshot.options), snapshot.seq, snapshot.turn};
    for (const Move& move : snapshot.moves) REQUIRE(seen.game.play(move));
    CHECK(seen.game.position() == snapshot.position);
    CHECK(seen.game.plies_without_take() == snapshot.plies_without_take);
    check_legal(seen.game, snapshot.legal);
    tables.insert_or_assign(snapshot.table, seen);
}

void take_back(Game& game, std::size_t plies) {
    REQUIRE(plies <= game.ply());
    Game shorter(game.options());
    for (std::size_t ply = 0; ply < game.ply() - plies; ++ply) {
        REQUIRE(shorter.play(game.moves()[ply]));
    }
    game = shorter;
}

void see(std::map<std::string, Seen>& tables, const Event& event) {
    const auto found = tables.find(event.table);
    REQUIRE(found != tables.end());
    Seen& seen = found->second;
    CHECK(event.seq == ++seen.seq);
    if (const auto* moved = std::get_if<MovedEvent>(&event.body)) {
        CHECK(seen.game.position().to_move == moved->color);
        REQUIRE(seen.game.play(moved->move));
        ++seen.turn;
    }
    if (const auto* taken = std::get_if<TakenBackEvent>(&event.body)) {
        take_back(seen.game, taken->plies);
        ++seen.turn;
    }
    CHECK(event.turn == seen.turn);
    if (event.to_move) CHECK(*event.to_move == seen.game.position().to_move);
    check_legal(seen.game, event.legal);
}

TEST_CASE("every line of the transcripts is a message", "[protocol]") {
    REQUIRE_FALSE(transcripts().empty());
    for (const auto& path : transcripts()) {
        for (const Line& line : transcript(path)) {
            INFO(line.where << ": " << line.text);
            if (line.direction == '>') {
                CHECK(decode_request(line.text));
            } else {
                const auto message = decode_server_message(line.text);
                REQUIRE(message);
                CHECK(encode(*message) == line.text);
            }
        }
    }
}

TEST_CASE("the games of the transcripts are played by the rules", "[protocol]") {
    for (const auto& path : transcripts()) {
        std::map<std::string, Seen> tables;
        for (const Line& line : transcript(path)) {
            if (line.direction == '>') continue;
            INFO(line.where << ": " << line.text);
            const auto message = decode_server_message(line.text);
            REQUIRE(message);
            if (const auto* attached = std::get_if<Attached>(&*message)) {
                if (const auto* snapshot = std::get_if<Snapshot>(&attached->sync)) {
                    see(tables, *snapshot);
                }
            }
            if (const auto* event = std::get_if<Event>(&*message)) see(tables, *event);
        }
    }
}

TEST_CASE("every request is answered once, with its id", "[protocol]") {
    for (const auto& path : transcripts()) {
        std::map<RequestId, int> open;
        for (const Line& line : transcript(path)) {
            INFO(line.where << ": " << line.text);
            if (line.direction == '>') {
                const auto request = decode_request(line.text);
                REQUIRE(request);
                // A second hello comes on a new connection; the answers of the old one are lost.
                if (std::holds_alternative<Hello>(request->body)) open.clear();
                CHECK(++open[request->id] == 1);
                continue;
            }
            const auto message = decode_server_message(line.text);
            REQUIRE(message);
            std::visit(
                [&open](const auto& of) {
                    if constexpr (requires { RequestId{of.id}; }) CHECK(--open[of.id] == 0);
                },
                *message);
            if (const auto* error = std::get_if<Error>(&*message)) {
                if (error->id) CHECK(--open[*error->id] == 0);
            }
        }
        for (const auto& [id, count] : open) {
            INFO(path.filename() << ", id " << id);
            CHECK(count == 0);
        }
    }
}

}  // namespace

}  // namespace morris::test
