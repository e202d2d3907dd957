#include "server/room/board.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

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

TEST(Board, lists_those_with_a_free_seat_first_and_the_newest_of_them_first) {
  Board board;
  for (const char* code : {"A", "B", "C", "D"}) board.put_up(notice(code));
  EXPECT_THAT(listed(board), ElementsAre("D", "C", "B", "A"));
  board.put_up(notice("D", 0));
  board.put_up(notice("B", 0));
  EXPECT_THAT(listed(board), ElementsAre("C", "A", "D", "B"));
  board.put_up(notice("B"));
  EXPECT_THAT(listed(board), ElementsAre("C", "B", "A", "D"));
}

TEST(Board, lists_no_more_than_it_is_asked_for_and_says_so) {
  Board board;
  for (const char* code : {"A", "B", "C"}) board.put_up(notice(code));
  EXPECT_THAT(listed(board, 2), ElementsAre("C", "B"));
  EXPECT_TRUE(board.list(2).more);
  EXPECT_FALSE(board.list(3).more);
}

TEST(Board, lists_no_room_that_is_private_over_or_deserted) {
  Board board;
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
  Board board;
  board.put_up(notice("A"));
  board.take_down("A");
  board.take_down("B");
  EXPECT_EQ(board.find("A"), nullptr);
  EXPECT_THAT(listed(board), IsEmpty());
}

}  // namespace
}  // namespace flagrank::room
