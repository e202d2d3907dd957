#include "server/config/access_key.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/temporary_directory.hpp"

namespace flagrank::config {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class AccessKeyFile : public testing::Test {
 protected:
  [[nodiscard]] std::filesystem::path with(const std::string& text) const {
    auto path = directory_.path() / "key";
    std::ofstream{path, std::ios::binary} << text;
    return path;
  }
  [[nodiscard]] std::filesystem::path folder() const { return directory_.path(); }

 private:
  test::TemporaryDirectory directory_;
};

TEST_F(AccessKeyFile, holds_a_key_and_a_line_end_perhaps) {
  for (const char* text : {"plum-lantern", "plum-lantern\n", "\n plum-lantern \r\n\n"}) {
    const auto key = read_access_key(with(text));
    ASSERT_TRUE(key) << key.error().why;
    EXPECT_EQ(key->text, "plum-lantern");
  }
}

TEST_F(AccessKeyFile, holds_8_to_128_visible_characters_and_nothing_else) {
  EXPECT_TRUE(read_access_key(with(std::string(8, '!'))));
  EXPECT_TRUE(read_access_key(with(std::string(128, '~'))));
  for (const std::string& text :
       {std::string{}, std::string{"\n"}, std::string(7, 'x'), std::string(129, 'x'),
        std::string(100'000, 'x'), std::string{"plum lantern"}, std::string{"plum\nlantern"},
        std::string{"pl\xc3\xbcm-lantern"}, std::string{"plum-\x1blantern"}}) {
    const auto key = read_access_key(with(text));
    ASSERT_FALSE(key) << text;
    EXPECT_THAT(key.error().why,
                AllOf(HasSubstr("holds no access key"), Not(HasSubstr("lantern"))));
  }
}

TEST_F(AccessKeyFile, that_cannot_be_read_is_told_with_the_reason) {
  EXPECT_THAT(read_access_key(folder() / "none").error().why, HasSubstr("No such file"));
  EXPECT_THAT(read_access_key(folder()).error().why, HasSubstr("directory"));
}

}  // namespace
}  // namespace flagrank::config
