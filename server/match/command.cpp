#include "server/match/command.hpp"

#include <openssl/crypto.h>

namespace flagrank::match {

bool equal_in_constant_time(const TokenHash& a, const TokenHash& b) noexcept {
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace flagrank::match
