#pragma once

#include <cstdint>
#include <vector>

#include "server/match/command.hpp"
#include "server/match/match.hpp"
#include "tests/support/random.hpp"

/// Commands as players might say them, sense and nonsense.
namespace flagrank::test {

/// Settings with any ruleset, for the armies of this variant.
[[nodiscard]] match::Settings random_settings(Random& random, const rules::Variant& variant);

/// Says what a room could be told next: mostly what takes the match further, sometimes what it must
/// refuse. Every id is new but for those that repeat an earlier command or reuse its id on purpose.
class Speaker {
 public:
  [[nodiscard]] match::Command command(const match::Match& match, Random& random);

 private:
  [[nodiscard]] match::Deed sensible(const match::Match& match, view::Seat& seat,
                                     Random& random) const;
  [[nodiscard]] match::Deed in_play(const match::Match& match, view::Seat& seat,
                                    Random& random) const;
  [[nodiscard]] match::Deed after_the_end(const match::Match& match, view::Seat& seat,
                                          Random& random) const;

  std::vector<match::Command> said_;
};

/// A deed of any kind, filled with anything.
[[nodiscard]] match::Deed nonsense(const match::Match& match, Random& random);

}  // namespace flagrank::test
