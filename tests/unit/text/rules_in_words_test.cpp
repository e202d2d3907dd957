#include "client/text/rules_in_words.hpp"

#include <gtest/gtest.h>

#include "common/rules/variant.hpp"

namespace flagrank::text {
namespace {

TEST(StylesInWords, list_every_style_of_the_variant_with_its_sentence) {
  EXPECT_EQ(styles_in_words(*rules::find_variant("barrage")),
            R"(Type formation and one of these names:

  default         The flag in a corner, the bomb before it and the spy
                  beside it.
  centre          The flag in the middle of the back row behind the bomb;
                  marshal and general each keep a wing.
  decoy           The bomb fills the corner where a flag is looked for; the
                  flag stands at the back of the other wing, by the miner
                  and behind the spy.
  random          Every piece anywhere, by chance.
  random_guarded  By chance, but with the flag at the back next to bombs,
                  and a way out for every miner.
)");
}

}  // namespace
}  // namespace flagrank::text
