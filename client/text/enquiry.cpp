#include "client/text/enquiry.hpp"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <exception>
#include <iostream>
#include <string_view>
#include <utility>
#include <variant>

#include "client/text/clean.hpp"
#include "client/text/connection.hpp"
#include "client/text/files.hpp"
#include "client/text/invitation.hpp"
#include "client/text/rooms_in_words.hpp"
#include "client/text/rules_in_words.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/encode.hpp"

namespace flagrank::text {
namespace {

namespace asio = boost::asio;

constexpr std::string_view question_id = "enquiry";

/// The key is for servers that ask for it, and for no other.
protocol::ClientBody said(const Enquiry& enquiry, const protocol::Hello& hello) {
  if (std::holds_alternative<AboutRules>(enquiry.question)) return protocol::ListRulesets{};
  const bool is_private = std::ranges::count(hello.features, "access_key") > 0;
  return protocol::ListRooms{is_private ? enquiry.access_key : std::nullopt};
}

Findings findings(const protocol::ServerBody& answer, const Enquiry& enquiry, Style style) {
  return std::visit([&](const auto& question) { return text::findings(answer, question, style); },
                    enquiry.question);
}

/// The one answer to the one question.
asio::awaitable<Findings> ask(Connection& connection, const Enquiry& enquiry, Style style) {
  const auto opened = co_await connection.open(enquiry.server);
  if (!opened) co_return Findings{opened.error().sentence, opened.error().status};
  while (true) {
    const auto frame = co_await connection.read();
    if (!frame) co_return Findings{frame.error().sentence, frame.error().status};
    const auto message = protocol::decode_server(*frame);
    if (!message) {
      co_return Findings{
          "the server says what this program does not know: " + message.error().message,
          ExitStatus::lost};
    }
    if (const auto* hello = std::get_if<protocol::Hello>(&message->body)) {
      connection.send(protocol::encode(
          protocol::ClientMessage{.id = std::string{question_id}, .body = said(enquiry, *hello)}));
    }
    if (message->re == question_id) co_return findings(message->body, enquiry, style);
  }
}

asio::awaitable<void> converse(const Enquiry& enquiry, Style style, Findings& found) {
  const auto executor = co_await asio::this_coro::executor;
  Connection connection{executor};
  auto asking = ask(connection, enquiry, style);
  found = co_await std::move(asking);
  auto closing = connection.close();
  co_await std::move(closing);
}

Findings no_findings(const protocol::ServerBody& answer, Style style) {
  if (const auto* error = std::get_if<protocol::Error>(&answer)) {
    return {clean(error->message, style) + entry_advice(error->code), ExitStatus::refused};
  }
  return {"the server answers something else", ExitStatus::refused};
}

}  // namespace

Findings findings(const protocol::ServerBody& answer, const AboutRules& question, Style style) {
  const auto* offered = std::get_if<protocol::Rulesets>(&answer);
  if (offered == nullptr) return no_findings(answer, style);
  const std::string& preset = question.preset;
  if (preset.empty()) return {offer_in_words(*offered, style), ExitStatus::finished};

  const auto wanted = std::ranges::find(offered->presets, preset, &protocol::PresetTold::name);
  if (wanted != offered->presets.end()) {
    return {preset_in_words(*wanted, style), ExitStatus::finished};
  }
  std::string names;
  for (const protocol::PresetTold& one : offered->presets) {
    names += (names.empty() ? "" : ", ") + clean(one.name, style);
  }
  return {"this server has no game \"" + preset + "\"; it has: " + names, ExitStatus::usage};
}

Findings findings(const protocol::ServerBody& answer, const AboutRooms& /*question*/, Style style) {
  const auto* rooms = std::get_if<protocol::Rooms>(&answer);
  if (rooms == nullptr) return no_findings(answer, style);
  return {rooms_in_words(*rooms, style), ExitStatus::finished};
}

ExitStatus enquire(const Enquiry& enquiry) {
  Findings found{"something went wrong in this program", ExitStatus::lost};
  asio::io_context io;
  asio::co_spawn(io, converse(enquiry, style_of_output(enquiry.ascii), found),
                 [&](const std::exception_ptr& failure) {
                   if (failure) io.stop();
                 });
  io.run();
  if (found.status == ExitStatus::finished) {
    if (const auto failure = write_standard_output(found.text)) {
      found = {failure->sentence, ExitStatus::usage};
    }
  }
  if (found.status != ExitStatus::finished) std::cerr << "flagrank: " << found.text << '\n';
  return found.status;
}

}  // namespace flagrank::text
