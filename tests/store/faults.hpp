// A disk that fails on demand: what SQLite writes and syncs in this program goes through here.
#pragma once

#include <cstdint>

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
};

}  // namespace morris::test
