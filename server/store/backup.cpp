#include "server/store/backup.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "server/store/admin_access.hpp"
#include "server/store/schema.hpp"

namespace morris {

namespace {

using sqlite::Connection;

[[noreturn]] void fail(const std::string& what) {
    throw Trouble(what + " (" + std::generic_category().message(errno) + ").");
}

void remove_if_there(const std::string& file) {
    std::error_code none;
    std::filesystem::remove(file, none);
}

// A file that is being written, under a name of its own; gone unless it is given its final one.
class Partial {
public:
    explicit Partial(const std::string& target)
        : target_(target), name_(target + ".partial-" + std::to_string(getpid())) {
        remove_if_there(name_);  // of a process that died and had our number
        create_private(name_);
    }
    ~Partial() {
        if (!name_.empty()) remove_if_there(name_);
    }
    Partial(const Partial&) = delete;
    Partial& operator=(const Partial&) = delete;

    const std::string& name() const { return name_; }

    void finish(Existing existing) {
        make_durable(name_);
        rename_to_final(existing);
        name_.clear();
        make_entry_durable(target_);
    }

private:
    void rename_to_final(Existing existing) {
        const unsigned flags = existing == Existing::refuse ? RENAME_NOREPLACE : 0;
        int renamed = renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, target_.c_str(), flags);
        if (renamed != 0 && errno == EINVAL && !file_id(target_)) {
            // This file system cannot promise it; we have just looked.
            renamed = std::rename(name_.c_str(), target_.c_str());
        }
        if (renamed != 0) fail("Cannot give the copy the name " + target_);
    }

    std::string target_;
    std::string name_;
};

// Throws Trouble unless the file is a whole game log of a format that we know.
void verify(const std::string& file) {
    try {
        Connection connection(file, Connection::Mode::read_only, admin_patience);
        const std::string found = connection.text("PRAGMA quick_check(1)");
        if (found != "ok") throw Trouble("The game log " + file + " is damaged (" + found + ").");
        expect_known_format(connection, file);
    } catch (const sqlite::Error& error) {
        throw Trouble(sentence_for(error, file));
    }
}

void copy_log(Connection& source, const Partial& copy) {
    try {
        sqlite::Statement(source.handle(), "VACUUM INTO ?1").with(copy.name()).run();
    } catch (const sqlite::Error& error) {
        throw Trouble("The copy " + copy.name() + " cannot be made (" + error.what() +
                      "). Nothing was changed.");
    }
    verify(copy.name());
}

bool in_use(const std::string& path) {
    // Asked only where there is a lock already, so as to leave none beside an ordinary file.
    return file_id(path + "-lock") &&
           !FileLock::take(path, FileLock::Hold::exclusive, std::chrono::milliseconds(0));
}

void expect_free_target(const std::string& path, const std::string& to, Existing existing) {
    if (file_id(to + "-wal")) {
        throw Trouble("There is a file " + to +
                      "-wal, which would be taken for a part of the copy. Choose another name.");
    }
    if (!file_id(to)) return;
    if (existing == Existing::refuse)
        throw Trouble("The file " + to + " exists already; --overwrite replaces it.");
    if (file_id(to) == file_id(path)) throw Trouble("A game log cannot be copied onto itself.");
    if (in_use(to)) throw Trouble("The file " + to + " is a game log that is in use.");
}

// A name beside `path` that is not used yet.
std::string aside_name(const std::string& path) {
    const std::string base = path + ".before-restore";
    std::string name = base;
    for (int number = 2; file_id(name) || file_id(name + "-wal"); ++number) {
        name = base + "-" + std::to_string(number);
    }
    return name;
}

// What a server that was killed has left in the write-ahead log goes into its database.
void complete_old(const std::string& path) {
    try {
        Connection old(path, Connection::Mode::existing, admin_patience);
        old.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (const sqlite::Error&) {
        // Too damaged for that, which may be why it is replaced. It is kept as it is.
        return;
    }
}

// Gives the old log a second name; its first stays until the new one takes it, so that at no
// moment there is none. A write-ahead log must not stay: it would be applied to the new one.
std::string keep_old(const std::string& path) {
    if (file_id(path)) complete_old(path);
    const bool has_log = file_id(path + "-wal").has_value();
    if (!file_id(path) && !has_log) return {};

    const std::string aside = aside_name(path);
    if (has_log && std::rename((path + "-wal").c_str(), (aside + "-wal").c_str()) != 0) {
        fail("Cannot keep the old " + path + "-wal");
    }
    remove_if_there(path + "-shm");
    if (file_id(path) && link(path.c_str(), aside.c_str()) != 0 &&
        std::rename(path.c_str(), aside.c_str()) != 0) {
        fail("Cannot keep the old game log as " + aside);
    }
    return aside;
}

}  // namespace

Result<void, std::string> backup(const std::string& path, const std::string& to,
                                 Existing existing) {
    const std::string target = canonical_path(to);
    const auto done = on_log(path, [&](OpenLog& log) {
        expect_free_target(canonical_path(path), target, existing);
        Partial copy(target);
        copy_log(log.connection, copy);
        copy.finish(existing);
        return true;
    });
    if (!done) return failure(done.error());
    return {};
}

Result<std::string, std::string> restore(const std::string& from, const std::string& path) {
    const std::string source_path = canonical_path(from);
    const std::string target = canonical_path(path);
    return or_sentence(source_path, [&] {
        expect_log_at(source_path);
        if (file_id(source_path) == file_id(target)) {
            throw Trouble("A game log cannot be restored from itself.");
        }
        const auto lock =
            FileLock::take(target, FileLock::Hold::exclusive, std::chrono::milliseconds(500));
        if (!lock) {
            throw Trouble("The game log " + target +
                          " is in use. Stop the server that uses it, then restore.");
        }
        verify(source_path);
        Partial copy(target);
        Connection source(source_path, Connection::Mode::read_only, admin_patience);
        copy_log(source, copy);
        std::string kept = keep_old(target);
        copy.finish(Existing::overwrite);
        return kept;
    });
}

}  // namespace morris
