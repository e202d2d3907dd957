#pragma once

#include <cstddef>

#include "server/store/sqlite.hpp"

/// What the journal's database looks like, and looked like.
namespace flagrank::store::schema {

/// How many migrations there are; the `user_version` of a file that has had them all.
[[nodiscard]] std::size_t newest() noexcept;

/// Throws, with a reason to be told, where it is not a journal of the newest schema.
void check(sqlite::Connection& db);

/// Brings an empty file or one of an older version to the schema with that number, each step whole
/// or not at all. Throws, with a reason to be told, where it is somebody else's or newer.
void bring_up_to_date(sqlite::Connection& db, std::size_t goal = newest());

}  // namespace flagrank::store::schema
