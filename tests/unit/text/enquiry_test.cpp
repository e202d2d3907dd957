#include "client/text/enquiry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "client/text/rules_in_words.hpp"

namespace flagrank::text {
namespace {

using testing::HasSubstr;

constexpr Style plain{};

Findings of(const std::string& preset, const protocol::ServerBody& answer) {
  return findings(answer, AboutRules{preset}, plain);
}

TEST(Enquiry, finds_all_that_is_offered) {
  const auto offered = protocol::offered_rulesets();
  EXPECT_EQ(of("", offered), (Findings{offer_in_words(offered, plain), ExitStatus::finished}));
}

TEST(Enquiry, finds_one_preset_by_its_name) {
  const auto offered = protocol::offered_rulesets();
  EXPECT_EQ(of("duel", offered),
            (Findings{preset_in_words(offered.presets[2], plain), ExitStatus::finished}));
  EXPECT_EQ(of("chess", offered),
            (Findings{"this server has no game \"chess\"; it has: classic, training, duel, barrage",
                      ExitStatus::usage}));
}

TEST(Enquiry, passes_on_what_the_server_refuses) {
  const protocol::Error error{.code = protocol::ErrorCode::unknown_type,
                              .message = "There is no \033[2J such type.",
                              .pointer = "/type"};
  EXPECT_EQ(of("", error), (Findings{"There is no ?[2J such type.", ExitStatus::refused}));
}

TEST(Enquiry, prints_nothing_of_the_server_that_steers_a_terminal) {
  const protocol::Rulesets evil{
      .presets = {{.name = "a\033[2J", .summary = "b\n\033c", .ruleset = {}, .formations = {}}},
      .switches = {{.name = "c\033",
                    .summary = "d\033",
                    .usual = std::string{"e\033"},
                    .values = {std::string{"f\n"}},
                    .most = {}}}};
  for (const Findings& found : {of("", evil), of("a\033[2J", evil)}) {
    EXPECT_EQ(found.text.find('\033'), std::string::npos);
  }
  EXPECT_THAT(of("", evil).text, HasSubstr("  a?[2J  b??c\n"));
  EXPECT_THAT(of("", evil).text, HasSubstr("(f?; e? where nothing is said)"));
}

// --- rooms

std::string of(const protocol::Rooms& rooms) { return findings(rooms, AboutRooms{}, plain).text; }

protocol::RoomTold ada() {
  return {.room = "KTRM9X",
          .host = "Ada",
          .is_public = true,
          .phase = view::Phase::waiting,
          .seats_free = 1,
          .free_side = rules::Side::blue,
          .preset = "duel",
          .variant = "duel",
          .switches = {{"chase", std::string{"off"}}, {"draw_after_quiet_moves", 200U}},
          .timing = {.clock = view::GameClock{std::chrono::minutes{10}, std::chrono::seconds{5}}},
          .return_match = true};
}

protocol::RoomTold bob() {
  return {.room = "HC3W6Y",
          .host = "Bob",
          .is_public = true,
          .phase = view::Phase::playing,
          .preset = "classic",
          .variant = "classic",
          .spectators = true};
}

TEST(Enquiry, shows_where_anybody_can_join_and_what_is_going_on_elsewhere) {
  EXPECT_EQ(of({.rooms = {ada(), bob()}, .more = true}),
            R"(To be joined with flagrank join CODE:

  KTRM9X  Ada: duel, chase=off, draw_after_quiet_moves=200, two games,
          10 min a side and 5 s more with each move, you play Blue

Not to be joined; flagrank watch CODE shows those that are open to spectators:

  HC3W6Y  Bob: classic, being played, open to spectators

There are more.
)");
}

TEST(Enquiry, shows_which_rooms_wait_for_somebody_who_was_invited) {
  protocol::RoomTold room = bob();
  room.phase = view::Phase::waiting;
  EXPECT_THAT(of({.rooms = {room}, .more = false}), HasSubstr("Bob: classic, by invitation, open"));
}

TEST(Enquiry, says_so_where_there_is_no_public_room) {
  EXPECT_EQ(of(protocol::Rooms{}),
            "There is no public room. flagrank create --public makes one.\n");
}

TEST(Enquiry, prints_no_name_of_a_room_that_steers_a_terminal) {
  protocol::RoomTold room = ada();
  room.room = "K\033[2J; rm -rf";
  room.host = "Ada\033c";
  room.preset = "duel\n";
  room.switches = {{"chase", std::string{"\033"}}};
  const std::string text = of({.rooms = {room}, .more = false});
  EXPECT_EQ(text.find('\033'), std::string::npos);
  EXPECT_THAT(text, HasSubstr("  K2Jrm-rf  Ada?c: duel?, chase=?"));
}

}  // namespace
}  // namespace flagrank::text
