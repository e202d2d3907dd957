#pragma once

#include <string>
#include <vector>

#include "tests/support/temporary_directory.hpp"

struct evp_pkey_st;
struct x509_st;

namespace flagrank::test {

/// An authority of the test's own that vouches for certificates. All that it writes lies in a
/// folder that goes with it.
class Authority {
 public:
  enum class Time { now, past, future };

  struct Wish {
    std::string names = "DNS:localhost, IP:127.0.0.1";  ///< as OpenSSL writes them
    Time valid = Time::now;
  };

  /// PEM files.
  struct Files {
    std::string certificate;
    std::string key;
  };

  Authority();
  ~Authority();
  Authority(const Authority&) = delete;
  Authority& operator=(const Authority&) = delete;

  /// The file that whoever trusts this authority names.
  [[nodiscard]] std::string file() const { return file_; }

  [[nodiscard]] Files issue(const Wish& wish);
  [[nodiscard]] Files issue() { return issue(Wish{}); }

  /// The flags for a server that shows what is in those files.
  [[nodiscard]] static std::vector<std::string> flags(const Files& files);

 private:
  TemporaryDirectory folder_;
  evp_pkey_st* key_;
  x509_st* certificate_;
  std::string file_;
  int issued_ = 0;
};

}  // namespace flagrank::test
