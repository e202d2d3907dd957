#include "client/conformance/rehearsal.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "tests/unit/conformance/pupil.hpp"

namespace flagrank::conformance {
namespace {

using testing::HasSubstr;

/// What is found of that check, as text.
std::string found(const std::vector<Finding>& findings, std::string_view check) {
  const auto finding = std::ranges::find(findings, check, &Finding::name);
  return finding == findings.end() ? "nothing" : written(*finding);
}

std::string all(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) text += written(finding);
  return text;
}

std::ptrdiff_t count(const std::vector<Finding>& findings, Verdict verdict) {
  return std::ranges::count(findings, verdict, &Finding::verdict);
}

// --- a client that behaves

class Behaving : public testing::TestWithParam<Scenario> {};

TEST_P(Behaving, passes) {
  const auto findings = Pupil{{GetParam()}}.play();
  const bool breaks = breaks_the_connection(GetParam());
  EXPECT_EQ(count(findings, Verdict::ok), std::ssize(findings) - (breaks ? 0 : 1)) << all(findings);
  EXPECT_THAT(found(findings, name(GetParam())), HasSubstr("ok  "));
  EXPECT_THAT(found(findings, "seat"), HasSubstr(breaks ? "ok  " : "passed over  seat: no conn"));
}

std::string identifier(std::string_view name) {
  std::string text{name};
  std::ranges::replace(text, '-', '_');
  return text;
}

INSTANTIATE_TEST_SUITE_P(Each, Behaving, testing::ValuesIn(all_scenarios),
                         [](const auto& row) { return identifier(name(row.param)); });

TEST(Rehearsal, takes_a_client_that_behaves_through_everything) {
  const auto findings = Pupil{{all_scenarios.begin(), all_scenarios.end()}}.play();
  EXPECT_EQ(count(findings, Verdict::wrong), 0) << all(findings);
  EXPECT_EQ(count(findings, Verdict::not_seen), 0) << all(findings);
  EXPECT_THAT(found(findings, "final-code"), HasSubstr("passed over  final-code"))
      << "it leaves by itself";
}

TEST(Rehearsal, takes_one_that_joins_too) {
  const auto findings = Pupil{{all_scenarios.begin(), all_scenarios.end()}, {}, true}.play();
  EXPECT_EQ(count(findings, Verdict::wrong), 0) << all(findings);
  EXPECT_EQ(count(findings, Verdict::not_seen), 0) << all(findings);
}

// --- and others

struct Fault {
  const char* name;
  Scenario scenario;
  Manners manners;
  const char* check;
  const char* remark;
};

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

class Faults : public testing::TestWithParam<Fault> {};

TEST_P(Faults, are_found) {
  const auto findings = Pupil{{GetParam().scenario}, GetParam().manners}.play();
  const std::string text = found(findings, GetParam().check);
  EXPECT_THAT(text, HasSubstr("WRONG")) << all(findings);
  EXPECT_THAT(text, HasSubstr(GetParam().remark));
}

INSTANTIATE_TEST_SUITE_P(
    Each, Faults,
    testing::Values(Fault{"never_comes_back",
                          Scenario::dropped,
                          {.stays_away = true},
                          "dropped",
                          "nothing came for 30 s, where it had to connect again and say resume"},
                    Fault{"never_comes_back_after_a_restart",
                          Scenario::restart,
                          {.stays_away = true},
                          "restart",
                          "connect again and say resume"},
                    Fault{"makes_a_new_room",
                          Scenario::dropped,
                          {.makes_a_new_room = true},
                          "seat",
                          "it made another room, where it had a seat to resume"},
                    Fault{"forgets_its_token",
                          Scenario::dropped,
                          {.forgets_its_token = true},
                          "seat",
                          "it said resume with another room or token than it was told"},
                    Fault{"moves_before_resume",
                          Scenario::lost_command,
                          {.hurries_back = true},
                          "seat",
                          "it said a command of the room before it said resume"},
                    Fault{"overlooks_a_gap",
                          Scenario::gap,
                          {.overlooks_gaps = true},
                          "gap",
                          "ask for a snapshot: an event was missing"},
                    Fault{"folds_an_event_twice",
                          Scenario::repeated_event,
                          {.folds_twice = true},
                          "repeated-event",
                          "it folded the event twice"},
                    Fault{"hangs_up_at_an_unknown_event",
                          Scenario::unknown_event,
                          {.fears_what_is_new = true},
                          "unknown-event",
                          "it closed the connection with 1002"},
                    Fault{"gives_up_at_an_unknown_error",
                          Scenario::unknown_error,
                          {.gives_up_at_errors = true},
                          "unknown-error",
                          "nothing came for 30 s, where it had to move"},
                    Fault{"gives_up_when_stale",
                          Scenario::stale,
                          {.gives_up_at_errors = true},
                          "stale",
                          "nothing came for 30 s, where it had to move"},
                    Fault{"does_not_wait_when_it_is_told_to",
                          Scenario::rate_limited,
                          {.never_waits = true},
                          "rate-limited",
                          "it tried again 1500 ms before retry_after_ms was over"},
                    Fault{"moves_again_while_it_waits",
                          Scenario::slow_answer,
                          {.is_impatient = true},
                          "slow-answer",
                          "it said another move while the answer to the first was on its way"},
                    Fault{"says_a_lost_command_again_under_a_new_id",
                          Scenario::lost_answer,
                          {.renames_commands = true},
                          "lost-answer",
                          "is not to be said again under a new id"},
                    Fault{"begins_its_ids_anew",
                          Scenario::dropped,
                          {.reuses_ids = true},
                          "ids",
                          "was used before, for another command"},
                    Fault{"connects_again_after_a_final_code",
                          Scenario::final_code,
                          {.comes_back_always = true},
                          "final-code",
                          "it connected again after a close code that is final"},
                    Fault{"says_what_cannot_be_read",
                          Scenario::gap,
                          {.says_nonsense = true},
                          "frames",
                          "unknown_type at \"/type\""},
                    Fault{"moves_out_of_turn",
                          Scenario::unknown_event,
                          {.moves_out_of_turn = true},
                          "play",
                          "where the position is game 1, ply 2, and out of turn"},
                    Fault{"leaves_in_the_middle",
                          Scenario::gap,
                          {.leaves_early = true},
                          "play",
                          "it left the room before the game was over"}),
    [](const auto& row) { return std::string{row.param.name}; });

TEST(Rehearsal, does_not_see_what_a_game_was_too_short_for) {
  const auto findings = Pupil{{Scenario::gap}, {.resigns_at_once = true}}.play();
  EXPECT_EQ(found(findings, "gap"), "not seen     gap: it did not come to that\n");
  EXPECT_EQ(count(findings, Verdict::wrong), 0) << all(findings);
}

TEST(Rehearsal, does_not_blame_what_it_tries_for_a_move_out_of_turn) {
  const auto findings = Pupil{{Scenario::unknown_event}, {.moves_out_of_turn = true}}.play();
  EXPECT_THAT(found(findings, "unknown-event"), HasSubstr("ok  ")) << all(findings);
  EXPECT_EQ(count(findings, Verdict::wrong), 1) << all(findings);
}

TEST(Rehearsal, has_not_seen_a_seat_that_the_client_was_to_come_back_to_and_did_not) {
  const auto findings = Pupil{{Scenario::dropped}, {.resigns_at_once = true}}.play();
  EXPECT_EQ(found(findings, "seat"), "not seen     seat: it did not come back to its seat\n");
}

TEST(Rehearsal, tells_how_much_of_the_rule_of_ids_was_seen) {
  EXPECT_EQ(found(Pupil{{Scenario::gap}}.play(), "ids"),
            "ok           ids: uses no id for two commands, as far as one connection shows\n");
  EXPECT_EQ(found(Pupil{{Scenario::dropped}}.play(), "ids"),
            "ok           ids: uses no id for two commands\n");
}

std::vector<Finding> noted(const Actions& actions) {
  std::vector<Finding> findings;
  for (const Action& action : actions) {
    if (const auto* note = std::get_if<act::Note>(&action)) findings.push_back(note->finding);
  }
  return findings;
}

const view::Instant noon{std::chrono::hours{12}};

TEST(Rehearsal, waits_longer_for_somebody_to_come) {
  Rehearsal rehearsal{{.scenarios = {Scenario::dropped}, .token = "x"}};
  EXPECT_TRUE(rehearsal.tick(noon).empty());
  EXPECT_EQ(rehearsal.next_tick(), noon + std::chrono::minutes{10});
  const Actions actions = rehearsal.tick(noon + std::chrono::minutes{10});
  EXPECT_TRUE(std::holds_alternative<act::End>(actions.back()));
  const auto findings = noted(actions);
  EXPECT_EQ(count(findings, Verdict::not_seen), std::ssize(findings)) << all(findings);
  EXPECT_THAT(found(findings, "handshake"), HasSubstr("nobody connected"));
  EXPECT_THAT(found(findings, "play"), HasSubstr("nobody came for 600 s"));
}

TEST(Rehearsal, waits_for_somebody_as_long_as_it_is_told_to) {
  Rehearsal rehearsal{{.scenarios = {}, .newcomer_patience = std::chrono::seconds{5}}};
  EXPECT_TRUE(rehearsal.tick(noon).empty());
  EXPECT_EQ(rehearsal.next_tick(), noon + std::chrono::seconds{5});
}

TEST(Rehearsal, waits_no_longer_than_for_any_reaction_once_somebody_knocked) {
  Rehearsal rehearsal{{.scenarios = {Scenario::gap}, .token = "x"}};
  EXPECT_TRUE(rehearsal.tick(noon).empty());
  const view::Instant later = noon + std::chrono::seconds{100};
  EXPECT_TRUE(rehearsal.declined("it asked for no WebSocket", later).empty());
  EXPECT_EQ(rehearsal.next_tick(), later + std::chrono::seconds{30});
  const auto findings = noted(rehearsal.tick(later + std::chrono::seconds{30}));
  EXPECT_THAT(found(findings, "handshake"), HasSubstr("it asked for no WebSocket"));
  EXPECT_THAT(found(findings, "play"), HasSubstr("nothing came for 30 s, where it had to connect"));
}

TEST(Rehearsal, tells_of_a_handshake_that_was_none) {
  Rehearsal rehearsal{{.scenarios = {Scenario::gap}, .token = "x"}};
  EXPECT_TRUE(rehearsal.declined("it did not offer the subprotocol flagrank.v1", noon).empty());
  const auto findings = noted(rehearsal.stopped("the trial was interrupted"));
  EXPECT_THAT(found(findings, "handshake"), HasSubstr("it did not offer the subprotocol"));
  EXPECT_THAT(found(findings, "play"), HasSubstr("not seen     play: the trial was interrupted"));
}

}  // namespace
}  // namespace flagrank::conformance
