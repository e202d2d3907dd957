#include "common/protocol/rulesets_codec.hpp"

#include "common/protocol/game_fields.hpp"
#include "common/rules/variant.hpp"

namespace flagrank::protocol::wire {

void write(Writer& out, const Setting& setting) {
  std::visit([&](const auto& value) { write(out, value); }, setting);
}

void read(const Cursor& at, Setting& setting) {
  auto& data = at.value().data;
  if (const auto* on = std::get_if<bool>(&data)) {
    setting = *on;
  } else if (const auto* number = std::get_if<std::uint64_t>(&data)) {
    setting = *number;
  } else if (const auto* word = std::get_if<std::string>(&data)) {
    setting = *word;
  } else {
    at.refuse("must be true, false, a number or a word");
  }
}

void write(Writer& out, const std::optional<rules::Ruleset>& ruleset, InFullIfKnown /*manner*/) {
  if (ruleset) {
    write(out, *ruleset, InFull{});
  } else {
    out.null();
  }
}

void read(const Cursor& at, std::optional<rules::Ruleset>& ruleset, InFullIfKnown /*manner*/) {
  ruleset.reset();
  auto* const object = std::get_if<Object>(&at.value().data);
  Member* const variant = object != nullptr ? find(*object, "variant") : nullptr;
  const auto* const name =
      variant != nullptr ? std::get_if<std::string>(&variant->value.data) : nullptr;
  if (name != nullptr && rules::find_variant(*name) != nullptr) {
    read(at, ruleset.emplace(), InFull{});
  }
}

}  // namespace flagrank::protocol::wire
