#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace flagrank::text {

/// One line being edited on the terminal, by libedit: drawing, editing keys, history, completion.
/// It is fed key by key and never reads by itself, so that it never waits.
class Editor {
 public:
  Editor();
  ~Editor();
  Editor(const Editor&) = delete;
  Editor& operator=(const Editor&) = delete;

  /// Shows the prompt and an empty line. The terminal hands over single keys until `end`.
  void begin();
  /// Wipes away the line that is being edited and gives the terminal its ordinary ways back.
  void end();

  /// Takes one key. Returns the whole line when it was the last one; the terminal has its ordinary
  /// ways back then, until the next `begin`. Ctrl-D on an empty line is the line "quit".
  [[nodiscard]] std::optional<std::string> press(const std::u32string& key);

  /// Shows whole lines above the line that is being edited.
  void print(std::string_view lines);
  void prompt(const std::string& text);
  /// The terminal was resized, or another program has used it.
  void redraw();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace flagrank::text
