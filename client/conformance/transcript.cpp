#include "client/conformance/transcript.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>

#include "client/conformance/documents.hpp"

namespace flagrank::conformance {
namespace {

using Line = Transcript::Line;
using Kind = Line::Kind;

constexpr std::string_view flags_mark = "server: ";

[[nodiscard]] std::string written(const Line& line) {
  switch (line.kind) {
    case Kind::note:
      return line.text;
    case Kind::flags:
      return std::string{flags_mark} + line.text;
    case Kind::connects:
      return line.who + ": connects";
    case Kind::drops:
      return line.who + ": drops";
    case Kind::closed:
      return line.who + ": closed " + line.text;
    case Kind::says:
      return line.who + "> " + line.text;
    case Kind::hears:
      return line.who + "< " + line.text;
  }
  return {};
}

[[nodiscard]] std::optional<Line> read_deed(std::string who, std::string_view deed) {
  constexpr std::string_view closed = "closed ";
  if (deed == "connects") return Line{Kind::connects, std::move(who), {}};
  if (deed == "drops") return Line{Kind::drops, std::move(who), {}};
  if (!deed.starts_with(closed)) return std::nullopt;
  return Line{Kind::closed, std::move(who), std::string{deed.substr(closed.size())}};
}

[[nodiscard]] std::optional<Line> read(std::string_view line) {
  if (line.empty() || line.starts_with('#')) return Line{Kind::note, {}, std::string{line}};
  if (line.starts_with(flags_mark)) {
    return Line{Kind::flags, {}, std::string{line.substr(flags_mark.size())}};
  }
  const std::size_t mark = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_");
  if (mark == 0 || mark == std::string_view::npos || mark + 1 >= line.size() ||
      line[mark + 1] != ' ') {
    return std::nullopt;
  }
  std::string who{line.substr(0, mark)};
  std::string text{line.substr(mark + 2)};
  if (line[mark] == '>') return Line{Kind::says, std::move(who), std::move(text)};
  if (line[mark] == '<') return Line{Kind::hears, std::move(who), std::move(text)};
  if (line[mark] == ':') return read_deed(std::move(who), text);
  return std::nullopt;
}

}  // namespace

Transcript Transcript::parse(std::string_view text) {
  Transcript transcript;
  std::istringstream lines{std::string{text}};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    auto readable = read(line);
    if (!readable) throw std::invalid_argument{"line " + std::to_string(number) + ": " + line};
    readable->number = number;
    transcript.lines.push_back(*std::move(readable));
  }
  return transcript;
}

std::string Transcript::text() const {
  std::string text;
  for (const Line& line : lines) text += written(line) + "\n";
  return text;
}

const std::vector<NamedTranscript>& transcripts() {
  static const auto all = [] {
    constexpr std::string_view folder = "transcripts/";
    constexpr std::string_view ending = ".txt";
    std::vector<NamedTranscript> found;
    for (const Document& document : documents()) {
      std::string_view name = document.name;
      if (!name.starts_with(folder)) continue;
      name.remove_prefix(folder.size());
      name.remove_suffix(ending.size());
      found.push_back({std::string{name}, Transcript::parse(document.text)});
    }
    return found;
  }();
  return all;
}

namespace {

/// Moments, and what a running clock shows, however deep they stand.
void hide_moments(nlohmann::ordered_json& json) {
  static const std::set<std::string> moments{"at_ms", "absent_since_ms", "setup_ends_ms", "red_ms",
                                             "blue_ms"};
  if (!json.is_structured()) return;
  for (const auto& item : json.items()) {
    if (item.value().is_number() && moments.contains(item.key())) item.value() = 0;
    hide_moments(item.value());
  }
}

}  // namespace

std::string Placeholders::hide(std::string_view who, std::string_view frame) {
  auto message = nlohmann::ordered_json::parse(frame, nullptr, false);
  if (!message.is_object()) return std::string{frame};
  const auto replace = [&message](const char* field, const auto& replacement) {
    if (message.contains(field)) message[field] = replacement(message[field]);
  };
  replace("server", [](const auto&) { return "<server>"; });
  replace("time_ms", [](const auto&) { return 0; });
  replace("retry_after_ms", [](const auto&) { return 0; });
  hide_moments(message);
  // In a list there are rooms of others too.
  const bool list = message.contains("rooms");
  name_each(list ? Which::known : Which::all, message, "room");
  name_each(Which::all, message, "record");
  if (message.contains("token") && message["token"].is_string()) {
    message["token"] = name_of(message["token"], std::string{who} + "-token");
  }
  if (message.contains("invitation") && message["invitation"].is_string()) {
    message["invitation"] = name_of(message["invitation"], std::string{who} + "-invitation");
  }
  return message.dump();
}

void Placeholders::name_each(Which which, nlohmann::ordered_json& json, const std::string& field) {
  if (!json.is_structured()) return;
  for (const auto& item : json.items()) {
    nlohmann::ordered_json& value = item.value();
    const bool named = value.is_string() && item.key() == field &&
                       (which == Which::all || names_.contains(value.get<std::string>()));
    if (named) value = name_of(value, field);
    name_each(which, value, field);
  }
}

std::string Placeholders::fill(std::string_view text) const {
  std::string filled{text};
  for (const auto& [name, value] : values_) {
    for (std::size_t place = filled.find(name); place != std::string::npos;
         place = filled.find(name, place + value.size())) {
      filled.replace(place, name.size(), value);
    }
  }
  return filled;
}

std::string Placeholders::name_of(const std::string& value, std::string wish) {
  const auto known = names_.find(value);
  if (known != names_.end()) return known->second;
  std::string name = "<" + wish + ">";
  for (int number = 2; values_.contains(name); ++number) {
    name = "<" + wish + "-" + std::to_string(number) + ">";
  }
  names_[value] = name;
  values_[name] = value;
  return name;
}

}  // namespace flagrank::conformance
