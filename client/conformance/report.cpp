#include "client/conformance/report.hpp"

#include <algorithm>
#include <ostream>

#include "common/json/utf8.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::conformance {
namespace {

constexpr std::array<std::string_view, 4> words{"ok", "WRONG", "not seen", "passed over"};
constexpr std::size_t column = 13;

[[nodiscard]] std::string_view word(Verdict verdict) noexcept {
  return words[static_cast<std::size_t>(verdict)];
}

[[nodiscard]] std::string in_column(std::string_view text) {
  return std::string{text} + std::string(column - text.size(), ' ');
}

/// Byte by byte, as \x1b.
[[nodiscard]] std::string escaped(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (const char byte : bytes) {
    const auto value = static_cast<unsigned char>(byte);
    text += {'\\', 'x', digits[value / 16], digits[value % 16]};
  }
  return text;
}

}  // namespace

std::string visible(std::string_view text) {
  constexpr std::size_t longest = 1000;
  const std::size_t size = text.size();
  std::string out;
  while (!text.empty() && out.size() < longest) {
    const std::size_t length = json::first_code_point(text).length;
    const std::string_view character = text.substr(0, std::max<std::size_t>(length, 1));
    const bool plain = length != 0 && protocol::plain_text(character);
    out += plain ? std::string{character} : escaped(character);
    text.remove_prefix(character.size());
  }
  return text.empty() ? out : out + " … (" + std::to_string(size) + " bytes in all)";
}

std::string written(const Finding& finding) {
  std::string text = in_column(word(finding.verdict)) + finding.name;
  for (std::size_t i = 0; i < finding.remarks.size(); ++i) {
    text += (i == 0 ? ": " : "\n" + in_column("")) + visible(finding.remarks[i]);
  }
  return text + "\n";
}

void Report::add(const Finding& finding) {
  ++counts_[static_cast<std::size_t>(finding.verdict)];
  out_ << written(finding) << std::flush;
}

void Report::stop(std::string_view sentence) {
  stopped_ = true;
  out_ << in_column("stopped") << visible(sentence) << "\n" << std::flush;
}

ExitStatus Report::sum_up() {
  out_ << "\n";
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    out_ << (i == 0 ? "" : ", ") << counts_[i] << " " << words[i];
  }
  out_ << "\n" << std::flush;
  if (counts_[static_cast<std::size_t>(Verdict::wrong)] > 0) return ExitStatus::deviates;
  const bool missed = counts_[static_cast<std::size_t>(Verdict::not_seen)] > 0;
  return stopped_ || missed ? ExitStatus::not_run : ExitStatus::well;
}

}  // namespace flagrank::conformance
