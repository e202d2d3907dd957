#include "common/protocol/rooms_codec.hpp"

#include <optional>
#include <string>

#include "common/rules/catalogue.hpp"

namespace flagrank::protocol::wire {

void write(Writer& out, const std::vector<SwitchSet>& switches) {
  out.open_object();
  const FieldWriter field{out};
  for (const SwitchSet& one : switches) field(one.name, one.value);
  out.close_object();
}

void read(const Cursor& at, std::vector<SwitchSet>& switches) {
  switches.clear();
  const FieldReader field{at};
  for (const rules::SwitchEntry& entry : rules::switches()) {
    std::optional<Setting> value;
    field.where_it_applies(entry.name, value);
    if (value) switches.push_back({.name = std::string{entry.name}, .value = *std::move(value)});
  }
}

}  // namespace flagrank::protocol::wire
