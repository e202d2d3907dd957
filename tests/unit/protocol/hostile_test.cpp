#include <gtest/gtest.h>

#include "common/protocol/decode.hpp"
#include "common/protocol/limits.hpp"
#include "tests/support/message_printing.hpp"

/// Bytes that mean harm. All of them end in an error, soon, and none in an exception.
namespace flagrank::protocol {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20U;

std::string repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

ErrorCode refusal(std::string_view frame) {
  const auto client = decode_client(frame);
  const auto server = decode_server(frame);
  EXPECT_FALSE(client);
  EXPECT_FALSE(server);
  if (client || server) return ErrorCode::internal;
  EXPECT_EQ(name(client.error().code), name(server.error().code));
  EXPECT_LE(client.error().message.size() + client.error().pointer.value_or("").size(), 300U);
  return client.error().code;
}

TEST(HostileFrame, a_megabyte_of_brackets_is_too_deep) {
  EXPECT_EQ(refusal(std::string(megabyte, '[')), ErrorCode::too_deep);
  EXPECT_EQ(refusal(repeated(R"({"a":)", megabyte)), ErrorCode::too_deep);
  EXPECT_EQ(refusal(R"({"type":"ping","id":"c1","x":)" + std::string(megabyte, '[')),
            ErrorCode::too_deep);
}

TEST(HostileFrame, depth_up_to_the_limit_is_no_matter) {
  const auto nested = [](std::size_t depth) {
    return R"({"type":"a_new_one","x":)" + std::string(depth - 1, '[') +
           std::string(depth - 1, ']') + '}';
  };
  EXPECT_TRUE(decode_server(nested(max_json_depth)));
  EXPECT_EQ(decode_server(nested(max_json_depth + 1)).error().code, ErrorCode::too_deep);
}

TEST(HostileFrame, a_megabyte_of_elements_or_keys_is_read_in_good_time) {
  const std::string elements = R"({"type":"x","y":[)" + repeated("0,", megabyte) + "0]}";
  EXPECT_TRUE(decode_server(elements));

  std::string keys = R"({"type":"x")";
  for (std::size_t i = 0; keys.size() < megabyte; ++i) keys += ",\"" + std::to_string(i) + "\":0";
  EXPECT_TRUE(decode_server(keys + '}'));
  const auto repeated_key = decode_server(keys + R"(,"77":0})");
  ASSERT_FALSE(repeated_key);
  EXPECT_EQ(repeated_key.error().pointer, "/77");
}

TEST(HostileFrame, a_zero_byte_does_not_end_a_message) {
  using namespace std::string_literals;
  EXPECT_EQ(refusal("\0"s), ErrorCode::bad_json);
  EXPECT_EQ(refusal("{\"type\":\"ping\",\"id\":\"c1\"}\0"s), ErrorCode::bad_json);
  EXPECT_EQ(refusal("{\"type\":\"ping\",\"id\":\"c1\"}\0{}"s), ErrorCode::bad_json);
  EXPECT_EQ(refusal("{\"type\":\"ping\",\0\"id\":\"c1\"}"s), ErrorCode::bad_json);
  EXPECT_EQ(refusal("{\"type\":\"pi\0ng\",\"id\":\"c1\"}"s), ErrorCode::bad_json);
}

TEST(HostileFrame, a_byte_order_mark_is_no_json) {
  EXPECT_EQ(refusal("\xEF\xBB\xBF{\"type\":\"ping\",\"id\":\"c1\"}"), ErrorCode::bad_json);
}

TEST(HostileFrame, bytes_that_are_no_utf8_are_no_json) {
  for (const std::string_view bytes :
       {"\x80", "\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
        "\xF8\x88\x80\x80\x80", "\xFF", "\xC3"}) {
    EXPECT_EQ(refusal(R"({"type":"chat","id":"c1","text":")" + std::string{bytes} + R"("})"),
              ErrorCode::bad_json);
  }
}

TEST(HostileFrame, half_a_surrogate_pair_is_no_json) {
  for (const std::string_view escape :
       {R"(\uD800)", R"(\uDC00)", R"(\uD83D\uD83D)", R"(\uD83Dx)"}) {
    EXPECT_EQ(refusal(R"({"type":"chat","id":"c1","text":")" + std::string{escape} + R"("})"),
              ErrorCode::bad_json);
  }
  EXPECT_TRUE(decode_client(R"({"type":"chat","id":"c1","text":"\uD83D\uDE42"})"));
}

TEST(HostileFrame, raw_control_characters_in_strings_are_no_json) {
  EXPECT_EQ(refusal("{\"type\":\"chat\",\"id\":\"c1\",\"text\":\"a\nb\"}"), ErrorCode::bad_json);
}

TEST(HostileFrame, a_number_of_a_million_digits_does_no_harm) {
  const std::string digits(megabyte, '9');
  EXPECT_EQ(refusal("{\"type\":\"ping\",\"id\":\"c1\",\"x\":" + digits + "}"),
            ErrorCode::bad_value);
  EXPECT_FALSE(decode_client(R"({"type":"ping","id":"c1","x":0.)" + digits + "}"));
}

TEST(HostileFrame, an_error_repeats_little_of_a_frame) {
  const std::string long_text = repeated("loud", 7000);
  for (const std::string& frame :
       {R"({"type":")" + long_text + R"(","id":"c1"})",
        R"({"type":"ping","id":"c1",")" + long_text + R"(":1})",
        R"({"type":"ping","id":"c1",")" + long_text + R"(":1,")" + long_text + R"(":1})",
        R"({"type":"ping","id":"c1",")" + long_text + R"(":{"a":{"a":1,"a":1}}})"}) {
    const auto read = decode_client(frame);
    ASSERT_FALSE(read);
    EXPECT_LE(read.error().message.size() + read.error().pointer.value_or("").size(), 200U);
  }
}

TEST(HostileFrame, an_error_repeats_no_token_and_no_chat) {
  const std::string secret = "0123456789abcdef";
  for (const std::string& frame :
       {R"({"type":"resume","id":"c1","room":"K7F2","token":[")" + secret + R"("]})",
        R"({"type":"resume","id":"c1","token":")" + secret + R"("})",
        R"({"type":"resume","id":"c1","room":"K7F2","token":")" + secret + R"(","x":1})",
        R"({"type":"resume","id":"c1","room":"K7F2","token":")" + secret + secret + secret +
            secret + secret + secret + secret + secret + secret + R"("})",
        R"({"type":"resume","id":"c1","room":"K7F2","token":")" + secret + R"(")",
        R"({"type":"chat","id":"c1","text":")" + secret + R"(\n"})"}) {
    const auto read = decode_client(frame);
    ASSERT_FALSE(read) << frame;
    EXPECT_EQ(read.error().message.find("0123"), std::string::npos) << read.error().message;
    EXPECT_EQ(read.error().pointer.value_or("").find("0123"), std::string::npos);
  }
}

TEST(HostileFrame, an_error_text_cannot_steer_a_terminal) {
  const auto type = decode_client("{\"type\":\"\\u001b[2J\\u202Ex\",\"id\":\"c1\"}");
  ASSERT_FALSE(type);
  EXPECT_EQ(type.error().message, "There is no message type \"?[2J???x\".");
  const auto field = decode_client("{\"type\":\"ping\",\"id\":\"c1\",\"\\u0007\":1}");
  ASSERT_FALSE(field);
  EXPECT_EQ(field.error().message, "There is no field \"?\" here.");
}

}  // namespace
}  // namespace flagrank::protocol
