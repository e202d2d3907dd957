#include "client/conformance/stage.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>
#include <variant>

#include "common/protocol/decode.hpp"

namespace flagrank::conformance {
namespace {

using Line = Transcript::Line;
using Kind = Line::Kind;

[[nodiscard]] std::string closing(const Closed& closed) {
  return std::to_string(closed.code) + " " + closed.reason;
}

/// As its limits ask for, where it is a hello.
[[nodiscard]] std::optional<Pace> pace_told(const std::string& frame) {
  const auto message = protocol::decode_server(frame);
  if (!message) return std::nullopt;
  const auto* hello = std::get_if<protocol::Hello>(&message->body);
  if (hello == nullptr) return std::nullopt;
  return Pace{hello->limits.messages_per_second, hello->limits.message_burst};
}

}  // namespace

std::vector<std::string> flags_of(const Transcript& transcript) {
  std::vector<std::string> flags;
  for (const Line& line : transcript.lines) {
    std::istringstream words{line.kind == Kind::flags ? line.text : ""};
    for (std::string word; words >> word;) flags.push_back(word);
  }
  return flags;
}

bool told(const Line& line) noexcept {
  return line.kind == Kind::hears || line.kind == Kind::closed;
}

Stage::Stage(text::Address server) : server_{std::move(server)} {}

void Stage::act(const Line& line) {
  if (line.kind == Kind::connects) {
    clients_.push_back({line.who, WsClient{server_}, std::nullopt});
  } else if (line.kind == Kind::drops) {
    client(line.who).connection.drop();
    forget(line.who);
  } else if (line.kind == Kind::says) {
    say(client(line.who), placeholders_.fill(line.text));
  }
}

void Stage::say(Client& client, const std::string& frame) {
  if (client.pace) client.pace->wait();
  client.connection.say(frame);
}

Line Stage::hear(const std::string& who, std::chrono::milliseconds within) {
  Client& listener = client(who);
  auto heard = listener.connection.hear(within);
  if (auto* frame = std::get_if<std::string>(&heard)) {
    frame_ = std::move(*frame);
    if (!listener.pace) listener.pace = pace_told(frame_);
    return {Kind::hears, who, placeholders_.hide(who, frame_)};
  }
  if (const auto* closed = std::get_if<Closed>(&heard)) {
    forget(who);
    return {Kind::closed, who, closing(*closed)};
  }
  return {Kind::note, {}, "# nothing more"};
}

std::vector<Line> Stage::hear_all(const std::string& first) {
  constexpr std::chrono::milliseconds quiet{150};
  std::vector<std::string> names{first};
  for (const Client& client : clients_) {
    if (client.name != first) names.push_back(client.name);
  }
  std::vector<Line> lines;
  for (const std::string& name : names) {
    while (present(name)) {
      Line line = hear(name, quiet);
      if (line.kind == Kind::note) break;
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

std::optional<Line> Stage::surplus() {
  for (Client& client : clients_) {
    // Not a ping: that is answered past the room, and could overtake what the room tells.
    say(client, R"({"type":"snapshot","id":"the-end"})");
    Line line = hear(client.name);
    if (line.text.find(R"("re":"the-end")") == std::string::npos) return line;
  }
  return std::nullopt;
}

void Stage::leave() {
  constexpr std::chrono::seconds moment{1};
  while (!clients_.empty()) {
    const std::string name = clients_.front().name;
    say(clients_.front(), R"({"type":"leave_room","id":"the-end-2"})");
    Line line = hear(name, moment);
    while (line.kind == Kind::hears && line.text.find(R"("re":"the-end-2")") == std::string::npos) {
      line = hear(name, moment);
    }
    forget(name);
  }
}

bool Stage::present(const std::string& who) const {
  return std::ranges::find(clients_, who, &Client::name) != clients_.end();
}

Stage::Client& Stage::client(const std::string& who) {
  const auto found = std::ranges::find(clients_, who, &Client::name);
  if (found == clients_.end()) throw std::invalid_argument{who + " is not connected"};
  return *found;
}

void Stage::forget(const std::string& who) {
  std::erase_if(clients_, [&](const Client& client) { return client.name == who; });
}

}  // namespace flagrank::conformance
