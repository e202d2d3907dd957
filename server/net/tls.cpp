#include "server/net/tls.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509err.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/ssl/stream_base.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <ctime>
#include <fstream>
#include <iterator>
#include <utility>

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
using asio::ip::tcp;
using boost::system::error_code;

namespace flagrank::net {
namespace {

using Text = std::optional<std::string>;
using Loaded = boost::system::result<Certificate::Context, std::string>;

Text read_file(const std::filesystem::path& path) {
  std::ifstream file{path, std::ios::binary};
  std::string text{std::istreambuf_iterator<char>{file}, {}};
  if (!file) return std::nullopt;
  return text;
}

std::string cannot_read(const char* flag, const std::filesystem::path& path) {
  return std::string{flag} + ": cannot read " + path.string();
}

std::string reason(const error_code& error) {
  const char* const words =
      ERR_reason_error_string(static_cast<unsigned long>(static_cast<unsigned>(error.value())));
  return words != nullptr ? words : error.message();
}

Certificate::Context bare_context() {
  auto context = std::make_shared<ssl::context>(ssl::context::tls_server);
  SSL_CTX* const native = context->native_handle();
  SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
  // A peer could make us do the costly half of a handshake as often as it likes.
  SSL_CTX_set_options(native, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  // Who comes back shows a ticket, which costs us no memory.
  SSL_CTX_set_session_cache_mode(native, SSL_SESS_CACHE_OFF);
  // Otherwise OpenSSL asks for it at the terminal.
  context->set_password_callback([](auto, auto) { return std::string{}; });
  return context;
}

bool of_another(const error_code& error) {
  const int reason = ERR_GET_REASON(static_cast<unsigned long>(error.value()));
  return reason == X509_R_KEY_VALUES_MISMATCH || reason == X509_R_KEY_TYPE_MISMATCH;
}

Loaded read_files(const Certificate::Files& files) {
  const Text chain = read_file(files.certificate);
  if (!chain) return cannot_read("--tls-cert", files.certificate);
  const Text key = read_file(files.key);
  if (!key) return cannot_read("--tls-key", files.key);

  Certificate::Context context = bare_context();
  error_code error;
  context->use_certificate_chain(asio::buffer(*chain), error);
  if (error) {
    return "--tls-cert: " + files.certificate.string() +
           " holds no certificate in PEM that can be used: " + reason(error);
  }
  context->use_private_key(asio::buffer(*key), ssl::context::pem, error);
  if (error && !of_another(error)) {
    return "--tls-key: " + files.key.string() +
           " holds no private key in PEM, without a password: " + reason(error);
  }
  if (error || SSL_CTX_check_private_key(context->native_handle()) != 1) {
    return "--tls-key: " + files.key.string() + " is not the key of the certificate";
  }
  return context;
}

/// What the operator needs to know of it.
void log_validity(ssl::context& context) {
  const ASN1_TIME* const until =
      X509_get0_notAfter(SSL_CTX_get0_certificate(context.native_handle()));
  std::tm time{};
  if (ASN1_TIME_to_tm(until, &time) != 1) return;
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M UTC", &time);
  if (X509_cmp_current_time(until) < 0) {
    spdlog::warn("the certificate expired on {}: no client will accept it", text.data());
  } else {
    spdlog::info("the certificate is valid until {}", text.data());
  }
}

}  // namespace

boost::system::result<std::shared_ptr<Certificate>, std::string> Certificate::load(
    const Files& files) {
  auto context = read_files(files);
  if (!context) return context.error();
  log_validity(**context);
  return std::shared_ptr<Certificate>{new Certificate{files, *std::move(context)}};
}

void Certificate::reload() {
  auto context = read_files(files_);
  if (!context) {
    spdlog::error("the certificate is not renewed: {}", context.error());
    return;
  }
  spdlog::info("the certificate was read again");
  log_validity(**context);
  const std::lock_guard lock{mutex_};
  context_ = *std::move(context);
}

Certificate::Context Certificate::context() const {
  const std::lock_guard lock{mutex_};
  return context_;
}

asio::awaitable<Secured> secure(wire::Wire& wire, const Certificate& certificate) {
  tcp::socket& socket = wire.socket();
  error_code error;
  co_await socket.async_wait(tcp::socket::wait_read,
                             asio::redirect_error(asio::use_awaitable, error));
  unsigned char first = 0;
  if (error || ::recv(socket.native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT) != 1) {
    co_return Secured::lost;
  }
  if (!begins_tls(first)) co_return Secured::not_tls;

  const auto context = certificate.context();
  wire.secure(*context);
  co_await wire.async_shake_hands(ssl::stream_base::server,
                                  asio::redirect_error(asio::use_awaitable, error));
  if (!error) co_return Secured::yes;
  // TLS has told the peer why, who should get to read it.
  constexpr std::size_t most = 64 * 1024;
  co_await wire.async_finish(most, asio::redirect_error(asio::use_awaitable, error));
  co_return Secured::lost;
}

}  // namespace flagrank::net
