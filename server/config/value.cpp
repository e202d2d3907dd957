#include <charconv>
#include <concepts>
#include <type_traits>
#include <utility>

#include "server/config/duration.hpp"
#include "server/config/listen_address.hpp"
#include "server/config/table.hpp"

/// What an operator writes for each type of setting, and the other way round.
namespace flagrank::config {
namespace {

using std::chrono::milliseconds;
using Texts = std::vector<std::string>;
using Path = std::filesystem::path;

constexpr std::string_view off = "off";

/// The field of one setting, wherever it lies.
template <class Value>
auto& field_in(auto& settings, Value Settings::* field) {
  return settings.*field;
}
template <class Value>
auto& field_in(auto& settings, Value Limits::* field) {
  return settings.limits.*field;
}

// --- reading one text: false where it is not what is wanted

template <std::unsigned_integral Count>
bool read(const Setting& setting, std::string_view text, Count& field) {
  const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), field);
  if (fault != std::errc{} || rest != text.data() + text.size()) return false;
  return field > 0 || setting.or_nothing;
}

bool read(const Setting& setting, std::string_view text, milliseconds& field) {
  const auto duration = read_duration(text);
  if (!duration || (*duration == milliseconds::zero() && !setting.or_nothing)) return false;
  field = *duration;
  return true;
}

bool read(const Setting& /*setting*/, std::string_view text, bool& field) {
  field = text == "true" || text == "yes" || text == "on" || text == "1";
  return field || text == "false" || text == "no" || text == "off" || text == "0";
}

bool read(const Setting& setting, std::string_view text, std::string& field) {
  field = text;
  return setting.fits == nullptr ? !text.empty() : setting.fits(text);
}

bool read(const Setting& setting, std::string_view text, Path& field) {
  field = text;
  return setting.fits == nullptr ? !text.empty() : setting.fits(text);
}

bool read(const Setting& /*setting*/, std::string_view text, ListenAddress& field) {
  auto address = read_listen_address(text);
  if (address) field = *std::move(address);
  return address.has_value();
}

template <class Value>
bool read(const Setting& setting, std::string_view text, std::optional<Value>& field) {
  if (std::is_same_v<Value, ListenAddress> && text == off) {
    field.reset();
    return true;
  }
  return read(setting, text, field.emplace());
}

// --- what is wanted

template <std::unsigned_integral Count>
std::string wanted(const Setting& setting, const Count& /*type*/) {
  return setting.or_nothing ? "a whole number" : "a whole number above 0";
}
std::string wanted(const Setting& setting, milliseconds /*type*/) {
  return setting.or_nothing ? "a time such as 500ms, 15s or 10m"
                            : "a time above 0 such as 500ms, 15s or 10m";
}
std::string wanted(const Setting& /*setting*/, bool /*type*/) { return "true or false"; }
std::string wanted(const Setting& setting, const std::string& /*type*/) { return setting.wanted; }
std::string wanted(const Setting& setting, const Path& /*type*/) { return setting.wanted; }
std::string wanted(const Setting& /*setting*/, const ListenAddress& /*type*/) {
  return "ADDR:PORT, such as 0.0.0.0:8080 or [::1]:8080";
}
template <class Value>
std::string wanted(const Setting& setting, const std::optional<Value>& /*type*/) {
  return wanted(setting, Value{}) + (std::is_same_v<Value, ListenAddress> ? ", or off" : "");
}

std::string refusal(const Setting& setting, const std::string& text, const std::string& wanted) {
  return (setting.secret ? "the value" : "'" + text + "'") + " is not " + wanted;
}

// --- setting

template <class Value>
std::optional<std::string> set_field(const Setting& setting, const Texts& texts, Value& field) {
  if (texts.size() != 1) return "one value is wanted";
  Value value{};
  if (!read(setting, texts.front(), value)) {
    return refusal(setting, texts.front(), wanted(setting, field));
  }
  field = std::move(value);
  return std::nullopt;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return std::string{text.substr(first, text.find_last_not_of(' ') - first + 1)};
}

Texts parts(const std::string& text) {
  Texts all;
  std::size_t from = 0;
  for (auto comma = text.find(','); comma != std::string::npos; comma = text.find(',', from)) {
    all.push_back(trimmed(std::string_view{text}.substr(from, comma - from)));
    from = comma + 1;
  }
  all.push_back(trimmed(std::string_view{text}.substr(from)));
  return all;
}

std::optional<std::string> set_field(const Setting& setting, const Texts& texts, Texts& field) {
  Texts all;
  for (const std::string& text : texts) {
    for (std::string& part : parts(text)) {
      std::string value;
      if (!read(setting, part, value)) return refusal(setting, part, setting.wanted);
      all.push_back(std::move(value));
    }
  }
  field = std::move(all);
  return std::nullopt;
}

// --- spelling

template <std::unsigned_integral Count>
Texts spelled(Count count) {
  return {std::to_string(count)};
}
Texts spelled(milliseconds duration) { return {spell(duration)}; }
Texts spelled(bool yes) { return {yes ? "true" : "false"}; }
Texts spelled(const std::string& text) { return {text}; }
Texts spelled(const Path& path) { return {path.string()}; }
Texts spelled(const Texts& texts) { return texts; }
Texts spelled(const ListenAddress& address) { return {spell(address)}; }
template <class Value>
Texts spelled(const std::optional<Value>& value) {
  if (value) return spelled(*value);
  if (std::is_same_v<Value, ListenAddress>) return {std::string{off}};
  return {};
}

}  // namespace

std::optional<std::string> set(const Setting& setting, Settings& settings, const Texts& texts) {
  const auto set_it = [&](auto field) {
    return set_field(setting, texts, field_in(settings, field));
  };
  return std::visit(set_it, setting.field);
}

Texts spell(const Setting& setting, const Settings& settings) {
  const auto spell_it = [&](auto field) { return spelled(field_in(settings, field)); };
  return std::visit(spell_it, setting.field);
}

}  // namespace flagrank::config
