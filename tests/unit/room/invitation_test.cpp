#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "common/protocol/encode.hpp"
#include "server/store/memory_journal.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/unit/room/club.hpp"

/// The secret that takes the other seat of a room, once.
namespace flagrank::test {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using testing::HasSubstr;
using testing::Not;

protocol::CreateRoom by_invitation() {
  protocol::CreateRoom wish = Club::red_wish();
  wish.by_invitation = true;
  wish.spectators = true;
  return wish;
}

protocol::JoinRoom with(const std::string& invitation, const std::string& room) {
  return {.room = room, .name = "Bea", .invitation = invitation};
}

class Invitation : public testing::Test {
 protected:
  Club& club() { return *club_; }

  Client host_of(const protocol::CreateRoom& wish) {
    Client ada = club().client();
    EXPECT_EQ(club().create(ada, wish), std::nullopt);
    ada.news();
    EXPECT_NE(ada.invitation, "");
    return ada;
  }

  void restart() {
    club_ = std::make_unique<Club>(journal_);
    club_->now += 1h;
    club_->settle();
  }

  protocol::RoomTold notice_of(const std::string& room) {
    const auto looking = start(club().io, club().lobby.look_up(room));
    club().settle();
    return std::get<protocol::RoomTold>(***looking);
  }

  std::string journalled(const std::string& room) {
    const auto reading = start(club().io, journal_->read(room));
    club().settle();
    std::string all;
    for (const std::string& entry : (**reading).value()) all += entry;
    return all;
  }

 private:
  std::shared_ptr<store::Journal> journal_ = std::make_shared<store::MemoryJournal>();
  std::unique_ptr<Club> club_ = std::make_unique<Club>(journal_);
};

TEST_F(Invitation, takes_the_seat_that_the_code_alone_does_not_take) {
  Client ada = host_of(by_invitation());
  Client bea = club().client();
  EXPECT_EQ(club().join(bea, ada.room), error(ErrorCode::invitation_needed));
  EXPECT_EQ(club().join(bea, with("token-666", ada.room)), error(ErrorCode::wrong_invitation));
  EXPECT_EQ(club().join(bea, with(ada.invitation, ada.room)), std::nullopt);
}

TEST_F(Invitation, is_told_to_nobody_but_who_has_made_the_room) {
  Client ada = host_of(by_invitation());
  const std::string secret = ada.invitation;
  Client bea = club().client();
  Client eve = club().client();
  EXPECT_EQ(club().watch(eve, ada.room), std::nullopt);
  EXPECT_EQ(club().join(bea, with(secret, ada.room)), std::nullopt);
  Client again = club().client();
  EXPECT_EQ(club().resume(again, ada.room, ada.token), std::nullopt);
  for (Client* client : {&ada, &bea, &eve, &again}) {
    const Messages told = client->news();
    for (const auto& message : told) {
      EXPECT_THAT(protocol::encode(message), Not(HasSubstr(secret)));
    }
  }
  EXPECT_EQ(bea.invitation, "");
  EXPECT_THAT(journalled(ada.room), Not(HasSubstr(secret)));
}

TEST_F(Invitation, is_used_up_by_whoever_comes_first) {
  Client ada = host_of(Club::red_wish());
  Client bea = club().client();
  Client eve = club().client();
  EXPECT_EQ(club().join(bea, with(ada.invitation, ada.room)), std::nullopt);
  EXPECT_EQ(club().join(eve, with(ada.invitation, ada.room)), error(ErrorCode::wrong_invitation));
  bea.news();
  bea.ask("bye", protocol::LeaveRoom{});
  EXPECT_EQ(club().join(eve, with(ada.invitation, ada.room)), error(ErrorCode::wrong_invitation));
  EXPECT_EQ(club().join(eve, ada.room), std::nullopt) << "the seat is free for others";
}

TEST_F(Invitation, gives_the_same_seat_again_to_who_joins_again_with_the_same_key) {
  Client ada = host_of(by_invitation());
  protocol::JoinRoom wish = with(ada.invitation, ada.room);
  wish.retry_key = "0123456789abcdef";
  Client bea = club().client();
  Client again = club().client();
  EXPECT_EQ(club().join(bea, wish), std::nullopt);
  EXPECT_EQ(club().join(again, wish), std::nullopt);
  bea.news();
  again.news();
  EXPECT_EQ(again.token, bea.token);
}

TEST_F(Invitation, is_good_after_a_restart_where_it_has_not_been_used) {
  const Client ada = host_of(by_invitation());
  restart();
  Client bea = club().client();
  EXPECT_EQ(club().join(bea, with("token-666", ada.room)), error(ErrorCode::wrong_invitation));
  EXPECT_EQ(club().join(bea, ada.room), error(ErrorCode::invitation_needed));
  EXPECT_EQ(club().join(bea, with(ada.invitation, ada.room)), std::nullopt);
}

TEST_F(Invitation, stays_used_after_a_restart) {
  const Client ada = host_of(by_invitation());
  Client bea = club().client();
  EXPECT_EQ(club().join(bea, with(ada.invitation, ada.room)), std::nullopt);
  bea.news();
  bea.ask("bye", protocol::LeaveRoom{});
  restart();
  Client eve = club().client();
  EXPECT_EQ(club().join(eve, with(ada.invitation, ada.room)), error(ErrorCode::wrong_invitation));
}

TEST_F(Invitation, that_is_wrong_leaves_no_trace_in_a_room_that_sleeps) {
  const Client ada = host_of(by_invitation());
  restart();
  const std::string before = journalled(ada.room);
  Client eve = club().client();
  EXPECT_EQ(club().join(eve, with("token-666", ada.room)), error(ErrorCode::wrong_invitation));
  EXPECT_EQ(journalled(ada.room), before);
}

TEST_F(Invitation, makes_a_room_look_full_to_who_has_none) {
  const Client closed = host_of(by_invitation());
  EXPECT_EQ(notice_of(closed.room).seats_free, 0U);
  EXPECT_EQ(notice_of(closed.room).free_side, std::nullopt);
  EXPECT_EQ(notice_of(closed.room).phase, view::Phase::waiting);
  const Client open = host_of(Club::red_wish());
  EXPECT_EQ(notice_of(open.room).seats_free, 1U);
}

}  // namespace
}  // namespace flagrank::test
