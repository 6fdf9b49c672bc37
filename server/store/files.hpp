// The files of a database: whether they are still the ones that were opened, the lock that keeps
// a restore and a running server apart, and what it takes to make a file durable.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace morris {

// Absolute, with symbolic links followed as SQLite does, so that the names of the files beside the
// database come out the same.
std::string canonical_path(const std::string& path);

struct FileId {
    dev_t device = 0;
    ino_t inode = 0;
    bool operator==(const FileId&) const = default;
};

std::optional<FileId> file_id(const std::string& path);  // none: there is no such file

// A database with its write-ahead log and index. While they are open their numbers are not used
// again.
class LogFiles {
public:
    LogFiles(std::string path, std::optional<FileId> database)
        : path_(std::move(path)), database_(database) {}

    // What lies beside the database now belongs to it.
    void remember();

    // Throws Trouble if one of them was moved, deleted or replaced: what is written then goes to
    // a file that nobody will find again.
    void expect_same() const;

private:
    std::string path_;
    std::optional<FileId> database_, log_, index_;
};

// Throws Trouble unless `path` is that file.
void expect_file(const std::string& path, const std::optional<FileId>& file);

// A lock beside the database. Everyone who has it open shares the lock; a restore holds it alone.
class FileLock {
public:
    enum class Hold : std::uint8_t { shared, exclusive };

    // None if others still hold it differently after `wait`; throws Trouble if there can be no
    // lock.
    static std::optional<FileLock> take(const std::string& database, Hold hold,
                                        std::chrono::milliseconds wait);

    // From exclusive to shared. Others may hold it exclusively in between.
    void share();

    FileLock(FileLock&& other) noexcept;
    FileLock& operator=(FileLock&&) = delete;
    ~FileLock();

private:
    explicit FileLock(int descriptor) : descriptor_(descriptor) {}

    int descriptor_;
};

// These throw Trouble.
void make_durable(const std::string& file);         // syncs a file that nobody has open
void make_entry_durable(const std::string& entry);  // syncs the folder that the entry is in

// A new, empty file that only its owner may read. Made by root, it belongs to its folder's owner,
// so that the server's own user can use it.
void create_private(const std::string& file);

}  // namespace morris
