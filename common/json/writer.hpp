#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace flagrank::json {

/// Writes compact JSON straight into a string, with commas where they belong. The caller keeps
/// objects and arrays balanced. Bytes that are no UTF-8 become U+FFFD.
class Writer {
 public:
  explicit Writer(std::size_t expected_size) {
    if (expected_size > latest_.size()) out_.reserve(expected_size);
  }

  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }

  /// A field's name, as it is: one of ours, which needs no escapes.
  void key(std::string_view name);

  void null() { bare("null"); }
  void boolean(bool value) { bare(value ? "true" : "false"); }
  void integer(std::integral auto value) {
    std::array<char, 20> digits;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled next
    const auto* const end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    bare({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  void text(std::string_view value);
  /// A text that is known to need no escapes.
  void word(std::string_view value);

  [[nodiscard]] std::string take() &&;

 private:
  void separate() {
    if (after_value_) put(',');
    after_value_ = true;
  }
  void open(char bracket);
  void close(char bracket);
  void bare(std::string_view value);
  void escaped(std::string_view value);

  void put(char c) {
    if (used_ == latest_.size()) spill();
    latest_[used_++] = c;
  }
  void put(std::string_view text) {
    if (text.size() > latest_.size() - used_) return put_long(text);
    std::memcpy(latest_.data() + used_, text.data(), text.size());
    used_ += text.size();
  }
  void put_long(std::string_view text);
  void spill();

  /// What is behind `out_`: most of what is written is a handful of characters, for which a string
  /// takes four times as long. A usual frame fits.
  std::array<char, 512> latest_;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::size_t used_ = 0;
  std::string out_;
  bool after_value_ = false;
};

}  // namespace flagrank::json
