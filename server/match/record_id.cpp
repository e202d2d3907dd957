#include "server/match/record_id.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <array>
#include <cstddef>
#include <span>
#include <stdexcept>

#include "server/match/hex.hpp"

namespace flagrank::match {

std::string record_id(std::string_view key, std::uint32_t game) {
  constexpr std::size_t bytes = 16;
  const std::string number = std::to_string(game);
  std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
  unsigned int length = 0;
  const auto* const message = reinterpret_cast<const unsigned char*>(number.data());
  const auto* const done = HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()), message,
                                number.size(), code.data(), &length);
  if (done == nullptr || length < bytes) throw std::runtime_error{"HMAC is not to be had"};
  return hex(std::as_bytes(std::span{code}.first(bytes)));
}

}  // namespace flagrank::match
