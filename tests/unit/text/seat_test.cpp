#include "client/text/seat.hpp"

#include <gtest/gtest.h>

#include <ostream>

namespace flagrank::text {
namespace {

const KeptSeat seat{.server = "ws://example.org:8080",
                    .room = "K7QM3P",
                    .seat = view::Seat::guest,
                    .token = "5d41402abc4b2a76b9719d911017c592",
                    .name = "Zoë"};

std::string with(const std::string& from, const std::string& to) {
  std::string text = write_seat(seat);
  return text.replace(text.find(from), from.size(), to);
}

TEST(KeptSeatText, comes_back_as_it_was) { EXPECT_EQ(*read_seat(write_seat(seat)), seat); }

TEST(KeptSeatText, is_one_object_that_a_person_can_read) {
  EXPECT_EQ(write_seat(seat),
            R"({"format":1,"server":"ws://example.org:8080","room":"K7QM3P","seat":"guest",)"
            R"("token":"5d41402abc4b2a76b9719d911017c592","name":"Zoë"})"
            "\n");
}

TEST(KeptSeatText, keeps_the_invitation_that_has_not_been_used) {
  KeptSeat host = seat;
  host.invitation = "flagrank://play.example.org/K7QM3P/3a7bd3e2";
  EXPECT_EQ(*read_seat(write_seat(host)), host);
  host.invitation = "flagrank://play.example.org/\x1b[2J/3a7bd3e2";
  EXPECT_FALSE(read_seat(write_seat(host)));
}

TEST(KeptSeatText, may_hold_more_than_this_version_knows) {
  EXPECT_EQ(*read_seat(with("\"format\":1", "\"format\":1,\"mood\":\"good\"")), seat);
}

TEST(KeptSeatText, of_a_later_version_says_so) {
  EXPECT_EQ(read_seat(with("\"format\":1", "\"format\":2")).error().sentence,
            "was written by a later version of this program");
}

class Broken : public testing::TestWithParam<std::string> {};

TEST_P(Broken, seat_file_is_refused_in_a_sentence) {
  EXPECT_EQ(read_seat(GetParam()).error().sentence, "is no seat file, or a broken one");
}

INSTANTIATE_TEST_SUITE_P(
    Each, Broken,
    testing::Values("", "\n", "{}", "[]", "nonsense", std::string(4096, '\0'),
                    write_seat(seat).substr(0, 60), with("\"format\":1", "\"format\":0"),
                    with("\"format\":1,", ""), with("guest", "judge"),
                    with("ws://example.org:8080", "gopher://x"), with("K7QM3P", ""),
                    with("K7QM3P", R"(K7\u001b[2J)"), with("5d41402abc4b2a76b9719d911017c592", ""),
                    with("5d41402abc4b2a76b9719d911017c592", std::string(129, 'a')),
                    with("Zoë", ""), with("\"Zoë\"", "7")));

TEST(KeptSeatName, tells_seats_rooms_and_servers_apart) {
  EXPECT_EQ(file_name(seat), "K7QM3P_guest_example.org_8080_v1_ws.json");
  KeptSeat other = seat;
  other.seat = view::Seat::host;
  other.server = "ws://[::1]:8080/play";
  EXPECT_EQ(file_name(other), "K7QM3P_host____1__8080_play.json");
}

TEST(KeptSeatName, leads_to_no_other_folder) {
  KeptSeat evil = seat;
  evil.room = "../../x";
  evil.server = "ws://h/" + std::string(500, 'x');
  EXPECT_EQ(file_name(evil).find('/'), std::string::npos);
  EXPECT_LE(file_name(evil).size(), 255U);
}

TEST(RoomCode, means_the_same_in_any_spelling) {
  EXPECT_TRUE(same_room("K7QM3P", "k7q-m3 p"));
  EXPECT_FALSE(same_room("K7QM3P", "K7QM3Q"));
}

}  // namespace
}  // namespace flagrank::text
