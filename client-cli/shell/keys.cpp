#include "client-cli/shell/keys.hpp"

#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

#include "client-cli/shell/random.hpp"
#include "shared/protocol/name.hpp"

namespace morris::client {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view seat_prefix = "seat-";
constexpr std::string_view player_prefix = "player-";
constexpr std::string_view player_line = "morris-player 1";
constexpr std::string_view name_file = "name";
constexpr std::string_view name_start = "morris-name 1\nname ";

Failure<std::string> failed(const fs::path& path) {
    return Failure<std::string>("Cannot keep the keys of your seats in " + path.string() + ": " +
                                std::strerror(errno) +
                                ". Set XDG_STATE_HOME to a folder that can be written.");
}

// Letters, digits and dashes only, so that no id leads out of the folder.
bool is_file_part(std::string_view id) {
    return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '-' || letter == '_';
    });
}

// As PROTOCOL.md says.
bool is_secret(std::string_view text) {
    return text.size() >= 22 && is_file_part(text);
}

bool sync_folder(const fs::path& folder) {
    const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool synced = ::fsync(fd) == 0;
    ::close(fd);
    return synced;
}

bool write_all(int fd, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written = ::write(fd, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

bool write_synced(const fs::path& path, std::string_view text) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return false;
    const bool written = write_all(fd, text) && ::fsync(fd) == 0;
    const int error = errno;
    ::close(fd);
    if (!written) ::unlink(path.c_str());
    errno = error;
    return written;
}

// The text is at `path` whole and durably, or not at all. `replace` false: what is there stays,
// and that is no failure.
bool put(const fs::path& path, std::string_view text, bool replace) {
    const fs::path draft = path.parent_path() / (".draft-" + draw_secret());
    if (!write_synced(draft, text)) return false;
    const int put =
        replace ? ::rename(draft.c_str(), path.c_str()) : ::link(draft.c_str(), path.c_str());
    const int error = errno;
    if (!replace || put != 0) ::unlink(draft.c_str());
    errno = error;
    if (put != 0 && (replace || error != EEXIST)) return false;
    return sync_folder(path.parent_path());
}

std::string read_whole(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(text).str();
}

// A URL as a file name, everything but letters, digits and dots as %XX.
std::string escaped(std::string_view text) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string name;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) != 0 || letter == '.') {
            name += letter;
        } else {
            name.append({'%', digits[byte >> 4U], digits[byte & 15U]});
        }
    }
    return name;
}

std::string home() {
    if (const char* variable = std::getenv("HOME"); variable != nullptr && *variable != '\0') {
        return variable;
    }
    const passwd* user = ::getpwuid(::getuid());
    return user != nullptr ? user->pw_dir : "/";
}

}  // namespace

fs::path default_keys_folder() {
    const char* state = std::getenv("XDG_STATE_HOME");
    // The XDG rules: a relative path there is to be ignored.
    if (state != nullptr && *state == '/') return fs::path(state) / "morris";
    return fs::path(home()) / ".local" / "state" / "morris";
}

Result<Keys, std::string> Keys::open(fs::path folder) {
    std::error_code error;
    fs::create_directories(folder.parent_path(), error);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return failed(folder);
    if (::access(folder.c_str(), W_OK | X_OK) != 0) return failed(folder);
    return Keys(std::move(folder));
}

Result<void, std::string> Keys::keep(const SeatRecord& record) const {
    if (!is_file_part(record.id)) {
        return Failure<std::string>("The server gave the table a name that cannot be.");
    }
    const fs::path path = folder_ / (std::string(seat_prefix) + record.id);
    if (record.ended && record.table.empty()) {
        ::unlink(path.c_str());
        return {};
    }
    if (!put(path, record_text(record), true)) return failed(folder_);
    return {};
}

std::vector<SeatRecord> Keys::seats() const {
    std::vector<SeatRecord> records;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(folder_, error)) {
        if (!entry.path().filename().string().starts_with(seat_prefix)) continue;
        if (auto record = parse_record(read_whole(entry.path()))) records.push_back(*record);
    }
    std::sort(records.begin(), records.end(), [](const SeatRecord& a, const SeatRecord& b) {
        return a.made_ms != b.made_ms ? a.made_ms > b.made_ms : a.id > b.id;
    });
    return records;
}

void Keys::forget_ended_before(std::int64_t time_ms) const {
    for (const SeatRecord& record : seats()) {
        if (!record.ended || !is_file_part(record.id)) continue;
        const fs::path path = folder_ / (std::string(seat_prefix) + record.id);
        struct stat status{};
        if (::stat(path.c_str(), &status) != 0) continue;
        if (std::int64_t{status.st_mtime} * 1000 < time_ms) ::unlink(path.c_str());
    }
}

Result<std::string, std::string> Keys::player_secret(std::string_view server,
                                                     const std::string& fresh) const {
    const fs::path path = folder_ / (std::string(player_prefix) + escaped(server));
    const std::string start = std::string(player_line) + "\nsecret ";
    for (int attempt = 0; attempt < 2; ++attempt) {
        std::error_code error;
        const bool there = fs::exists(path, error);
        const std::string text = read_whole(path);
        if (text.starts_with(start) && text.ends_with('\n')) {
            std::string secret = text.substr(start.size(), text.size() - start.size() - 1);
            if (is_secret(secret)) return secret;
        }
        // Damaged, since it is only ever there whole.
        if (there) ::unlink(path.c_str());
        // Two programs started at once: one of them is first, and the other reads what it wrote.
        if (!put(path, start + fresh + "\n", false)) return failed(folder_);
    }
    return failed(folder_);
}

std::optional<std::string> Keys::name() const {
    const std::string text = read_whole(folder_ / name_file);
    if (!text.starts_with(name_start) || !text.ends_with('\n')) return std::nullopt;
    const std::size_t size = text.size() - name_start.size() - 1;
    const auto name = protocol::checked_name(text.substr(name_start.size(), size));
    return name ? std::optional(*name) : std::nullopt;
}

Result<void, std::string> Keys::keep_name(const std::string& name) const {
    if (this->name() == name) return {};
    const std::string text = std::string(name_start) + name + "\n";
    if (!put(folder_ / name_file, text, true)) return failed(folder_);
    return {};
}

}  // namespace morris::client
