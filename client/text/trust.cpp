#include "client/text/trust.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <boost/asio/error.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/error.hpp>

namespace flagrank::text {
namespace {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
using boost::system::error_code;

bool is_number(const std::string& host) {
  error_code none;
  asio::ip::make_address(host, none);
  return !none;
}

/// SSL_set_tlsext_host_name, which is a macro with a cast of C in it.
bool tell_name(SSL* tls, std::string host) {
  return SSL_ctrl(tls, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, host.data()) == 1;
}

/// The name to be told to the server and to stand in its certificate.
bool expect(SSL* tls, const std::string& host) {
  if (is_number(host)) return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host.c_str()) == 1;
  SSL_set_hostflags(tls, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
  return SSL_set1_host(tls, host.c_str()) == 1 && tell_name(tls, host);
}

/// What is wrong with a certificate (X509_V_ERR_…), after "the certificate of HOST:PORT ".
std::string fault_in_words(long fault, const Address& server) {
  switch (fault) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
      return "has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID:
      return "is not valid yet; is the clock of this machine right?";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
      return "is not for " + server.host + " but for another name";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
      return server.authorities.empty()
                 ? "is signed by nobody whom this machine trusts; --ca FILE names an authority of "
                   "your own"
                 : "is not signed by an authority in " + server.authorities;
    default:
      return std::string{"cannot be trusted: "} + X509_verify_cert_error_string(fault);
  }
}

bool speaks_no_tls(const error_code& why) {
  if (why.category() != asio::error::get_ssl_category()) return false;
  const int reason = ERR_GET_REASON(static_cast<unsigned long>(static_cast<unsigned>(why.value())));
  return reason == SSL_R_WRONG_VERSION_NUMBER || reason == SSL_R_PACKET_LENGTH_TOO_LONG ||
         reason == SSL_R_HTTP_REQUEST || reason == SSL_R_RECORD_LENGTH_MISMATCH;
}

}  // namespace

std::optional<Complaint> prepare_tls(wire::Wire& wire, const Address& server) {
  ssl::context context{ssl::context::tls_client};
  SSL_CTX_set_min_proto_version(context.native_handle(), TLS1_2_VERSION);
  error_code failed;
  if (server.authorities.empty()) {
    context.set_default_verify_paths(failed);
    if (failed) return Complaint{"the system's certificates cannot be read: " + failed.message()};
  } else {
    context.load_verify_file(server.authorities, failed);
    if (failed) {
      return Complaint{"--ca: " + server.authorities + " cannot be read, or holds no certificate"};
    }
  }
  context.set_verify_mode(ssl::verify_peer);
  if (expect(wire.secure(context), server.host)) return std::nullopt;
  return Complaint{server.host + " is no name that a certificate could be for"};
}

TlsFailure tls_failure(wire::Wire& wire, const Address& server, const error_code& why) {
  const std::string place = server.host_and_port();
  const long fault = SSL_get_verify_result(wire.tls());
  if (fault != X509_V_OK) {
    return {"the certificate of " + place + " " + fault_in_words(fault, server)};
  }
  if (speaks_no_tls(why)) {
    return {place + " does not speak TLS; a URL for it begins with ws:// or http://"};
  }
  if (why.category() == asio::error::get_ssl_category()) {
    return {"TLS with " + place + " failed: " + why.message()};
  }
  if (why == asio::error::eof || why == ssl::error::stream_truncated) {
    return {place + " hung up during the handshake of TLS", true};
  }
  return {"TLS with " + place + " failed: " + why.message(), true};
}

}  // namespace flagrank::text
