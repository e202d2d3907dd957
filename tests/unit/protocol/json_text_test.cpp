#include "common/protocol/json_text.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

namespace flagrank::protocol {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(JsonText, every_text_can_be_quoted_in_json) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      for (const char* tail : {"", "\x80", "\x80\x80", "\xBF\xBF\xBF", "x"}) {
        const std::string text =
            std::string{static_cast<char>(first), static_cast<char>(second)} + tail;
        // The same library says what is right, and what takes the place of what is wrong.
        const std::string right = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
        const json read = json::parse(quoted_in_json(text), nullptr, false);
        ASSERT_TRUE(read.is_string()) << right;
        if (right.find("\xEF\xBF\xBD") == std::string::npos) {
          ASSERT_EQ(read, text);
        } else {
          ASSERT_THAT(read.get<std::string>(), HasSubstr("\xEF\xBF\xBD"));
        }
      }
    }
  }
}

}  // namespace
}  // namespace flagrank::protocol
