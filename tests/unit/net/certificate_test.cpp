#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "server/net/tls.hpp"
#include "tests/support/authority.hpp"

namespace flagrank::net {
namespace {

using test::Authority;
using testing::HasSubstr;
using testing::StartsWith;

Certificate::Files files(const std::string& certificate, const std::string& key) {
  return {.certificate = certificate, .key = key};
}

std::string fault(const Certificate::Files& files) {
  const auto loaded = Certificate::load(files);
  return loaded ? "" : loaded.error();
}

TEST(Certificate, is_read_with_its_key) {
  Authority authority;
  const auto issued = authority.issue();
  EXPECT_EQ(fault(files(issued.certificate, issued.key)), "");
}

TEST(Certificate, is_told_from_what_is_none) {
  Authority authority;
  const auto issued = authority.issue();
  EXPECT_EQ(fault(files("/nowhere/at.pem", issued.key)), "--tls-cert: cannot read /nowhere/at.pem");
  EXPECT_EQ(fault(files(issued.certificate, "/nowhere/at.key")),
            "--tls-key: cannot read /nowhere/at.key");
  EXPECT_THAT(fault(files(issued.key, issued.key)),
              StartsWith("--tls-cert: " + issued.key + " holds no certificate in PEM"));
  EXPECT_THAT(fault(files(issued.certificate, issued.certificate)),
              StartsWith("--tls-key: " + issued.certificate + " holds no private key in PEM"));
}

TEST(Certificate, is_of_no_use_with_the_key_of_another) {
  Authority authority;
  const auto issued = authority.issue();
  const auto other = authority.issue();
  EXPECT_EQ(fault(files(issued.certificate, other.key)),
            "--tls-key: " + other.key + " is not the key of the certificate");
}

TEST(Certificate, stays_as_it_was_where_the_new_one_is_of_no_use) {
  Authority authority;
  const auto issued = authority.issue();
  const auto certificate = *Certificate::load(files(issued.certificate, issued.key));
  const auto before = certificate->context();
  std::ofstream{issued.certificate} << "broken";
  certificate->reload();
  EXPECT_EQ(certificate->context(), before);
}

TEST(Certificate, is_another_once_the_files_are) {
  Authority authority;
  const auto issued = authority.issue();
  const auto certificate = *Certificate::load(files(issued.certificate, issued.key));
  const auto before = certificate->context();
  const auto next = authority.issue();
  std::filesystem::rename(next.certificate, issued.certificate);
  std::filesystem::rename(next.key, issued.key);
  certificate->reload();
  EXPECT_NE(certificate->context(), before);
}

}  // namespace
}  // namespace flagrank::net
