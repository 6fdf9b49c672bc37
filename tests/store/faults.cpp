#include "tests/store/faults.hpp"

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <mutex>

#include "tests/support/catch.hpp"

namespace morris::test {

namespace {

std::atomic<Writes> writes = Writes::work;
std::atomic<Syncs> syncs = Syncs::work;

// Never destroyed: other threads may still be in them when the program ends.
std::mutex& gate() {
    static auto* mutex = new std::mutex;
    return *mutex;
}
std::condition_variable& gate_changed() {
    static auto* changed = new std::condition_variable;
    return *changed;
}
bool holding = false;
int held = 0;
bool remembering = false;
std::map<std::string, std::string>& synced() {
    static auto* files = new std::map<std::string, std::string>;
    return *files;
}

bool write_fails() {
    switch (writes) {
        case Writes::work:
            return false;
        case Writes::disk_full:
            errno = ENOSPC;
            return true;
        case Writes::fail:
            errno = EIO;
            return true;
    }
    return false;
}

ssize_t write_or_fail(int file, const void* data, std::size_t size) {
    return write_fails() ? -1 : write(file, data, size);
}

ssize_t pwrite_or_fail(int file, const void* data, std::size_t size, off_t at) {
    return write_fails() ? -1 : pwrite(file, data, size, at);
}

template <class Function>
void replace(const char* name, Function* function) {
    sqlite3_vfs* system = sqlite3_vfs_find(nullptr);
    system->xSetSystemCall(system, name, reinterpret_cast<sqlite3_syscall_ptr>(function));
}

std::string path_of(int file) {
    char path[4096];
    const auto link = "/proc/self/fd/" + std::to_string(file);
    const ssize_t size = readlink(link.c_str(), path, sizeof path);
    return size < 0 ? std::string() : std::string(path, static_cast<std::size_t>(size));
}

// Through the descriptor that there is: to open and close the file once more would drop SQLite's
// locks on it.
std::string content_of(int file) {
    struct stat facts{};
    if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) return {};
    std::string content(static_cast<std::size_t>(facts.st_size), '\0');
    const ssize_t size = pread(file, content.data(), content.size(), 0);
    content.resize(size < 0 ? 0 : static_cast<std::size_t>(size));
    return content;
}

int sync_or_fail(long call, int file) {
    {
        std::unique_lock lock(gate());
        if (holding) {
            ++held;
            gate_changed().notify_all();
            gate_changed().wait(lock, [] { return !holding; });
            --held;
        }
    }
    if (syncs == Syncs::fail) {
        errno = EIO;
        return -1;
    }
    const int result = static_cast<int>(syscall(call, file));
    const std::lock_guard lock(gate());
    if (remembering && result == 0) synced()[path_of(file)] = content_of(file);
    return result;
}

}  // namespace

FaultyDisk::FaultyDisk() {
    // SQLite uses whichever of them its build has chosen.
    replace("write", write_or_fail);
    replace("pwrite", pwrite_or_fail);
    replace("pwrite64", pwrite_or_fail);
}

FaultyDisk::~FaultyDisk() {
    set(Writes::work);
    set(Syncs::work);
    release_syncs();
    const std::lock_guard lock(gate());
    remembering = false;
    synced().clear();
}

void FaultyDisk::set(Writes now) {
    writes = now;
}
void FaultyDisk::set(Syncs now) {
    syncs = now;
}

void FaultyDisk::hold_syncs() {
    const std::lock_guard lock(gate());
    holding = true;
}

void FaultyDisk::wait_for_held_sync() {
    std::unique_lock lock(gate());
    gate_changed().wait(lock, [] { return held > 0; });
}

void FaultyDisk::release_syncs() {
    const std::lock_guard lock(gate());
    holding = false;
    gate_changed().notify_all();
}

void FaultyDisk::remember_synced() {
    const std::lock_guard lock(gate());
    remembering = true;
}

std::map<std::string, std::string> FaultyDisk::synced_files() {
    const std::lock_guard lock(gate());
    return synced();
}

FileSizeLimit::FileSizeLimit(rlim_t bytes) : signal_before_(std::signal(SIGXFSZ, SIG_IGN)) {
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
    const rlimit now{.rlim_cur = bytes, .rlim_max = before_.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &now) == 0);
}

FileSizeLimit::~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_before_);
}

}  // namespace morris::test

// These take the place of the C library's in the whole program, SQLite included.
extern "C" int fsync(int file) {
    return morris::test::sync_or_fail(SYS_fsync, file);
}
extern "C" int fdatasync(int file) {
    return morris::test::sync_or_fail(SYS_fdatasync, file);
}
