#include "server/net/request.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <functional>
#include <optional>

#include "common/protocol/http.hpp"

namespace flagrank::net {
namespace {

constexpr std::string_view websocket_path = "/v1/ws";
constexpr std::string_view health_path = "/healthz";

bool same_letters(std::string_view a, std::string_view b) {
  const auto same = [](unsigned char x, unsigned char y) {
    return std::tolower(x) == std::tolower(y);
  };
  return std::ranges::equal(a, b, same);
}

std::vector<std::string_view> values(const Request& request, std::string_view name) {
  std::vector<std::string_view> found;
  for (const auto& [field, value] : request.fields) {
    if (same_letters(field, name)) found.emplace_back(value);
  }
  return found;
}

/// The value of a field that may stand there once only.
std::optional<std::string_view> single(const Request& request, std::string_view name) {
  const auto found = values(request, name);
  return found.size() == 1 ? std::optional{found.front()} : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Is `token` in the list of a field?
template <class Same>
bool lists(const Request& request, std::string_view name, std::string_view token, Same same) {
  return std::ranges::any_of(listed(request, name),
                             [&](std::string_view item) { return same(item, token); });
}

/// 16 bytes in base64 are 22 letters and `==`.
bool is_key(std::string_view text) {
  constexpr std::size_t letters = 22;
  const auto base64 = [](unsigned char c) { return std::isalnum(c) != 0 || c == '+' || c == '/'; };
  return text.size() == letters + 2 && text.ends_with("==") &&
         std::ranges::all_of(text.substr(0, letters), base64);
}

bool has_body(const Request& request) {
  if (!values(request, "Transfer-Encoding").empty()) return true;
  const auto lengths = values(request, "Content-Length");
  return std::ranges::any_of(lengths, [](std::string_view length) { return length != "0"; });
}

Answer stopping() {
  return refusal(503, "server_stopping", "This server is being restarted.",
                 std::chrono::seconds{5});
}

Answer wrong_subprotocol() {
  constexpr std::string_view body =
      R"({"error":"no_subprotocol","message":"Offer one of the subprotocols served.",)"
      R"("served":["flagrank.v1"]})"
      "\n";
  return {.status = 400, .body = std::string{body}};
}

Answer upgrade_required() {
  Answer answer = refusal(426, "upgrade_required", "A WebSocket of version 13 is served here.");
  answer.fields = {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
  return answer;
}

Verdict judge_upgrade(const Request& request, bool ready) {
  if (request.version != 11 || !lists(request, "Upgrade", "websocket", same_letters) ||
      !lists(request, "Connection", "upgrade", same_letters) ||
      single(request, "Sec-WebSocket-Version") != "13") {
    return upgrade_required();
  }
  const auto key = single(request, "Sec-WebSocket-Key");
  if (!key || !is_key(*key)) return refusal(400, "bad_request", "Sec-WebSocket-Key is wrong.");
  if (!lists(request, "Sec-WebSocket-Protocol", subprotocol, std::equal_to<>{})) {
    return wrong_subprotocol();
  }
  if (!ready) return stopping();
  return Upgrade{.host = std::string{values(request, "Host").front()}, .key = std::string{*key}};
}

/// What lies under /v1/: nothing where there is nothing. No name holds a slash, so that nothing
/// lies under a name.
std::optional<Ask> asked_for(std::string_view target) {
  using About = Ask::About;
  if (target == "/v1/info") return Ask{About::info};
  if (target == "/v1/rooms") return Ask{About::rooms};
  for (const auto& [folder, about] : {std::pair<std::string_view, About>{"/v1/rooms/", About::room},
                                      {"/v1/records/", About::record}}) {
    if (!target.starts_with(folder)) continue;
    const std::string_view name = target.substr(folder.size());
    if (name.empty() || name.find_first_of("/?#") != std::string_view::npos) return std::nullopt;
    return Ask{about, std::string{name}};
  }
  return std::nullopt;
}

/// `null` is what pages without an origin of their own say, each of them; it is none of the list.
bool welcome(const Request& request, const std::vector<std::string>& origins) {
  const auto told = values(request, "Origin");
  if (told.empty() || origins.empty()) return true;
  const auto is_told = [&told](const std::string& one) { return same_letters(told.front(), one); };
  return told.size() == 1 && std::ranges::any_of(origins, is_told);
}

/// Of "Authorization: Bearer KEY".
std::optional<std::string> bearer(const Request& request) {
  constexpr std::string_view scheme = "Bearer ";
  const auto said = single(request, "Authorization");
  if (!said || !same_letters(said->substr(0, scheme.size()), scheme)) return std::nullopt;
  return std::string{trimmed(said->substr(scheme.size()))};
}

Verdict judge_any(const Request& request, bool ready, const std::vector<std::string>& origins) {
  if (has_body(request)) return refusal(400, "bad_request", "A request here has no body.");
  if (request.method != "GET") {
    Answer answer = refusal(405, "method_not_allowed", "Only GET is served.");
    answer.fields = {{"Allow", "GET"}};
    return answer;
  }
  if (request.version == 11 && !single(request, "Host")) {
    return refusal(400, "bad_request", "Host must be given once.");
  }
  if (request.target.starts_with("/v1/") && !welcome(request, origins)) {
    return refusal(403, "origin_not_allowed", "This server is not there for pages of that origin.");
  }
  if (request.target == websocket_path) return judge_upgrade(request, ready);
  if (request.target == health_path) {
    if (!ready) return stopping();
    return Answer{.body = "ok\n", .json = false};
  }
  if (request.target == "/") {
    return Answer{.body = "flagrankd: a game server; players connect by WebSocket at /v1/ws\n",
                  .json = false};
  }
  if (auto ask = asked_for(request.target)) {
    if (!ready) return stopping();
    ask->access_key = bearer(request);
    return *std::move(ask);
  }
  return refusal(404, "not_found", "There is nothing here.");
}

}  // namespace

std::vector<std::string_view> listed(const Request& request, std::string_view name) {
  std::vector<std::string_view> items;
  for (std::string_view value : values(request, name)) {
    while (true) {
      const auto comma = value.find(',');
      items.push_back(trimmed(value.substr(0, comma)));
      if (comma == std::string_view::npos) break;
      value.remove_prefix(comma + 1);
    }
  }
  return items;
}

Answer refusal(unsigned status, std::string_view error, std::string_view message,
               std::optional<std::chrono::seconds> retry_after) {
  Answer answer{.status = status, .body = protocol::refusal_document(error, message) + "\n"};
  if (retry_after) answer.fields = {{"Retry-After", std::to_string(retry_after->count())}};
  return answer;
}

Verdict judge(const Request& request, bool ready, const std::vector<std::string>& origins) {
  Verdict verdict = judge_any(request, ready, origins);
  auto* const answer = std::get_if<Answer>(&verdict);
  // What follows the head would be read as another answer.
  if (answer != nullptr && request.method == "HEAD") answer->body.clear();
  return verdict;
}

Answer bad_request() { return refusal(400, "bad_request", "This is no request without a body."); }

Answer header_too_big() { return refusal(431, "header_too_big", "The request is too long."); }

Answer no_tls() { return refusal(400, "bad_request", "TLS is not spoken here."); }

Answer tls_required() { return refusal(400, "tls_required", "Only TLS is spoken here."); }

Answer too_busy() {
  return refusal(503, "too_busy", "There are too many connections, in all or from you.",
                 std::chrono::seconds{10});
}

}  // namespace flagrank::net
