#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

namespace flagrank::conformance {

/// What a run of this program ends with.
enum class ExitStatus : std::uint8_t {
  well = 0,      ///< nothing deviates
  deviates = 1,  ///< something does
  not_run = 2    ///< it could not be tried, or not to its end; also wrong usage
};

enum class Verdict : std::uint8_t {
  ok,
  wrong,
  not_seen,    ///< it did not come to that
  passed_over  ///< it was not to be tried
};

/// One thing that was looked at.
struct Finding {
  Verdict verdict = Verdict::ok;
  std::string name;
  std::vector<std::string> remarks;  ///< lines; the first stands beside the name
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// Any text as a terminal can show it in one line: what is no visible character is written as
/// \x1b, and after 1000 bytes it says how much there was.
[[nodiscard]] std::string visible(std::string_view text);

/// "ok           name: remark", then the other remarks, each on an indented line of its own.
/// Remarks quote what strangers say, and are made `visible`.
[[nodiscard]] std::string written(const Finding& finding);

/// Writes each finding as it is made, and counts.
class Report {
 public:
  explicit Report(std::ostream& out) : out_{out} {}

  void add(const Finding& finding);
  /// It could not be tried, or not to its end: why, and what helps. It is made `visible`.
  void stop(std::string_view sentence);
  /// Writes the last line, and tells what the whole came to.
  ExitStatus sum_up();

  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

 private:
  std::ostream& out_;
  std::array<std::size_t, 4> counts_{};  ///< by verdict
  bool stopped_ = false;
};

}  // namespace flagrank::conformance
