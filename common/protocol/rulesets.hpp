#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/rules/ruleset.hpp"

/// What a server offers to play, told to whoever asks with `list_rulesets`.
namespace flagrank::protocol {

/// A named way to set up an army.
struct StyleTold {
  std::string name;
  std::string summary;
  friend bool operator==(const StyleTold&, const StyleTold&) = default;
};

struct PresetTold {
  std::string name;
  std::string summary;
  std::optional<rules::Ruleset> ruleset;  ///< none where this program does not know its variant
  std::vector<StyleTold> formations;
  friend bool operator==(const PresetTold&, const PresetTold&) = default;
};

/// What a switch is set to: on or off, a number, or a word.
using Setting = std::variant<bool, std::uint64_t, std::string>;

struct SwitchTold {
  std::string name;
  std::string summary;
  Setting usual;                      ///< in the classic preset
  std::vector<Setting> values;        ///< all that there are; none for a number
  std::optional<std::uint64_t> most;  ///< for a number: from 0 to this
  friend bool operator==(const SwitchTold&, const SwitchTold&) = default;
};

/// A switch that is not as in the preset.
struct SwitchSet {
  std::string name;
  Setting value;
  friend bool operator==(const SwitchSet&, const SwitchSet&) = default;
};

/// Those in which a ruleset differs from its preset, in the order of the wire.
[[nodiscard]] std::vector<SwitchSet> switches_set_in(const rules::Ruleset& ruleset);

/// Answer to `list_rulesets`.
struct Rulesets {
  std::vector<PresetTold> presets;
  std::vector<SwitchTold> switches;
  friend bool operator==(const Rulesets&, const Rulesets&) = default;
};

/// All that this program knows.
[[nodiscard]] Rulesets offered_rulesets();

}  // namespace flagrank::protocol
