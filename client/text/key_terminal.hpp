#pragma once

#include <termios.h>

#include <optional>
#include <string>
#include <string_view>

#include "client/text/keys.hpp"

namespace flagrank::text {

/// Standard input and output as a screen that shows one text at a time and hands over single keys.
/// It is an alternate screen: what stood there before comes back when this is destroyed.
class KeyTerminal {
 public:
  KeyTerminal();
  ~KeyTerminal();
  KeyTerminal(const KeyTerminal&) = delete;
  KeyTerminal& operator=(const KeyTerminal&) = delete;

  void show(std::string_view text);
  /// Waits for the next key; nothing when the input has ended or a signal asks to go. Ctrl-C is a
  /// key.
  [[nodiscard]] std::optional<std::u32string> key();

 private:
  termios before_{};
  Keys keys_;
};

}  // namespace flagrank::text
