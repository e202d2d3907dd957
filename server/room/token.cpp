#include "server/room/token.hpp"

#include <openssl/evp.h>

#include <stdexcept>

namespace flagrank::room {

match::TokenHash hash_of(std::string_view token) {
  match::TokenHash hash{};
  auto* const bytes = reinterpret_cast<unsigned char*>(hash.data());
  unsigned int length = 0;
  const int done = EVP_Digest(token.data(), token.size(), bytes, &length, EVP_sha256(), nullptr);
  if (done != 1 || length != hash.size()) throw std::runtime_error{"SHA-256 is not to be had"};
  return hash;
}

}  // namespace flagrank::room
