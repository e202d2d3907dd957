#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <string>

#include "client/conformance/checks.hpp"
#include "client/text/fetch.hpp"
#include "common/record/json.hpp"
#include "common/rules/formation.hpp"
#include "common/rules/variant.hpp"

/// What can be asked for without a WebSocket: proto/http.md.
namespace flagrank::conformance {
namespace {

using nlohmann::json;
using rules::Side;
using text::Address;
using text::Answer;

/// Beside the address of the WebSocket.
[[nodiscard]] Address beside(const Address& server, const std::string& path) {
  constexpr std::string_view websocket = "/v1/ws";
  if (!server.path.ends_with(websocket)) {
    throw Untried{"the URL does not end with /v1/ws, so that nothing is known beside it"};
  }
  Address place = server;
  place.path.replace(place.path.size() - websocket.size(), websocket.size(), path);
  return place;
}

[[nodiscard]] Answer asked(const Address& server, const std::string& path,
                           const std::string& method = "GET") {
  const std::string request = method + " " + path;
  auto answer = text::ask(beside(server, path), method, record::max_json_bytes);
  require(answer.has_value(), request + ": " + (answer ? "" : answer.error().sentence));
  if (answer->status == 429) throw Limited{protocol::ErrorCode::too_many_attempts, request};
  if (answer->status == 503) throw Unreachable{request + " was answered with HTTP 503"};
  return *std::move(answer);
}

void require_field(const Answer& answer, const std::string& name, const std::string& begin) {
  const auto field = answer.fields.find(name);
  const std::string told = field == answer.fields.end() ? "missing" : "\"" + field->second + "\"";
  require(told.starts_with("\"" + begin), "the field " + name + " is " + told + ", not " + begin);
}

/// The body, which is JSON for everybody, by that schema.
[[nodiscard]] json document(const std::string& path, const Answer& answer,
                            const std::string& schema) {
  require_field(answer, "content-type", "application/json");
  require_field(answer, "cache-control", "no-store");
  require_field(answer, "access-control-allow-origin", "*");
  json body = json::parse(answer.body, nullptr, false);
  require(!body.is_discarded(), path + " is answered with no JSON: " + answer.body);
  const auto faults = schema_faults_by(schema, body);
  require(faults.empty(), path + " is not by its schema: " +
                              (faults.empty() ? "" : faults.front() + ": " + answer.body));
  return body;
}

[[nodiscard]] json found(const Address& server, const std::string& path,
                         const std::string& schema) {
  const Answer answer = asked(server, path);
  require(answer.status == 200,
          path + " is answered with HTTP " + std::to_string(answer.status) + ", not 200");
  return document(path, answer, schema);
}

void is_refused(const Answer& answer, const std::string& request, unsigned status,
                const std::string& error) {
  require(answer.status == status, request + " is answered with HTTP " +
                                       std::to_string(answer.status) + ", not " +
                                       std::to_string(status));
  const json body = document(request, answer, "http/error.json");
  require(body["error"] == error,
          request + " is refused as " + body["error"].dump() + ", not as " + error);
}

void is_not_found(const Address& server, const std::string& path, const std::string& error) {
  is_refused(asked(server, path), path, 404, error);
}

[[nodiscard]] bool lists(const json& rooms, const std::string& code) {
  return std::ranges::any_of(rooms["rooms"],
                             [&code](const json& room) { return room["room"] == code; });
}

// --- the checks

void info_is_what_hello_tells(const Address& server) {
  const json info = found(server, "/v1/info", "http/info.json");
  const Player player{server};
  const json hello = json::parse(player.frames().front());
  for (const char* field : {"protocol", "server", "features", "limits"}) {
    require(info[field] == hello[field], std::string{field} + " is " + info[field].dump() +
                                             ", and in hello " + hello[field].dump());
  }
}

void public_rooms_are_listed(const Address& server) {
  Player host{server};
  host.create({.name = "Host", .side = Side::red, .ruleset = {}, .timing = {}, .is_public = true});
  const json rooms = found(server, "/v1/rooms", "http/rooms.json");
  require(rooms["more"] == true || lists(rooms, host.room()),
          "a public room is not in the list, and there are no more");
  host.say(protocol::LeaveRoom{});
}

void a_room_is_found_by_its_code(const Address& server) {
  Player host{server};
  host.create({.name = "Host", .side = Side::red, .ruleset = {}, .timing = {}});
  const json room = found(server, "/v1/rooms/" + host.room(), "http/room.json");
  require(room["room"] == host.room(), "the room is " + room["room"].dump());
  std::string typed = host.room();
  std::ranges::transform(typed, typed.begin(), [](unsigned char c) { return std::tolower(c); });
  typed.insert(typed.size() / 2, "-");
  require(found(server, "/v1/rooms/" + typed, "http/room.json") == room,
          "in small letters and with a dash, it is another room");
  const Answer all = asked(server, "/v1/rooms");
  require(all.status != 200 || !lists(document("/v1/rooms", all, "http/rooms.json"), host.room()),
          "a room that is not public is in the list");
  is_not_found(server, "/v1/rooms/ZZZZZZ", "no_such_room");
  host.say(protocol::LeaveRoom{});
}

void a_record_is_kept(const Address& server) {
  rules::Ruleset ruleset{.variant = rules::find_variant("barrage")};
  Pair pair = sit_down(server, ruleset);
  pair.lock(rules::default_formation(*ruleset.variant, Side::red).placements(),
            rules::default_formation(*ruleset.variant, Side::blue).placements());
  pair.red.put({pair.red.new_id(), protocol::Resign{1}});
  const auto over = pair.blue.expect<view::GameOver>();
  require(over.record.has_value(), "game_over tells no record, and hello.features has records");
  const std::string path = "/v1/records/" + *over.record;
  const std::string text = found(server, path, "record.json").dump();
  const auto game = record::from_json(text);
  require(game.has_value(), "the record does not agree with itself: " +
                                (game ? "" : game.error().where + ": " + game.error().reason));
  require(game->result.reason == over.ended.reason && game->result.winner == over.ended.winner,
          "the record tells another result than game_over");
  for (const Side side : {Side::red, Side::blue}) {
    require(game->formations[index(side)].placements() == over.formations[index(side)],
            "the record tells other armies than game_over");
  }
  is_not_found(server, "/v1/records/" + std::string(over.record->size(), '0'), "no_such_record");
}

void only_get_is_served(const Address& server) {
  for (const char* method : {"POST", "PUT", "DELETE", "HEAD"}) {
    const std::string request = std::string{method} + " /v1/info";
    const Answer answer = asked(server, "/v1/info", method);
    require(answer.status == 405,
            request + " is answered with HTTP " + std::to_string(answer.status) + ", not 405");
    require_field(answer, "allow", "GET");
    if (request.starts_with("HEAD")) continue;
    is_refused(answer, request, 405, "method_not_allowed");
  }
}

void nothing_is_anywhere_else(const Address& server) {
  is_not_found(server, "/v1/nothing", "not_found");
  is_not_found(server, "/v2/info", "not_found");
}

constexpr std::array all_http_checks{
    Check{"http-info", "GET /v1/info tells what hello does", info_is_what_hello_tells},
    Check{"http-rooms", "GET /v1/rooms lists a public room", public_rooms_are_listed,
          "public_rooms"},
    Check{"http-room", "GET /v1/rooms/CODE tells of any room by its code, and of no other",
          a_room_is_found_by_its_code},
    Check{"http-record", "GET /v1/records/ID gives the whole game, and nothing for another ID",
          a_record_is_kept, "records"},
    Check{"http-method", "nothing but GET is served", only_get_is_served},
    Check{"http-path", "other paths are not found", nothing_is_anywhere_else},
};

}  // namespace

std::span<const Check> http_checks() noexcept { return all_http_checks; }

}  // namespace flagrank::conformance
