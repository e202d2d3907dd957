#include "client/text/invitation.hpp"

#include <gtest/gtest.h>

#include <string>

namespace flagrank::text {
namespace {

const Invitation to_play{
    .server = "wss://play.example.org", .room = "KTRM9X", .secret = "3a7bd3e2360a3d29"};

Invitation to(const std::string& server) {
  Invitation invitation = to_play;
  invitation.server = server;
  return invitation;
}

TEST(Invitation, is_one_string_and_back) {
  const std::string text = "flagrank://play.example.org/KTRM9X/3a7bd3e2360a3d29";
  EXPECT_EQ(spell(to_play), text);
  EXPECT_EQ(*read_invitation(text), to_play);
}

struct Row {
  const char* server;
  const char* text;
};

TEST(Invitation, names_any_server_that_can_be_reached) {
  for (const Row& row :
       {Row{"ws://127.0.0.1:8080", "flagrank+ws://127.0.0.1:8080/KTRM9X/3a7bd3e2360a3d29"},
        Row{"ws://[::1]:8080", "flagrank+ws://[::1]:8080/KTRM9X/3a7bd3e2360a3d29"},
        Row{"wss://play.example.org:8443",
            "flagrank://play.example.org:8443/KTRM9X/3a7bd3e2360a3d29"},
        Row{"wss://example.org/games/ws",
            "flagrank://example.org/games/ws/KTRM9X/3a7bd3e2360a3d29"}}) {
    EXPECT_EQ(spell(to(row.server)), row.text);
    EXPECT_EQ(*read_invitation(row.text), to(row.server));
  }
}

TEST(Invitation, leaves_the_usual_path_out) {
  EXPECT_EQ(spell(to("WSS://play.example.org/v1/ws")), spell(to_play));
  EXPECT_EQ(spell(to("wss://play.example.org/")), spell(to_play));
  EXPECT_EQ(spell(to("play.example.org")), spell(to("ws://play.example.org")));
}

TEST(Invitation, may_be_pasted_with_blanks_and_capital_letters) {
  const std::string pasted = "  FlagRank://play.example.org/KTRM9X/3a7bd3e2360a3d29\n";
  EXPECT_TRUE(is_invitation(pasted));
  EXPECT_EQ(*read_invitation(pasted), to_play);
  EXPECT_FALSE(is_invitation("KTRM9X"));
  EXPECT_FALSE(is_invitation("https://play.example.org/KTRM9X/3a7bd3e2360a3d29"));
}

TEST(Invitation, that_is_not_whole_is_refused_in_a_sentence) {
  for (const char* text : {"flagrank://", "flagrank:///", "flagrank:///KTRM9X/3a7b",
                           "flagrank://host", "flagrank://host/KTRM9X", "flagrank://host/KTRM9X/",
                           "flagrank://host//3a7b", "flagrank://host/KTRM9X/3a 7b",
                           "flagrank://host/KTRM9X/3a7b?x", "flagrank://host/K\x1b/3a"}) {
    ASSERT_FALSE(read_invitation(text)) << text;
    EXPECT_EQ(read_invitation(text).error().sentence,
              "an invitation is one string such as flagrank://HOST/CODE/SECRET; "
              "this one is not whole");
  }
}

TEST(Invitation, holds_nothing_that_a_shell_would_make_something_of) {
  EXPECT_EQ(spell(to("wss://play.example.org/$(reboot)")), std::nullopt);
  EXPECT_EQ(spell(to("wss://play.example.org/`reboot`")), std::nullopt);
  EXPECT_EQ(spell(to("wss://play\";reboot")), std::nullopt);
  Invitation other = to_play;
  other.secret = "a$HOME";
  EXPECT_EQ(spell(other), std::nullopt);
  other.secret = std::string(129, 'a');
  EXPECT_EQ(spell(other), std::nullopt);
}

TEST(AccessKey, is_a_word_without_the_blanks_around_it) {
  EXPECT_EQ(valid_access_key(" plum-lantern\n"), "plum-lantern");
  EXPECT_EQ(valid_access_key(std::string(128, 'x')), std::string(128, 'x'));
  for (const std::string& text : {std::string{}, std::string{" \n"}, std::string{"two words"},
                                  std::string(129, 'x'), std::string{"x\x1b"}}) {
    EXPECT_EQ(valid_access_key(text), std::nullopt);
  }
}

}  // namespace
}  // namespace flagrank::text
