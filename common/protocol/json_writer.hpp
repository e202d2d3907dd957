#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace flagrank::protocol::wire {

/// Writes compact JSON straight into a string, with commas where they belong. The caller keeps
/// objects and arrays balanced. Bytes that are no UTF-8 become U+FFFD.
class Writer {
 public:
  explicit Writer(std::size_t expected_size) { out_.reserve(expected_size); }

  void open_object() { open('{'); }
  void close_object() { close('}'); }
  void open_array() { open('['); }
  void close_array() { close(']'); }

  /// A field's name, as it is: one of ours, which needs no escapes.
  void key(std::string_view name);

  void null() { bare("null"); }
  void boolean(bool value) { bare(value ? "true" : "false"); }
  void integer(std::uint64_t value);
  void text(std::string_view value);
  /// A text that is known to need no escapes.
  void word(std::string_view value);

  [[nodiscard]] std::string take() && { return std::move(out_); }

 private:
  void separate();
  void open(char bracket);
  void close(char bracket);
  void bare(std::string_view value);
  void escaped(std::string_view value);

  std::string out_;
  bool after_value_ = false;
};

}  // namespace flagrank::protocol::wire
