#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "common/rules/side.hpp"
#include "common/view/seat.hpp"
#include "tests/bench/load/line.hpp"
#include "tests/bench/load/script.hpp"

namespace flagrank::bench {

using Clock = std::chrono::steady_clock;

/// Who counts what comes of a move.
class Tally {
 public:
  /// The opponent has heard of the move.
  virtual void arrived(Clock::time_point due) = 0;
  /// Both have; the next one may be made, unless that was the last one of a game.
  virtual void played(class Table& table, bool last) = 0;
  /// A game is ready for its first move.
  virtual void ready(class Table& table) = 0;

 protected:
  ~Tally() = default;
};

/// What both are told, each by a frame of its own.
class Both {
 public:
  /// True with the second.
  [[nodiscard]] bool told() noexcept {
    second_ = !second_;
    return !second_;
  }

 private:
  bool second_ = false;  ///< is to come
};

/// Two connections that play one game after the other in one room, from scripts.
class Table {
 public:
  enum class Kind { room, relay };

  /// Connects both. The games begin with number `first` of the scripts, which outlive this.
  Table(std::uint16_t port, Kind kind, std::span<const Script> scripts, std::size_t first,
        Tally& tally);

  /// Makes the room, or has the relay ready at once.
  void begin();

  /// Makes the next move, which was to be made at that time.
  void move(Clock::time_point due);

  /// Something has come for that one.
  void read(view::Seat seat);

  [[nodiscard]] Line& line(view::Seat seat) { return lines_[index(seat)]; }
  /// Of all frames that told of moves, without their heads.
  [[nodiscard]] std::uint64_t bytes_heard() const noexcept { return bytes_; }
  [[nodiscard]] std::uint64_t frames_heard() const noexcept { return frames_; }

 private:
  void hear(view::Seat seat, std::string_view text);
  void lock();
  void moved(view::Seat seat, std::size_t bytes);
  void over();
  void next_game();
  void say(view::Seat seat, std::string_view type, std::string_view rest);
  [[nodiscard]] const Script& script() const { return scripts_[script_ % scripts_.size()]; }
  [[nodiscard]] view::Seat seat_of(rules::Side side) const;

  const Kind kind_;
  const std::span<const Script> scripts_;
  std::size_t script_;
  Tally& tally_;
  std::array<Line, 2> lines_;

  std::uint64_t said_ = 0;  ///< commands, each with a number of its own
  rules::Side host_side_ = rules::Side::red;
  std::uint32_t game_ = 1;
  std::size_t ply_ = 0;
  view::Seat mover_ = view::Seat::host;
  Clock::time_point due_;
  Both moved_, over_, next_, started_;
  std::uint64_t bytes_ = 0;
  std::uint64_t frames_ = 0;
};

}  // namespace flagrank::bench
