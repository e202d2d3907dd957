#include "client/conformance/report.hpp"

#include <ostream>

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

}  // namespace

std::string written(const Finding& finding) {
  std::string text = in_column(word(finding.verdict)) + finding.name;
  for (std::size_t i = 0; i < finding.remarks.size(); ++i) {
    text += (i == 0 ? ": " : "\n" + in_column("")) + finding.remarks[i];
  }
  return text + "\n";
}

void Report::add(const Finding& finding) {
  ++counts_[static_cast<std::size_t>(finding.verdict)];
  out_ << written(finding) << std::flush;
}

void Report::stop(std::string_view sentence) {
  stopped_ = true;
  out_ << in_column("stopped") << sentence << "\n" << std::flush;
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
