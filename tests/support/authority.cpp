#include "tests/support/authority.hpp"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <cstdio>
#include <stdexcept>

namespace flagrank::test {
namespace {

constexpr long day = 24L * 60 * 60;

void require(bool done, const char* what) {
  if (!done) throw std::runtime_error{std::string{"OpenSSL: "} + what};
}

EVP_PKEY* new_key() {
  EVP_PKEY* const key = EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256");
  require(key != nullptr, "a key");
  return key;
}

void set_time(X509* certificate, Authority::Time valid) {
  const long begin = valid == Authority::Time::future ? day : -2 * day;
  const long end = valid == Authority::Time::past ? -day : 2 * day;
  require(X509_gmtime_adj(X509_getm_notBefore(certificate), begin) != nullptr, "a date");
  require(X509_gmtime_adj(X509_getm_notAfter(certificate), end) != nullptr, "a date");
}

void extend(X509* certificate, X509* issuer, int what, const std::string& value) {
  X509V3_CTX context{};
  X509V3_set_ctx(&context, issuer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, what, value.c_str());
  require(extension != nullptr, "an extension");
  require(X509_add_ext(certificate, extension, -1) == 1, "an extension");
  X509_EXTENSION_free(extension);
}

X509* new_certificate(const std::string& subject, EVP_PKEY* key, long serial) {
  X509* const certificate = X509_new();
  require(certificate != nullptr && X509_set_version(certificate, 2) == 1, "a certificate");
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial);
  X509_NAME* const name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(subject.c_str()), -1, -1, 0);
  require(X509_set_pubkey(certificate, key) == 1, "a key");
  return certificate;
}

template <class Write>
std::string write(const std::string& path, Write pem) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  require(file != nullptr, "a file");
  const int written = pem(file);
  std::fclose(file);
  require(written == 1, "a file");
  return path;
}

}  // namespace

Authority::Authority() : key_{new_key()}, certificate_{new_certificate("Test", key_, 1)} {
  X509_set_issuer_name(certificate_, X509_get_subject_name(certificate_));
  set_time(certificate_, Time::now);
  extend(certificate_, certificate_, NID_basic_constraints, "critical,CA:TRUE");
  extend(certificate_, certificate_, NID_key_usage, "critical,keyCertSign");
  extend(certificate_, certificate_, NID_subject_key_identifier, "hash");
  require(X509_sign(certificate_, key_, EVP_sha256()) > 0, "a signature");
  file_ = write((folder_.path() / "authority.pem").string(),
                [this](std::FILE* file) { return PEM_write_X509(file, certificate_); });
}

Authority::~Authority() {
  X509_free(certificate_);
  EVP_PKEY_free(key_);
}

Authority::Files Authority::issue(const Wish& wish) {
  const std::string number = std::to_string(++issued_);
  EVP_PKEY* const key = new_key();
  X509* const certificate = new_certificate("Server " + number, key, 1 + issued_);
  X509_set_issuer_name(certificate, X509_get_subject_name(certificate_));
  set_time(certificate, wish.valid);
  extend(certificate, certificate_, NID_subject_alt_name, wish.names);
  require(X509_sign(certificate, key_, EVP_sha256()) > 0, "a signature");
  const Files files{
      write((folder_.path() / (number + ".pem")).string(),
            [certificate](std::FILE* file) { return PEM_write_X509(file, certificate); }),
      write((folder_.path() / (number + ".key")).string(), [key](std::FILE* file) {
        return PEM_write_PrivateKey(file, key, nullptr, nullptr, 0, nullptr, nullptr);
      })};
  X509_free(certificate);
  EVP_PKEY_free(key);
  return files;
}

std::vector<std::string> Authority::flags(const Files& files) {
  return {"--tls-cert", files.certificate, "--tls-key", files.key};
}

}  // namespace flagrank::test
