// The tables of a game log, its format number and its identity.
//
//   events    what is kept. position: counts all events ever appended; live: what their append
//             said; writer: which run of a server wrote it.
//   streams   derived: the streams there are, and whether the last append of each said live.
//   erasures  streams erased while others had the log open, until it is opened by one alone.
//   meta      format, instance.
//
// Made when they are missing, in a log of any age:
//
//   listings      derived: what each stream shows in lists; one that is in none has a row too.
//   listing_tags  derived: the lists, each in the order of its entries.
//   served_line   one row at most: the last mark of the served line.
//
// They need no other format number, for a program that does not know them is still right. What it
// finishes is unlisted until a newer one enlists it, and what it erases a trigger removes from the
// lists. While only such a program serves, the line stands still, and it measures nothing on it.
#pragma once

#include <string>

#include "server/store/sqlite.hpp"

namespace morris {

inline constexpr int store_format = 1;

// Opens `path` for reading and writing: journal, syncing and erasing as the promises need them.
// With Mode::create an empty database becomes a game log; anything else than a game log of a
// known format is refused. Throws Trouble or sqlite::Error.
void prepare_log(sqlite::Connection& connection, const std::string& path,
                 sqlite::Connection::Mode mode);

// Throws Trouble unless it is a game log of a format that this program knows.
void expect_known_format(sqlite::Connection& connection, const std::string& path);

// Drawn when the log is made; a backup has its log's.
std::string instance_of(sqlite::Connection& connection);

// Makes `streams` again from the events.
void rebuild_streams(sqlite::Connection& connection);

}  // namespace morris
