#include "client/conformance/comparison.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace flagrank::conformance {
namespace {

using Json = nlohmann::json;
using Pointer = Json::json_pointer;

[[nodiscard]] std::string excerpt(const Json& value) {
  constexpr std::size_t longest = 80;
  std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > longest) text = text.substr(0, longest) + " …";
  return text;
}

[[nodiscard]] std::string type_of(const Json& message) {
  const auto type = message.find("type");
  return type != message.end() && type->is_string() ? type->get<std::string>() : "";
}

/// What the server chooses is not compared.
[[nodiscard]] Json without_choices(Json message) {
  static const std::set<std::string> free_types{"hello", "rulesets", "rooms",
                                                "formation_suggested"};
  const std::string type = type_of(message);
  if (type == "error") message.erase("message");
  if (!free_types.contains(type)) return message;
  Json bare{{"type", type}};
  if (message.contains("re")) bare["re"] = message["re"];
  return bare;
}

/// Lists whose order means nothing.
[[nodiscard]] bool unordered(const Pointer& place) {
  return place.to_string() == "/moves" || place.to_string() == "/faults";
}

/// What a server without that feature does not tell.
[[nodiscard]] bool may_be_missing(const Pointer& place) {
  return place.to_string() == "/invitation";
}

[[nodiscard]] std::optional<std::string> difference_at(const Pointer& place, const Json& expected,
                                                       const Json& told);

[[nodiscard]] std::optional<std::string> first_difference(const Pointer& place,
                                                          const Json& expected, const Json& told) {
  for (const auto& [name, value] : expected.items()) {
    const Pointer inner = place / name;
    if (may_be_missing(inner) && !told.contains(name)) continue;
    if (!told.contains(name)) return inner.to_string() + " is missing";
    if (auto found = difference_at(inner, value, told[name])) return found;
  }
  return std::nullopt;
}

[[nodiscard]] std::optional<std::string> difference_of_lists(const Pointer& place, Json expected,
                                                             Json told) {
  if (unordered(place)) {
    std::sort(expected.begin(), expected.end());
    std::sort(told.begin(), told.end());
  }
  if (expected.size() != told.size()) {
    return place.to_string() + " has " + std::to_string(told.size()) + " entries, not " +
           std::to_string(expected.size());
  }
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (auto found = difference_at(place / i, expected[i], told[i])) return found;
  }
  return std::nullopt;
}

std::optional<std::string> difference_at(const Pointer& place, const Json& expected,
                                         const Json& told) {
  if (expected.is_object() && told.is_object()) return first_difference(place, expected, told);
  if (expected.is_array() && told.is_array()) return difference_of_lists(place, expected, told);
  if (expected == told) return std::nullopt;
  // A server need not keep records.
  if (expected == "<record>" && told.is_null()) return std::nullopt;
  return place.to_string() + " is " + excerpt(told) + ", not " + excerpt(expected);
}

}  // namespace

std::optional<std::string> difference(std::string_view expected, std::string_view told) {
  const Json message = Json::parse(told, nullptr, false);
  if (!message.is_object()) return "this is no JSON object";
  const Json wanted = Json::parse(expected);
  if (type_of(wanted) != type_of(message)) {
    return "/type is " + excerpt(type_of(message)) + ", not " + excerpt(type_of(wanted));
  }
  return difference_at(Pointer{}, without_choices(wanted), without_choices(message));
}

std::optional<std::string> difference_of_ends(std::string_view expected, std::string_view told) {
  static const std::set<std::string_view> shy{"1002", "1007", "1009"};
  const std::string_view code = told.substr(0, told.find(' '));
  const bool without_reason = told.size() <= code.size() + 1;
  if (expected == told) return std::nullopt;
  if (without_reason && shy.contains(code) && expected.starts_with(code)) return std::nullopt;
  return "closed with " + std::string{told} + ", not " + std::string{expected};
}

std::string error_code_of(std::string_view frame) {
  const Json message = Json::parse(frame, nullptr, false);
  if (!message.is_object() || type_of(message) != "error") return {};
  const auto code = message.find("code");
  return code != message.end() && code->is_string() ? code->get<std::string>() : "";
}

}  // namespace flagrank::conformance
