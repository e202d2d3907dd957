#pragma once

namespace flagrank::text {

/// What the place that text goes to can show.
struct Style {
  bool colour = false;  ///< ANSI colours
  bool ascii = true;    ///< nothing but ASCII, names and chat included
  friend bool operator==(const Style&, const Style&) = default;
};

}  // namespace flagrank::text
