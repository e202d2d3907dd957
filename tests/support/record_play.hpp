#pragma once

#include "common/record/game.hpp"
#include "tests/support/random.hpp"

/// Recorded games for tests.
namespace flagrank::test {

/// A short classic game: scouts meet, a captain runs into the marshal, the marshal walks to the
/// flag. Ada plays Red and Bob Blue; every move has its time.
[[nodiscard]] record::Game short_record();

/// A game by chance under that ruleset, of at most `longest` plies; it ends by itself or for any
/// reason that can be. Names and times are known or not.
[[nodiscard]] record::Game random_record(const rules::Ruleset& ruleset, std::uint32_t longest,
                                         Random& random);

}  // namespace flagrank::test
