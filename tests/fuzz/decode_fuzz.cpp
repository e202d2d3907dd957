#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/text.hpp"

/// The same bytes as the frame of a client and as the frame of a server. What can be read must be
/// sayable, and mean the same when it is read again.
namespace {

using namespace flagrank::protocol;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const DecodeError& error) {
  constexpr std::size_t most = 400;
  require(!error.message.empty() && error.message.size() <= most && plain_text(error.message));
  require(!error.pointer || plain_text(*error.pointer));
  require(!error.id || valid_command_id(*error.id));
  require((error.code == ErrorCode::bad_json) == !error.pointer);
}

void as_client(std::string_view frame) {
  const auto read = decode_client(frame);
  if (!read) return check(read.error());
  const auto again = decode_client(encode(*read));
  require(again && *again == *read);
}

void as_server(std::string_view frame) {
  const auto read = decode_server(frame);
  if (!read) return check(read.error());
  const auto again = decode_server(encode(*read));
  require(again && *again == *read);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view frame{reinterpret_cast<const char*>(data), size};
  as_client(frame);
  as_server(frame);
  return 0;
}
