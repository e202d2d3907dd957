#include "client/conformance/newer_server.hpp"

#include <nlohmann/json.hpp>
#include <set>

namespace flagrank::conformance {
namespace {

using OrderedJson = nlohmann::ordered_json;

/// Their keys are not fields but values.
[[nodiscard]] bool is_map(const std::string& name) {
  static const std::set<std::string> maps{"inventory",  "unaccounted", "seats",   "wins",
                                          "formations", "squares",     "rescued", "sides"};
  return maps.contains(name);
}

void add_fields(OrderedJson& node, const std::string& name) {
  if (!node.is_structured()) return;
  for (const auto& item : node.items()) {
    add_fields(item.value(), node.is_array() ? std::string{} : item.key());
  }
  // Ranks and sides are not the only keys of a map in a map.
  const bool open = node.is_object() && !is_map(name) && name != "red" && name != "blue";
  if (open) node["new_field"] = {{"deep", {1, nullptr, "é"}}};
}

}  // namespace

std::string with_new_fields(std::string_view frame) {
  OrderedJson message = OrderedJson::parse(frame);
  add_fields(message, "");
  return message.dump();
}

std::string new_event(std::uint64_t seq, std::uint64_t at_ms) {
  return OrderedJson{{"type", "weather_changed"}, {"seq", seq}, {"at_ms", at_ms}, {"sky", "clear"}}
      .dump();
}

std::string new_message() {
  return OrderedJson{{"type", "advice"}, {"text", "Mind the gap."}}.dump();
}

std::string new_error(std::string_view id) {
  return OrderedJson{{"type", "error"},
                     {"re", id},
                     {"code", "moon_in_the_wrong_house"},
                     {"message", "The server cannot do that now, for a reason that is new."},
                     {"pointer", nullptr}}
      .dump();
}

}  // namespace flagrank::conformance
