#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "common/protocol/cursor.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/dispatch.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/event_codec.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/frame.hpp"
#include "common/protocol/game_fields.hpp"
#include "common/protocol/hello_codec.hpp"
#include "common/protocol/rooms_codec.hpp"
#include "common/protocol/rulesets_codec.hpp"
#include "common/protocol/snapshot_codec.hpp"

namespace flagrank::protocol {

namespace wire {

template <>
struct Described<Error> {
  static constexpr std::string_view type = "error";
  static void fields(const FieldWriter& field, const Error& m) {
    always(field, m);
    if (m.now) Described<DecidedAt>::fields(field, *m.now);
    at_times(field, m);
  }
  static void fields(const FieldReader& field, Error& m) {
    always(field, m);
    const bool has_now = field.take("game") != nullptr && field.take("ply") != nullptr;
    if (has_now) Described<DecidedAt>::fields(field, m.now.emplace());
    at_times(field, m);
  }

 private:
  static void always(auto& field, auto& m) {
    field("code", m.code);
    field("message", m.message);
    field("pointer", m.pointer);
  }
  static void at_times(auto& field, auto& m) {
    field.where_it_applies("faults", m.faults);
    field.where_it_applies("retry_after_ms", m.retry_after_ms);
  }
};

template <>
struct Described<Seated> {
  static constexpr std::string_view type = "seated";
  static void fields(auto& field, auto& m) {
    field("room", m.room);
    field("seat", m.seat);
    field("token", m.token);
    field.where_it_applies("invitation", m.invitation);
  }
};

template <>
struct Described<LeftRoom> {
  static constexpr std::string_view type = "left_room";
  static void fields(auto& /*field*/, auto& /*m*/) {}
};

template <>
struct Described<FormationSuggested> {
  static constexpr std::string_view type = "formation_suggested";
  static void fields(auto& field, auto& m) { field("formation", m.formation); }
};

template <>
struct Described<LegalMovesTold> {
  static constexpr std::string_view type = "legal_moves";
  static void fields(auto& field, auto& m) {
    Described<DecidedAt>::fields(field, m.at);
    field("moves", m.moves);
  }
};

template <>
struct Described<Pong> {
  static constexpr std::string_view type = "pong";
  static void fields(auto& field, auto& m) { field("time_ms", m.time_ms); }
};

namespace {

/// What is neither an event nor a snapshot: no `seq`.
using Answer = std::variant<Hello, Error, Seated, LeftRoom, FormationSuggested, LegalMovesTold,
                            Rulesets, Rooms, Pong>;

constexpr std::string_view snapshot_type = "snapshot";

/// How each kind of body stands in its frame: its type, and all after the envelope.
struct Body {
  Writer& out;

  void type(const auto& answer) const { out.word(Described<std::decay_t<decltype(answer)>>::type); }
  void type(const SnapshotTold& /*snapshot*/) const { out.word(snapshot_type); }
  void type(const Event& event) const { out.word(event_type(event.seen)); }
  void type(const Unknown& unknown) const { out.text(unknown.type); }

  void rest(const auto& answer) const {
    const FieldWriter field{out};
    Described<std::decay_t<decltype(answer)>>::fields(field, answer);
  }
  void rest(const SnapshotTold& snapshot) const {
    FieldWriter{out}("seq", snapshot.view.seq);
    write_snapshot(out, snapshot);
  }
  void rest(const Event& event) const {
    const FieldWriter field{out};
    field("seq", event.seq);
    field("at_ms", event.at);
    write_event(out, event.seen);
  }
  void rest(const Unknown& unknown) const { FieldWriter{out}.where_it_applies("seq", unknown.seq); }
};

[[nodiscard]] Unknown read_unknown(const FieldReader& field, const std::string& type) {
  Unknown unknown{.type = type, .seq = {}};
  Member* const seq = field.take("seq");
  const auto* const number =
      seq != nullptr ? std::get_if<std::uint64_t>(&seq->value.data) : nullptr;
  if (number != nullptr) unknown.seq = *number;
  return unknown;
}

[[nodiscard]] ServerBody read_body(const FieldReader& field, const std::string& type) {
  if (auto answer = read_alternative<Answer>(field, type)) {
    return std::visit([](auto& m) { return ServerBody{std::move(m)}; }, *answer);
  }
  if (type == snapshot_type) {
    SnapshotTold snapshot;
    field("seq", snapshot.view.seq);
    read_snapshot(field, snapshot);
    return snapshot;
  }
  if (auto seen = read_event(field, type)) {
    Event event{.seq = 0, .at = {}, .seen = *std::move(seen)};
    field("seq", event.seq);
    field("at_ms", event.at);
    return event;
  }
  return read_unknown(field, type);
}

[[nodiscard]] ServerMessage read_server_message(const Cursor& root) {
  const FieldReader field{root};
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
  const wire::Body body{out};
  const bool always_answers = std::holds_alternative<Error>(message.body);
  out.open_object();
  out.key("type");
  std::visit([&body](const auto& m) { body.type(m); }, message.body);
  if (message.re || always_answers) wire::FieldWriter{out}("re", message.re);
  std::visit([&body](const auto& m) { body.rest(m); }, message.body);
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
