#include "client/text/stepping.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

#include "client/text/blanks.hpp"
#include "client/text/board.hpp"
#include "client/text/clean.hpp"
#include "client/text/durations.hpp"
#include "client/text/screen.hpp"
#include "client/text/script_lines.hpp"
#include "client/text/symbols.hpp"
#include "client/text/words.hpp"
#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

using rules::Side;

constexpr std::string_view command_help =
    R"(next [N]             the next move, or the next N
back [N]             one move back, or N
fight                to the next fight
go N                 to after move N; 0 is the set-up
start, end           to the set-up, to the end
side red|blue|both   looks with that player's eyes, or with both armies open
board                draws the board
history              tells all moves so far
help, quit
)";

constexpr std::string_view key_help =
    R"(
  right, space, n    the next move
  left, b            one move back
  up, down           ten moves on, ten back
  f                  to the next fight
  g                  to a move: type its number, then Enter
  Home, End          to the set-up, to the end
  1, 2, 3            as Red saw it, as Blue saw it, with both armies open
  h, ?               this
  q                  quit

Any key goes back to the board.
)";

std::optional<std::size_t> number(std::string_view text) {
  std::size_t value = 0;
  const auto* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || read != end) return std::nullopt;
  return value;
}

std::string error(std::string_view code, std::string_view sentence) {
  return "error " + std::string{code} + " " + std::string{sentence} + "\n";
}

/// "Blue: Bob", or "Blue" alone.
std::string player_line(const view::PlayerView& view, Side side, Style style) {
  constexpr std::size_t most = 30;  // so that 80 columns are enough
  std::string line{side_in_words(side)};
  const auto& seat = view.table.seats[rules::index(side)];
  if (seat && !seat->name.empty()) line += ": " + clean(seat->name, style, most);
  return line;
}

/// With whose eyes the board is drawn, and what its signs mean then.
std::vector<std::string> legend(Angle angle, Style style) {
  const Side near = near_side(angle);
  if (angle == Angle::both) {
    const std::string far{side_in_words(rules::opponent(near))};
    return {"Both armies are open", "(5) is " + far + "'s"};
  }
  const Glyphs& with = glyphs(style);
  return {"As " + std::string{side_in_words(near)} + " saw it",
          std::string{with.unmoved} + " never moved   " + std::string{with.moved} + " has moved",
          "(5) has shown what it is"};
}

}  // namespace

Stepping::Stepping(Film film, Angle angle, Style style)
    : film_{std::move(film)}, angle_{angle}, style_{style} {}

// --- for a script

std::string Stepping::opening() const {
  std::string text;
  if (const auto* game = film_.game()) {
    text += "variant " + std::string{game->ruleset.variant->name} + "\n";
    for (const Side side : {Side::red, Side::blue}) {
      const std::string& name = game->names[rules::index(side)];
      if (name.empty()) continue;
      text += "player " + std::string{rules::name(side)} + " " + clean(name, style_) + "\n";
    }
    // It ended before the first move, which would have told it.
    if (film_.plies() == 0) text += over_line(game->result);
  }
  return text + place();
}

std::string Stepping::place() const {
  return "at " + std::to_string(ply_) + " " + std::to_string(film_.plies()) + "\n";
}

std::string Stepping::move_lines(std::size_t ply) const {
  const rules::Moved& moved = film_.move(ply);
  std::string text = move_line(moved.side, moved.move);
  if (const auto fight = film_.fight(ply, angle_)) {
    text += fight_line(moved.side, fight->attacker_rank, fight->defender_rank, fight->result);
  }
  if (const auto back = film_.rescue(ply, angle_)) {
    text += rescued_line(moved.side, back->rank, back->square);
  }
  if (ply == film_.plies()) text += over_line(*film_.result());
  return text;
}

std::string Stepping::forward(std::size_t to) {
  if (ply_ == film_.plies()) return error("end", "This is the end.");
  std::string text;
  for (to = std::min(to, film_.plies()); ply_ < to;) text += move_lines(++ply_);
  return text + place();
}

std::string Stepping::back(std::size_t to) {
  if (ply_ == 0) return error("start", "This is the beginning.");
  ply_ = to;
  return place();
}

std::string Stepping::go(std::size_t to) {
  if (to > film_.plies()) {
    return error("usage", "There are only " + std::to_string(film_.plies()) + " moves.");
  }
  if (to > ply_) return forward(to);
  ply_ = to;
  return place();
}

std::string Stepping::fight() {
  const auto next = film_.next_fight(ply_);
  return next ? forward(*next) : error("end", "There is no other fight.");
}

std::string Stepping::look(std::string_view from) {
  const auto angle = angle_from_name(from);
  if (!angle) return error("usage", "It is side red, side blue or side both.");
  angle_ = *angle;
  return "side " + std::string{from} + "\n";
}

std::string Stepping::step_words(std::string_view word, std::string_view rest) {
  const auto count = rest.empty() ? std::optional<std::size_t>{1} : number(rest);
  if (!count || *count == 0)
    return error("usage", "After " + std::string{word} + " comes a number.");
  if (word == "back") return back(ply_ - std::min(ply_, *count));
  return forward(ply_ + std::min(film_.plies(), *count));
}

std::string Stepping::typed(std::string_view line) {
  const auto [word, rest] = split(trimmed(line));
  if (word.empty() || word.front() == '#') return {};
  if (word == "next" || word == "back") return step_words(word, rest);
  if (word == "side") return look(rest);
  if (word == "go") {
    const auto to = number(rest);
    return to ? go(*to) : error("usage", "After go comes the number of a move.");
  }
  if (!rest.empty())
    return error("usage", "Nothing comes after that word; help lists the commands.");
  if (word == "fight") return fight();
  if (word == "start") return go(0);
  if (word == "end") return go(film_.plies());
  if (word == "board") return picture();
  if (word == "history") return history_in_words(film_.view(ply_, angle_), true);
  if (word == "help") return std::string{command_help};
  if (word == "quit") {
    over_ = true;
    return {};
  }
  return error("usage", "That is no command; help lists them all.");
}

// --- for a person

void Stepping::pressed(std::u32string_view key) {
  note_.clear();
  if (helping_) {
    helping_ = false;
    return;
  }
  constexpr char32_t ten = 10;
  struct Named {
    std::u32string_view key;
    char32_t letter;
  };
  // What the other keys do has a letter too; those above `z` are ours.
  constexpr std::array named{
      Named{U"\033[C", U'n'},  Named{U"\033OC", U'n'},  Named{U"\033[D", U'b'},
      Named{U"\033OD", U'b'},  Named{U"\033[A", U'+'},  Named{U"\033OA", U'+'},
      Named{U"\033[B", U'-'},  Named{U"\033OB", U'-'},  Named{U"\033[H", U'<'},
      Named{U"\033OH", U'<'},  Named{U"\033[1~", U'<'}, Named{U"\033[7~", U'<'},
      Named{U"\033[F", U'>'},  Named{U"\033OF", U'>'},  Named{U"\033[4~", U'>'},
      Named{U"\033[8~", U'>'}, Named{U" ", U'n'},       Named{U"\003", U'q'},
      Named{U"\004", U'q'}};
  const auto* const found = std::ranges::find(named, key, &Named::key);
  const char32_t letter = found != named.end() ? found->letter : key.empty() ? U' ' : key.front();
  if (!asking_) return act(letter);

  if (letter >= U'0' && letter <= U'9' && number_.size() < ten) {
    number_ += static_cast<char>(letter);
  } else {
    asking_ = false;
    if ((letter == U'\r' || letter == U'\n') && !number_.empty()) {
      const std::size_t wanted = number(number_).value_or(film_.plies());
      ply_ = std::min(wanted, film_.plies());
    }
  }
}

void Stepping::act(char32_t letter) {
  constexpr std::size_t stride = 10;
  const std::size_t before = ply_;
  switch (letter) {
    case U'n':
    case U'\r':
    case U'\n':
      ply_ = std::min(ply_ + 1, film_.plies());
      if (ply_ == before) note_ = "This is the end.";
      return;
    case U'b':
      ply_ -= std::min<std::size_t>(ply_, 1);
      if (ply_ == before) note_ = "This is the beginning.";
      return;
    case U'+':
      ply_ = std::min(ply_ + stride, film_.plies());
      return;
    case U'-':
      ply_ -= std::min(ply_, stride);
      return;
    case U'<':
      ply_ = 0;
      return;
    case U'>':
    case U'e':
      ply_ = film_.plies();
      return;
    case U'f':
      ply_ = film_.next_fight(ply_).value_or(ply_);
      if (ply_ == before) note_ = "There is no other fight.";
      return;
    case U'g':
      asking_ = true;
      number_.clear();
      return;
    case U'1':
      angle_ = Angle::red;
      return;
    case U'2':
      angle_ = Angle::blue;
      return;
    case U'3':
      angle_ = Angle::both;
      return;
    case U'h':
    case U'?':
      helping_ = true;
      return;
    case U'q':
      over_ = true;
      return;
    default:
      note_ = "That key does nothing here; h lists those that do.";
  }
}

std::string Stepping::picture() const {
  view::PlayerView view = film_.view(ply_, angle_);
  const Side near = near_side(angle_);
  const Side far = rules::opponent(near);
  std::vector<std::string> panel{player_line(view, far, style_), ""};
  std::ranges::copy(loss_lines(view, far, style_), std::back_inserter(panel));
  panel.emplace_back();
  panel.push_back(film_.game() == nullptr
                      ? "A position"
                      : "Move " + std::to_string(ply_) + " of " + std::to_string(film_.plies()));
  if (const auto elapsed = film_.elapsed(ply_)) {
    panel.push_back("Played after " + clock_face(*elapsed));
  }
  const std::string far_name{side_in_words(far)};
  std::ranges::copy(legend(angle_, style_), std::back_inserter(panel));
  panel.resize(board_lines);
  panel.back() = player_line(view, near, style_);

  std::string words;
  if (ply_ > 0) {
    words = move_in_words(view, view.ply) + "\n";
    if (!view.rescues.empty() && view.rescues.back().ply == view.ply) {
      words += "Then " + rescue_in_words(view, view.rescues.back()) + "\n";
    }
  }
  if (view.table.phase == view::Phase::over) {
    words += result_in_words(view) + "\n";
  } else if (view.to_move) {
    words += std::string{side_in_words(*view.to_move)} + " is to move.\n";
  }
  // Drawn with the eyes of the player below: whose pieces are the other's is seen from their signs.
  view.viewer = view::Viewer::player(near);
  return beside(draw_board(view, std::nullopt, style_), panel) + words;
}

std::string Stepping::screen() const {
  if (helping_) return std::string{key_help};
  std::string text = picture() + "\n";
  if (asking_) return text + "Go to move: " + number_;
  if (!note_.empty()) text += note_ + " ";
  return text + "arrows step, f fight, g go to, 1 Red 2 Blue 3 both, h help, q quit";
}

}  // namespace flagrank::text
