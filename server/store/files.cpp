#include "server/store/files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "server/store/trouble.hpp"

namespace morris {

namespace {

std::string error_text(int number) {
    return std::generic_category().message(number);
}

[[noreturn]] void fail(const std::string& what, const std::string& file) {
    throw Trouble(what + " " + file + " (" + error_text(errno) +
                  "). Check that its folder exists, and who may write there.");
}

void sync_and_close(int descriptor, const std::string& file) {
    const int synced = fsync(descriptor);
    const int reason = errno;
    close(descriptor);
    errno = reason;
    if (synced != 0) fail("Cannot sync", file);
}

std::string folder_of(const std::string& path) {
    const auto folder = std::filesystem::path(path).parent_path();
    return folder.empty() ? "." : folder.string();
}

// Never follows a link: root must not be led to give away another file.
int create(const std::string& file) {
    const int descriptor =
        open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    struct stat folder{};
    if (descriptor >= 0 && geteuid() == 0 && stat(folder_of(file).c_str(), &folder) == 0 &&
        fchown(descriptor, folder.st_uid, folder.st_gid) != 0) {
        close(descriptor);
        return -1;
    }
    return descriptor;
}

int open_or_create(const std::string& file) {
    const int descriptor = create(file);
    if (descriptor >= 0 || errno != EEXIST) return descriptor;
    return open(file.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
}

}  // namespace

std::string canonical_path(const std::string& path) {
    std::error_code error;
    const auto absolute = std::filesystem::absolute(path, error);
    if (error) return path;
    const auto canonical = std::filesystem::weakly_canonical(absolute, error);
    return error ? absolute.string() : canonical.string();
}

std::optional<FileId> file_id(const std::string& path) {
    struct stat facts{};
    if (stat(path.c_str(), &facts) != 0) return std::nullopt;
    return FileId{.device = facts.st_dev, .inode = facts.st_ino};
}

void LogFiles::remember() {
    log_ = file_id(path_ + "-wal");
    index_ = file_id(path_ + "-shm");
}

void LogFiles::expect_same() const {
    expect_file(path_, database_);
    if (file_id(path_ + "-wal") == log_ && file_id(path_ + "-shm") == index_) return;
    throw Trouble("The file " + path_ +
                  "-wal or -shm was deleted or replaced while the server runs. Nothing more can be "
                  "stored; stop the server, which completes the game log, and start it again.");
}

void expect_file(const std::string& path, const std::optional<FileId>& file) {
    const auto now = file_id(path);
    if (now == file) return;
    if (!now) {
        throw Trouble("The game log " + path +
                      " is gone: it was moved or deleted while the server runs. Nothing can be "
                      "stored until the same file is back. While this process lives, its content "
                      "can also be copied from /proc/" +
                      std::to_string(getpid()) + "/fd.");
    }
    throw Trouble("The game log " + path +
                  " was replaced by another file while the server runs. Nothing can be stored; "
                  "stop the server, then start it on the file that is wanted.");
}

std::optional<FileLock> FileLock::take(const std::string& database, Hold hold,
                                       std::chrono::milliseconds wait) {
    const std::string file = database + "-lock";
    const int descriptor = open_or_create(file);
    if (descriptor < 0) fail("Cannot open the lock", file);

    FileLock lock(descriptor);
    const int operation = (hold == Hold::exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB;
    const auto deadline = std::chrono::steady_clock::now() + wait;
    while (flock(descriptor, operation) != 0) {
        if (errno != EWOULDBLOCK && errno != EINTR) fail("Cannot lock", file);
        if (std::chrono::steady_clock::now() >= deadline) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return lock;
}

void FileLock::share() {
    while (flock(descriptor_, LOCK_SH) != 0) {
        if (errno != EINTR) throw Trouble("Cannot share the lock (" + error_text(errno) + ").");
    }
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
    if (descriptor_ >= 0) close(descriptor_);
}

void make_durable(const std::string& file) {
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail("Cannot open", file);
    sync_and_close(descriptor, file);
}

void make_entry_durable(const std::string& entry) {
    const std::string folder = folder_of(entry);
    const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) fail("Cannot open", folder);
    sync_and_close(descriptor, folder);
}

void create_private(const std::string& file) {
    const int descriptor = create(file);
    if (descriptor < 0) fail("Cannot create", file);
    close(descriptor);
}

}  // namespace morris
