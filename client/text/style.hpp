#pragma once

namespace flagrank::text {

/// What the place that text goes to can show.
struct Style {
  bool colour = false;  ///< ANSI colours
  bool ascii = true;    ///< nothing but ASCII, names and chat included
  friend bool operator==(const Style&, const Style&) = default;
};

/// A terminal that can move its cursor.
[[nodiscard]] bool capable_terminal();

/// What standard output can show, by the locale, the terminal and `NO_COLOR`.
[[nodiscard]] Style style_of_output(bool ascii);

}  // namespace flagrank::text
