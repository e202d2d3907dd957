#include "client/conformance/replay.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "client/conformance/comparison.hpp"
#include "client/conformance/player.hpp"
#include "client/conformance/schemas.hpp"
#include "client/conformance/stage.hpp"

namespace flagrank::conformance {
namespace {

using Line = Transcript::Line;
using Kind = Line::Kind;
using Remarks = std::vector<std::string>;

[[nodiscard]] std::string shortened(const std::string& text) {
  constexpr std::size_t longest = 400;
  return text.size() > longest ? text.substr(0, longest) + " …" : text;
}

[[nodiscard]] std::string in_words(const Line& line) {
  if (line.kind == Kind::hears) return shortened(line.text);
  if (line.kind == Kind::closed) return "the end, " + line.text;
  return "nothing";
}

/// A limit that the transcript does not tell of.
void heed_limits(const Line& line, const Line& expected) {
  const std::string code = error_code_of(line.text);
  const auto known = protocol::error_code(code);
  if (!known || !is_limit(*known) || code == error_code_of(expected.text)) return;
  throw Limited{*known, code};
}

[[nodiscard]] std::optional<std::string> deviation(const Line& expected, const Line& line) {
  if (line.kind == Kind::note) return "nothing came";
  if (line.kind != expected.kind) return "something else came";
  return line.kind == Kind::closed ? difference_of_ends(expected.text, line.text)
                                   : difference(expected.text, line.text);
}

/// What is wrong with what came next, for whoever reads the transcript.
[[nodiscard]] Remarks remarks(const Line& expected, const Line& line, const std::string& frame) {
  heed_limits(line, expected);
  const std::string place = "line " + std::to_string(expected.number) + ", " + expected.who + ": ";
  if (const auto found = deviation(expected, line)) {
    return {place + *found, "expected  " + in_words(expected), "told      " + in_words(line)};
  }
  if (line.kind != Kind::hears) return {};
  Remarks faults = schema_faults_of_text("server", frame);
  if (faults.empty()) return {};
  return {place + "not by its schema: " + faults.front(), "told      " + in_words(line)};
}

[[nodiscard]] Remarks play(const Transcript& transcript, Stage& stage) {
  for (const Line& line : transcript.lines) {
    stage.act(line);
    if (!told(line)) continue;
    const Line heard = stage.hear(line.who);
    Remarks found = remarks(line, heard, stage.last_frame());
    if (!found.empty()) return found;
  }
  const auto more = stage.surplus();
  if (!more) return {};
  return {"at the end, " + more->who + ": told more than there was to tell",
          "told      " + in_words(*more)};
}

[[nodiscard]] std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

}  // namespace

std::string subject_of(const Transcript& transcript) {
  for (const Line& line : transcript.lines) {
    if (line.kind == Kind::note && line.text.starts_with("# ")) return line.text.substr(2);
  }
  return {};
}

std::string_view feature_of(const Transcript& transcript) {
  const bool of_public_rooms = std::ranges::any_of(transcript.lines, [](const Line& line) {
    return line.kind == Kind::says && (line.text.find(R"("type":"list_rooms")") != line.text.npos ||
                                       line.text.find(R"("public":)") != line.text.npos);
  });
  return of_public_rooms ? "public_rooms" : "";
}

Finding replay(const NamedTranscript& named, const text::Address& server) {
  const auto flags = flags_of(named.transcript);
  if (!flags.empty()) {
    return {Verdict::passed_over,
            named.name,
            {"needs a server of its own, flagrankd " + joined(flags)}};
  }
  Stage stage{server};
  Remarks found = play(named.transcript, stage);
  stage.leave();
  return {found.empty() ? Verdict::ok : Verdict::wrong, named.name, std::move(found)};
}

std::string advice_on_limit(std::string_view error_code) {
  if (error_code == "too_many_rooms") {
    return "A whole run makes about 60 rooms, and flagrankd lets 64 an hour be made from an "
           "address: start it with --rooms-per-address 1000, or try less with --only.";
  }
  if (error_code == "too_many_attempts") {
    return "Some trials say wrong codes on purpose: wait a minute, or start flagrankd with "
           "--failed-joins-per-minute 1000.";
  }
  if (error_code == "rate_limited") {
    return "Commands are spaced as hello tells, so it lets less through than it says; or others "
           "share the connection's limit: start flagrankd with --messages-per-second 1000 "
           "--message-burst 1000.";
  }
  return "The server is stopping: try again when it is back.";
}

}  // namespace flagrank::conformance
