#include "client/text/replay.hpp"

#include <unistd.h>

#include <clocale>
#include <iostream>
#include <optional>
#include <utility>

#include "client/text/clean.hpp"
#include "client/text/fetch.hpp"
#include "client/text/files.hpp"
#include "client/text/key_terminal.hpp"
#include "client/text/stepping.hpp"
#include "client/text/style.hpp"
#include "common/record/json.hpp"

namespace flagrank::text {
namespace {

using Loaded = boost::system::result<Document, Ending>;

Ending unusable(const Complaint& complaint) {
  return {.status = ExitStatus::usage, .sentence = complaint.sentence};
}

Loaded understood(const std::string& text, const std::string& source) {
  const auto document = parse_document(text, source);
  if (!document) return unusable(document.error());
  return *document;
}

Loaded load(const std::string& path) {
  const auto text = read_whole_file(path, record::max_json_bytes);
  if (!text) return unusable(text.error());
  return understood(*text, path);
}

Loaded load(const Address& place) {
  const auto text = fetch(place, record::max_json_bytes);
  if (!text) return text.error();
  return understood(*text, place.host_and_port() + place.path);
}

Loaded load(const Source& source) {
  return std::visit([](const auto& place) { return load(place); }, source);
}

ExitStatus failed(const Ending& ending) {
  // A path comes from anywhere too, and the reason comes after it, however long it is.
  std::cerr << "flagrank: " << clean(ending.sentence, {}, ending.sentence.size()) << '\n';
  return ending.status;
}

/// Why it had to end before its input, or nothing.
std::optional<Complaint> step_by_lines(Stepping& stepping) {
  auto failure = write_standard_output(stepping.opening());
  for (std::string line; !failure && !stepping.over() && std::getline(std::cin, line);) {
    failure = write_standard_output(stepping.typed(line));
  }
  return failure;
}

void step_by_keys(Stepping& stepping) {
  KeyTerminal terminal;
  while (!stepping.over()) {
    terminal.show(stepping.screen());
    const auto key = terminal.key();
    if (!key) return;
    stepping.pressed(*key);
  }
}

}  // namespace

ExitStatus replay(const ToReplay& wanted) {
  std::setlocale(LC_CTYPE, "");
  const auto document = load(wanted.source);
  if (!document) return failed(document.error());
  Stepping stepping{Film{*document}, wanted.angle, style_of_output(wanted.ascii)};
  const bool person = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
  if (person && capable_terminal()) {
    step_by_keys(stepping);
  } else if (const auto failure = step_by_lines(stepping)) {
    return failed(unusable(*failure));
  }
  return ExitStatus::finished;
}

ExitStatus convert(const ToConvert& wanted) {
  const auto document = load(wanted.source);
  if (!document) return failed(document.error());
  const auto text = write_document(*document, wanted.format, wanted.ply);
  if (!text) return failed(unusable(text.error()));
  const auto failure =
      wanted.output.empty() ? write_standard_output(*text) : write_file(wanted.output, *text);
  if (failure) return failed(unusable(*failure));
  return ExitStatus::finished;
}

}  // namespace flagrank::text
