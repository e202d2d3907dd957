#include "server/store/finished_games.hpp"

#include <algorithm>
#include <string_view>

#include "server/store/moment.hpp"

namespace flagrank::store {

namespace {

constexpr std::int64_t cleared_with_each_game = 8;
constexpr std::int64_t cleared_now_and_then = 200;

}  // namespace

FinishedGames::FinishedGames(sqlite::Connection& db, Retention retention)
    : db_{db},
      retention_{retention},
      add_{db,
           "INSERT INTO finished_games (id, ended_ms, document) VALUES (?1, ?2, ?3)"
           " ON CONFLICT (id) DO NOTHING"},
      find_{db, "SELECT document FROM finished_games WHERE id = ?1 AND ended_ms > ?2"},
      count_all_{db, "SELECT count(*) FROM finished_games"},
      remove_old_{db,
                  "DELETE FROM finished_games WHERE rowid IN (SELECT rowid FROM finished_games"
                  " WHERE ended_ms <= ?1 ORDER BY ended_ms LIMIT ?2)"},
      remove_oldest_{db,
                     "DELETE FROM finished_games WHERE rowid IN (SELECT rowid FROM finished_games"
                     " ORDER BY ended_ms LIMIT ?1)"} {}

void FinishedGames::add(const FinishedGame& game, match::Instant now) {
  std::int64_t& all = count();
  add_.with(std::string_view{game.id}, since_1970(game.ended), sqlite::Blob{game.document}).step();
  all += db_.changes();
  clear(now, cleared_with_each_game);
}

Found FinishedGames::find(const std::string& id, match::Instant now) {
  find_.with(std::string_view{id}, since_1970(now - retention_.age));
  if (!find_.step()) return {Find::none, {}};
  Found found{Find::found, find_.bytes(0)};
  find_.reset();
  return found;
}

void FinishedGames::clear(match::Instant now) { clear(now, cleared_now_and_then); }

void FinishedGames::clear(match::Instant now, std::int64_t most) {
  std::int64_t& all = count();
  const std::int64_t surplus = all - static_cast<std::int64_t>(retention_.count);
  if (surplus > 0) {
    remove_oldest_.with(std::min(surplus, most)).step();
    all -= db_.changes();
  }
  remove_old_.with(since_1970(now - retention_.age), most).step();
  all -= db_.changes();
}

std::int64_t& FinishedGames::count() {
  if (!count_) {
    count_all_.with().step();
    count_ = count_all_.integer(0);
    count_all_.reset();
  }
  return *count_;
}

}  // namespace flagrank::store
