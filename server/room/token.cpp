#include "server/room/token.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <cstddef>
#include <iterator>
#include <span>
#include <stdexcept>

namespace flagrank::room {

Hash hash_of(std::string_view secret) {
  Hash hash{};
  auto* const bytes = reinterpret_cast<unsigned char*>(hash.data());
  unsigned int length = 0;
  const int done = EVP_Digest(secret.data(), secret.size(), bytes, &length, EVP_sha256(), nullptr);
  if (done != 1 || length != hash.size()) throw std::runtime_error{"SHA-256 is not to be had"};
  return hash;
}

std::string token_from(std::string_view retry_key, std::string_view room) {
  // Neither holds a blank, so that no two pairs read alike.
  const auto hash = hash_of("seat " + std::string{room} + ' ' + std::string{retry_key});
  constexpr std::size_t token_bytes = 16;
  std::string token;
  for (const std::byte byte : std::span{hash}.first(token_bytes)) {
    fmt::format_to(std::back_inserter(token), "{:02x}", std::to_integer<unsigned>(byte));
  }
  return token;
}

}  // namespace flagrank::room
