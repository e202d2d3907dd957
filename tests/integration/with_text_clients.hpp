#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/rules/side.hpp"
#include "tests/integration/with_server.hpp"
#include "tests/support/temporary_directory.hpp"

namespace flagrank::test {

// What the text client ends with (client/README.md).
inline constexpr int finished = 0;
inline constexpr int left = 1;
inline constexpr int usage = 2;
inline constexpr int lost = 3;
inline constexpr int refused = 4;

/// Blue's flag stands in its front row, where the scout on a4 can strike at it.
extern const std::string_view quick_board;

/// A test with text clients as programs among programs, on pipes. They keep their seats in a folder
/// of this test.
class WithTextClients : public WithServer {
 protected:
  WithTextClients();

  /// With these arguments, and the server at that port where it is not the test's own.
  Process client(std::vector<std::string> arguments, std::uint16_t at);
  Process client(const std::vector<std::string>& arguments) { return client(arguments, port()); }
  /// Makes a room and plays Red.
  Process host(const std::string& formation, std::uint16_t at);
  Process host(const std::string& formation) { return host(formation, port()); }
  Process guest(const std::string& code, const std::string& formation, std::uint16_t at);
  Process guest(const std::string& code, const std::string& formation) {
    return guest(code, formation, port());
  }

  /// A formation file with one army of the drawing.
  std::string file_with(std::string_view board, rules::Side side);
  std::string file_with_text(const std::string& text);

  /// Where the clients keep their seats.
  [[nodiscard]] std::filesystem::path seats() const {
    return folder_.path() / "flagrank" / "seats";
  }

 private:
  TemporaryDirectory folder_;
  int files_ = 0;
};

/// The code of the room that this client makes; waits for it.
std::string code_told_by(Process& host);

[[nodiscard]] std::ptrdiff_t lines_in(const std::string& text);
/// The lines that begin with that word; all of them where it is empty.
[[nodiscard]] std::vector<std::string> lines_with(const std::string& text, const std::string& word);

}  // namespace flagrank::test
