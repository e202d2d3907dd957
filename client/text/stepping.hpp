#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "client/text/film.hpp"
#include "client/text/style.hpp"

namespace flagrank::text {

/// Steps through a kept game, for a person at a keyboard or for a script. No I/O: what is typed or
/// pressed goes in, text comes out.
class Stepping {
 public:
  Stepping(Film film, Angle angle, Style style);

  [[nodiscard]] bool over() const noexcept { return over_; }

  /// What a script is told first, and the answer to one of its lines. Whole lines.
  [[nodiscard]] std::string opening() const;
  [[nodiscard]] std::string typed(std::string_view line);

  /// One key of a terminal, as `Keys` cuts them; Ctrl-C and Ctrl-D are keys too.
  void pressed(std::u32string_view key);
  /// What the terminal shows now, in at most 80 columns and 20 lines.
  [[nodiscard]] std::string screen() const;

 private:
  [[nodiscard]] std::string forward(std::size_t to);
  [[nodiscard]] std::string back(std::size_t to);
  [[nodiscard]] std::string go(std::size_t to);
  [[nodiscard]] std::string fight();
  [[nodiscard]] std::string look(std::string_view from);
  [[nodiscard]] std::string step_words(std::string_view word, std::string_view rest);
  [[nodiscard]] std::string place() const;
  [[nodiscard]] std::string move_lines(std::size_t ply) const;
  void act(char32_t letter);
  [[nodiscard]] std::string picture() const;

  Film film_;
  Angle angle_;
  Style style_;
  std::size_t ply_ = 0;
  bool over_ = false;
  std::string note_;    ///< below the board: what went wrong with the last key
  std::string number_;  ///< the digits after `g`, while they are typed
  bool asking_ = false;
  bool helping_ = false;
};

}  // namespace flagrank::text
