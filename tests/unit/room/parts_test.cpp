#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "server/room/chat_allowance.hpp"
#include "server/room/code.hpp"
#include "server/room/token.hpp"
#include "tests/support/random.hpp"

namespace flagrank::room {
namespace {

using namespace std::chrono_literals;

TEST(RoomCode, is_six_signs_that_read_back_as_themselves) {
  test::Random random{7};
  std::set<store::RoomKey> codes;
  for (int i = 0; i < 100; ++i) {
    const store::RoomKey code = draw_code([&](std::uint32_t bound) { return random(bound); });
    EXPECT_EQ(code.size(), code_length);
    EXPECT_EQ(read_code(code), code);
    codes.insert(code);
  }
  EXPECT_EQ(codes.size(), 100U);
}

TEST(RoomCode, has_no_two_signs_that_look_alike) {
  for (const std::string_view alike : {"0OQD", "1IL", "2Z", "4A", "5S", "6G", "8B", "UV", "VWX"}) {
    int used = 0;
    for (const char sign : alike) used += code_alphabet.find(sign) != code_alphabet.npos ? 1 : 0;
    EXPECT_LE(used, alike == "VWX" ? 2 : 1) << alike;
  }
  EXPECT_EQ(std::set(code_alphabet.begin(), code_alphabet.end()).size(), code_alphabet.size());
}

TEST(RoomCode, is_read_whatever_the_case_and_the_gaps) {
  EXPECT_EQ(read_code("cfh234"), "CFH234");
  EXPECT_EQ(read_code("CFH-234"), "CFH234");
  EXPECT_EQ(read_code("  c f h\t2 3 4 "), "CFH234");
}

TEST(RoomCode, is_not_read_from_what_cannot_be_one) {
  for (const char* text : {"", "------", "CFH23", "CFH2345", "CFH23O", "CFH23_", "CFH23\xff"}) {
    EXPECT_EQ(read_code(text), std::nullopt) << text;
  }
}

TEST(TokenHash, is_sha_256) {
  const match::TokenHash hash = hash_of("abc");  // the example of FIPS 180-2, B.1
  EXPECT_EQ(hash[0], std::byte{0xba});
  EXPECT_EQ(hash[1], std::byte{0x78});
  EXPECT_EQ(hash[31], std::byte{0xad});
  EXPECT_NE(hash_of("abd"), hash);
  EXPECT_EQ(hash_of("")[0], std::byte{0xe3});
}

TEST(ChatAllowance, is_a_minutes_worth_at_once_and_then_grows_back) {
  ChatAllowance chat{3};
  const match::Instant noon{12h};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(chat.wait(noon), 0ms);
    chat.spend(noon);
  }
  EXPECT_EQ(chat.wait(noon), 20s);
  EXPECT_EQ(chat.wait(noon + 19'999ms), 1ms);
  EXPECT_EQ(chat.wait(noon + 20s), 0ms);
  chat.spend(noon + 20s);
  EXPECT_EQ(chat.wait(noon + 20s), 20s);
}

TEST(ChatAllowance, never_grows_beyond_a_minutes_worth) {
  ChatAllowance chat{2};
  match::Instant now{12h};
  chat.spend(now);
  now += 24h;
  chat.spend(now);
  chat.spend(now);
  EXPECT_EQ(chat.wait(now), 30s);
}

TEST(ChatAllowance, of_nothing_allows_nothing) {
  const ChatAllowance chat{0};
  EXPECT_EQ(chat.wait(match::Instant{12h}), 1min);
}

}  // namespace
}  // namespace flagrank::room
