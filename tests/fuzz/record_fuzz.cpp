#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "common/record/gravon.hpp"
#include "common/record/json.hpp"
#include "common/record/strados.hpp"

/// Everything that reads a game or a position from outside. The first byte says as what the rest is
/// read: `j` JSON, `g` Gravon's XML, `s` STRADOS. What can be read must be sayable, and mean the
/// same when it is read again.
namespace {

using namespace flagrank::record;

void require(bool condition) {
  if (!condition) std::abort();
}

void check(const Fault& fault) {
  constexpr std::size_t most = 400;
  require(fault.line > 0 && !fault.reason.empty() && text(fault).size() <= most);
  for (const char c : text(fault)) require(c >= ' ' && c <= '~');
}

void as_json(std::string_view document) {
  const auto read = from_json(document);
  if (!read) return check(read.error());
  const auto again = from_json(to_json(*read));
  require(again && *again == *read);
}

void as_gravon(std::string_view document) {
  const auto read = from_gravon(document);
  if (!read) return check(read.error());
  const auto again = from_json(to_json(*read));
  require(again && *again == *read);
  const auto written = to_gravon(*read);
  if (!written) return;
  const auto reread = from_gravon(*written);
  require(reread && *reread == *read);
}

void as_strados(std::string_view document) {
  const auto read = from_strados(document);
  if (!read) return check(read.error());
  const auto again = from_strados(read->moment ? to_strados3(*read) : document.substr(0, 100));
  require(again && *again == *read);
  require(from_strados(to_strados2(*read)).has_value());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view input{reinterpret_cast<const char*>(data), size};
  const std::string_view document = input.substr(1);
  if (input.front() == 'j') as_json(document);
  if (input.front() == 'g') as_gravon(document);
  if (input.front() == 's') as_strados(document);
  return 0;
}
