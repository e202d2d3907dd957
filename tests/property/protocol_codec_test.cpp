#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"
#include "tests/property/protocol_generators.hpp"
#include "tests/support/message_printing.hpp"

/// What is said can be read, and what cannot be read does no harm.
namespace flagrank::protocol {
namespace {

using Json = nlohmann::ordered_json;
using test::any_client_message;
using test::any_command_id;
using test::any_server_message;
namespace gen = rc::gen;

RC_GTEST_PROP(Codec, a_command_is_read_back_whole, ()) {
  const ClientMessage message = *any_client_message();
  const auto read = decode_client(encode(message));
  if (!read) RC_FAIL(read.error().message);
  RC_ASSERT(*read == message);
}

RC_GTEST_PROP(Codec, what_a_server_tells_is_read_back_whole, ()) {
  const ServerMessage message = *any_server_message();
  const auto read = decode_server(encode(message));
  if (!read) RC_FAIL(read.error().message);
  RC_ASSERT(*read == message);
}

/// Another writer of JSON, which knows nothing of ours, writes each frame the same.
RC_GTEST_PROP(Codec, frames_are_compact_json_with_type_first, ()) {
  const std::string client = encode(*any_client_message());
  const std::string server = encode(*any_server_message());
  RC_ASSERT(Json::parse(client).dump() == client);
  RC_ASSERT(Json::parse(server).dump() == server);
  RC_ASSERT(Json::parse(client).begin().key() == "type");
  RC_ASSERT(Json::parse(server).begin().key() == "type");
}

RC_GTEST_PROP(Codec, an_answer_is_the_event_with_re, ()) {
  ServerMessage message = *any_server_message();
  const CommandId id = *any_command_id();
  message.re.reset();
  const std::string told_to_all = encode(message);
  message.re = id;
  RC_ASSERT(answering(told_to_all, id) == encode(message));
}

// --- strictness

RC_GTEST_PROP(Codec, a_command_with_a_field_too_many_is_refused, ()) {
  const ClientMessage message = *any_client_message();
  Json json = Json::parse(encode(message));
  json["surplus"] = nullptr;
  const auto read = decode_client(json.dump());
  RC_ASSERT(!read);
  RC_ASSERT(read.error().code == ErrorCode::unknown_field);
  RC_ASSERT(read.error().pointer == "/surplus");
  RC_ASSERT(read.error().id == message.id);
}

RC_GTEST_PROP(Codec, a_command_with_a_field_too_few_is_refused, ()) {
  Json json = Json::parse(encode(*any_client_message()));
  const auto position = *gen::inRange<std::size_t>(0, json.size());
  const std::string key = std::next(json.begin(), static_cast<long>(position)).key();
  static const std::set<std::string> optional{
      "side",         "ruleset",   "clock",  "setup_limit_ms", "absence_limit_ms", "spectators",
      "return_match", "retry_key", "public", "by_invitation",  "invitation",       "access_key"};
  RC_PRE(!optional.contains(key));
  json.erase(key);
  const auto read = decode_client(json.dump());
  RC_ASSERT(!read);
  RC_ASSERT(read.error().pointer == "/" + key);
}

RC_GTEST_PROP(Codec, a_server_may_add_fields, ()) {
  const ServerMessage message = *any_server_message();
  Json json = Json::parse(encode(message));
  json["new_in_some_later_version"] = {{"a", {1, 2, nullptr}}};
  const auto read = decode_server(json.dump());
  if (!read) RC_FAIL(read.error().message);
  RC_ASSERT(*read == message);
}

// --- harm

/// Whatever could be read must be a message that can be said and read again.
void check_both(const std::string& frame) {
  if (const auto client = decode_client(frame)) {
    const auto again = decode_client(encode(*client));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == *client);
  }
  if (const auto server = decode_server(frame)) {
    const auto again = decode_server(encode(*server));
    RC_ASSERT(again.has_value());
    RC_ASSERT(*again == *server);
  }
}

std::string any_frame() {
  return *gen::arbitrary<bool>() ? encode(*any_client_message()) : encode(*any_server_message());
}

RC_GTEST_PROP(Codec, never_throws_on_mutated_bytes, ()) {
  std::string frame = any_frame();
  for (int left = *gen::inRange(1, 6); left > 0; --left) {
    const auto at = *gen::inRange<std::size_t>(0, frame.size() + 1);
    const auto length = *gen::inRange<std::size_t>(0, 4);
    switch (*gen::inRange(0, 4)) {
      case 0:
        frame.erase(at, length);
        break;
      case 1:
        frame.insert(at, 1, *gen::arbitrary<char>());
        break;
      case 2:
        frame.insert(at, frame.substr(at, 8 * length));
        break;
      default:
        if (at < frame.size()) frame[at] = *gen::arbitrary<char>();
    }
  }
  check_both(frame);
}

RC_GTEST_PROP(Codec, never_throws_on_any_bytes, (const std::string& bytes)) { check_both(bytes); }

Json any_small_json() {
  switch (*gen::inRange(0, 9)) {
    case 0:
      return nullptr;
    case 1:
      return *gen::arbitrary<bool>();
    case 2:
      return *gen::arbitrary<std::int64_t>();
    case 3:
      return *gen::arbitrary<std::uint64_t>();
    case 4:
      return 1.5;
    case 5:
      return "a4";
    case 6:
      return "red";
    case 7:
      return Json::array({1});
    default:
      return Json::object({{"a", 1}});
  }
}

/// Some value in the tree, as often an inner one as an outer one.
Json& any_place(Json& tree) {
  Json* place = &tree;
  while (place->is_structured() && !place->empty() && *gen::inRange(0, 3) != 0) {
    const auto step = *gen::inRange<std::size_t>(0, place->size());
    place = &*std::next(place->begin(), static_cast<long>(step));
  }
  return *place;
}

RC_GTEST_PROP(Codec, never_throws_on_wrong_values_in_the_right_places, ()) {
  Json json = Json::parse(any_frame());
  for (int left = *gen::inRange(1, 4); left > 0; --left) any_place(json) = any_small_json();
  check_both(json.dump());
}

}  // namespace
}  // namespace flagrank::protocol
