#include <gtest/gtest.h>

#include "tests/support/match_play.hpp"

namespace flagrank::match {
namespace {

using rules::Side;
using test::accept;
using test::guest;
using test::host;
using test::noon;
using test::token;
using view::Phase;
using view::Seat;

const Join ann{.name = "Ann", .token = token(1)};
const Join bob{.name = "Bob", .token = token(2)};
const Join cid{.name = "Cid", .token = token(3)};

Outcome accepted(std::uint64_t first_seq, std::vector<view::Fact> facts) {
  return Accepted{.first_seq = first_seq, .at = noon, .facts = std::move(facts)};
}

Outcome refused(Refusal why) { return Refused{.why = why, .faults = {}, .now = {}}; }

TEST(MatchSeats, a_room_begins_empty_and_waiting) {
  const Match match{test::skirmish_settings()};
  EXPECT_EQ(match.phase(), Phase::waiting);
  EXPECT_EQ(match.seq(), 0U);
  EXPECT_EQ(match.now(), (DecidedAt{.game = 1, .ply = 0}));
  EXPECT_FALSE(match.taken(Seat::host));
  EXPECT_FALSE(match.taken(Seat::guest));
}

TEST(MatchSeats, who_joins_takes_the_seat_and_its_side_and_is_present) {
  Match match{{.ruleset = {.variant = &test::skirmish()}, .host_side = Side::blue}};
  EXPECT_EQ(
      match.handle(host("1", ann), noon),
      accepted(1, {view::PlayerJoined{.seat = Seat::host, .name = "Ann", .side = Side::blue}}));
  EXPECT_TRUE(match.taken(Seat::host));
  EXPECT_TRUE(match.present(Seat::host));
  EXPECT_EQ(match.phase(), Phase::waiting);
}

TEST(MatchSeats, set_up_begins_when_both_are_seated) {
  Match match{test::skirmish_settings()};
  accept(match, host("1", ann));
  EXPECT_EQ(
      match.handle(guest("1", bob), noon),
      accepted(2, {view::PlayerJoined{.seat = Seat::guest, .name = "Bob", .side = Side::blue}}));
  EXPECT_EQ(match.phase(), Phase::setup);
}

TEST(MatchSeats, a_taken_seat_is_refused_whatever_the_id) {
  Match match{test::skirmish_settings()};
  accept(match, host("1", ann));
  EXPECT_EQ(match.handle(host("2", bob), noon), refused(Refusal::room_full));
  EXPECT_EQ(match.handle(host("1", bob), noon), refused(Refusal::room_full));
}

TEST(MatchSeats, attending_changes_presence_and_only_once) {
  Match match = test::seated_match();
  EXPECT_EQ(match.handle(guest("", Attend{true}), noon), Outcome{Nothing{}});
  EXPECT_EQ(match.handle(guest("", Attend{false}), noon),
            accepted(3, {view::Presence{.seat = Seat::guest, .present = false}}));
  EXPECT_FALSE(match.present(Seat::guest));
  EXPECT_EQ(match.handle(guest("", Attend{false}), noon), Outcome{Nothing{}});
}

TEST(MatchSeats, a_free_seat_attends_nothing_and_does_nothing) {
  Match match{test::skirmish_settings()};
  accept(match, host("1", ann));
  EXPECT_EQ(match.handle(guest("", Attend{true}), noon), Outcome{Nothing{}});
  EXPECT_EQ(match.handle(guest("2", Chat{"hello"}), noon), refused(Refusal::wrong_phase));
  EXPECT_EQ(match.handle(guest("3", Leave{}), noon), refused(Refusal::wrong_phase));
}

TEST(MatchSeats, leaving_during_set_up_frees_the_seat_and_the_room_waits_again) {
  Match match = test::seated_match();
  EXPECT_EQ(match.handle(guest("2", Leave{}), noon), accepted(3, {view::PlayerLeft{Seat::guest}}));
  EXPECT_EQ(match.phase(), Phase::waiting);
  EXPECT_FALSE(match.taken(Seat::guest));
  accept(match, guest("1", cid));
  EXPECT_EQ(match.phase(), Phase::setup);
  EXPECT_EQ(match.side(Seat::guest), Side::blue);
}

TEST(MatchSeats, a_room_that_all_have_left_is_empty) {
  Match match = test::seated_match();
  accept(match, host("2", Leave{}));
  accept(match, guest("2", Leave{}));
  EXPECT_FALSE(match.taken(Seat::host));
  EXPECT_FALSE(match.taken(Seat::guest));
  EXPECT_EQ(match.phase(), Phase::waiting);
}

TEST(MatchSeats, leaving_a_running_game_resigns_it_first) {
  Match match = test::running_match();
  const view::GameOver over{
      .game = 1,
      .ended = {.reason = rules::EndReason::resignation, .winner = Side::blue},
      .formations = {
          test::formation(test::skirmish(), test::skirmish_board(), Side::red).placements(),
          test::formation(test::skirmish(), test::skirmish_board(), Side::blue).placements()}};
  EXPECT_EQ(match.handle(host("2", Leave{}), noon),
            accepted(6, {over, view::PlayerLeft{Seat::host}}));
  EXPECT_EQ(match.phase(), Phase::over);
  EXPECT_FALSE(match.taken(Seat::host));
}

TEST(MatchSeats, nobody_joins_a_game_that_is_over) {
  Match match = test::running_match();
  accept(match, host("2", Leave{}));
  EXPECT_EQ(match.handle(host("1", cid), noon), refused(Refusal::wrong_phase));
  accept(match, guest("2", Leave{}));
  EXPECT_EQ(match.phase(), Phase::over);
}

TEST(MatchSeats, a_token_finds_its_seat) {
  const Match match = test::seated_match();
  EXPECT_EQ(match.seat_of(token(1)), Seat::host);
  EXPECT_EQ(match.seat_of(token(2)), Seat::guest);
  EXPECT_EQ(match.seat_of(token(3)), std::nullopt);
}

TEST(MatchSeats, a_token_that_differs_in_its_last_bit_finds_nothing) {
  const Match match = test::seated_match();
  TokenHash almost = token(1);
  almost.back() ^= std::byte{0x80};
  EXPECT_EQ(match.seat_of(almost), std::nullopt);
}

TEST(MatchSeats, a_free_seat_has_no_token_neither_its_last_one_nor_zeros) {
  Match match{test::skirmish_settings()};
  EXPECT_EQ(match.seat_of(TokenHash{}), std::nullopt);
  accept(match, host("1", ann));
  accept(match, host("2", Leave{}));
  EXPECT_EQ(match.seat_of(token(1)), std::nullopt);
}

Settings with_invitation(bool by_invitation) {
  Settings settings = test::skirmish_settings();
  settings.invitation = token(9);
  settings.by_invitation = by_invitation;
  return settings;
}

Join bob_invited_by(const TokenHash& invitation) {
  return {.name = "Bob", .token = token(2), .invitation = invitation};
}

TEST(MatchSeats, the_invitation_gives_the_seat_and_only_once) {
  Match match{with_invitation(true)};
  accept(match, host("1", ann));
  accept(match, guest("1", bob_invited_by(token(9))));
  EXPECT_EQ(match.phase(), Phase::setup);
  accept(match, guest("2", Leave{}));
  EXPECT_EQ(match.handle(guest("3", bob_invited_by(token(9))), noon),
            refused(Refusal::wrong_invitation));
}

TEST(MatchSeats, a_used_invitation_is_wrong_also_where_the_seat_is_taken) {
  Match match{with_invitation(false)};
  accept(match, host("1", ann));
  accept(match, guest("1", bob_invited_by(token(9))));
  const Join again{.name = "Cid", .token = token(3), .invitation = token(9)};
  EXPECT_EQ(match.handle(guest("2", again), noon), refused(Refusal::wrong_invitation));
  EXPECT_EQ(match.handle(guest("3", cid), noon), refused(Refusal::room_full));
}

TEST(MatchSeats, an_invitation_that_differs_in_its_last_bit_gives_nothing_and_uses_nothing_up) {
  Match match{with_invitation(false)};
  accept(match, host("1", ann));
  TokenHash almost = token(9);
  almost.back() ^= std::byte{0x80};
  EXPECT_EQ(match.handle(guest("1", bob_invited_by(almost)), noon),
            refused(Refusal::wrong_invitation));
  accept(match, guest("2", bob_invited_by(token(9))));
}

TEST(MatchSeats, an_invitation_to_a_room_that_has_none_is_wrong) {
  Match match{test::skirmish_settings()};
  accept(match, host("1", ann));
  EXPECT_EQ(match.handle(guest("1", bob_invited_by(TokenHash{})), noon),
            refused(Refusal::wrong_invitation));
}

TEST(MatchSeats, a_room_by_invitation_has_no_seat_for_others) {
  Match match{with_invitation(true)};
  EXPECT_TRUE(match.would_let_in(ann));
  accept(match, host("1", ann));
  EXPECT_FALSE(match.open_to_all());
  EXPECT_FALSE(match.would_let_in(bob));
  EXPECT_TRUE(match.would_let_in(bob_invited_by(token(9))));
  EXPECT_EQ(match.handle(guest("1", bob), noon), refused(Refusal::invitation_needed));
  EXPECT_FALSE(match.taken(Seat::guest));
}

TEST(MatchSeats, whoever_joins_by_the_code_leaves_the_invitation_unused) {
  Match match{with_invitation(false)};
  accept(match, host("1", ann));
  EXPECT_TRUE(match.open_to_all());
  accept(match, guest("1", cid));
  EXPECT_FALSE(match.open_to_all());
  accept(match, guest("2", Leave{}));
  accept(match, guest("3", bob_invited_by(token(9))));
}

TEST(MatchSeats, the_moment_of_the_last_change_is_that_of_the_last_accepted_command) {
  using std::chrono::seconds;
  Match match = test::seated_match();
  accept(match, host("2", Chat{"hello"}), noon + seconds{1});
  EXPECT_EQ(match.last_change(), noon + seconds{1});
  EXPECT_EQ(match.handle(host("3", Resign{1}), noon + seconds{2}), refused(Refusal::wrong_phase));
  EXPECT_EQ(match.handle(host("", Attend{true}), noon + seconds{3}), Outcome{Nothing{}});
  EXPECT_EQ(match.last_change(), noon + seconds{1});
}

}  // namespace
}  // namespace flagrank::match
