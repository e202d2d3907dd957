#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "client/conformance/bad_frames.hpp"
#include "client/conformance/checks.hpp"
#include "common/protocol/encode.hpp"

namespace flagrank::conformance {
namespace {

using text::Address;

void offers_ours_among_others(const Address& server) {
  const WsClient client{server, {.subprotocols = "flagrank.v9, flagrank.v1"}};
  require(client.subprotocol() == "flagrank.v1",
          "offered flagrank.v9 and flagrank.v1, it chose \"" + client.subprotocol() + "\"");
}

/// Offers that, and must be refused with what is served.
void is_declined(const Address& server, const std::string& subprotocols) {
  try {
    WsClient{server, {.subprotocols = subprotocols}};
  } catch (const Declined& declined) {
    require(declined.status == 400,
            "answered with HTTP " + std::to_string(declined.status) + ", not 400");
    const auto body = nlohmann::json::parse(declined.body, nullptr, false);
    const auto served = nlohmann::json::array({"flagrank.v1"});
    require(body.is_object() && body.value("error", "") == "no_subprotocol" &&
                body.value("served", nlohmann::json{}) == served,
            "the body does not tell what is served: " + declined.body);
    return;
  }
  throw Broken{"not refused"};
}

void offers_nothing(const Address& server) { is_declined(server, ""); }
void offers_only_others(const Address& server) { is_declined(server, "chat, flagrank.v9"); }

/// Says that frame in a room, and is told how it is wrong; nobody notices.
void say_bad_frame(Pair& pair, const BadFrame& bad) {
  const protocol::ServerMessage answer = pair.red.say_text(bad.frame, bad.id);
  const std::string told = bad.name + std::string{" was answered with "} + pair.red.frames().back();
  const auto* error = std::get_if<protocol::Error>(&answer.body);
  require(error != nullptr, told);
  require(error->code == bad.code,
          told + ", where the code is " + std::string{protocol::name(bad.code)});
  require(!bad.pointer || error->pointer == bad.pointer,
          told + ", where the pointer is \"" + bad.pointer.value_or("") + "\"");
}

void bad_frames_are_refused(const Address& server) {
  Pair pair = sit_down(server);
  for (const BadFrame& bad : bad_frames()) say_bad_frame(pair, bad);
  pair.red.expect_nothing_new();
  pair.blue.expect_nothing_new();
}

/// Says that frame, which ends the connection with that code.
void is_closed(const Address& server, const std::string& frame, WsClient::Kind kind,
               std::uint16_t code) {
  Player player{server};
  player.connection().say(frame, kind);
  const Closed closed = player.expect_close();
  require(closed.code == code, "closed with " + std::to_string(closed.code) + " " + closed.reason +
                                   ", not " + std::to_string(code));
}

void binary_frames_end_it(const Address& server) {
  is_closed(server, R"({"type":"ping","id":"p1"})", WsClient::Kind::binary, 1003);
}

void broken_utf8_ends_it(const Address& server) {
  is_closed(server, "{\"type\":\"ping\",\"id\":\"\xff\"}", WsClient::Kind::text, 1007);
}

void frames_that_are_too_big_end_it(const Address& server) {
  const std::size_t most = Player{server}.hello().limits.message_bytes;
  is_closed(server, std::string(most + 1, ' '), WsClient::Kind::text, 1009);
}

void every_query_is_answered_once(const Address& server) {
  Player player{server};
  for (int i = 0; i < 10; ++i) player.put({player.new_id(), protocol::Ping{}});
  player.put({player.new_id(), protocol::ListRulesets{}});
  for (int i = 0; i < 11; ++i) player.hear_one();
  const auto refusal = player.refusal(protocol::Snapshot{});
  require(refusal == protocol::ErrorCode::not_in_room,
          "a snapshot outside any room was refused as " + std::string{protocol::name(refusal)});
}

constexpr std::array all_frame_checks{
    Check{"subprotocol-among-others", "flagrank.v1 is chosen wherever it is offered",
          offers_ours_among_others},
    Check{"no-subprotocol", "whoever offers none is refused with 400 and what is served",
          offers_nothing},
    Check{"other-subprotocols", "and so is whoever offers only others", offers_only_others},
    Check{"bad-frames", "each is refused by its code and pointer, and changes nothing",
          bad_frames_are_refused},
    Check{"binary-frame", "ends the connection with 1003", binary_frames_end_it},
    Check{"broken-utf8", "ends the connection with 1007", broken_utf8_ends_it},
    Check{"frame-too-big", "ends the connection with 1009", frames_that_are_too_big_end_it},
    Check{"one-answer-each", "ten pings and a query at once have eleven answers",
          every_query_is_answered_once},
};

}  // namespace

std::span<const Check> frame_checks() noexcept { return all_frame_checks; }

void require(bool holds, const std::string& otherwise) {
  if (!holds) throw Broken{otherwise};
}

std::vector<Check> all_checks() {
  std::vector<Check> all;
  for (const auto some : {frame_checks(), return_checks(), game_checks(), http_checks()}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace flagrank::conformance
