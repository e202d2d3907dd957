#include "server/store/entry.hpp"

#include <gtest/gtest.h>

#include <array>
#include <ostream>

#include "tests/support/printing.hpp"

namespace flagrank::store {
namespace {

using match::Instant;
using rules::Rank;
using rules::Side;
using rules::Square;
using std::chrono::milliseconds;
using namespace std::chrono_literals;
using view::Seat;

constexpr Instant at{milliseconds{1'700'000'000'123}};
constexpr match::DecidedAt decided{.game = 2, .ply = 31};

match::TokenHash hash() {
  match::TokenHash hash{};
  for (std::size_t i = 0; i < hash.size(); ++i) hash[i] = static_cast<std::byte>(8 * i + 1);
  return hash;
}

Happened host(match::Deed deed) {
  return {.command = {.seat = Seat::host, .id = "c7", .deed = std::move(deed)}, .at = at};
}

/// An entry and its bytes. The bytes are kept in journals: to change one is a new format number.
struct Row {
  const char* name;
  Entry entry;
  std::string bytes;
};

std::string happened(std::string_view type, std::string_view rest) {
  return R"({"format":4,"type":")" + std::string{type} +
         R"(","at_ms":1700000000123,"seat":"host","id":"c7")" + std::string{rest} + "}";
}

std::vector<Row> rows() {
  rules::Ruleset house;
  house.scout_strike = false;
  house.aggressor_advantage = true;
  house.silent_defense = true;
  house.rescue = true;
  house.two_squares = false;
  house.chase = rules::ChaseRule::three_squares;
  house.draw_after_quiet_moves = 200;
  house.mutual_immobility = rules::MutualImmobility::draw;
  const std::vector<rules::Placement> formation{{Square::at(0, 3), Rank::marshal},
                                                {Square::at(9, 0), Rank::flag}};
  const rules::Move move{.from = Square::at(0, 3), .to = Square::at(0, 9)};
  return {
      {"opened", Opened{.settings = {.ruleset = {}, .host_side = Side::red}, .at = at},
       R"({"format":4,"type":"opened","at_ms":1700000000123,"host_side":"red","ruleset":)"
       R"({"variant":"classic","scout_strike":true,"aggressor_advantage":false,)"
       R"("silent_defense":false,"visible_survivors":false,"rescue":false,)"
       R"("two_squares":true,"chase":"isf","draw_after_quiet_moves":0,)"
       R"("mutual_immobility":"loss"},"timing":{"clock":null,"setup_limit_ms":null,)"
       R"("absence_limit_ms":null},"spectators":false,"return_match":false,)"
       R"("public":false,"record_key":null,"invitation":null,"by_invitation":false})"},
      {"opened_by_house_rules",
       Opened{.settings = {.ruleset = house,
                           .host_side = Side::blue,
                           .timing = {.clock = view::MoveClock{30s},
                                      .setup_limit = 3min,
                                      .absence_limit = 1min},
                           .spectators = true,
                           .is_public = true,
                           .return_match = true,
                           .record_key = "00112233445566778899aabbccddeeff",
                           .invitation = hash(),
                           .by_invitation = true},
              .at = at},
       R"({"format":4,"type":"opened","at_ms":1700000000123,"host_side":"blue","ruleset":)"
       R"({"variant":"classic","scout_strike":false,"aggressor_advantage":true,)"
       R"("silent_defense":true,"visible_survivors":false,"rescue":true,)"
       R"("two_squares":false,"chase":"three_squares","draw_after_quiet_moves":200,)"
       R"("mutual_immobility":"draw"},"timing":{"clock":{"kind":"move","per_move_ms":30000},)"
       R"("setup_limit_ms":180000,"absence_limit_ms":60000},"spectators":true,"return_match":true,)"
       R"("public":true,"record_key":"00112233445566778899aabbccddeeff",)"
       R"("invitation":"01091119212931394149515961697179)"
       R"(81899199a1a9b1b9c1c9d1d9e1e9f1f9","by_invitation":true})"},
      {"opened_with_a_clock_for_each_side",
       Opened{.settings = {.ruleset = {},
                           .host_side = Side::red,
                           .timing = {.clock = view::GameClock{.initial = 10min, .increment = 5s}}},
              .at = at},
       R"({"format":4,"type":"opened","at_ms":1700000000123,"host_side":"red","ruleset":)"
       R"({"variant":"classic","scout_strike":true,"aggressor_advantage":false,)"
       R"("silent_defense":false,"visible_survivors":false,"rescue":false,)"
       R"("two_squares":true,"chase":"isf","draw_after_quiet_moves":0,)"
       R"("mutual_immobility":"loss"},"timing":{"clock":{"kind":"game","initial_ms":600000,)"
       R"("increment_ms":5000},"setup_limit_ms":null,"absence_limit_ms":null},)"
       R"("spectators":false,"return_match":false,)"
       R"("public":false,"record_key":null,"invitation":null,"by_invitation":false})"},
      {"join", host(match::Join{.name = "Zoë \"Z\"", .token = hash()}),
       happened("join", R"(,"name":"Zoë \"Z\"","token":"01091119212931394149515961697179)"
                        R"(81899199a1a9b1b9c1c9d1d9e1e9f1f9","invitation":null)")},
      {"join_by_invitation", host(match::Join{.name = "Ben", .token = {}, .invitation = hash()}),
       happened("join", R"(,"name":"Ben","token":")" + std::string(64, '0') +
                            R"(","invitation":"01091119212931394149515961697179)"
                            R"(81899199a1a9b1b9c1c9d1d9e1e9f1f9")")},
      {"leave", host(match::Leave{}), happened("leave", "")},
      {"attend", host(match::Attend{true}), happened("attend", R"(,"present":true)")},
      {"lock_formation", host(match::LockFormation{.game = 2, .formation = formation}),
       happened("lock_formation", R"(,"game":2,"formation":[["a4","marshal"],["j1","flag"]])")},
      {"move", host(match::Move{.at = decided, .move = move}),
       happened("move", R"(,"game":2,"ply":31,"from":"a4","to":"a10")")},
      {"offer_draw", host(match::OfferDraw{decided}),
       happened("offer_draw", R"(,"game":2,"ply":31)")},
      {"accept_draw", host(match::AcceptDraw{decided}),
       happened("accept_draw", R"(,"game":2,"ply":31)")},
      {"decline_draw", host(match::DeclineDraw{decided}),
       happened("decline_draw", R"(,"game":2,"ply":31)")},
      {"resign", host(match::Resign{2}), happened("resign", R"(,"game":2)")},
      {"chat", host(match::Chat{"good\ngame \U0001F3F3"}),
       happened("chat", ",\"text\":\"good\\ngame \U0001F3F3\"")},
      {"rescue", host(match::Rescue{decided, {rules::Rank::miner, Square::at(4, 2)}}),
       happened("rescue", R"(,"game":2,"ply":31,"rank":"miner","square":"e3")")},
      {"decline_rescue", host(match::DeclineRescue{decided}),
       happened("decline_rescue", R"(,"game":2,"ply":31)")},
      {"offer_rematch", host(match::OfferRematch{2}), happened("offer_rematch", R"(,"game":2)")},
      {"accept_rematch", host(match::AcceptRematch{2}), happened("accept_rematch", R"(,"game":2)")},
      {"claim_win", host(match::ClaimWin{2}), happened("claim_win", R"(,"game":2)")},
      {"elapse", host(match::Elapse{}), happened("elapse", "")},
      {"restart", host(match::Restart{.down_from = at, .down = 90s}),
       happened("restart", R"(,"down_from_ms":1700000000123,"down_ms":90000)")}};
}

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

class EntryCodec : public testing::TestWithParam<Row> {};

TEST_P(EntryCodec, writes_the_bytes_that_journals_hold) {
  EXPECT_EQ(encode(GetParam().entry), GetParam().bytes);
}

TEST_P(EntryCodec, reads_them_back) {
  const auto entry = decode(GetParam().bytes);
  ASSERT_TRUE(entry) << entry.error();
  EXPECT_EQ(*entry, GetParam().entry);
}

TEST_P(EntryCodec, names_a_field_that_is_missing) {
  // Each `"name":` in turn is made another one, so that the field is gone and a stranger is there.
  const std::string& bytes = GetParam().bytes;
  for (std::size_t colon = bytes.find("\":"); colon != std::string::npos;
       colon = bytes.find("\":", colon + 1)) {
    const std::size_t quote = bytes.rfind('"', colon - 1);
    const std::string field = bytes.substr(quote, colon + 1 - quote);
    std::string broken = bytes;
    broken.insert(colon, "_");
    const auto entry = decode(broken);
    ASSERT_FALSE(entry) << broken;
    EXPECT_EQ(entry.error(), "no entry: " + field + " is missing");
  }
}

TEST_P(EntryCodec, refuses_an_entry_that_is_cut_off_anywhere) {
  const std::string& bytes = GetParam().bytes;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    EXPECT_FALSE(decode(bytes.substr(0, length))) << length;
  }
}

TEST_P(EntryCodec, survives_any_byte_in_any_place) {
  const std::string& bytes = GetParam().bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const char byte : {'\0', '"', '{', ']', '9', '-', ',', 'x', '\xff'}) {
      std::string broken = bytes;
      broken[i] = byte;
      const auto entry = decode(broken);
      EXPECT_TRUE(!entry || *decode(encode(*entry)) == *entry) << broken;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Store, EntryCodec, testing::ValuesIn(rows()),
                         [](const auto& row) { return row.param.name; });

struct Wrong {
  const char* name;
  std::string bytes;
  std::string sentence;
};

void PrintTo(const Wrong& row, std::ostream* out) { *out << row.name; }

class WrongEntry : public testing::TestWithParam<Wrong> {};

TEST_P(WrongEntry, is_refused_with_a_sentence_that_names_the_field_and_no_value) {
  const auto entry = decode(GetParam().bytes);
  ASSERT_FALSE(entry);
  EXPECT_EQ(entry.error(), "no entry: " + GetParam().sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Store, WrongEntry,
    testing::Values(
        Wrong{"empty", "", "it is no JSON"}, Wrong{"text", "hello", "it is no JSON"},
        Wrong{"deep", std::string(100'000, '['), "it is no JSON"},
        Wrong{"not_utf8", happened("chat", ",\"text\":\"\xff\""), "it is no JSON"},
        Wrong{"list", "[]", "it is no object"}, Wrong{"null", "null", "it is no object"},
        Wrong{"later_format", R"({"format":5,"type":"leave"})", R"("format" is unknown)"},
        Wrong{"unknown_type", happened("cheat", ""), R"("type" is unknown)"},
        Wrong{"type_is_no_text", R"({"format":4,"type":7})", R"("type" is no text)"},
        Wrong{"a_field_too_many", happened("leave", R"(,"why":"bored")"),
              "it has a field too many"},
        Wrong{"no_seat", R"({"format":4,"type":"leave","at_ms":1,"seat":"judge","id":""})",
              R"("seat" is no name of anything)"},
        Wrong{"game_below_zero", happened("resign", R"(,"game":-1)"),
              R"("game" is no number that it can be)"},
        Wrong{"game_too_big", happened("resign", R"(,"game":4294967296)"),
              R"("game" is no number that it can be)"},
        Wrong{"game_with_a_fraction", happened("resign", R"(,"game":1.5)"),
              R"("game" is no number that it can be)"},
        Wrong{"present_is_a_number", happened("attend", R"(,"present":1)"),
              R"("present" is neither true nor false)"},
        Wrong{"token_too_short", happened("join", R"(,"name":"Ann","token":"0123")"),
              R"("token" is no name of anything)"},
        Wrong{"invitation_too_short",
              happened("join", R"(,"name":"Ann","token":")" + std::string(64, '0') +
                                   R"(","invitation":"0123")"),
              R"("invitation" is no name of anything)"},
        Wrong{"square_off_the_board",
              happened("move", R"(,"game":1,"ply":0,"from":"a11","to":"a5")"),
              R"("from" is no name of anything)"},
        Wrong{"formation_is_an_object", happened("lock_formation", R"(,"game":1,"formation":{})"),
              R"("formation" is no list)"},
        Wrong{"placement_is_no_pair",
              happened("lock_formation", R"(,"game":1,"formation":[["a1"]])"),
              R"("formation" is no list of squares with ranks)"},
        Wrong{"unknown_rank",
              happened("lock_formation", R"(,"game":1,"formation":[["a1","king"]])"),
              R"("formation" is of unknown squares or ranks)"},
        Wrong{"unknown_variant",
              R"({"format":4,"type":"opened","at_ms":1,"host_side":"red","ruleset":)"
              R"({"variant":"chess"}})",
              R"("variant" is unknown)"},
        Wrong{"ruleset_is_a_name",
              R"({"format":4,"type":"opened","at_ms":1,"host_side":"red","ruleset":"classic"})",
              "it is no object"}),
    [](const auto& row) { return row.param.name; });

TEST(Entry, of_the_first_format_has_none_of_the_later_switches) {
  const auto entry =
      decode(R"({"format":1,"type":"opened","at_ms":1700000000123,"host_side":"blue","ruleset":)"
             R"({"variant":"classic","scout_strike":true,"aggressor_advantage":true,)"
             R"("two_squares":true,"chase":"off","draw_after_quiet_moves":0,)"
             R"("mutual_immobility":"loss"},"timing":{"clock":null,"setup_limit_ms":null,)"
             R"("absence_limit_ms":null},"spectators":true})");
  ASSERT_TRUE(entry) << entry.error();
  const match::Settings settings{
      .ruleset = {.aggressor_advantage = true, .chase = rules::ChaseRule::off},
      .host_side = Side::blue,
      .timing = {},
      .spectators = true};
  EXPECT_EQ(*entry, (Entry{Opened{.settings = settings, .at = at}}));
}

TEST(Entry, of_the_second_format_is_of_a_room_that_is_not_public_and_keeps_no_records) {
  const auto entry =
      decode(R"({"format":2,"type":"opened","at_ms":1700000000123,"host_side":"red","ruleset":)"
             R"({"variant":"classic","scout_strike":true,"aggressor_advantage":false,)"
             R"("silent_defense":true,"visible_survivors":false,"rescue":true,)"
             R"("two_squares":true,"chase":"isf","draw_after_quiet_moves":0,)"
             R"("mutual_immobility":"loss"},"timing":{"clock":null,"setup_limit_ms":null,)"
             R"("absence_limit_ms":null},"spectators":false,"return_match":true})");
  ASSERT_TRUE(entry) << entry.error();
  const match::Settings settings{.ruleset = {.silent_defense = true, .rescue = true},
                                 .host_side = Side::red,
                                 .timing = {},
                                 .return_match = true};
  EXPECT_EQ(*entry, (Entry{Opened{.settings = settings, .at = at}}));
}

TEST(Entry, of_the_third_format_is_of_a_room_without_an_invitation) {
  const auto opened =
      decode(R"({"format":3,"type":"opened","at_ms":1700000000123,"host_side":"red","ruleset":)"
             R"({"variant":"classic","scout_strike":true,"aggressor_advantage":false,)"
             R"("silent_defense":false,"visible_survivors":false,"rescue":false,)"
             R"("two_squares":true,"chase":"isf","draw_after_quiet_moves":0,)"
             R"("mutual_immobility":"loss"},"timing":{"clock":null,"setup_limit_ms":null,)"
             R"("absence_limit_ms":null},"spectators":false,"return_match":false,)"
             R"("public":true,"record_key":"00112233445566778899aabbccddeeff"})");
  ASSERT_TRUE(opened) << opened.error();
  const match::Settings settings{.ruleset = {},
                                 .host_side = Side::red,
                                 .timing = {},
                                 .is_public = true,
                                 .record_key = "00112233445566778899aabbccddeeff"};
  EXPECT_EQ(*opened, (Entry{Opened{.settings = settings, .at = at}}));

  const auto joined = decode(R"({"format":3,"type":"join","at_ms":1700000000123,"seat":"host",)"
                             R"("id":"c7","name":"Ann","token":")" +
                             std::string(64, '0') + R"("})");
  ASSERT_TRUE(joined) << joined.error();
  EXPECT_EQ(*joined, (Entry{host(match::Join{.name = "Ann", .token = {}})}));
}

TEST(Entry, a_moment_may_lie_before_1970) {
  const Entry entry = Happened{.command = {.seat = Seat::guest, .id = "", .deed = match::Leave{}},
                               .at = Instant{milliseconds{-5}}};
  EXPECT_EQ(*decode(encode(entry)), entry);
}

TEST(Entry, broken_utf8_costs_the_letter_and_not_the_room) {
  EXPECT_EQ(encode(host(match::Chat{"a\xff"})), happened("chat", ",\"text\":\"a\uFFFD\""));
}

}  // namespace
}  // namespace flagrank::store
