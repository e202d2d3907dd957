#include "client/text/key_terminal.hpp"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>

namespace flagrank::text {
namespace {

volatile std::sig_atomic_t asked_to_go = 0;

void note(int /*signal*/) { asked_to_go = 1; }

/// Without SA_RESTART, so that whoever waits for a key wakes up.
void go_on_signals() {
  struct sigaction action{};
  action.sa_handler = note;
  for (const int signal : {SIGTERM, SIGHUP, SIGINT}) ::sigaction(signal, &action, nullptr);
}

void put(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

/// Is there more within a moment? After Esc alone there is not.
bool more_to_come() {
  constexpr int moment_ms = 100;
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  return ::poll(&input, 1, moment_ms) > 0;
}

}  // namespace

KeyTerminal::KeyTerminal() {
  go_on_signals();
  ::tcgetattr(STDIN_FILENO, &before_);
  termios raw = before_;
  raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  ::tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  put("\033[?1049h\033[?25l");
}

KeyTerminal::~KeyTerminal() {
  put("\033[?25h\033[?1049l");
  ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

void KeyTerminal::show(std::string_view text) {
  put("\033[H\033[2J");
  put(text);
}

std::optional<std::u32string> KeyTerminal::key() {
  while (asked_to_go == 0) {
    if (auto key = keys_.next()) return key;
    if (keys_.unfinished() && !more_to_come()) keys_.give_up();
    std::array<char, 64> bytes{};
    const auto read = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (read < 0 && errno == EINTR) continue;
    if (read <= 0) return std::nullopt;
    keys_.feed({bytes.data(), static_cast<std::size_t>(read)});
  }
  return std::nullopt;
}

}  // namespace flagrank::text
