#include "client/text/news.hpp"

#include <variant>

#include "client/text/clean.hpp"
#include "client/text/durations.hpp"
#include "client/text/script_lines.hpp"
#include "client/text/stage.hpp"
#include "client/text/symbols.hpp"
#include "client/text/words.hpp"
#include "common/protocol/text.hpp"
#include "common/rules/names.hpp"

namespace flagrank::text {
namespace {

class Words {
 public:
  Words(const view::PlayerView& before, Style style) : before_{before}, style_{style} {}

  std::string operator()(const view::PlayerJoined& event) const {
    if (before_.viewer.plays(event.side)) return {};
    return clean(event.name, style_, 32) + " has joined and plays " +
           std::string{side_in_words(event.side)} + ".\n";
  }
  std::string operator()(const view::PlayerLeft& event) const {
    return own(event.seat) ? std::string{} : name(event.seat) + " has left the table.\n";
  }
  std::string operator()(const view::Presence& event) const {
    const auto& seat = before_.table.seats[view::index(event.seat)];
    if (own(event.seat) || !seat || seat->present == event.present) return {};
    if (event.present) return name(event.seat) + " is back.\n";
    const auto limit = before_.table.timing.absence_limit;
    const bool costly = limit && before_.table.phase == view::Phase::playing;
    if (!costly || !before_.viewer.side()) {
      return name(event.seat) + " has lost the connection; the seat stays taken.\n";
    }
    return name(event.seat) + " has lost the connection. After " + duration_in_words(*limit) +
           " you may claim the game.\n";
  }
  std::string operator()(const view::FormationLocked& event) const {
    if (before_.viewer.side()) return {};
    return std::string{side_in_words(event.side)} + " is ready.\n";
  }
  std::string operator()(const view::GameStarted& /*event*/) const {
    return "The game begins. Red moves first.\n";
  }
  std::string operator()(const view::Moved& /*event*/) const { return {}; }
  std::string operator()(const view::Rescued& event) const {
    if (!before_.viewer.plays(event.side)) {
      return std::string{side_in_words(event.side)} + " brings a captured piece back on " +
             event.square.text() + ".\n";
    }
    const std::string piece = event.rank ? rank_in_words(*event.rank) : "piece";
    return "Your " + piece + " is back, on " + event.square.text() + ".\n";
  }
  std::string operator()(const view::RescueDeclined& event) const {
    if (before_.viewer.plays(event.side)) return "You bring nobody back.\n";
    return std::string{side_in_words(event.side)} + " brings nobody back.\n";
  }
  std::string operator()(const view::DrawNear& event) const {
    return "After " + std::to_string(event.left) +
           " more moves without a fight the game is a draw.\n";
  }
  std::string operator()(const view::RematchOffered& event) const {
    if (own(event.seat)) return "You offer a rematch.\n";
    return name(event.seat) + " offers a rematch" +
           (before_.viewer.side() ? ": type rematch to accept.\n" : ".\n");
  }
  std::string operator()(const view::NextGame& event) const {
    const view::Table& table = before_.table;
    const bool same_match = event.match == table.match;
    std::string text =
        same_match ? "The second game of the match follows" : "Another match follows";
    const auto own = before_.viewer.side();
    const auto seat = own ? table.seat_of(*own) : std::nullopt;
    text += ", with colours swapped";
    if (seat) {
      text += ": you play " + std::string{side_in_words(event.sides[view::index(*seat)])} + " now";
    }
    return text + ".\n" + (same_match ? score_in_words(before_, style_) : "");
  }
  std::string operator()(const view::DrawOffered& event) const {
    if (before_.viewer.plays(event.side)) return "You offer a draw.\n";
    const std::string offers = std::string{side_in_words(event.side)} + " offers a draw";
    return offers + (before_.viewer.side() ? ": type accept, decline, or play on.\n" : ".\n");
  }
  std::string operator()(const view::DrawDeclined& event) const {
    if (before_.viewer.plays(event.side)) return "You decline the draw.\n";
    return std::string{side_in_words(event.side)} + " declines the draw.\n";
  }
  std::string operator()(const view::GameOver& event) const { return armies_in_words(event); }
  std::string operator()(const view::Chat& event) const {
    return (own(event.seat) ? "You" : name(event.seat)) + ": " + clean(event.text, style_) + "\n";
  }
  std::string operator()(const view::Restarted& /*event*/) const { return {}; }
  std::string operator()(const view::RoomClosed& /*event*/) const {
    return "The room is closed.\n";
  }

 private:
  [[nodiscard]] bool own(view::Seat seat) const {
    const auto& sitting = before_.table.seats[view::index(seat)];
    return sitting && before_.viewer.plays(sitting->side);
  }
  [[nodiscard]] std::string name(view::Seat seat) const {
    return player_name(before_, seat, style_);
  }

  const view::PlayerView& before_;
  Style style_;
};

class Lines {
 public:
  Lines(const view::PlayerView& before, Style style) : before_{before}, style_{style} {}

  std::string operator()(const view::PlayerJoined& event) const {
    return "joined " + side(event.side) + " " + clean(event.name, style_, 32) + "\n";
  }
  std::string operator()(const view::PlayerLeft& event) const {
    return "left " + side(event.seat) + "\n";
  }
  std::string operator()(const view::Presence& event) const {
    const auto& seat = before_.table.seats[view::index(event.seat)];
    if (!seat || seat->present == event.present) return {};
    return (event.present ? "back " : "away ") + side(event.seat) + "\n";
  }
  std::string operator()(const view::FormationLocked& event) const {
    return "locked " + side(event.side) + "\n";
  }
  std::string operator()(const view::GameStarted& event) const {
    return "started " + std::to_string(event.game) + "\n" + turn(rules::Side::red);
  }
  std::string operator()(const view::Moved& event) const {
    std::string text = move_line(event.side, event.move);
    if (event.combat) {
      text += fight_line(event.side, event.combat->attacker_rank, event.combat->defender_rank,
                         event.combat->result);
    }
    if (event.rescue_pending) return text + "rescue? " + side(event.side) + "\n";
    return text + turn(rules::opponent(event.side));
  }
  std::string operator()(const view::Rescued& event) const {
    return rescued_line(event.side, event.rank, event.square) + turn(rules::opponent(event.side));
  }
  std::string operator()(const view::RescueDeclined& event) const {
    return "passed " + side(event.side) + "\n" + turn(rules::opponent(event.side));
  }
  std::string operator()(const view::DrawNear& event) const {
    return "draw_near " + std::to_string(event.left) + "\n";
  }
  std::string operator()(const view::RematchOffered& event) const {
    return "rematch " + side(event.seat) + "\n";
  }
  std::string operator()(const view::NextGame& event) const {
    const view::Table& table = before_.table;
    std::string text = "next_game " + std::to_string(event.game) + "\n";
    const auto own = before_.viewer.side();
    const auto seat = own ? table.seat_of(*own) : std::nullopt;
    if (seat) text += "side " + side(event.sides[view::index(*seat)]) + "\n";
    if (event.match != table.match) return text;
    const bool host_is_red = event.sides[view::index(view::Seat::host)] == rules::Side::red;
    const view::Seat red = host_is_red ? view::Seat::host : view::Seat::guest;
    return text + "score " + points(table.score, red) + " " +
           points(table.score, view::other(red)) + "\n";
  }
  std::string operator()(const view::DrawOffered& event) const {
    return "offered " + side(event.side) + "\n";
  }
  std::string operator()(const view::DrawDeclined& event) const {
    return "declined " + side(event.side) + "\n";
  }
  std::string operator()(const view::GameOver& event) const {
    const bool kept = event.record && protocol::valid_record_id(*event.record);
    return over_line(event.ended) + (kept ? "record " + *event.record + "\n" : "");
  }
  std::string operator()(const view::Chat& event) const {
    return "chat " + side(event.seat) + " " + clean(event.text, style_) + "\n";
  }
  std::string operator()(const view::Restarted& /*event*/) const { return {}; }
  std::string operator()(const view::RoomClosed& /*event*/) const { return "closed\n"; }

 private:
  [[nodiscard]] static std::string side(rules::Side side) { return std::string{rules::name(side)}; }
  [[nodiscard]] std::string side(view::Seat seat) const {
    const auto& sitting = before_.table.seats[view::index(seat)];
    return sitting ? side(sitting->side) : "nobody";
  }
  [[nodiscard]] static std::string turn(rules::Side to_move) {
    return "turn " + side(to_move) + "\n";
  }

  const view::PlayerView& before_;
  Style style_;
};

}  // namespace

std::string news_in_words(const view::PlayerView& before, const view::Seen& event, Style style) {
  return std::visit(Words{before, style}, event);
}

std::string score_in_words(const view::PlayerView& view, Style style) {
  const view::Score& score = view.table.score;
  if (score.games() == 0) return {};
  if (score.wins[0] == score.wins[1]) {
    return "The score is " + points(score, view::Seat::host) + " all.\n";
  }
  const view::Seat leader = score.wins[0] > score.wins[1] ? view::Seat::host : view::Seat::guest;
  const auto own = view.viewer.side();
  const bool leads = own && view.table.seat_of(*own) == leader;
  return "The score is " + points(score, leader) + " to " + points(score, view::other(leader)) +
         " for " + (leads ? "you" : player_name(view, leader, style)) + ".\n";
}

std::string score_in_line(const view::Table& table) {
  const view::Seat red = seat_playing(table, rules::Side::red);
  return "score " + points(table.score, red) + " " + points(table.score, view::other(red)) + "\n";
}

std::string match_in_line(const view::Table& table) {
  if (!table.return_match || table.score.games() == 0) return {};
  const view::Seat red = seat_playing(table, rules::Side::red);
  const auto [host, guest] = table.score.wins;
  std::string winner = "tie";
  if (host != guest) winner = (host > guest) == (red == view::Seat::host) ? "red" : "blue";
  return "match " + winner + " " + points(table.score, red) + " " +
         points(table.score, view::other(red)) + "\n";
}

std::string news_in_lines(const view::PlayerView& before, const view::Seen& event, Style style) {
  return std::visit(Lines{before, style}, event);
}

}  // namespace flagrank::text
