#include "server/store/journal.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/asio/use_future.hpp>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "server/store/memory_journal.hpp"
#include "server/store/sqlite_journal.hpp"
#include "tests/support/failing_journal.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::store {
namespace {

namespace asio = boost::asio;

template <class Result>
Result run(asio::awaitable<Result> task) {
  // The thread of a journal may still be about to leave it when the answer is here.
  static asio::io_context io;
  io.restart();
  std::future<Result> result = asio::co_spawn(io, std::move(task), asio::use_future);
  io.run();
  return result.get();
}

using Entries = std::vector<std::string>;

/// The contract that every journal is held to.
struct Kind {
  const char* name;
  /// An empty one.
  std::function<std::shared_ptr<Journal>(Retention, Clock)> make;
};

constexpr match::Instant noon{std::chrono::hours{12}};

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class JournalContract : public testing::TestWithParam<Kind> {
 protected:
  Epoch open(const RoomKey& room) { return run(journal_->open(room)).value(); }
  Append append(const RoomKey& room, Epoch epoch, std::uint64_t expected, std::string bytes,
                std::optional<FinishedGame> finished = std::nullopt) {
    return run(journal_->append(room, epoch, expected, std::move(bytes), std::move(finished)));
  }
  Found finished(const std::string& id) { return run(journal_->finished(id)); }
  std::optional<Entries> read(const RoomKey& room) { return run(journal_->read(room)); }
  bool remove(const RoomKey& room, Epoch epoch) { return run(journal_->remove(room, epoch)); }
  std::vector<RoomKey> rooms() {
    auto keys = run(journal_->rooms()).value();
    std::ranges::sort(keys);
    return keys;
  }

  std::atomic<match::Instant> now_ = noon;
  std::shared_ptr<Journal> journal_ = GetParam().make({.age = std::chrono::minutes{10}, .count = 3},
                                                      [this] { return now_.load(); });
};

TEST_P(JournalContract, a_new_journal_keeps_no_room) {
  EXPECT_EQ(rooms(), std::vector<RoomKey>{});
  EXPECT_EQ(read("ROOM"), std::nullopt);
}

TEST_P(JournalContract, a_new_journal_has_lived_through_no_outage) {
  EXPECT_EQ(run(journal_->outages()), std::vector<Outage>{});
  open("ROOM");
  EXPECT_EQ(run(journal_->outages()), std::vector<Outage>{}) << "nor do rooms bring one about";
}

TEST_P(JournalContract, a_room_that_was_opened_is_kept_and_empty) {
  open("ROOM");
  EXPECT_EQ(rooms(), std::vector<RoomKey>{"ROOM"});
  EXPECT_EQ(read("ROOM"), Entries{});
}

TEST_P(JournalContract, entries_are_read_back_in_order) {
  const Epoch epoch = open("ROOM");
  for (std::uint64_t i = 0; i < 5; ++i) {
    EXPECT_EQ(append("ROOM", epoch, i, "entry " + std::to_string(i)), Append::ok);
  }
  EXPECT_EQ(read("ROOM"), (Entries{"entry 0", "entry 1", "entry 2", "entry 3", "entry 4"}));
}

TEST_P(JournalContract, an_entry_may_be_any_bytes) {
  const std::string bytes{"\0\xff'\"\n\0", 6};
  const Epoch epoch = open("ROOM");
  EXPECT_EQ(append("ROOM", epoch, 0, bytes), Append::ok);
  EXPECT_EQ(append("ROOM", epoch, 1, ""), Append::ok);
  EXPECT_EQ(append("ROOM", epoch, 2, std::string(100'000, 'x')), Append::ok);
  EXPECT_EQ(read("ROOM"), (Entries{bytes, "", std::string(100'000, 'x')}));
}

TEST_P(JournalContract, an_entry_out_of_order_is_fenced_off_and_not_kept) {
  const Epoch epoch = open("ROOM");
  EXPECT_EQ(append("ROOM", epoch, 1, "too early"), Append::fenced);
  EXPECT_EQ(append("ROOM", epoch, 0, "first"), Append::ok);
  EXPECT_EQ(append("ROOM", epoch, 0, "again"), Append::fenced);
  EXPECT_EQ(append("ROOM", epoch, 2, "too early"), Append::fenced);
  EXPECT_EQ(read("ROOM"), Entries{"first"});
}

TEST_P(JournalContract, who_opened_a_room_before_is_fenced_off) {
  const Epoch first = open("ROOM");
  EXPECT_EQ(append("ROOM", first, 0, "first"), Append::ok);
  const Epoch second = open("ROOM");
  EXPECT_GT(second, first);
  EXPECT_EQ(append("ROOM", first, 1, "late"), Append::fenced);
  EXPECT_EQ(append("ROOM", second, 1, "second"), Append::ok);
  EXPECT_EQ(read("ROOM"), (Entries{"first", "second"}));
}

TEST_P(JournalContract, an_epoch_that_was_never_given_is_fenced_off) {
  const Epoch epoch = open("ROOM");
  EXPECT_EQ(append("ROOM", epoch + 1, 0, "entry"), Append::fenced);
  EXPECT_EQ(append("ROOM", 0, 0, "entry"), Append::fenced);
}

TEST_P(JournalContract, nothing_is_appended_to_a_room_that_is_not_there) {
  EXPECT_EQ(append("ROOM", 1, 0, "entry"), Append::fenced);
  EXPECT_EQ(rooms(), std::vector<RoomKey>{});
}

TEST_P(JournalContract, rooms_do_not_touch_each_other) {
  const Epoch a = open("A");
  const Epoch b = open("B");
  EXPECT_EQ(append("A", a, 0, "in a"), Append::ok);
  EXPECT_EQ(append("B", b, 0, "in b"), Append::ok);
  EXPECT_TRUE(remove("A", a));
  EXPECT_EQ(rooms(), std::vector<RoomKey>{"B"});
  EXPECT_EQ(read("B"), Entries{"in b"});
}

TEST_P(JournalContract, a_removed_room_is_gone_with_all_that_was_kept) {
  const Epoch epoch = open("ROOM");
  EXPECT_EQ(append("ROOM", epoch, 0, "entry"), Append::ok);
  EXPECT_TRUE(remove("ROOM", epoch));
  EXPECT_EQ(read("ROOM"), std::nullopt);
  EXPECT_EQ(append("ROOM", epoch, 1, "late"), Append::fenced);
  EXPECT_FALSE(remove("ROOM", epoch));
}

TEST_P(JournalContract, only_who_holds_a_room_removes_it) {
  const Epoch first = open("ROOM");
  open("ROOM");
  EXPECT_FALSE(remove("ROOM", first));
  EXPECT_EQ(rooms(), std::vector<RoomKey>{"ROOM"});
}

TEST_P(JournalContract, a_room_made_anew_is_closed_to_who_held_the_old_one) {
  const Epoch old = open("ROOM");
  EXPECT_TRUE(remove("ROOM", old));
  const Epoch anew = open("ROOM");
  EXPECT_NE(anew, old);
  EXPECT_EQ(append("ROOM", old, 0, "late"), Append::fenced);
  EXPECT_EQ(append("ROOM", anew, 0, "first"), Append::ok);
}

// --- finished games

FinishedGame game(std::string id, match::Instant ended = noon) {
  return {.id = id, .ended = ended, .document = "how " + id + " went"};
}

TEST_P(JournalContract, a_finished_game_is_kept_with_the_entry_that_finished_it) {
  const Epoch epoch = open("ROOM");
  EXPECT_EQ(finished("g-1"), (Found{Find::none, {}}));
  EXPECT_EQ(append("ROOM", epoch, 0, "the end", game("g-1")), Append::ok);
  EXPECT_EQ(finished("g-1"), (Found{Find::found, "how g-1 went"}));
  EXPECT_EQ(finished("g-2"), (Found{Find::none, {}}));
  EXPECT_EQ(finished(""), (Found{Find::none, {}}));
}

TEST_P(JournalContract, a_finished_game_outlasts_its_room) {
  const Epoch epoch = open("ROOM");
  append("ROOM", epoch, 0, "the end", game("g-1"));
  EXPECT_TRUE(remove("ROOM", epoch));
  EXPECT_EQ(finished("g-1"), (Found{Find::found, "how g-1 went"}));
}

TEST_P(JournalContract, a_finished_game_is_not_kept_where_its_entry_is_not) {
  const Epoch first = open("ROOM");
  open("ROOM");
  EXPECT_EQ(append("ROOM", first, 0, "the end", game("g-1")), Append::fenced);
  EXPECT_EQ(append("NONE", 1, 0, "the end", game("g-2")), Append::fenced);
  EXPECT_EQ(finished("g-1").find, Find::none);
  EXPECT_EQ(finished("g-2").find, Find::none);
}

TEST_P(JournalContract, a_finished_game_stays_as_it_is) {
  const Epoch epoch = open("ROOM");
  append("ROOM", epoch, 0, "the end", game("g-1"));
  EXPECT_EQ(append("ROOM", epoch, 1, "again", FinishedGame{"g-1", noon, "otherwise"}), Append::ok);
  EXPECT_EQ(finished("g-1"), (Found{Find::found, "how g-1 went"}));
}

TEST_P(JournalContract, a_finished_game_may_be_any_bytes_and_many) {
  const std::string bytes = std::string(2'000'000, 'x') + std::string{"\0\xff'", 3};
  const Epoch epoch = open("ROOM");
  EXPECT_EQ(append("ROOM", epoch, 0, "the end", FinishedGame{"g-1", noon, bytes}), Append::ok);
  EXPECT_EQ(finished("g-1"), (Found{Find::found, bytes}));
}

TEST_P(JournalContract, the_oldest_finished_games_go_where_there_are_too_many) {
  const Epoch epoch = open("ROOM");
  std::uint64_t entry = 0;
  for (const int minute : {2, 1, 3, 5, 4}) {
    const auto ended = noon + std::chrono::minutes{minute};
    append("ROOM", epoch, entry++, "the end", game("g-" + std::to_string(minute), ended));
  }
  EXPECT_EQ(finished("g-1").find, Find::none);
  EXPECT_EQ(finished("g-2").find, Find::none);
  for (const char* id : {"g-3", "g-4", "g-5"}) EXPECT_EQ(finished(id).find, Find::found) << id;
}

TEST_P(JournalContract, a_finished_game_goes_when_it_is_too_old) {
  const Epoch epoch = open("ROOM");
  append("ROOM", epoch, 0, "the end", game("g-1"));
  append("ROOM", epoch, 1, "the end", game("g-2", noon + std::chrono::minutes{1}));
  now_ = noon + std::chrono::minutes{10} - std::chrono::milliseconds{1};
  EXPECT_EQ(finished("g-1").find, Find::found);
  now_ = noon + std::chrono::minutes{10};
  EXPECT_EQ(finished("g-1").find, Find::none);
  EXPECT_EQ(finished("g-2").find, Find::found);
  append("ROOM", epoch, 2, "the end", game("g-3", now_));
  now_ = noon;
  EXPECT_EQ(finished("g-1").find, Find::none) << "removed, and not only hidden";
}

asio::awaitable<std::uint64_t> fill(std::shared_ptr<Journal> journal, RoomKey room,
                                    std::uint64_t count) {
  const auto epoch = co_await journal->open(room);
  std::uint64_t written = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Append answer = co_await journal->append(room, *epoch, i, room, std::nullopt);
    if (answer == Append::ok) ++written;
  }
  co_return written;
}

TEST_P(JournalContract, many_rooms_append_at_once_from_several_threads) {
  constexpr std::size_t room_count = 16;
  constexpr std::uint64_t entry_count = 50;
  asio::thread_pool threads{4};
  std::vector<std::future<std::uint64_t>> written;
  for (std::size_t i = 0; i < room_count; ++i) {
    written.push_back(asio::co_spawn(threads, fill(journal_, "R" + std::to_string(i), entry_count),
                                     asio::use_future));
  }
  for (auto& count : written) EXPECT_EQ(count.get(), entry_count);
  threads.join();
  for (std::size_t i = 0; i < room_count; ++i) {
    const RoomKey room = "R" + std::to_string(i);
    EXPECT_EQ(read(room), Entries(entry_count, room));
  }
  journal_.reset();  // its thread may still be about to leave the pool
}

/// A SQLite journal in a directory that goes with it.
class TemporarySqlite final : public Journal {
 public:
  TemporarySqlite(Retention retention, Clock now)
      : journal_{*SqliteJournal::open_in(directory_.path(), std::move(now), retention)} {}

  asio::awaitable<std::optional<Epoch>> open(RoomKey room) override {
    return journal_->open(std::move(room));
  }
  asio::awaitable<Append> append(RoomKey room, Epoch epoch, std::uint64_t expected,
                                 std::string bytes, std::optional<FinishedGame> finished) override {
    return journal_->append(std::move(room), epoch, expected, std::move(bytes),
                            std::move(finished));
  }
  asio::awaitable<Found> finished(std::string id) override {
    return journal_->finished(std::move(id));
  }
  asio::awaitable<std::optional<Entries>> read(RoomKey room) override {
    return journal_->read(std::move(room));
  }
  asio::awaitable<bool> remove(RoomKey room, Epoch epoch) override {
    return journal_->remove(std::move(room), epoch);
  }
  asio::awaitable<std::optional<std::vector<RoomKey>>> rooms() override {
    return journal_->rooms();
  }
  asio::awaitable<std::vector<Outage>> outages() override { return journal_->outages(); }

 private:
  test::TemporaryDirectory directory_;
  std::unique_ptr<SqliteJournal> journal_;
};

INSTANTIATE_TEST_SUITE_P(
    Store, JournalContract,
    testing::Values(Kind{"sqlite",
                         [](Retention retention, Clock now) {
                           return std::make_shared<TemporarySqlite>(retention, std::move(now));
                         }},
                    Kind{"memory",
                         [](Retention retention, Clock now) {
                           return std::make_shared<MemoryJournal>(retention, std::move(now));
                         }},
                    Kind{"failing_that_works",
                         [](Retention retention, Clock now) {
                           return std::make_shared<test::FailingJournal>(
                               std::make_shared<MemoryJournal>(retention, std::move(now)));
                         }}),
    [](const auto& kind) { return kind.param.name; });

TEST(FailingJournal, answers_as_it_is_told_and_writes_nothing) {
  test::FailingJournal journal{std::make_shared<MemoryJournal>()};
  const Epoch epoch = run(journal.open("ROOM")).value();
  journal.answer_appends(Append::failed);
  EXPECT_EQ(run(journal.append("ROOM", epoch, 0, "lost", {})), Append::failed);
  journal.answer_appends(Append::ok);
  EXPECT_EQ(run(journal.append("ROOM", epoch, 0, "kept", {})), Append::ok);
  EXPECT_EQ(run(journal.read("ROOM")), Entries{"kept"});
  EXPECT_EQ(journal.appends(), 2U);
  journal.work(false);
  EXPECT_EQ(run(journal.open("ROOM")), std::nullopt);
  EXPECT_EQ(run(journal.read("ROOM")), std::nullopt);
  EXPECT_EQ(run(journal.rooms()), std::nullopt);
  EXPECT_EQ(run(journal.finished("g")).find, Find::failed);
}

}  // namespace
}  // namespace flagrank::store
