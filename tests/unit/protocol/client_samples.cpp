#include "tests/support/positions.hpp"
#include "tests/unit/protocol/samples.hpp"

namespace flagrank::test {

namespace {

using namespace protocol;
using namespace std::chrono_literals;
using rules::Rank;
using rules::Side;

std::vector<Sample<ClientMessage>> room_samples() {
  return {
      {"create_room_with_all_defaults",
       {.id = "c1", .body = CreateRoom{.name = "Ada", .side = {}, .ruleset = {}}},
       R"({"type":"create_room","id":"c1","name":"Ada"})"},
      {"create_room_choosing_a_side",
       {.id = "c1", .body = CreateRoom{.name = "Ada", .side = Side::blue, .ruleset = {}}},
       R"({"type":"create_room","id":"c1","name":"Ada","side":"blue"})"},
      {"create_room_choosing_the_rules",
       {.id = "c1",
        .body = CreateRoom{.name = "Zoë",
                           .side = {},
                           .ruleset = {.scout_strike = false,
                                       .aggressor_advantage = true,
                                       .two_squares = false,
                                       .chase = rules::ChaseRule::three_squares,
                                       .draw_after_quiet_moves = 200,
                                       .mutual_immobility = rules::MutualImmobility::draw}}},
       R"({"type":"create_room","id":"c1","name":"Zoë","ruleset":{"preset":"classic",)"
       R"("scout_strike":false,"aggressor_advantage":true,"two_squares":false,)"
       R"("chase":"three_squares","draw_after_quiet_moves":200,"mutual_immobility":"draw"}})"},
      {"create_room_with_one_switch",
       {.id = "c1",
        .body =
            CreateRoom{
                .name = "Ada", .side = Side::red, .ruleset = {.chase = rules::ChaseRule::off}}},
       R"({"type":"create_room","id":"c1","name":"Ada","side":"red",)"
       R"("ruleset":{"preset":"classic","chase":"off"}})"},
      {"create_room_with_a_clock_for_each_side",
       {.id = "c1",
        .body = CreateRoom{.name = "Ada",
                           .side = {},
                           .ruleset = {},
                           .timing = {.clock = view::GameClock{.initial = 10min, .increment = 0s},
                                      .setup_limit = 3min,
                                      .absence_limit = 1s},
                           .spectators = true,
                           .is_public = true,
                           .return_match = true}},
       R"({"type":"create_room","id":"c1","name":"Ada",)"
       R"("clock":{"initial_ms":600000,"increment_ms":0},"setup_limit_ms":180000,)"
       R"("absence_limit_ms":1000,"spectators":true,"public":true,"return_match":true})"},
      {"create_room_with_a_time_for_each_move",
       {.id = "c1",
        .body = CreateRoom{.name = "Ada",
                           .side = {},
                           .ruleset = {},
                           .timing = {.clock = view::MoveClock{30s}}}},
       R"({"type":"create_room","id":"c1","name":"Ada","clock":{"per_move_ms":30000}})"},
      {"join_room_that_can_be_repeated",
       {.id = "c1",
        .body = JoinRoom{.room = "K7F2", .name = "Grace", .retry_key = "0123456789-_abCD"}},
       R"({"type":"join_room","id":"c1","room":"K7F2","name":"Grace",)"
       R"("retry_key":"0123456789-_abCD"})"},
      {"create_room_by_invitation_on_a_private_server",
       {.id = "c1",
        .body = CreateRoom{.name = "Ada",
                           .side = {},
                           .ruleset = {},
                           .by_invitation = true,
                           .access_key = "k \"1\""}},
       R"({"type":"create_room","id":"c1","name":"Ada","by_invitation":true,)"
       R"("access_key":"k \"1\""})"},
      {"join_room_by_invitation",
       {.id = "c1", .body = JoinRoom{.room = "K7F2", .name = "Grace", .invitation = "s3cr3t"}},
       R"({"type":"join_room","id":"c1","room":"K7F2","name":"Grace","invitation":"s3cr3t"})"},
      {"join_room_on_a_private_server",
       {.id = "c1", .body = JoinRoom{.room = "K7F2", .name = "Grace", .access_key = "key"}},
       R"({"type":"join_room","id":"c1","room":"K7F2","name":"Grace","access_key":"key"})"},
      {"watch_room_on_a_private_server",
       {.id = "c1", .body = WatchRoom{.room = "K7F2", .access_key = "key"}},
       R"({"type":"watch_room","id":"c1","room":"K7F2","access_key":"key"})"},
      {"list_rooms_on_a_private_server",
       {.id = "r", .body = ListRooms{.access_key = "key"}},
       R"({"type":"list_rooms","id":"r","access_key":"key"})"},
      {"watch_room",
       {.id = "c1", .body = WatchRoom{"K7F2"}},
       R"({"type":"watch_room","id":"c1","room":"K7F2"})"},
      {"join_room",
       {.id = "a-B_9", .body = JoinRoom{.room = "k7 f-2", .name = "Grace"}},
       R"({"type":"join_room","id":"a-B_9","room":"k7 f-2","name":"Grace"})"},
      {"resume",
       {.id = "c2", .body = Resume{.room = "K7F2", .token = "s3cr3t"}},
       R"({"type":"resume","id":"c2","room":"K7F2","token":"s3cr3t"})"},
      {"leave_room", {.id = "c3", .body = LeaveRoom{}}, R"({"type":"leave_room","id":"c3"})"},
      {"chat",
       {.id = "c4", .body = Chat{"gl \"hf\" \\o/"}},
       R"({"type":"chat","id":"c4","text":"gl \"hf\" \\o/"})"},
      {"list_rulesets",
       {.id = "r", .body = ListRulesets{}},
       R"({"type":"list_rulesets","id":"r"})"},
      {"list_rooms", {.id = "r", .body = ListRooms{}}, R"({"type":"list_rooms","id":"r"})"},
      {"ping", {.id = "p", .body = Ping{}}, R"({"type":"ping","id":"p"})"},
      {"snapshot", {.id = "s", .body = Snapshot{}}, R"({"type":"snapshot","id":"s"})"},
  };
}

std::vector<Sample<ClientMessage>> game_samples() {
  const DecidedAt at{.game = 2, .ply = 31};
  return {
      {"suggest_formation_default",
       {.id = "c5", .body = SuggestFormation{"default"}},
       R"({"type":"suggest_formation","id":"c5","style":"default"})"},
      {"suggest_formation_by_name",
       {.id = "c5", .body = SuggestFormation{"random_guarded"}},
       R"({"type":"suggest_formation","id":"c5","style":"random_guarded"})"},
      {"lock_formation",
       {.id = "c6",
        .body = LockFormation{.game = 1,
                              .formation = {{parse_square("a1"), Rank::flag},
                                            {parse_square("j4"), Rank::marshal},
                                            {parse_square("a1"), Rank::bomb}}}},
       R"({"type":"lock_formation","id":"c6","game":1,"formation":[{"square":"a1","rank":"flag"},)"
       R"({"square":"j4","rank":"marshal"},{"square":"a1","rank":"bomb"}]})"},
      {"lock_formation_of_nothing",
       {.id = "c6", .body = LockFormation{.game = 1, .formation = {}}},
       R"({"type":"lock_formation","id":"c6","game":1,"formation":[]})"},
      {"move",
       {.id = "c17", .body = Move{.at = at, .move = parse_move("a4-a10")}},
       R"({"type":"move","id":"c17","game":2,"ply":31,"from":"a4","to":"a10"})"},
      {"legal_moves", {.id = "c7", .body = LegalMoves{}}, R"({"type":"legal_moves","id":"c7"})"},
      {"rescue",
       {.id = "c8", .body = Rescue{at, {Rank::miner, parse_square("e3")}}},
       R"({"type":"rescue","id":"c8","game":2,"ply":31,"rank":"miner","square":"e3"})"},
      {"decline_rescue",
       {.id = "c8", .body = DeclineRescue{at}},
       R"({"type":"decline_rescue","id":"c8","game":2,"ply":31})"},
      {"offer_rematch",
       {.id = "c8", .body = OfferRematch{2}},
       R"({"type":"offer_rematch","id":"c8","game":2})"},
      {"accept_rematch",
       {.id = "c8", .body = AcceptRematch{2}},
       R"({"type":"accept_rematch","id":"c8","game":2})"},
      {"offer_draw",
       {.id = "c8", .body = OfferDraw{at}},
       R"({"type":"offer_draw","id":"c8","game":2,"ply":31})"},
      {"accept_draw",
       {.id = "c9", .body = AcceptDraw{at}},
       R"({"type":"accept_draw","id":"c9","game":2,"ply":31})"},
      {"decline_draw",
       {.id = "c10", .body = DeclineDraw{at}},
       R"({"type":"decline_draw","id":"c10","game":2,"ply":31})"},
      {"resign", {.id = "c11", .body = Resign{2}}, R"({"type":"resign","id":"c11","game":2})"},
      {"claim_win",
       {.id = "c12", .body = ClaimWin{2}},
       R"({"type":"claim_win","id":"c12","game":2})"},
  };
}

}  // namespace

const std::vector<Sample<ClientMessage>>& client_samples() {
  static const auto all = [] {
    std::vector<Sample<ClientMessage>> samples = room_samples();
    for (auto& sample : game_samples()) samples.push_back(std::move(sample));
    return samples;
  }();
  return all;
}

}  // namespace flagrank::test
