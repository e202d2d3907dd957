#include "client/text/missed.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "client/text/memory.hpp"
#include "client/text/news.hpp"

namespace flagrank::text {
namespace {

using rules::Side;

bool begun(const view::PlayerView& view) {
  return view.table.phase == view::Phase::playing || view.table.phase == view::Phase::over;
}

/// Makes the events again, and the news of each.
class Catching {
 public:
  using Voice = std::string (*)(const view::PlayerView&, const view::Seen&, Style);

  Catching(const view::PlayerView& before, const view::PlayerView& after, Voice voice, Style style)
      : before_{before}, after_{after}, voice_{voice}, style_{style}, at_{before} {}

  std::string all() {
    for (const view::Seat seat : view::all_seats) departure(seat);
    for (const view::Seat seat : view::all_seats) arrival(seat);
    for (const Side side : {Side::red, Side::blue}) lock(side);
    game();
    offer();
    if (after_.table.result && !same_result()) tell(*after_.table.result);
    return std::move(text_);
  }

 private:
  using Sitting = std::optional<view::SeatView>;

  void tell(const view::Seen& seen) { text_ += voice_(at_, seen, style_); }

  [[nodiscard]] const Sitting& was(view::Seat seat) const {
    return before_.table.seats[view::index(seat)];
  }
  [[nodiscard]] const Sitting& is(view::Seat seat) const {
    return after_.table.seats[view::index(seat)];
  }
  [[nodiscard]] bool own(view::Seat seat) const {
    const Sitting& sitting = is(seat) ? is(seat) : was(seat);
    return sitting && after_.viewer.plays(sitting->side);
  }
  [[nodiscard]] bool other_player(view::Seat seat) const {
    return was(seat) && is(seat) && was(seat)->name != is(seat)->name;
  }

  void departure(view::Seat seat) {
    if (own(seat) || !was(seat) || (is(seat) && !other_player(seat))) return;
    tell(view::PlayerLeft{seat});
    at_.table.seats[view::index(seat)].reset();
  }

  void arrival(view::Seat seat) {
    const Sitting& sitting = is(seat);
    if (!sitting) return;
    Sitting& place = at_.table.seats[view::index(seat)];
    if (!place) {
      place = view::SeatView{
          .name = sitting->name, .side = sitting->side, .present = true, .locked = false};
      if (!own(seat)) tell(view::PlayerJoined{seat, sitting->name, sitting->side});
    }
    if (!own(seat)) tell(view::Presence{seat, sitting->present});
    place->present = sitting->present;
  }

  void lock(Side side) {
    const auto seat = after_.table.seat_of(side);
    if (!seat) return;
    Sitting& place = at_.table.seats[view::index(*seat)];
    if (is(*seat)->locked && !std::exchange(place->locked, true)) {
      tell(view::FormationLocked{.side = side, .formation = {}});
    }
  }

  void game() {
    if (!begun(after_)) return;
    const bool running = begun(before_) && before_.table.game == after_.table.game;
    if (!running) tell(view::GameStarted{.game = after_.table.game, .squares = {}});
    for (std::size_t i = running ? before_.moves.size() : 0; i < after_.moves.size(); ++i) {
      const auto ply = static_cast<std::uint32_t>(i + 1);
      view::Moved moved{.game = after_.table.game,
                        .ply = ply,
                        .side = mover(ply),
                        .piece = {},
                        .move = after_.moves[i],
                        .rank = {},
                        .combat = {}};
      const auto fight = std::ranges::find(after_.fights, ply, &view::Fight::ply);
      if (fight != after_.fights.end()) moved.combat = *fight;
      tell(moved);
    }
  }

  void offer() {
    const auto old = before_.table.draw_offer;
    const auto now = after_.table.draw_offer;
    if (now == old) return;
    const bool declined = old && after_.table.phase == view::Phase::playing &&
                          after_.moves.size() == before_.moves.size();
    if (declined) tell(view::DrawDeclined{rules::opponent(*old)});
    if (now) tell(view::DrawOffered{*now});
  }

  [[nodiscard]] bool same_result() const { return before_.table.result == after_.table.result; }

  const view::PlayerView& before_;
  const view::PlayerView& after_;
  Voice voice_;
  Style style_;
  view::PlayerView at_;  ///< before, with the seats as they are told of
  std::string text_;
};

}  // namespace

std::string missed_in_words(const view::PlayerView& before, const view::PlayerView& after,
                            Style style) {
  return Catching{before, after, news_in_words, style}.all();
}

std::string missed_in_lines(const view::PlayerView& before, const view::PlayerView& after,
                            Style style) {
  return Catching{before, after, news_in_lines, style}.all();
}

}  // namespace flagrank::text
