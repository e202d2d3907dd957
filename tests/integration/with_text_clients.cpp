#include "tests/integration/with_text_clients.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "client/text/formation_file.hpp"
#include "tests/support/armies.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/positions.hpp"

namespace flagrank::test {

constexpr std::string_view quick_board = R"(
    nbbbntonob
    tobslntboo
    ljcpomlcpt
    fojgopjlnp
    ..~~..~~..
    ..~~..~~..
    OPLGOMNPLO
    TJOSPCJBCO
    LONLTBBNOJ
    NTNPBFBTBO)";

WithTextClients::WithTextClients() { ::setenv("XDG_STATE_HOME", folder_.path().c_str(), 1); }

Process WithTextClients::client(std::vector<std::string> arguments, std::uint16_t at) {
  arguments.insert(arguments.end(),
                   {"--server", "ws://127.0.0.1:" + std::to_string(at), "--ascii"});
  return Process{flagrank_program(), arguments};
}

Process WithTextClients::host(const std::string& formation, std::uint16_t at) {
  return client({"create", "--name", "Host", "--side", "red", "--formation", formation}, at);
}

Process WithTextClients::guest(const std::string& code, const std::string& formation,
                               std::uint16_t at) {
  return client({"join", code, "--name", "Guest", "--formation", formation}, at);
}

std::string WithTextClients::file_with(std::string_view board, rules::Side side) {
  const Armies armies = armies_of(drawn(board));
  return file_with_text(text::write_formation(armies[index(side)], side));
}

std::string WithTextClients::file_with_text(const std::string& text) {
  const auto path = folder_.path() / ("formation-" + std::to_string(++files_));
  std::ofstream{path} << text;
  return path;
}

std::string code_told_by(Process& host) {
  const std::string line = host.expect(Process::Stream::out, "room ").value_or("room ?");
  return line.substr(line.find(' ') + 1);
}

std::ptrdiff_t lines_in(const std::string& text) { return std::ranges::count(text, '\n'); }

std::vector<std::string> lines_with(const std::string& text, const std::string& word) {
  std::vector<std::string> found;
  std::istringstream lines{text};
  for (std::string line; std::getline(lines, line);) {
    if (word.empty() || line == word || line.starts_with(word + " ")) found.push_back(line);
  }
  return found;
}

}  // namespace flagrank::test
