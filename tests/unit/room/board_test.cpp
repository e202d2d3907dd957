#include "server/room/board.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/random.hpp"

namespace flagrank::room {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Notice notice(std::string code, std::uint32_t seats_free = 1) {
  return {.told = {.room = std::move(code),
                   .host = "Ada",
                   .is_public = true,
                   .phase = seats_free > 0 ? view::Phase::waiting : view::Phase::playing,
                   .seats_free = seats_free},
          .attended = true};
}

std::vector<std::string> listed(const Board& board, std::size_t most = 10) {
  std::vector<std::string> codes;
  for (const protocol::RoomTold& room : board.list(most).rooms) codes.push_back(room.room);
  return codes;
}

Board some_board() {
  return Board{[](std::uint32_t /*bound*/) { return 0U; }};
}

TEST(Board, lists_those_with_a_free_seat_first_and_the_newest_of_them_first) {
  Board board = some_board();
  for (const char* code : {"A", "B", "C", "D"}) board.put_up(notice(code));
  EXPECT_THAT(listed(board), ElementsAre("D", "C", "B", "A"));
  board.put_up(notice("D", 0));
  board.put_up(notice("B", 0));
  EXPECT_THAT(listed(board), ElementsAre("C", "A", "D", "B"));
  board.put_up(notice("B"));
  EXPECT_THAT(listed(board), ElementsAre("C", "B", "A", "D"));
}

TEST(Board, lists_no_more_than_it_is_asked_for_and_says_so) {
  Board board = some_board();
  for (const char* code : {"A", "B"}) board.put_up(notice(code));
  for (const char* code : {"C", "D"}) board.put_up(notice(code, 0));
  EXPECT_THAT(listed(board, 3), ElementsAre("B", "A", "D"));
  EXPECT_TRUE(board.list(3).more);
  EXPECT_FALSE(board.list(4).more);
}

TEST(Board, lists_of_too_many_that_can_be_joined_some_from_a_place_that_chance_chooses) {
  std::uint32_t next = 0;
  Board board{[&](std::uint32_t /*bound*/) { return next; }};
  for (const char* code : {"A", "B", "C", "D", "E"}) {
    next += 10;
    board.put_up(notice(code));
  }
  board.put_up(notice("F", 0));
  next = 20;
  EXPECT_THAT(listed(board, 3), ElementsAre("D", "C", "B"));
  EXPECT_TRUE(board.list(3).more);
  next = 41;
  EXPECT_THAT(listed(board, 3), ElementsAre("E", "B", "A")) << "it begins again where it ends";
  board.take_down("B");
  board.put_up(notice("A", 0));
  EXPECT_THAT(listed(board, 2), ElementsAre("E", "C"));
  EXPECT_THAT(listed(board, 3), ElementsAre("E", "D", "C"));
}

TEST(Board, is_not_filled_by_one_who_makes_many_rooms) {
  test::Random random{1};
  Board board{[&](std::uint32_t bound) { return random(bound); }};
  board.put_up(notice("a quiet one's"));
  for (int i = 0; i < 200; ++i) board.put_up(notice(std::to_string(i)));
  int seen = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto codes = listed(board, 50);
    EXPECT_EQ(codes.size(), 50U);
    if (codes.back() == "a quiet one's") ++seen;
  }
  EXPECT_GT(seen, 100);
}

TEST(Board, lists_no_room_that_is_private_over_or_deserted) {
  Board board = some_board();
  Notice secret = notice("A");
  secret.told.is_public = false;
  Notice over = notice("B", 0);
  over.told.phase = view::Phase::over;
  Notice deserted = notice("C");
  deserted.attended = false;
  for (const Notice& one : {secret, over, deserted}) board.put_up(one);
  EXPECT_THAT(listed(board), IsEmpty());
  EXPECT_EQ(*board.find("A"), secret.told);
  EXPECT_EQ(*board.find("C"), deserted.told);
  board.put_up(notice("C"));
  EXPECT_THAT(listed(board), ElementsAre("C"));
}

TEST(Board, forgets_what_is_taken_down) {
  Board board = some_board();
  board.put_up(notice("A"));
  board.take_down("A");
  board.take_down("B");
  EXPECT_EQ(board.find("A"), nullptr);
  EXPECT_THAT(listed(board), IsEmpty());
}

}  // namespace
}  // namespace flagrank::room
