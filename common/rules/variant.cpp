#include "common/rules/variant.hpp"

#include <algorithm>
#include <numeric>

namespace flagrank::rules {
namespace {

constexpr SquareSet two_lakes{
    Square::at(2, 4), Square::at(3, 4), Square::at(2, 5), Square::at(3, 5),  // c5 d5 c6 d6
    Square::at(6, 4), Square::at(7, 4), Square::at(6, 5), Square::at(7, 5),  // g5 h5 g6 h6
};
constexpr std::array four_rows_each{SquareSet::of_rows(0, 3), SquareSet::of_rows(6, 9)};

// Drawn with the letters of names.hpp: M marshal, G general, C colonel, J major, P captain,
// L lieutenant, T sergeant, N miner, O scout, S spy, B bomb, F flag.

constexpr std::array classic_formations{
    NamedFormation{.name = "default",
                   .summary = "The flag at the back with bombs on all sides, strength spread out.",
                   .rows = {"OPLOJMOPLO",  //
                            "TCOSPGJBCO",  //
                            "LONPTBBNBJ",  //
                            "NTNLBFBTNO"}},
    NamedFormation{.name = "corner",
                   .summary = "The flag in a corner behind two bombs, and a sergeant behind two "
                              "more in the other corner, as a decoy.",
                   .rows = {"OJPOLMOPJO",  //
                            "LCOGTNPSCO",  //
                            "BTLOJBNOPB",  //
                            "FBTNLNNBBT"}},
    NamedFormation{.name = "decoy",
                   .summary = "Three bombs around a sergeant draw the enemy's miners to one wing; "
                              "the flag hides on the other, without a bomb, by a major and a "
                              "captain.",
                   .rows = {"OLPOCJOPLO",  //
                            "TJOMSPGOBT",  //
                            "NBOLNBJTCL",  //
                            "BTBNNPFOBN"}},
    NamedFormation{.name = "storm",
                   .summary = "The strong pieces stand in front to attack at once; the flag is at "
                              "the back behind three bombs.",
                   .rows = {"PCJOGMOJCP",  //
                            "LOOJSPLOOT",  //
                            "TLNBNTOBPN",  //
                            "ONBFBLTBNB"}},
};

constexpr std::array training_formations{
    NamedFormation{.name = "default",
                   .summary = "The flag in a corner behind both bombs, the spy near the marshal.",
                   .rows = {".O..M...O.",  //
                            "N....S....",  //
                            "B.......N.",  //
                            "FB........"}},
    NamedFormation{.name = "centre",
                   .summary = "The flag in the middle of the back row, a bomb on each side and the "
                              "spy before it.",
                   .rows = {"O...M....O",  //
                            "..N....N..",  //
                            "....S.....",  //
                            "...BFB...."}},
    NamedFormation{.name = "decoy",
                   .summary = "A bomb fills the corner where a flag is looked for; the flag stands "
                              "at the back of the other wing, behind spy and marshal.",
                   .rows = {".O......M.",  //
                            "...N....S.",  //
                            "B.........",  //
                            "BO.....NF."}},
};

constexpr std::array duel_formations{
    NamedFormation{.name = "default",
                   .summary = "The flag in a corner behind both bombs, the spy near the marshal.",
                   .rows = {".O..G..M.O",  //
                            "..N...S...",  //
                            "B......N..",  //
                            "FB........"}},
    NamedFormation{.name = "centre",
                   .summary = "The flag in the middle of the back row, a bomb on each side and the "
                              "spy before it; marshal and general each keep a wing.",
                   .rows = {"O..M..G..O",  //
                            ".N......N.",  //
                            "....S.....",  //
                            "...BFB...."}},
    NamedFormation{.name = "decoy",
                   .summary = "A bomb fills the corner where a flag is looked for; the flag stands "
                              "at the back of the other wing, behind spy and marshal.",
                   .rows = {".O..G...M.",  //
                            "...N....S.",  //
                            "B.........",  //
                            "BO.....NF."}},
};

constexpr std::array barrage_formations{
    NamedFormation{.name = "default",
                   .summary = "The flag in a corner, the bomb before it and the spy beside it.",
                   .rows = {".O..M...O.",  //
                            ".......G..",  //
                            "B..N......",  //
                            "FS........"}},
    NamedFormation{.name = "centre",
                   .summary = "The flag in the middle of the back row behind the bomb; marshal and "
                              "general each keep a wing.",
                   .rows = {"O.......O.",  //
                            ".M......G.",  //
                            "....BN....",  //
                            "...SF....."}},
    NamedFormation{.name = "decoy",
                   .summary = "The bomb fills the corner where a flag is looked for; the flag "
                              "stands at the back of the other wing, by the miner and behind the "
                              "spy.",
                   .rows = {"O...M.....",  //
                            "......G.S.",  //
                            "..........",  //
                            "BO.....NF."}},
};

constexpr std::array all_variants{
    Variant{.name = "classic",
            .summary = "The whole game: forty pieces on each side.",
            .lakes = two_lakes,
            .set_up_areas = four_rows_each,
            //            flag spy scout miner 4  5  6  7  8  9  marshal bomb
            .inventory = {1, 1, 8, 5, 4, 4, 4, 3, 2, 1, 1, 6},
            .formations = classic_formations},
    Variant{.name = "training",
            .summary = "Nine pieces on each side, few ranks: to learn the game.",
            .lakes = two_lakes,
            .set_up_areas = four_rows_each,
            .inventory = {1, 1, 2, 2, 0, 0, 0, 0, 0, 0, 1, 2},
            .formations = training_formations},
    Variant{.name = "duel",
            .summary = "Ten pieces on each side on the whole board: a short game.",
            .lakes = two_lakes,
            .set_up_areas = four_rows_each,
            .inventory = {1, 1, 2, 2, 0, 0, 0, 0, 0, 1, 1, 2},
            .formations = duel_formations},
    Variant{.name = "barrage",
            .summary = "Eight pieces on each side, one miner and one bomb: the quickest game.",
            .lakes = two_lakes,
            .set_up_areas = four_rows_each,
            .inventory = {1, 1, 2, 1, 0, 0, 0, 0, 0, 1, 1, 1},
            .formations = barrage_formations},
};

}  // namespace

int Variant::pieces() const noexcept {
  return std::accumulate(inventory.begin(), inventory.end(), 0);
}

std::span<const Variant> variants() noexcept { return all_variants; }

const Variant& classic() noexcept { return all_variants.front(); }

const Variant* find_variant(std::string_view name) noexcept {
  const auto* found = std::ranges::find(all_variants, name, &Variant::name);
  return found == all_variants.end() ? nullptr : found;
}

}  // namespace flagrank::rules
