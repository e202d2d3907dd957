#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "server/store/journal.hpp"
#include "server/store/sqlite.hpp"

namespace flagrank::store {

/// The finished games in the database of a journal. Part of whatever transaction is open; throws
/// where the database fails.
class FinishedGames {
 public:
  /// The connection outlives it.
  FinishedGames(sqlite::Connection& db, Retention retention);

  void add(const FinishedGame& game, match::Instant now);
  [[nodiscard]] Found find(const std::string& id, match::Instant now);
  /// Removes some of those that are kept no longer: so few that nobody waits for it.
  void clear(match::Instant now);
  /// To be told when a transaction is rolled back.
  void rolled_back() noexcept { count_.reset(); }

 private:
  void clear(match::Instant now, std::int64_t most);
  /// How many there are.
  [[nodiscard]] std::int64_t& count();

  sqlite::Connection& db_;
  Retention retention_;
  std::optional<std::int64_t> count_;

  sqlite::Statement add_;
  sqlite::Statement find_;
  sqlite::Statement count_all_;
  sqlite::Statement remove_old_;
  sqlite::Statement remove_oldest_;
};

}  // namespace flagrank::store
