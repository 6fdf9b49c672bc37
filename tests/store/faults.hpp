// A disk that fails on demand: what SQLite writes and syncs in this program goes through here.
#pragma once

#include <sys/resource.h>

#include <cstdint>
#include <map>
#include <string>

namespace morris::test {

enum class Writes : std::uint8_t { work, disk_full, fail };
enum class Syncs : std::uint8_t { work, fail };

// From now on, on all threads. They work again when it goes.
class FaultyDisk {
public:
    FaultyDisk();
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk&) = delete;
    FaultyDisk& operator=(const FaultyDisk&) = delete;

    void set(Writes writes);
    void set(Syncs syncs);

    // Syncs do not return until they are let go on.
    void hold_syncs();
    void wait_for_held_sync();
    void release_syncs();

    // What a power cut now would leave: each file, by its path, as it was when last synced.
    void remember_synced();  // from now on
    std::map<std::string, std::string> synced_files();
};

// Files that this process writes cannot grow beyond `bytes`, until it goes.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes);
    ~FileSizeLimit();
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;

private:
    rlimit before_{};
    void (*signal_before_)(int);
};

}  // namespace morris::test
