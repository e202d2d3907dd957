#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/system/result.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "common/wire/wire.hpp"

namespace flagrank::net {

/// What the server shows of itself to who speaks TLS: a certificate with its chain, and the key to
/// it. May be used from any thread.
class Certificate {
 public:
  using Context = std::shared_ptr<boost::asio::ssl::context>;

  /// Where the certificate lies with its chain, and the key to it; both in PEM.
  struct Files {
    std::filesystem::path certificate;
    std::filesystem::path key;
  };

  /// Reads both files; or says in one sentence what is wrong with them.
  [[nodiscard]] static boost::system::result<std::shared_ptr<Certificate>, std::string> load(
      const Files& files);

  /// Reads the files again, for connections that come from now on. Where they are of no use, that
  /// is logged, and what was read before is kept.
  void reload();

  /// What a new connection begins with.
  [[nodiscard]] Context context() const;

 private:
  Certificate(Files files, Context context)
      : files_{std::move(files)}, context_{std::move(context)} {}

  const Files files_;
  mutable std::mutex mutex_;
  Context context_;
};

/// Does a peer begin like this to speak TLS? No HTTP does.
[[nodiscard]] constexpr bool begins_tls(unsigned char first_byte) { return first_byte == 0x16; }

enum class Secured : std::uint8_t {
  yes,
  not_tls,  ///< the peer speaks something else: nothing was read of it
  lost      ///< gone, or it could not be agreed on how to speak
};

/// Waits for the peer's first byte and shakes hands by TLS. What TLS costs in memory it costs from
/// that byte on.
[[nodiscard]] boost::asio::awaitable<Secured> secure(wire::Wire& wire,
                                                     const Certificate& certificate);

}  // namespace flagrank::net
