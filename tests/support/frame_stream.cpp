#include "tests/support/frame_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace flagrank::test {
namespace {

constexpr unsigned char whole_text = 0x81;  // final, opcode 1

[[nodiscard]] std::uint64_t number_in(std::string_view bytes) {
  std::uint64_t number = 0;
  for (const char byte : bytes) number = number << 8U | static_cast<unsigned char>(byte);
  return number;
}

[[nodiscard]] std::string bytes_of(std::uint64_t number, int count) {
  std::string bytes;
  for (int shift = 8 * (count - 1); shift >= 0; shift -= 8) {
    bytes += static_cast<char>(number >> static_cast<unsigned>(shift) & 0xffU);
  }
  return bytes;
}

[[nodiscard]] std::string text_frame(const std::string& text) {
  std::string frame(1, static_cast<char>(whole_text));
  if (text.size() < 126) {
    frame += static_cast<char>(text.size());
  } else if (text.size() < 65536) {
    frame += static_cast<char>(126) + bytes_of(text.size(), 2);
  } else {
    frame += static_cast<char>(127) + bytes_of(text.size(), 8);
  }
  return frame + text;
}

}  // namespace

std::string FrameStream::pass(std::string_view bytes) {
  held_ += bytes;
  std::string out;
  if (!open_ && !pass_head(out)) return out;
  while (pass_frame(out)) {
  }
  return out;
}

bool FrameStream::pass_head(std::string& out) {
  const std::size_t end = held_.find("\r\n\r\n");
  if (end == std::string::npos) return false;
  if (!held_.starts_with("HTTP/1.1 101 ")) return pass_answer(out, end + 4);
  out += held_.substr(0, end + 4);
  held_.erase(0, end + 4);
  open_ = true;
  return true;
}

/// An answer that opens no WebSocket; nothing follows it.
bool FrameStream::pass_answer(std::string& out, std::size_t head) {
  constexpr std::string_view length = "Content-Length: ";
  const std::size_t field = held_.find(length);
  const std::size_t body =
      field < head ? std::strtoul(held_.c_str() + field + length.size(), nullptr, 10) : 0;
  if (held_.size() < head + body) return false;
  for (const std::string& answer : tamper_(std::exchange(held_, {}))) out += answer;
  return false;
}

/// One whole frame, as servers send them: not masked.
bool FrameStream::pass_frame(std::string& out) {
  if (held_.size() < 2) return false;
  std::size_t head = 2;
  std::uint64_t size = static_cast<unsigned char>(held_[1]);
  if (size >= 126) {
    const std::size_t digits = size == 126 ? 2 : 8;
    if (held_.size() < head + digits) return false;
    size = number_in(std::string_view{held_}.substr(head, digits));
    head += digits;
  }
  if (held_.size() < head + size) return false;
  const std::string frame = held_.substr(0, head + size);
  held_.erase(0, frame.size());
  if (static_cast<unsigned char>(frame[0]) != whole_text) {
    out += frame;
    return true;
  }
  for (const std::string& text : tamper_(frame.substr(head))) out += text_frame(text);
  return true;
}

}  // namespace flagrank::test
