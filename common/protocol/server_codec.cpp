#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/protocol/cursor.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/dispatch.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/event_codec.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/frame.hpp"
#include "common/protocol/game_fields.hpp"
#include "common/protocol/snapshot_codec.hpp"

namespace flagrank::protocol {

namespace wire {

template <>
inline constexpr std::string_view type_of<Hello> = "hello";
template <>
inline constexpr std::string_view type_of<Error> = "error";
template <>
inline constexpr std::string_view type_of<Seated> = "seated";
template <>
inline constexpr std::string_view type_of<LeftRoom> = "left_room";
template <>
inline constexpr std::string_view type_of<FormationSuggested> = "formation_suggested";
template <>
inline constexpr std::string_view type_of<LegalMovesTold> = "legal_moves";
template <>
inline constexpr std::string_view type_of<Pong> = "pong";
template <>
inline constexpr std::string_view type_of<SnapshotTold> = "snapshot";

static void fields(auto& field, Same<Limits> auto& limits) {
  field("message_bytes", limits.message_bytes);
  field("messages_per_second", limits.messages_per_second);
  field("message_burst", limits.message_burst);
  field("chat_bytes", limits.chat_bytes);
  field("chats_per_minute", limits.chats_per_minute);
  field("ping_interval_ms", limits.ping_interval_ms);
  field("first_command_ms", limits.first_command_ms);
}

static void fields(auto& field, Same<Hello> auto& m) {
  field("protocol", m.protocol);
  field("server", m.server);
  field("features", m.features);
  field("limits", m.limits);
  field("time_ms", m.time_ms);
}

/// A code that came into use after this version counts as `internal`; its sentence explains it.
static void read(const Cursor& at, ErrorCode& code) {
  const auto* const text = std::get_if<std::string>(&at.value().data);
  if (text == nullptr) return at.refuse("must be a string");
  code = error_code(*text).value_or(ErrorCode::internal);
}

static void fields(FieldWriter& field, const Error& m) {
  field("code", m.code);
  field("message", m.message);
  field("pointer", m.pointer);
  if (m.now) fields(field, *m.now);
  field.where_it_applies("faults", m.faults);
  field.where_it_applies("retry_after_ms", m.retry_after_ms);
}

static void fields(FieldReader& field, Error& m) {
  field("code", m.code);
  field("message", m.message);
  field("pointer", m.pointer);
  if (field.take("game") != nullptr) fields(field, m.now.emplace());
  field.where_it_applies("faults", m.faults);
  field.where_it_applies("retry_after_ms", m.retry_after_ms);
}

static void fields(auto& field, Same<Seated> auto& m) {
  field("room", m.room);
  field("seat", m.seat);
  field("token", m.token);
}

static void fields(auto& /*field*/, Same<LeftRoom> auto& /*m*/) {}

static void fields(auto& field, Same<FormationSuggested> auto& m) {
  field("formation", m.formation);
}

static void fields(auto& field, Same<LegalMovesTold> auto& m) {
  fields(field, m.at);
  field("moves", m.moves);
}

static void fields(auto& field, Same<Pong> auto& m) { field("time_ms", m.time_ms); }

namespace {

/// What is neither an event nor a snapshot: no `seq`.
using Answer =
    std::variant<Hello, Error, Seated, LeftRoom, FormationSuggested, LegalMovesTold, Pong>;

[[nodiscard]] std::string_view type_name(const ServerBody& body) noexcept {
  if (const auto* const event = std::get_if<Event>(&body)) return event_type(event->seen);
  if (const auto* const unknown = std::get_if<Unknown>(&body)) return unknown->type;
  return std::visit([]<class M>(const M& /*m*/) { return type_of<M>; }, body);
}

void write_body(Writer& out, const auto& body) {
  FieldWriter field{out};
  fields(field, body);
}
void write_body(Writer& out, const SnapshotTold& snapshot) {
  FieldWriter{out}("seq", snapshot.view.seq);
  write_snapshot(out, snapshot);
}
void write_body(Writer& out, const Event& event) {
  FieldWriter{out}("seq", event.seq);
  write_event(out, event.seen);
}
void write_body(Writer& out, const Unknown& unknown) {
  FieldWriter{out}.where_it_applies("seq", unknown.seq);
}

[[nodiscard]] Unknown read_unknown(FieldReader& field, const std::string& type) {
  Unknown unknown{.type = type, .seq = {}};
  Member* const seq = field.take("seq");
  const auto* const number =
      seq != nullptr ? std::get_if<std::uint64_t>(&seq->value.data) : nullptr;
  if (number != nullptr) unknown.seq = *number;
  return unknown;
}

[[nodiscard]] ServerBody read_body(FieldReader& field, const std::string& type) {
  if (auto answer = read_alternative<Answer>(field, type)) {
    return std::visit([](auto& m) { return ServerBody{std::move(m)}; }, *answer);
  }
  if (type == type_of<SnapshotTold>) {
    SnapshotTold snapshot;
    field("seq", snapshot.view.seq);
    read_snapshot(field, snapshot);
    return snapshot;
  }
  if (auto seen = read_event(field, type)) {
    Event event{.seq = 0, .seen = *std::move(seen)};
    field("seq", event.seq);
    return event;
  }
  return read_unknown(field, type);
}

[[nodiscard]] ServerMessage read_server_message(const Cursor& root) {
  FieldReader field{root};
  ServerMessage message;
  const std::string* const type = message_type(field, root);
  if (type == nullptr) return message;
  if (Member* const re = field.take("re")) read(root.inside(*re), message.re);
  message.body = read_body(field, *type);
  return message;
}

/// Where the value of `type` ends in a frame of ours, which begins with it.
[[nodiscard]] std::size_t end_of_type(std::string_view frame) noexcept {
  std::size_t i = std::string_view{R"({"type":")"}.size();
  while (i < frame.size() && frame[i] != '"') i += frame[i] == '\\' ? 2U : 1U;
  return i + 1;
}

}  // namespace

}  // namespace wire

boost::system::result<ServerMessage, DecodeError> decode_server(std::string_view frame) {
  wire::Parsed parsed = wire::parse_json(frame);
  wire::Reading reading{.strict = false, .error = wire::json_error(parsed)};
  if (reading.error) return *std::move(reading.error);

  ServerMessage message = wire::read_server_message(wire::Cursor{reading, parsed.value});
  if (reading.error) return *std::move(reading.error);
  return message;
}

std::string encode(const ServerMessage& message) {
  constexpr std::size_t size_of_a_move = 256;
  wire::Writer out{size_of_a_move};
  out.open_object();
  out.key("type");
  out.text(wire::type_name(message.body));
  if (message.re || std::holds_alternative<Error>(message.body)) {
    wire::FieldWriter{out}("re", message.re);
  }
  std::visit([&out](const auto& body) { wire::write_body(out, body); }, message.body);
  out.close_object();
  return std::move(out).take();
}

std::string answering(std::string_view frame, std::string_view id) {
  constexpr std::string_view answers_nothing = R"(,"re":null)";
  const std::size_t end = wire::end_of_type(frame);
  std::string_view rest = frame.substr(end);
  if (rest.starts_with(answers_nothing)) rest.remove_prefix(answers_nothing.size());

  wire::Writer re{id.size() + 2};
  re.text(id);
  std::string out;
  out.reserve(frame.size() + id.size() + 16);
  out += frame.substr(0, end);
  out += R"(,"re":)";
  out += std::move(re).take();
  out += rest;
  return out;
}

}  // namespace flagrank::protocol
