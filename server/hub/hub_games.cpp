// Pages of finished games.
#include <algorithm>
#include <utility>

#include "server/hub/archive.hpp"
#include "server/hub/hub.hpp"
#include "server/hub/refusals.hpp"
#include "server/journal/journal.hpp"

namespace morris {
namespace {

using protocol::ErrorCode;

constexpr std::size_t asked_limit = 4;  // pages that one connection waits for at once

// A page whose players' names are being looked up.
struct PageUnderWay {
    protocol::GamesPage page;
    std::size_t names_missing = 0;
    bool failed = false;
};

protocol::Error no_such_cursor() {
    protocol::Error error;
    error.code = ErrorCode::bad_message;
    error.message = "\"before\" has to be the \"next\" of an answer.";
    error.field = "before";
    return error;
}

}  // namespace

void Hub::on(Client& client, RequestId id, const protocol::Games& games) {
    if (client.pages_asked >= asked_limit) {
        return refuse(client.connection, id, ErrorCode::too_many_messages,
                      "Too many requests wait for their answers. Send fewer at once.",
                      config_.store_retry.count());
    }
    ++client.pages_asked;
    find_games(games, [this, connection = client.connection, id](GamesFound found) {
        Client* same = client_of(connection);
        if (same == nullptr) return;
        --same->pages_asked;
        if (!found) return refuse(connection, id, found.error());
        found->id = id;
        send(connection, *found);
    });
}

void Hub::find_games(const protocol::Games& games, const std::function<void(GamesFound)>& done) {
    auto query = archive::query(games);
    if (!query) return done(failure(no_such_cursor()));
    log_.list(*std::move(query), [this, limit = games.limit,
                                  done](const Result<std::vector<ListEntry>, ReadError>& entries) {
        if (!entries) return done(failure(refusals::of(FindError::store_unavailable)));
        protocol::GamesPage page;
        const std::size_t shown = std::min<std::size_t>(entries->size(), limit);
        for (std::size_t i = 0; i < shown; ++i) {
            const ListEntry& entry = (*entries)[i];
            const auto summary = journal::decode_summary(entry.summary);
            // One that is newer than this program, or damaged, is passed over.
            if (!summary) continue;
            page.games.push_back(
                archive::finished(entry.stream.substr(journal::table_prefix.size()), *summary));
        }
        if (entries->size() > shown) page.next = archive::cursor_after((*entries)[shown - 1]);
        with_names(std::move(page), done);
    });
}

void Hub::with_names(protocol::GamesPage page, const std::function<void(GamesFound)>& done) {
    const auto under_way = std::make_shared<PageUnderWay>();
    under_way->page = std::move(page);
    under_way->names_missing = 1;  // kept until all names are asked for: some are known at once
    const auto one_less = [under_way, done] {
        if (--under_way->names_missing > 0) return;
        if (under_way->failed) return done(failure(refusals::of(FindError::store_unavailable)));
        done(std::move(under_way->page));
    };
    for (protocol::Finished& game : under_way->page.games) {
        for (protocol::Seat& seat : game.seats) {
            if (seat.kind != protocol::SeatKind::person) continue;
            ++under_way->names_missing;
            tables_.players().name_of(seat.player, [under_way, &seat, one_less](
                                                       const Result<std::string, ReadError>& name) {
                under_way->failed |= !name;
                if (name) seat.name = *name;
                one_less();
            });
        }
    }
    one_less();
}

}  // namespace morris
