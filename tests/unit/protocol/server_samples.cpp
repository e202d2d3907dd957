#include "tests/support/positions.hpp"
#include "tests/unit/protocol/samples.hpp"

namespace flagrank::test {

namespace {

using namespace protocol;
using namespace std::chrono_literals;
using rules::Rank;
using rules::Side;
using view::Seat;
using Samples = std::vector<Sample<ServerMessage>>;

rules::PieceId piece(std::string_view text) { return rules::PieceId{parse_square(text)}; }

constexpr view::Instant moment{std::chrono::seconds{5}};

ServerMessage event(std::uint64_t seq, view::Seen seen) {
  return {.re = {}, .body = Event{.seq = seq, .at = moment, .seen = std::move(seen)}};
}

Limits every_limit() {
  return {.message_bytes = 8192,
          .messages_per_second = 8193,
          .message_burst = 8194,
          .refusals_before_close = 8195,
          .outbox_frames = 8196,
          .outbox_bytes = 8197,
          .header_bytes = 8198,
          .json_depth = 8199,
          .connections = 8200,
          .connections_per_address = 8201,
          .rooms = 8202,
          .rooms_per_address = 8203,
          .failed_joins_per_minute = 8204,
          .room_inbox = 8205,
          .chat_bytes = 8206,
          .chats_per_minute = 8207,
          .spectators_per_room = 8208,
          .handshake_ms = 8209,
          .first_command_ms = 8210,
          .ping_interval_ms = 8211,
          .silence_ms = 8212,
          .write_ms = 8213,
          .close_ms = 8214,
          .empty_room_ms = 8215,
          .unfinished_setup_ms = 8216,
          .silent_game_ms = 8217,
          .finished_room_ms = 8218,
          .records = 8219,
          .keep_records_ms = 8220};
}

/// One with every switch, and one with none.
Rooms two_rooms() {
  return {.rooms =
              {{.room = "K7F2",
                .host = "Ada",
                .is_public = true,
                .phase = view::Phase::waiting,
                .seats_free = 1,
                .free_side = Side::blue,
                .preset = "duel",
                .variant = "duel",
                .switches = {{"scout_strike", false},
                             {"aggressor_advantage", true},
                             {"silent_defense", true},
                             {"visible_survivors", true},
                             {"rescue", true},
                             {"two_squares", false},
                             {"chase", std::string{"off"}},
                             {"draw_after_quiet_moves", std::uint64_t{9}},
                             {"mutual_immobility", std::string{"draw"}}},
                .timing = {.clock = view::MoveClock{30s}, .setup_limit = 90s, .absence_limit = 60s},
                .spectators = true,
                .return_match = true},
               {.room = "K7F3",
                .host = "Bob",
                .is_public = false,
                .phase = view::Phase::over,
                .preset = "chess",
                .variant = "chess",
                .switches = {},
                .timing = {.clock = view::GameClock{.initial = 60s, .increment = 2s}}}},
          .more = true};
}

Rulesets one_ruleset() {
  return {.presets = {{.name = "duel",
                       .summary = "Ten.",
                       .ruleset = rules::Ruleset{.variant = rules::find_variant("duel")},
                       .formations = {{"default", "Good."}, {"random", "By chance."}}}},
          .switches = {{.name = "scout_strike",
                        .summary = "On.",
                        .usual = true,
                        .values = {false, true},
                        .most = {}},
                       {.name = "chase",
                        .summary = "How.",
                        .usual = std::string{"isf"},
                        .values = {std::string{"isf"}, std::string{"off"}},
                        .most = {}},
                       {.name = "draw_after_quiet_moves",
                        .summary = "When.",
                        .usual = std::uint64_t{0},
                        .values = {},
                        .most = 1000}}};
}

/// The switches of a preset in a ruleset that is told in full.
const std::string said_switches =
    R"("scout_strike":true,"aggressor_advantage":false,"silent_defense":false,)"
    R"("visible_survivors":false,"rescue":false,"two_squares":true,"chase":"isf",)"
    R"("draw_after_quiet_moves":0,"mutual_immobility":"loss")";

Samples answer_samples() {
  const std::vector<rules::Placement> two{{parse_square("a1"), Rank::flag},
                                          {parse_square("b1"), Rank::bomb}};
  return {
      {"hello",
       {.re = {},
        .body = Hello{.protocol = 1,
                      .server = "flagrankd 0.1.0",
                      .features = {"resume"},
                      .limits = every_limit(),
                      .time_ms = 1767225600000,
                      .url = "wss://play.example.org"}},
       R"({"type":"hello","protocol":1,"server":"flagrankd 0.1.0","features":["resume"],)"
       R"("limits":{)"
       R"("message_bytes":8192,"messages_per_second":8193,"message_burst":8194,)"
       R"("refusals_before_close":8195,"outbox_frames":8196,"outbox_bytes":8197,)"
       R"("header_bytes":8198,"json_depth":8199,"connections":8200,)"
       R"("connections_per_address":8201,"rooms":8202,"rooms_per_address":8203,)"
       R"("failed_joins_per_minute":8204,"room_inbox":8205,"chat_bytes":8206,)"
       R"("chats_per_minute":8207,"spectators_per_room":8208,"handshake_ms":8209,)"
       R"("first_command_ms":8210,"ping_interval_ms":8211,"silence_ms":8212,)"
       R"("write_ms":8213,"close_ms":8214,"empty_room_ms":8215,)"
       R"("unfinished_setup_ms":8216,"silent_game_ms":8217,"finished_room_ms":8218,)"
       R"("records":8219,"keep_records_ms":8220)"
       R"(},"time_ms":1767225600000,"url":"wss://play.example.org"})"},
      {"seated",
       {.re = "c1", .body = Seated{.room = "K7F2", .seat = Seat::guest, .token = "s3cr3t"}},
       R"({"type":"seated","re":"c1","room":"K7F2","seat":"guest","token":"s3cr3t"})"},
      {"seated_with_an_invitation",
       {.re = "c1",
        .body =
            Seated{
                .room = "K7F2", .seat = Seat::host, .token = "s3cr3t", .invitation = "s3cr3t too"}},
       R"({"type":"seated","re":"c1","room":"K7F2","seat":"host","token":"s3cr3t",)"
       R"("invitation":"s3cr3t too"})"},
      {"left_room", {.re = "c2", .body = LeftRoom{}}, R"({"type":"left_room","re":"c2"})"},
      {"formation_suggested",
       {.re = "c3", .body = FormationSuggested{two}},
       R"({"type":"formation_suggested","re":"c3","formation":[{"square":"a1","rank":"flag"},)"
       R"({"square":"b1","rank":"bomb"}]})"},
      {"legal_moves",
       {.re = "c4",
        .body = LegalMovesTold{.at = {.game = 1, .ply = 6}, .moves = parse_moves("a4-a5 j4-j10")}},
       R"({"type":"legal_moves","re":"c4","game":1,"ply":6,"moves":["a4-a5","j4-j10"]})"},
      {"legal_moves_of_nobody",
       {.re = "c4", .body = LegalMovesTold{.at = {.game = 1, .ply = 7}, .moves = {}}},
       R"({"type":"legal_moves","re":"c4","game":1,"ply":7,"moves":[]})"},
      {"rulesets",
       {.re = "r", .body = one_ruleset()},
       R"({"type":"rulesets","re":"r","presets":[)"
       R"({"name":"duel","summary":"Ten.","ruleset":{"preset":"duel",)" +
           said_switches +
           R"(,"variant":"duel","inventory":{"flag":1,"spy":1,"scout":2,"miner":2,"sergeant":0,)"
           R"("lieutenant":0,"captain":0,"major":0,"colonel":0,"general":1,"marshal":1,"bomb":2},)"
           R"("lakes":["c5","d5","g5","h5","c6","d6","g6","h6"]},)"
           R"("formations":[{"name":"default","summary":"Good."},{"name":"random","summary":"By chance."}]}],)"
           R"("switches":[{"name":"scout_strike","summary":"On.","default":true,"values":[false,true]},)"
           R"({"name":"chase","summary":"How.","default":"isf","values":["isf","off"]},)"
           R"({"name":"draw_after_quiet_moves","summary":"When.","default":0,"most":1000}]})"},
      {"rulesets_of_a_server_that_has_none",
       {.re = "r", .body = Rulesets{}},
       R"({"type":"rulesets","re":"r","presets":[],"switches":[]})"},
      {"rooms",
       {.re = "r", .body = two_rooms()},
       R"({"type":"rooms","re":"r","rooms":[{"room":"K7F2","host":"Ada","public":true,)"
       R"("phase":"waiting","seats_free":1,"free_side":"blue","preset":"duel","variant":"duel",)"
       R"("switches":{"scout_strike":false,"aggressor_advantage":true,"silent_defense":true,)"
       R"("visible_survivors":true,"rescue":true,"two_squares":false,"chase":"off",)"
       R"("draw_after_quiet_moves":9,"mutual_immobility":"draw"},)"
       R"("timing":{"clock":{"per_move_ms":30000},"setup_limit_ms":90000,)"
       R"("absence_limit_ms":60000},"spectators":true,"return_match":true},)"
       R"({"room":"K7F3","host":"Bob","public":false,"phase":"over","seats_free":0,)"
       R"("free_side":null,"preset":"chess","variant":"chess","switches":{},)"
       R"("timing":{"clock":{"initial_ms":60000,"increment_ms":2000},"setup_limit_ms":null,)"
       R"("absence_limit_ms":null},"spectators":false,"return_match":false}],"more":true})"},
      {"rooms_where_there_are_none",
       {.re = "r", .body = Rooms{}},
       R"({"type":"rooms","re":"r","rooms":[],"more":false})"},
      {"pong",
       {.re = "p", .body = Pong{1767225600123}},
       R"({"type":"pong","re":"p","time_ms":1767225600123})"},
      {"unknown",
       {.re = {}, .body = Unknown{.type = "clock_\"started\"", .seq = {}}},
       R"({"type":"clock_\"started\""})"},
      {"unknown_event",
       {.re = "c9", .body = Unknown{.type = "crowned", .seq = 12}},
       R"({"type":"crowned","re":"c9","seq":12})"},
  };
}

Samples error_samples() {
  using Kind = rules::FormationFault::Kind;
  return {
      {"error_for_nobody",
       {.re = {},
        .body = Error{.code = ErrorCode::bad_json, .message = "This is not JSON.", .pointer = {}}},
       R"({"type":"error","re":null,"code":"bad_json","message":"This is not JSON.","pointer":null})"},
      {"error_with_pointer",
       {.re = "c5",
        .body = Error{.code = ErrorCode::missing_field, .message = "No.", .pointer = "/to"}},
       R"({"type":"error","re":"c5","code":"missing_field","message":"No.","pointer":"/to"})"},
      {"error_stale",
       {.re = "c5",
        .body = Error{.code = ErrorCode::stale,
                      .message = "No.",
                      .pointer = {},
                      .now = DecidedAt{.game = 2, .ply = 9}}},
       R"({"type":"error","re":"c5","code":"stale","message":"No.","pointer":null,"game":2,"ply":9})"},
      {"error_bad_formation",
       {.re = "c5",
        .body =
            Error{.code = ErrorCode::bad_formation,
                  .message = "No.",
                  .pointer = {},
                  .now = {},
                  .faults = {{.kind = Kind::missing, .rank = Rank::spy, .count = 1},
                             {.kind = Kind::surplus, .rank = Rank::scout, .count = 2},
                             {.kind = Kind::outside, .square = parse_square("e5")},
                             {.kind = Kind::doubled, .square = parse_square("a1"), .count = 3}}}},
       R"({"type":"error","re":"c5","code":"bad_formation","message":"No.","pointer":null,"faults":[)"
       R"({"fault":"missing","rank":"spy","count":1},{"fault":"surplus","rank":"scout","count":2},)"
       R"({"fault":"outside","square":"e5"},{"fault":"doubled","square":"a1","count":3}]})"},
      {"error_rate_limited",
       {.re = "c5",
        .body = Error{.code = ErrorCode::rate_limited,
                      .message = "No.",
                      .pointer = {},
                      .now = {},
                      .faults = {},
                      .retry_after_ms = 250}},
       R"({"type":"error","re":"c5","code":"rate_limited","message":"No.","pointer":null,)"
       R"("retry_after_ms":250})"},
  };
}

Samples room_event_samples() {
  return {
      {"player_joined",
       event(1, view::PlayerJoined{.seat = Seat::host, .name = "Ada", .side = Side::red}),
       R"({"type":"player_joined","seq":1,"at_ms":5000,"seat":"host","name":"Ada","side":"red"})"},
      {"player_left", event(2, view::PlayerLeft{Seat::guest}),
       R"({"type":"player_left","seq":2,"at_ms":5000,"seat":"guest"})"},
      {"presence", event(3, view::Presence{.seat = Seat::guest, .present = false}),
       R"({"type":"presence","seq":3,"at_ms":5000,"seat":"guest","present":false})"},
      {"chat", event(4, view::Chat{.seat = Seat::host, .text = "hi 🙂"}),
       R"({"type":"chat","seq":4,"at_ms":5000,"seat":"host","text":"hi 🙂"})"},
      {"room_closed", event(5, view::RoomClosed{}),
       R"({"type":"room_closed","seq":5,"at_ms":5000})"},
      {"restarted",
       event(5, view::Restarted{.down_from = view::Instant{view::Milliseconds{1000}},
                                .down = view::Milliseconds{4000}}),
       R"({"type":"restarted","seq":5,"at_ms":5000,"down_from_ms":1000,"down_ms":4000})"},
      {"event_as_an_answer",
       {.re = "c6", .body = Event{.seq = 6, .at = moment, .seen = view::DrawOffered{Side::red}}},
       R"({"type":"draw_offered","re":"c6","seq":6,"at_ms":5000,"side":"red"})"},
  };
}

Samples game_event_samples() {
  const std::vector<rules::Placement> flag{{parse_square("a1"), Rank::flag}};
  const std::vector<rules::Placement> spy{{parse_square("j10"), Rank::spy}};
  return {
      {"formation_locked_by_the_viewer",
       event(7, view::FormationLocked{.side = Side::red, .formation = flag}),
       R"({"type":"formation_locked","seq":7,"at_ms":5000,"side":"red","formation":[{"square":"a1","rank":"flag"}]})"},
      {"formation_locked_by_the_other",
       event(8, view::FormationLocked{.side = Side::blue, .formation = {}}),
       R"({"type":"formation_locked","seq":8,"at_ms":5000,"side":"blue","formation":null})"},
      {"game_started",
       event(9, view::GameStarted{.game = 1,
                                  .squares = {{{parse_square("a1"), parse_square("b1")},
                                               {parse_square("j10")}}}}),
       R"({"type":"game_started","seq":9,"at_ms":5000,"game":1,"squares":{"red":["a1","b1"],"blue":["j10"]}})"},
      {"moved_quietly",
       event(10, view::Moved{.game = 1,
                             .ply = 1,
                             .side = Side::red,
                             .piece = piece("a4"),
                             .move = parse_move("a4-a5"),
                             .rank = {},
                             .combat = {}}),
       R"({"type":"moved","seq":10,"at_ms":5000,"game":1,"ply":1,"side":"red","piece":"a4","from":"a4","to":"a5",)"
       R"("rank":null,"combat":null})"},
      {"moved_by_running",
       event(11, view::Moved{.game = 1,
                             .ply = 2,
                             .side = Side::blue,
                             .piece = piece("b7"),
                             .move = parse_move("b7-b5"),
                             .rank = Rank::scout,
                             .combat = {}}),
       R"({"type":"moved","seq":11,"at_ms":5000,"game":1,"ply":2,"side":"blue","piece":"b7","from":"b7","to":"b5",)"
       R"("rank":"scout","combat":null})"},
      {"moved_into_a_fight",
       event(12, view::Moved{.game = 1,
                             .ply = 3,
                             .side = Side::red,
                             .piece = piece("a4"),
                             .move = parse_move("a6-a7"),
                             .rank = {},
                             .combat = view::Fight{.ply = 3,
                                                   .side = Side::red,
                                                   .attacker = piece("a4"),
                                                   .defender = piece("a7"),
                                                   .attacker_rank = Rank::miner,
                                                   .defender_rank = {},
                                                   .result = rules::BattleResult::attacker_won}}),
       R"({"type":"moved","seq":12,"at_ms":5000,"game":1,"ply":3,"side":"red","piece":"a4","from":"a6","to":"a7",)"
       R"("rank":null,"combat":{"attacker_rank":"miner","defender":"a7","defender_rank":null,)"
       R"("result":"attacker_won"}})"},
      {"moved_into_the_back_row",
       event(12, view::Moved{.game = 1,
                             .ply = 8,
                             .side = Side::red,
                             .piece = piece("a4"),
                             .move = {parse_square("a9"), parse_square("a10")},
                             .rank = {},
                             .combat = {},
                             .rescue_pending = true}),
       R"({"type":"moved","seq":12,"at_ms":5000,"game":1,"ply":8,"side":"red","piece":"a4",)"
       R"("from":"a9","to":"a10","rank":null,"combat":null,"rescue_pending":true})"},
      {"rescued",
       event(13, view::Rescued{.game = 1,
                               .ply = 8,
                               .side = Side::red,
                               .piece = rules::PieceId::of_rescued(Side::red, 0),
                               .square = parse_square("e3"),
                               .rank = Rank::miner}),
       R"({"type":"rescued","seq":13,"at_ms":5000,"game":1,"ply":8,"side":"red","piece":"red1",)"
       R"("square":"e3","rank":"miner"})"},
      {"rescued_by_the_other",
       event(13, view::Rescued{.game = 1,
                               .ply = 8,
                               .side = Side::blue,
                               .piece = rules::PieceId::of_rescued(Side::blue, 1),
                               .square = parse_square("e8"),
                               .rank = {}}),
       R"({"type":"rescued","seq":13,"at_ms":5000,"game":1,"ply":8,"side":"blue","piece":"blue2",)"
       R"("square":"e8","rank":null})"},
      {"rescue_declined", event(13, view::RescueDeclined{Side::red}),
       R"({"type":"rescue_declined","seq":13,"at_ms":5000,"side":"red"})"},
      {"draw_near", event(13, view::DrawNear{20}),
       R"({"type":"draw_near","seq":13,"at_ms":5000,"left":20})"},
      {"rematch_offered", event(13, view::RematchOffered{view::Seat::guest}),
       R"({"type":"rematch_offered","seq":13,"at_ms":5000,"seat":"guest"})"},
      {"next_game",
       event(13, view::NextGame{.game = 2, .match = 1, .sides = {Side::blue, Side::red}}),
       R"({"type":"next_game","seq":13,"at_ms":5000,"game":2,"match":1,)"
       R"("sides":{"host":"blue","guest":"red"}})"},
      {"draw_offered", event(13, view::DrawOffered{Side::red}),
       R"({"type":"draw_offered","seq":13,"at_ms":5000,"side":"red"})"},
      {"draw_declined", event(14, view::DrawDeclined{Side::blue}),
       R"({"type":"draw_declined","seq":14,"at_ms":5000,"side":"blue"})"},
      {"game_over_won",
       event(15, view::GameOver{.game = 1,
                                .ended = {rules::EndReason::flag_captured, Side::blue},
                                .formations = {{flag, spy}},
                                .rescued = {{{Rank::miner, Rank::spy}, {}}},
                                .record = "0f1e-1"}),
       R"({"type":"game_over","seq":15,"at_ms":5000,"game":1,"reason":"flag_captured","winner":"blue",)"
       R"("formations":{"red":[{"square":"a1","rank":"flag"}],"blue":[{"square":"j10","rank":"spy"}]},)"
       R"("rescued":{"red":["miner","spy"],"blue":[]},"record":"0f1e-1"})"},
      {"game_over_drawn",
       event(16, view::GameOver{.game = 3,
                                .ended = {rules::EndReason::agreement, {}},
                                .formations = {},
                                .rescued = {}}),
       R"({"type":"game_over","seq":16,"at_ms":5000,"game":3,"reason":"agreement","winner":null,)"
       R"("formations":{"red":[],"blue":[]},"rescued":{"red":[],"blue":[]},"record":null})"},
  };
}

constexpr std::string_view classic_ruleset =
    R"("ruleset":{"preset":"classic","scout_strike":true,"aggressor_advantage":false,)"
    R"("silent_defense":false,"visible_survivors":false,"rescue":false,)"
    R"("two_squares":true,"chase":"isf","draw_after_quiet_moves":0,"mutual_immobility":"loss",)"
    R"("variant":"classic","inventory":{"flag":1,"spy":1,"scout":8,"miner":5,"sergeant":4,)"
    R"("lieutenant":4,"captain":4,"major":3,"colonel":2,"general":1,"marshal":1,"bomb":6},)"
    R"("lakes":["c5","d5","g5","h5","c6","d6","g6","h6"]})";
constexpr std::string_view no_limits =
    R"(,"timing":{"clock":null,"setup_limit_ms":null,"absence_limit_ms":null},)"
    R"("spectators":false,"public":false,"return_match":false)";
constexpr std::string_view first_match =
    R"("match":1,"score":{"wins":{"host":0,"guest":0},"draws":0},)";
constexpr std::string_view no_clocks = R"("setup_ends_ms":null,"clocks":null,)";
constexpr std::string_view whole_army =
    R"({"flag":1,"spy":1,"scout":8,"miner":5,"sergeant":4,"lieutenant":4,"captain":4,"major":3,)"
    R"("colonel":2,"general":1,"marshal":1,"bomb":6})";
constexpr std::string_view army_without_a_bomb =
    R"({"flag":1,"spy":1,"scout":8,"miner":5,"sergeant":4,"lieutenant":4,"captain":4,"major":3,)"
    R"("colonel":2,"general":1,"marshal":1,"bomb":5})";

std::string text(std::initializer_list<std::string_view> parts) {
  std::string whole;
  for (const std::string_view part : parts) whole += part;
  return whole;
}

view::SeatView sitting(std::string name, Side side, bool locked) {
  return {
      .name = std::move(name), .side = side, .present = true, .absent_since = {}, .locked = locked};
}

Sample<ServerMessage> waiting_snapshot() {
  SnapshotTold snapshot{.room = "K7F2", .seat = Seat::host, .last_command = {}, .view = {}};
  snapshot.view.viewer = view::Viewer::player(Side::blue);
  snapshot.view.seq = 1;
  snapshot.view.table.seats[0] = sitting("Ada", Side::blue, false);
  return {
      "snapshot_while_waiting",
      {.re = "c1", .body = snapshot},
      text(
          {R"({"type":"snapshot","re":"c1","seq":1,"room":"K7F2","seat":"host","side":"blue",)",
           classic_ruleset, no_limits, R"(,"phase":"waiting","game":1,)", first_match,
           R"("ply":0,"to_move":null,"rescue_pending":false,"quiet_moves":0,)",
           R"("seats":{"host":{"name":"Ada","side":"blue","present":true,"absent_since_ms":null,"locked":false},)",
           R"("guest":null},)", no_clocks,
           R"("formation":null,"board":[],"lost":[],"unaccounted":{"red":)", whole_army,
           R"(,"blue":)", whole_army, R"(},"draw_offer":null,"moves":[],"fights":[],"rescues":[],)",
           R"("rematch_offer":null,"result":null,"last_command":null})"})};
}

/// Two moves played, the second of them an attack on a bomb; Red's view.
view::PlayerView playing() {
  view::PlayerView view;
  view.viewer = view::Viewer::player(Side::red);
  view.seq = 7;
  view.table.phase = view::Phase::playing;
  view.table.seats = {sitting("Ada", Side::red, true), sitting("Bob", Side::blue, true)};
  view.table.seats[1]->present = false;
  view.table.seats[1]->absent_since = moment;
  view.table.draw_offer = Side::blue;
  view.formation = {{parse_square("a4"), Rank::bomb}, {parse_square("b4"), Rank::scout}};
  view.ply = 2;
  view.to_move = Side::red;
  view.pieces = {{.piece = piece("a4"),
                  .side = Side::red,
                  .square = parse_square("a4"),
                  .moved = false,
                  .rank = Rank::bomb,
                  .known = Rank::bomb},
                 {.piece = piece("c7"),
                  .side = Side::blue,
                  .square = parse_square("c7"),
                  .moved = false,
                  .rank = {},
                  .known = {}}};
  view.losses = {{.piece = piece("a7"),
                  .side = Side::blue,
                  .rank = Rank::bomb,
                  .known = Rank::bomb,
                  .ply = 2}};
  view.moves = parse_moves("b4-b5 a5-a4");
  view.fights = {{.ply = 2,
                  .side = Side::blue,
                  .attacker = piece("a7"),
                  .defender = piece("a4"),
                  .attacker_rank = Rank::bomb,
                  .defender_rank = {},
                  .result = rules::BattleResult::defender_won}};
  return view;
}

/// The same in a room with all limits.
view::PlayerView timed() {
  view::PlayerView view = playing();
  view.table.timing = {.clock = view::GameClock{.initial = 60s, .increment = 2s},
                       .setup_limit = 90s,
                       .absence_limit = 30s};
  view.table.spectators = true;
  view.table.is_public = true;
  view.table.return_match = true;
  view.table.game = 2;
  view.table.score.wins = {0, 1};
  view.rescue_pending = true;
  view.quiet_moves = 1;
  view.rescues = {{.ply = 1,
                   .side = Side::blue,
                   .piece = rules::PieceId::of_rescued(Side::blue, 0),
                   .square = parse_square("c7"),
                   .rank = {}}};
  view.table.clocks = view::Clocks{.left = {59s, 61s}, .running = Side::red, .since = moment};
  return view;
}

constexpr std::string_view two_moves =
    R"("moves":["b4-b5","a5-a4"],"fights":[{"ply":2,"side":"blue","attacker":"a7",)"
    R"("attacker_rank":"bomb","defender":"a4","defender_rank":null,"result":"defender_won"}],)";
constexpr std::string_view two_seats =
    R"("seats":{"host":{"name":"Ada","side":"red","present":true,"absent_since_ms":null,"locked":true},)"
    R"("guest":{"name":"Bob","side":"blue","present":false,"absent_since_ms":5000,"locked":true}},)";

Sample<ServerMessage> playing_snapshot() {
  const SnapshotTold snapshot{.room = "K7F2",
                              .seat = Seat::host,
                              .last_command = LastCommand{.id = "c8", .seq = 6},
                              .view = timed()};
  return {
      "snapshot_while_playing",
      {.re = {}, .body = snapshot},
      text(
          {R"({"type":"snapshot","seq":7,"room":"K7F2","seat":"host","side":"red",)",
           classic_ruleset,
           R"(,"timing":{"clock":{"initial_ms":60000,"increment_ms":2000},"setup_limit_ms":90000,)",
           R"("absence_limit_ms":30000},"spectators":true,"public":true,"return_match":true)",
           R"(,"phase":"playing","game":2,"match":1,)",
           R"("score":{"wins":{"host":0,"guest":1},"draws":0},"ply":2,"to_move":"red",)",
           R"("rescue_pending":true,"quiet_moves":1,)",
           two_seats,
           R"("setup_ends_ms":null,"clocks":{"red_ms":59000,"blue_ms":61000,"running":"red",)",
           R"("at_ms":5000},)",
           R"("formation":[{"square":"a4","rank":"bomb"},{"square":"b4","rank":"scout"}],)",
           R"("board":[{"square":"a4","piece":"a4","side":"red","moved":false,"rank":"bomb",)",
           R"("known":"bomb"},)",
           R"({"square":"c7","piece":"c7","side":"blue","moved":false,"rank":null,"known":null}],)",
           R"("lost":[{"piece":"a7","side":"blue","rank":"bomb","known":"bomb","ply":2}],)",
           R"("unaccounted":{"red":)",
           army_without_a_bomb,
           R"(,"blue":)",
           army_without_a_bomb,
           R"(},"draw_offer":"blue",)",
           two_moves,
           R"("rescues":[{"ply":1,"side":"blue","piece":"blue1","square":"c7",)",
           R"("rank":null}],"rematch_offer":null,"result":null,"last_command":{"id":"c8","seq":6}})"})};
}

Sample<ServerMessage> final_snapshot() {
  SnapshotTold snapshot{.room = "K7F2", .seat = {}, .last_command = {}, .view = playing()};
  view::PlayerView& view = snapshot.view;
  view.viewer = view::Viewer::spectator();
  view.formation.reset();
  view.to_move.reset();
  view.table.phase = view::Phase::over;
  view.table.game = 4;
  view.table.draw_offer.reset();
  view.table.timing.clock = view::MoveClock{30s};
  view.table.seats[1].reset();
  view.pieces.resize(1);
  view.losses.clear();
  view.table.result = view::GameOver{.game = 4,
                                     .ended = {rules::EndReason::resignation, Side::red},
                                     .formations = {{{{parse_square("a4"), Rank::bomb}}, {}}},
                                     .rescued = {{{}, {Rank::spy}}},
                                     .record = "0f1e-4"};
  view.table.rematch_offer = Seat::host;
  view.pieces.front().known.reset();
  return {
      "snapshot_for_a_spectator_at_the_end",
      {.re = {}, .body = snapshot},
      text(
          {R"({"type":"snapshot","seq":7,"room":"K7F2","seat":null,"side":null,)",
           classic_ruleset,
           R"(,"timing":{"clock":{"per_move_ms":30000},"setup_limit_ms":null,)",
           R"("absence_limit_ms":null},"spectators":false,"public":false,"return_match":false)",
           R"(,"phase":"over","game":4,)",
           first_match,
           R"("ply":2,"to_move":null,)",
           R"("rescue_pending":false,"quiet_moves":0,)",
           R"("seats":{"host":{"name":"Ada","side":"red","present":true,"absent_since_ms":null,"locked":true},)",
           R"("guest":null},)",
           no_clocks,
           R"("formation":null,)",
           R"("board":[{"square":"a4","piece":"a4","side":"red","moved":false,"rank":"bomb",)",
           R"("known":null}],"lost":[],"unaccounted":{"red":)",
           whole_army,
           R"(,"blue":)",
           whole_army,
           R"(},"draw_offer":null,)",
           two_moves,
           R"("rescues":[],"rematch_offer":"host",)",
           R"("result":{"game":4,"reason":"resignation","winner":"red","formations":{"red":)",
           R"([{"square":"a4","rank":"bomb"}],"blue":[]},"rescued":{"red":[],"blue":["spy"]},)",
           R"("record":"0f1e-4"},)",
           R"("last_command":null})"})};
}

}  // namespace

const std::vector<Sample<ServerMessage>>& server_samples() {
  static const auto all = [] {
    Samples samples{waiting_snapshot(), playing_snapshot(), final_snapshot()};
    for (Samples part :
         {answer_samples(), error_samples(), room_event_samples(), game_event_samples()}) {
      for (auto& sample : part) samples.push_back(std::move(sample));
    }
    return samples;
  }();
  return all;
}

std::string type_of(const std::string& frame) {
  constexpr std::string_view start = R"({"type":")";
  return frame.substr(start.size(), frame.find('"', start.size()) - start.size());
}

}  // namespace flagrank::test
