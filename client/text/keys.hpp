#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace flagrank::text {

/// Bytes from a keyboard, cut into keys. libedit reads on where a sequence is unfinished and would
/// hold up the whole program, so it is handed whole sequences only; those that it has no use for
/// (function keys, mouse reports) are dropped here, or their tails would appear in the line.
class Keys {
 public:
  void feed(std::string_view bytes);

  /// The characters of the next key; nothing where there is none or it is unfinished.
  [[nodiscard]] std::optional<std::u32string> next();

  /// Does an unfinished key wait for the rest of it?
  [[nodiscard]] bool unfinished() const noexcept { return !bytes_.empty(); }
  /// The rest has not come in a time that means it never will, such as after Esc alone.
  void give_up() { bytes_.clear(); }

 private:
  std::string bytes_;
};

}  // namespace flagrank::text
