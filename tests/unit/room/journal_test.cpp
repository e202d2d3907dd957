#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "server/async/bell.hpp"
#include "server/match/match.hpp"
#include "server/room/token.hpp"
#include "server/store/entry.hpp"
#include "server/store/memory_journal.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/support/positions.hpp"
#include "tests/unit/room/club.hpp"

/// What a room keeps, when it tells, and what happens when the journal fails.
namespace flagrank::test {
namespace {

namespace asio = boost::asio;

using protocol::CloseCode;
using protocol::ErrorCode;
using store::Append;
using view::Seat;

/// A journal that does as it is told before it does its work.
class FickleJournal final : public store::Journal {
 public:
  asio::awaitable<std::optional<store::Epoch>> open(store::RoomKey room) override {
    if (refuse_to_open) co_return std::nullopt;
    auto opening = kept_.open(std::move(room));
    const auto epoch = co_await std::move(opening);
    co_return epoch;
  }
  asio::awaitable<Append> append(store::RoomKey room, store::Epoch epoch, std::uint64_t expected,
                                 std::string bytes,
                                 std::optional<store::FinishedGame> finished) override {
    if (explode) throw std::runtime_error{"the journal is on fire"};
    while (const auto bell = held) {
      co_await bell->wait();
    }
    if (answer && (!only_room || *only_room == room)) co_return *answer;
    auto appending =
        kept_.append(std::move(room), epoch, expected, std::move(bytes), std::move(finished));
    const Append appended = co_await std::move(appending);
    co_return appended;
  }
  asio::awaitable<std::optional<std::vector<std::string>>> read(store::RoomKey room) override {
    auto reading = kept_.read(std::move(room));
    auto entries = co_await std::move(reading);
    co_return entries;
  }
  asio::awaitable<store::Found> finished(std::string id) override {
    return kept_.finished(std::move(id));
  }
  asio::awaitable<bool> remove(store::RoomKey room, store::Epoch epoch) override {
    while (const auto bell = held_removal) {
      co_await bell->wait();
    }
    if (refuse_to_remove) co_return false;
    auto removing = kept_.remove(std::move(room), epoch);
    const bool removed = co_await std::move(removing);
    co_return removed;
  }
  asio::awaitable<std::optional<std::vector<store::RoomKey>>> rooms() override {
    return kept_.rooms();
  }
  asio::awaitable<std::vector<store::Outage>> outages() override { return kept_.outages(); }

  bool refuse_to_open = false;
  bool refuse_to_remove = false;
  bool explode = false;
  std::shared_ptr<async::Bell> held;  ///< while there is one, appends wait at it
  std::shared_ptr<async::Bell> held_removal;
  std::optional<Append> answer;  ///< instead of appending
  std::optional<store::RoomKey> only_room;

 private:
  store::MemoryJournal kept_;
};

class JournalTest : public testing::Test {
 protected:
  std::vector<store::Entry> records(const std::string& room) {
    const auto read = start(club.io, journal->read(room));
    club.settle();
    std::vector<store::Entry> records;
    for (const std::string& entry : (*read)->value()) records.push_back(*store::decode(entry));
    return records;
  }

  std::shared_ptr<FickleJournal> journal = std::make_shared<FickleJournal>();
  Club club{journal};
};

TEST_F(JournalTest, keeps_what_took_effect_and_nothing_else) {
  auto [red, blue] = club.sit_down();
  red.say("c1", protocol::Chat{"hello"});
  red.say("c1", protocol::Chat{"hello"});      // a retry
  red.say("d1", protocol::OfferDraw{{1, 0}});  // refused
  red.say("q1", protocol::SuggestFormation{});
  club.pass(std::chrono::minutes{1});
  blue.detach();

  const match::Instant then = club.now - std::chrono::minutes{1};
  const auto happened = [](Seat seat, std::string id, match::Deed deed, match::Instant at) {
    return store::Happened{{.seat = seat, .id = std::move(id), .deed = std::move(deed)}, at};
  };
  const std::vector<store::Entry> expected{
      store::Opened{
          {.ruleset = {}, .host_side = rules::Side::red, .invitation = room::hash_of("token-1")},
          then},
      happened(Seat::host, "in", match::Join{"Ada", room::hash_of("token-2")}, then),
      happened(Seat::guest, "in", match::Join{"Bea", room::hash_of("token-3")}, then),
      happened(Seat::host, "c1", match::Chat{"hello"}, then),
      happened(Seat::guest, "", match::Attend{false}, club.now)};
  EXPECT_EQ(records(red.room), expected);
}

TEST_F(JournalTest, replayed_gives_the_same_match_again) {
  auto [red, blue] = club.start_game();
  red.say("m1", protocol::Move{{1, 0}, parse_move("e4-e7")});
  blue.say("m1", protocol::Move{{1, 1}, parse_move("b7-b6")});
  red.news();

  const auto kept = records(red.room);
  match::Match match{std::get<store::Opened>(kept.front()).settings};
  for (std::size_t i = 1; i < kept.size(); ++i) {
    const auto& happened = std::get<store::Happened>(kept[i]);
    const auto outcome = match.handle(happened.command, happened.at);
    EXPECT_TRUE(std::holds_alternative<match::Accepted>(outcome));
  }
  const auto snapshot = std::get<protocol::SnapshotTold>(red.ask("s1", protocol::Snapshot{}));
  EXPECT_EQ(match.view(snapshot.view.viewer), snapshot.view);
}

TEST_F(JournalTest, nobody_is_told_before_it_is_kept) {
  auto [red, blue] = club.start_game();
  journal->held = std::make_shared<async::Bell>(club.io.get_executor());
  EXPECT_EQ(red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")}), Messages{});
  EXPECT_EQ(blue.news(), Messages{});
  EXPECT_EQ(blue.say("s1", protocol::Snapshot{}), Messages{}) << "nor by a snapshot";

  std::exchange(journal->held, nullptr)->ring();
  EXPECT_EQ(red.news().size(), 1U);
  EXPECT_EQ(blue.news().size(), 2U);
}

TEST_F(JournalTest, nobody_gets_a_token_before_the_seat_is_kept) {
  journal->held = std::make_shared<async::Bell>(club.io.get_executor());
  Client ada = club.client();
  const auto asked = start(club.io, club.lobby.create("in", Club::red_wish(), ada.outbox));
  EXPECT_EQ(ada.news(), Messages{});
  EXPECT_FALSE(asked->has_value());

  std::exchange(journal->held, nullptr)->ring();
  EXPECT_EQ(ada.news().size(), 2U);
  EXPECT_TRUE(asked->has_value());
}

TEST_F(JournalTest, stopping_waits_for_the_letter_in_hand_and_for_no_other) {
  auto [red, blue] = club.sit_down();
  journal->held = std::make_shared<async::Bell>(club.io.get_executor());
  red.put("c1", protocol::Chat{"in hand"});
  red.news();
  red.put("c2", protocol::Chat{"in the box"});
  const auto stopped = start(club.io, club.lobby.stop());
  club.settle();
  EXPECT_FALSE(*stopped);

  std::exchange(journal->held, nullptr)->ring();
  EXPECT_EQ(red.news(), (Messages{answer("c1", 3, view::Chat{Seat::host, "in hand"})}));
  EXPECT_TRUE(*stopped);
}

/// Both have left, and the journal has yet to forget the room.
class ClosingRoomTest : public JournalTest {
 protected:
  void SetUp() override {
    auto [red, blue] = club.sit_down();
    red.say("l1", protocol::LeaveRoom{});
    journal->held_removal = std::make_shared<async::Bell>(club.io.get_executor());
    blue.say("l1", protocol::LeaveRoom{});
    asked = start(club.io, club.lobby.join("in", {.room = red.room, .name = "C"}, cleo.outbox));
    club.settle();
    ASSERT_FALSE(asked->has_value());
  }
  void let_go() {
    std::exchange(journal->held_removal, nullptr)->ring();
    club.settle();
  }

  Client cleo = club.client();
  std::shared_ptr<std::optional<room::Admission>> asked;
};

TEST_F(ClosingRoomTest, whoever_wants_in_is_answered_when_it_is_gone) {
  let_go();
  EXPECT_EQ(asked->value().error(), error(ErrorCode::no_such_room));
  EXPECT_EQ(club.lobby.asleep(), 0U);
}

TEST_F(ClosingRoomTest, its_code_stays_taken_while_the_journal_cannot_forget_it) {
  journal->refuse_to_remove = true;
  let_go();
  EXPECT_EQ(asked->value().error(), error(ErrorCode::no_such_room));
  EXPECT_EQ(club.lobby.rooms(), 0U);
  EXPECT_EQ(club.lobby.asleep(), 1U);

  journal->refuse_to_remove = false;
  club.pass(std::chrono::minutes{10});
  club.lobby.sweep();
  club.settle();
  EXPECT_EQ(club.lobby.asleep(), 0U);
}

class FailingJournalTest : public JournalTest, public testing::WithParamInterface<Append> {};

INSTANTIATE_TEST_SUITE_P(Append, FailingJournalTest,
                         testing::Values(Append::failed, Append::fenced), [](const auto& one) {
                           return one.param == Append::failed ? "failed" : "fenced";
                         });

TEST_P(FailingJournalTest, stops_that_room_tells_nothing_and_leaves_others_alone) {
  auto [red, blue] = club.start_game();
  auto other = club.sit_down();
  journal->only_room = red.room;
  journal->answer = GetParam();

  EXPECT_EQ(red.say("m1", protocol::Move{{1, 0}, parse_move("b4-b5")}), Messages{});
  EXPECT_EQ(blue.news(), Messages{});
  EXPECT_EQ(red.closed(), CloseCode::internal);
  EXPECT_EQ(blue.closed(), CloseCode::internal);
  EXPECT_TRUE(red.visit->ended());
  EXPECT_TRUE(blue.visit->ended());

  EXPECT_EQ(club.lobby.rooms(), 1U);
  EXPECT_EQ(other.red.say("c1", protocol::Chat{"all well"}).size(), 1U);
  EXPECT_EQ(records(red.room).size(), 5U) << "what was kept is kept";
}

TEST_P(FailingJournalTest, whoever_was_about_to_come_in_is_told) {
  Client ada = club.client();
  Client bea = club.client();
  club.create(ada);
  ada.news();
  journal->answer = GetParam();
  EXPECT_EQ(club.join(bea, ada.room), error(ErrorCode::internal));
  EXPECT_EQ(bea.news(), Messages{});
  EXPECT_EQ(bea.closed(), std::nullopt);
  EXPECT_EQ(ada.closed(), CloseCode::internal);
}

TEST_P(FailingJournalTest, whoever_makes_a_room_is_told_and_nothing_is_left_of_it) {
  Client ada = club.client();
  journal->answer = GetParam();
  EXPECT_EQ(club.create(ada), error(ErrorCode::internal));
  EXPECT_EQ(club.lobby.rooms(), 0U);
}

TEST_P(FailingJournalTest, a_resume_that_cannot_be_kept_leaves_nobody_in) {
  auto [red, blue] = club.sit_down();
  blue.detach();
  red.news();
  journal->answer = GetParam();
  Client again = club.client();
  EXPECT_EQ(club.resume(again, red.room, blue.token), error(ErrorCode::internal));
  EXPECT_EQ(red.closed(), CloseCode::internal);
}

TEST_F(JournalTest, a_room_that_cannot_be_opened_is_not_made) {
  journal->refuse_to_open = true;
  Client ada = club.client();
  EXPECT_EQ(club.create(ada), error(ErrorCode::internal));
  EXPECT_EQ(club.lobby.rooms(), 0U);
}

TEST_F(JournalTest, an_exception_ends_its_room_alone) {
  auto [red, blue] = club.sit_down();
  auto other = club.sit_down();
  journal->explode = true;
  EXPECT_EQ(red.say("c1", protocol::Chat{"boom"}), Messages{});
  journal->explode = false;
  EXPECT_EQ(red.closed(), CloseCode::internal);
  EXPECT_EQ(blue.closed(), CloseCode::internal);
  EXPECT_EQ(club.lobby.rooms(), 1U);
  EXPECT_EQ(other.red.say("c1", protocol::Chat{"all well"}).size(), 1U);
}

TEST_F(JournalTest, who_speaks_to_a_broken_room_gets_no_answer_but_a_close) {
  auto [red, blue] = club.sit_down();
  journal->answer = Append::failed;
  red.put("c1", protocol::Chat{"1"});
  blue.put("c1", protocol::Chat{"2"});
  EXPECT_EQ(blue.news(), Messages{});
  EXPECT_EQ(blue.closed(), CloseCode::internal);
  EXPECT_FALSE(blue.put("c2", protocol::Chat{"3"}));
}

TEST_F(JournalTest, that_fails_is_the_lobbys_trouble_until_it_has_written_again) {
  auto [red, blue] = club.sit_down();
  auto other = club.sit_down();
  EXPECT_EQ(club.lobby.trouble(), "");
  EXPECT_EQ(club.lobby.in_phase(view::Phase::setup), 2U);
  journal->answer = Append::failed;
  red.put("c1", protocol::Chat{"1"});
  club.settle();
  EXPECT_EQ(club.lobby.trouble(), "the journal fails");
  EXPECT_EQ(club.lobby.counts().journal.failures(), 1U);
  EXPECT_EQ(club.lobby.in_phase(view::Phase::setup), 1U);

  journal->answer.reset();
  other.red.say("c1", protocol::Chat{"all well"});
  EXPECT_EQ(club.lobby.trouble(), "");
}

}  // namespace
}  // namespace flagrank::test
