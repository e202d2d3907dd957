#pragma once

#include <cstddef>
#include <string>
#include <variant>

#include "client/text/address.hpp"
#include "client/text/document.hpp"
#include "client/text/exit_status.hpp"
#include "client/text/film.hpp"

/// `flagrank replay` and `flagrank convert`: what was kept of a game, without any server but the
/// one that keeps it.
namespace flagrank::text {

/// A file by its path, or where to fetch it from.
using Source = std::variant<std::string, Address>;

struct ToReplay {
  Source source;
  Angle angle = Angle::both;
  bool ascii = false;
};

struct ToConvert {
  Source source;
  Format format = Format::json;
  std::size_t ply = 0;
  std::string output;  ///< a path; empty = standard output
};

/// Steps through it, by keys in a terminal, else by lines; returns what the program ends with.
[[nodiscard]] ExitStatus replay(const ToReplay& wanted);
[[nodiscard]] ExitStatus convert(const ToConvert& wanted);

}  // namespace flagrank::text
