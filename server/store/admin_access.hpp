// How the administrator's functions open a game log: it must be there, it is shared with running
// servers, and what goes wrong becomes a sentence.
#pragma once

#include <chrono>
#include <string>
#include <utility>

#include "server/hub/ports/event_log.hpp"
#include "server/store/files.hpp"
#include "server/store/open_log.hpp"
#include "server/store/trouble.hpp"

namespace morris {

// A person waits longer than a move may.
inline constexpr std::chrono::seconds admin_patience{5};

// Throws Trouble if there is no file.
void expect_log_at(const std::string& path);

// Throws Trouble if it is being restored.
FileLock share_log(const std::string& path);

// Gives what `action` gives, or a sentence about `path`.
template <class Action>
auto or_sentence(const std::string& path, Action action)
    -> Result<decltype(action()), std::string> {
    try {
        return action();
    } catch (const Trouble& trouble) {
        return failure(std::string(trouble.what()));
    } catch (const sqlite::Error& error) {
        return failure(sentence_for(error, path));
    }
}

// Runs `action(OpenLog&)` on the log, which nobody can replace meanwhile.
template <class Action>
auto on_log(const std::string& given, Action action) {
    const std::string path = canonical_path(given);
    return or_sentence(path, [&] {
        expect_log_at(path);
        const FileLock lock = share_log(path);
        OpenLog log(path, sqlite::Connection::Mode::existing, admin_patience);
        return action(log);
    });
}

}  // namespace morris
