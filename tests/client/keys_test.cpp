#include "client-cli/shell/keys.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <thread>

#include "client-cli/shell/random.hpp"
#include "tests/support/catch.hpp"

using namespace morris;
using namespace morris::client;
namespace fs = std::filesystem;

namespace {

// A folder of its own for one test, gone afterwards.
class Folder {
public:
    Folder() {
        std::string name = (fs::temp_directory_path() / "morris-keys-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path_ = name;
    }
    ~Folder() {
        std::error_code error;
        fs::remove_all(path_, error);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    fs::path path() const { return path_; }

private:
    fs::path path_;
};

unsigned mode_of(const fs::path& path) {
    struct stat status{};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777U;
}

SeatRecord seat(std::string id, std::int64_t made_ms) {
    SeatRecord record;
    record.id = std::move(id);
    record.server = "ws://localhost:8080/ws";
    record.secret = draw_secret();
    record.made_ms = made_ms;
    record.table = "abc123";
    return record;
}

}  // namespace

TEST_CASE("seats that were kept are read again, the newest first", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "state" / "morris");
    REQUIRE(keys);
    const SeatRecord older = seat("b", 1000);
    SeatRecord newer = seat("a", 2000);
    REQUIRE(keys->keep(newer));
    REQUIRE(keys->keep(older));
    newer.color = Color::black;
    REQUIRE(keys->keep(newer));  // takes the place of the first
    CHECK(keys->seats() == std::vector<SeatRecord>{newer, older});
}

TEST_CASE("only the user can read the keys", "[client][keys]") {
    const Folder folder;
    const fs::path path = folder.path() / "morris";
    const mode_t before = ::umask(0);
    const auto keys = Keys::open(path);
    REQUIRE(keys);
    REQUIRE(keys->keep(seat("a", 1)));
    REQUIRE(keys->player_secret("ws://localhost:8080/ws", draw_secret()));
    REQUIRE(keys->keep_name("Anna"));
    ::umask(before);
    CHECK(mode_of(path) == 0700);
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(path)) {
        CHECK(mode_of(entry.path()) == 0600);
        ++files;
    }
    CHECK(files == 3);  // and no draft is left behind
}

TEST_CASE("a seat that never came to a table leaves nothing behind", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    SeatRecord record = seat("a", 1);
    record.table.clear();
    record.request = protocol::Join{"K7Q2-M9XW-PA3D", std::nullopt, record.secret};
    REQUIRE(keys->keep(record));
    CHECK(keys->seats().size() == 1);
    record.ended = true;
    REQUIRE(keys->keep(record));
    CHECK(keys->seats().empty());
}

TEST_CASE("no id leads out of the folder", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    const std::string too_long(100, 'a');
    for (const std::string& id :
         {std::string(), std::string("../a"), std::string("a/b"), std::string("."), too_long}) {
        CHECK_FALSE(keys->keep(seat(id, 1)));
    }
    CHECK(fs::is_empty(folder.path() / "morris"));
}

TEST_CASE("files that are no seats are passed over", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    REQUIRE(keys->keep(seat("a", 1)));
    std::ofstream(folder.path() / "morris" / "seat-broken") << "morris-seat 1\nsecret";
    std::ofstream(folder.path() / "morris" / "note") << "hello";
    CHECK(keys->seats().size() == 1);
}

TEST_CASE("ended seats are forgotten after a time, others never", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    SeatRecord ended = seat("a", 1);
    ended.ended = true;
    REQUIRE(keys->keep(ended));
    REQUIRE(keys->keep(seat("b", 1)));
    keys->forget_ended_before(0);
    CHECK(keys->seats().size() == 2);
    keys->forget_ended_before(std::numeric_limits<std::int64_t>::max());
    REQUIRE(keys->seats().size() == 1);
    CHECK(keys->seats().front().id == "b");
}

TEST_CASE("a player is the same to one server and another to another", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    const auto first = keys->player_secret("ws://localhost:8080/ws", draw_secret());
    REQUIRE(first);
    CHECK(keys->player_secret("ws://localhost:8080/ws", draw_secret()) == first);
    CHECK(keys->player_secret("ws://localhost:8081/ws", draw_secret()) != first);
    CHECK(keys->player_secret("ws://localhost_8080/ws", draw_secret()) != first);
}

TEST_CASE("a damaged player is made anew", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    const std::string server = "ws://localhost:8080/ws";
    const auto first = keys->player_secret(server, draw_secret());
    const fs::path file = fs::directory_iterator(folder.path() / "morris")->path();
    const std::string start = "morris-player 1\nsecret ";
    const std::string damaged =
        GENERATE_COPY(std::string(), start, start + "short\n", start + "with spaces in it, long\n",
                      start + std::string(65, 'x') + "\n", std::string("other\n"));
    std::ofstream(file) << damaged;
    const auto second = keys->player_secret(server, draw_secret());
    REQUIRE(second);
    CHECK(second != first);
    CHECK(keys->player_secret(server, draw_secret()) == second);
}

TEST_CASE("programs that start at once agree on the player", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    std::array<std::string, 8> secrets;
    std::vector<std::thread> threads;
    for (std::string& secret : secrets) {
        threads.emplace_back([&] {
            secret = keys->player_secret("ws://localhost:8080/ws", draw_secret()).value_or("");
        });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(std::set<std::string>(secrets.begin(), secrets.end()).size() == 1);
    CHECK_FALSE(secrets.front().empty());
}

TEST_CASE("a folder that cannot be written is said so", "[client][keys]") {
    const Folder folder;
    std::ofstream(folder.path() / "file") << "x";
    const auto keys = Keys::open(folder.path() / "file" / "morris");
    REQUIRE_FALSE(keys);
    CHECK(keys.error().find("XDG_STATE_HOME") != std::string::npos);
}

TEST_CASE("secrets are of 22 letters that the protocol takes, and never the same",
          "[client][keys]") {
    std::set<std::string> seen;
    for (int i = 0; i < 200; ++i) {
        const std::string secret = draw_secret();
        CHECK(secret.size() == 22);
        CHECK(secret.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789-_") == std::string::npos);
        seen.insert(secret);
    }
    CHECK(seen.size() == 200);
}

TEST_CASE("the name given last is kept, and one that is damaged is none", "[client][keys]") {
    const Folder folder;
    const auto keys = Keys::open(folder.path() / "morris");
    REQUIRE(keys);
    CHECK_FALSE(keys->name());
    for (const std::string name : {"Anna", "Zo\u00eb the 2nd", "Anna", "name Ben"}) {
        REQUIRE(keys->keep_name(name));
        CHECK(keys->name() == name);
    }
    const std::string damage =
        GENERATE("", "morris-name 1\nname ", "morris-name 1\nname Ben", "morris-name 1\nname \n",
                 "morris-name 2\nname Ben\n", "morris-name 1\nname B\x1b[2Jen\n", "Ben\n");
    std::ofstream(folder.path() / "morris" / "name", std::ios::binary) << damage;
    CHECK_FALSE(keys->name());
    REQUIRE(keys->keep_name("Clara"));
    CHECK(keys->name() == "Clara");
}
