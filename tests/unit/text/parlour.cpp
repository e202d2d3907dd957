#include "tests/unit/text/parlour.hpp"

#include <ostream>
#include <utility>

#include "client/text/screen.hpp"
#include "common/protocol/encode.hpp"
#include "common/rules/square.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::text {

namespace action {

void PrintTo(const Say& say, std::ostream* out) { *out << "Say " << protocol::encode(say.message); }
void PrintTo(const SayLater& later, std::ostream* out) {
  *out << "After " << later.delay.count() << " ms say " << protocol::encode(later.message);
}
void PrintTo(const Print& print, std::ostream* out) { *out << "Print\n" << print.text; }
void PrintTo(const Load& load, std::ostream* out) { *out << "Load " << load.path; }
void PrintTo(const Save& save, std::ostream* out) {
  *out << "Save " << save.path << "\n" << save.text;
}
void PrintTo(const Keep& keep, std::ostream* out) { *out << "Keep " << write_seat(keep.seat); }
void PrintTo(const Forget& forget, std::ostream* out) {
  *out << "Forget " << write_seat(forget.seat);
}
void PrintTo(const ForgetOld& /*old*/, std::ostream* out) { *out << "Forget old seats"; }
void PrintTo(const Connect& connect, std::ostream* out) {
  *out << "Connect after " << connect.delay.count() << " ms";
}
void PrintTo(const Finish& finish, std::ostream* out) {
  *out << "Finish " << static_cast<int>(finish.status) << " " << finish.sentence;
}

}  // namespace action

Action say(const std::string& id, protocol::ClientBody body) {
  return action::Say{{.id = id, .body = std::move(body)}};
}
Action print(const std::string& text) { return action::Print{text}; }
Action finish(ExitStatus status, const std::string& sentence) {
  return action::Finish{status, sentence};
}

rules::Move move(std::string_view from, std::string_view to) {
  return {rules::Square::parse(from).value(), rules::Square::parse(to).value()};
}
protocol::Move move_at(std::uint32_t ply, std::string_view from, std::string_view to) {
  return {.at = {.game = 1, .ply = ply}, .move = move(from, to)};
}

const std::string armies_side_by_side =
    "How the armies stood at the start, each as its owner saw it:\n"
    "  Red   26527M2652   Blue  26527M2652\n"
    "        482S697B82         482S697B82\n"
    "        52364BB3B7         52364BB3B7\n"
    "        3435BFB432         3435BFB432\n";

// Own work.
const std::string_view lane_board = R"(
    fb.s......
    ..n.oo....
    ..........
    ......g.m.
    ..~~..~~..
    ..~~..~~..
    OG..N...OM
    ..........
    ..........
    BF...S....)";

rules::Ruleset lane_rules() {
  rules::Ruleset ruleset;
  ruleset.variant = rules::find_variant("barrage");
  ruleset.rescue = true;
  return ruleset;
}

const std::vector<std::string_view> lane_moves{"i4-i7",  "d10-d9", "j4-j5", "e9-e8", "j5-j6",
                                               "d9-d10", "j6-j7",  "e8-e9", "j7-j8", "d10-d9",
                                               "j8-j9",  "e9-e8",  "j9-j10"};

const protocol::CreateRoom to_create{.name = "Ann", .side = rules::Side::red, .ruleset = {}};
const KeptSeat kept_seat{.server = "ws://example.org:8080",
                         .room = "K7QM3P",
                         .seat = view::Seat::host,
                         .token = "secret",
                         .name = "Ann"};

Parlour::Parlour(Manner manner, std::optional<FormationWish> formation, rules::Side side,
                 const view::Timing& timing)
    : dealer{side, {}, timing},
      client{Wish{.entry = to_create,
                  .formation = std::move(formation),
                  .server = "ws://example.org:8080"},
             manner, plain, "c"} {}

Parlour::Parlour(Manner manner, const rules::Ruleset& ruleset, std::string_view board,
                 rules::Side side)
    : dealer{side, ruleset, board},
      client{Wish{.entry = to_create, .formation = {}, .server = "ws://example.org:8080"}, manner,
             plain, "c"} {}

Parlour::Parlour(Manner manner, bool return_match, unsigned rematches,
                 std::optional<FormationWish> formation)
    : dealer{rules::Side::red},
      client{Wish{.entry = to_create,
                  .formation = std::move(formation),
                  .server = "ws://example.org:8080",
                  .rematches = rematches},
             manner, plain, "c"} {
  if (return_match) dealer.play_return_matches();
}

Parlour::Parlour(Manner manner, const KeptSeat& seat)
    : dealer{rules::Side::red},
      client{Wish{.entry = seat, .formation = {}, .server = seat.server}, manner, plain, "d"} {}

Parlour::Parlour(Manner manner, const protocol::WatchRoom& watch)
    : dealer{rules::Side::red},
      client{Wish{.entry = watch, .formation = {}, .server = "ws://example.org:8080"}, manner,
             plain, "w"} {
  dealer.seat_nobody();
}

Actions Parlour::lose(const Ending& ending, LocalTime::duration passed) {
  client.tell_moment({LocalTime{passed}});
  return client.lost(ending);
}

void Parlour::wait(view::Milliseconds time) {
  dealer.wait(time);
  now += time;
  client.tell_moment({now});
}

void Parlour::sit() {
  (void)hear(dealer.hello());
  (void)hear(dealer.seated("c1"));
  (void)hear(dealer.snapshot());
  (void)hear(dealer.suggestion("c2"));
}

void Parlour::start() {
  const auto re = [this](rules::Side side) { return dealer.side() == side ? Re{"c3"} : Re{}; };
  sit();
  (void)hear(dealer.join());
  (void)type("lock");
  (void)hear(dealer.lock(rules::Side::red, re(rules::Side::red)));
  (void)hear(dealer.lock(rules::Side::blue, re(rules::Side::blue)));
  (void)hear(dealer.start());
}

Actions Parlour::play(const std::vector<std::string_view>& moves) {
  Actions last;
  for (const std::string_view move : moves) last = hear(dealer.move(move));
  return last;
}

std::string Parlour::screen(const std::optional<Draft>& draft) const {
  return "\n" + draw_screen(dealer.view(), draft, plain, dealer.now());
}

}  // namespace flagrank::text
