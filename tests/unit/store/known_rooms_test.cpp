#include "server/store/known_rooms.hpp"

#include <gtest/gtest.h>

namespace flagrank::store {
namespace {

/// What is known of rooms, through transactions that are kept or taken back.
class Known : public testing::Test {
 protected:
  Known() {
    known_.learn("OLD", {.id = 1, .epoch = 1, .entries = 5});
    known_.began();
  }

  [[nodiscard]] std::uint64_t entries(const RoomKey& room) {
    const KnownRoom* const found = known_.find(room);
    return found == nullptr ? 0 : found->entries;
  }

  KnownRooms known_;
};

TEST_F(Known, entries_are_counted_and_taken_back) {
  known_.count_entry(*known_.find("OLD"));
  known_.count_entry(*known_.find("OLD"));
  EXPECT_EQ(entries("OLD"), 7U);
  known_.rolled_back();
  EXPECT_EQ(entries("OLD"), 5U);
}

TEST_F(Known, what_was_kept_is_not_taken_back) {
  known_.count_entry(*known_.find("OLD"));
  known_.began();
  known_.rolled_back();
  EXPECT_EQ(entries("OLD"), 6U);
}

TEST_F(Known, a_room_that_was_learned_is_not_known_after_all) {
  known_.learn("NEW", {.id = 2, .epoch = 2});
  known_.count_entry(*known_.find("NEW"));
  EXPECT_EQ(known_.size(), 2U);
  known_.rolled_back();
  EXPECT_EQ(known_.find("NEW"), nullptr);
  EXPECT_EQ(known_.size(), 1U);
}

TEST_F(Known, a_room_that_was_learned_anew_is_as_it_was) {
  known_.learn("OLD", {.id = 1, .epoch = 9, .entries = 5});
  known_.count_entry(*known_.find("OLD"));
  known_.rolled_back();
  EXPECT_EQ(known_.find("OLD")->epoch, 1U);
  EXPECT_EQ(entries("OLD"), 5U);
}

TEST_F(Known, a_room_that_was_forgotten_comes_back_as_it_was_before_all) {
  known_.count_entry(*known_.find("OLD"));
  known_.forget("OLD");
  EXPECT_EQ(known_.find("OLD"), nullptr);
  known_.learn("OLD", {.id = 3, .epoch = 3});
  known_.count_entry(*known_.find("OLD"));
  known_.rolled_back();
  EXPECT_EQ(known_.find("OLD")->id, 1);
  EXPECT_EQ(entries("OLD"), 5U);
  EXPECT_EQ(known_.size(), 1U);
}

TEST_F(Known, a_room_that_nobody_knows_can_be_forgotten) {
  known_.forget("NONE");
  known_.rolled_back();
  EXPECT_EQ(known_.size(), 1U);
}

}  // namespace
}  // namespace flagrank::store
