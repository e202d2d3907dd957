#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/protocol/cursor.hpp"
#include "common/protocol/decode.hpp"
#include "common/protocol/dispatch.hpp"
#include "common/protocol/encode.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/frame.hpp"
#include "common/protocol/game_fields.hpp"
#include "common/protocol/limits.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::protocol {

namespace wire {

namespace {

[[nodiscard]] bool fits_room_code(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_room_bytes;
}
[[nodiscard]] bool fits_token(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_token_bytes;
}

constexpr TextRule player_name{
    .accepts = valid_player_name,
    .expectation = "must be 1 to 32 bytes of visible text without control characters"};
constexpr TextRule chat_text{
    .accepts = valid_chat_text,
    .expectation = "must be 1 to 2000 bytes of visible text without control characters"};
constexpr TextRule room_code{.accepts = fits_room_code,
                             .expectation = "must be a room code of 1 to 64 bytes"};
constexpr TextRule seat_token{.accepts = fits_token,
                              .expectation = "must be a seat token of 1 to 128 bytes"};

[[nodiscard]] bool fits_key(std::string_view text) noexcept {
  return !text.empty() && text.size() <= max_key_bytes;
}
/// Of whatever shape: a wrong one is the server's to refuse.
constexpr TextRule secret_key{.accepts = fits_key, .expectation = "must be 1 to 128 bytes"};

constexpr TextRule retry_key{
    .accepts = valid_retry_key,
    .expectation = "must be 16 to 64 letters, digits, _ and -, chosen at random"};

constexpr TextRule style_name{
    .accepts = valid_choice,
    .expectation = "must be the name of a style: 1 to 32 small letters, digits and _"};

/// A side to play, where "random" leaves it open.
struct OrRandom {};

void read(const Cursor& at, std::optional<rules::Side>& side, OrRandom /*manner*/) {
  using Choice = std::optional<rules::Side>;
  const auto parse = [](std::string_view text) -> std::optional<Choice> {
    const Choice chosen = from_spelling<rules::Side>(text);
    if (!chosen && text != "random") return std::nullopt;
    return chosen;
  };
  read_string(at, side, parse, "must be red, blue or random");
}

}  // namespace

template <>
struct Described<CreateRoom> {
  static constexpr std::string_view type = "create_room";
  static void fields(const FieldWriter& field, const CreateRoom& m) {
    field("name", m.name);
    field.where_it_applies("side", m.side);
    if (m.ruleset != rules::Ruleset{}) field("ruleset", m.ruleset, AsWish{});
    limits(field, m);
    if (m.spectators) field("spectators", m.spectators);
    if (m.is_public) field("public", m.is_public);
    if (m.return_match) field("return_match", m.return_match);
    if (m.by_invitation) field("by_invitation", m.by_invitation);
    field.where_it_applies("access_key", m.access_key);
  }
  static void fields(const FieldReader& field, CreateRoom& m) {
    field("name", m.name, player_name);
    field.where_it_applies("side", m.side, OrRandom{});
    field.where_it_applies("ruleset", m.ruleset, AsWish{});
    limits(field, m);
    field.where_it_applies("spectators", m.spectators);
    field.where_it_applies("public", m.is_public);
    field.where_it_applies("return_match", m.return_match);
    field.where_it_applies("by_invitation", m.by_invitation);
    field.where_it_applies("access_key", m.access_key, secret_key);
  }

 private:
  static void limits(auto& field, auto& m) {
    field.where_it_applies("clock", m.timing.clock);
    field.where_it_applies("setup_limit_ms", m.timing.setup_limit, a_limit);
    field.where_it_applies("absence_limit_ms", m.timing.absence_limit, a_limit);
  }
};

template <>
struct Described<JoinRoom> {
  static constexpr std::string_view type = "join_room";
  static void fields(auto& field, auto& m) {
    field("room", m.room, room_code);
    field("name", m.name, player_name);
    field.where_it_applies("retry_key", m.retry_key, retry_key);
    field.where_it_applies("invitation", m.invitation, secret_key);
    field.where_it_applies("access_key", m.access_key, secret_key);
  }
};

template <>
struct Described<WatchRoom> {
  static constexpr std::string_view type = "watch_room";
  static void fields(auto& field, auto& m) {
    field("room", m.room, room_code);
    field.where_it_applies("access_key", m.access_key, secret_key);
  }
};

template <>
struct Described<Resume> {
  static constexpr std::string_view type = "resume";
  static void fields(auto& field, auto& m) {
    field("room", m.room, room_code);
    field("token", m.token, seat_token);
  }
};

template <>
struct Described<LeaveRoom> {
  static constexpr std::string_view type = "leave_room";
  static void fields(auto& /*field*/, auto& /*m*/) {}
};

template <>
struct Described<SuggestFormation> {
  static constexpr std::string_view type = "suggest_formation";
  static void fields(auto& field, auto& m) { field("style", m.style, style_name); }
};

template <>
struct Described<LockFormation> {
  static constexpr std::string_view type = "lock_formation";
  static void fields(auto& field, auto& m) {
    field("game", m.game, From1{});
    field("formation", m.formation, AtMost{max_formation_entries});
  }
};

template <>
struct Described<Move> {
  static constexpr std::string_view type = "move";
  static void fields(auto& field, auto& m) {
    Described<DecidedAt>::fields(field, m.at);
    field("from", m.move.from);
    field("to", m.move.to);
  }
};

template <>
struct Described<Rescue> {
  static constexpr std::string_view type = "rescue";
  static void fields(auto& field, auto& m) {
    Described<DecidedAt>::fields(field, m.at);
    field("rank", m.rescue.rank);
    field("square", m.rescue.square);
  }
};

template <>
struct Described<DeclineRescue> {
  static constexpr std::string_view type = "decline_rescue";
  static void fields(auto& field, auto& m) { Described<DecidedAt>::fields(field, m.at); }
};

template <>
struct Described<LegalMoves> {
  static constexpr std::string_view type = "legal_moves";
  static void fields(auto& /*field*/, auto& /*m*/) {}
};

template <>
struct Described<OfferDraw> {
  static constexpr std::string_view type = "offer_draw";
  static void fields(auto& field, auto& m) { Described<DecidedAt>::fields(field, m.at); }
};

template <>
struct Described<AcceptDraw> {
  static constexpr std::string_view type = "accept_draw";
  static void fields(auto& field, auto& m) { Described<DecidedAt>::fields(field, m.at); }
};

template <>
struct Described<DeclineDraw> {
  static constexpr std::string_view type = "decline_draw";
  static void fields(auto& field, auto& m) { Described<DecidedAt>::fields(field, m.at); }
};

template <>
struct Described<Resign> {
  static constexpr std::string_view type = "resign";
  static void fields(auto& field, auto& m) { field("game", m.game, From1{}); }
};

template <>
struct Described<ClaimWin> {
  static constexpr std::string_view type = "claim_win";
  static void fields(auto& field, auto& m) { field("game", m.game, From1{}); }
};

template <>
struct Described<OfferRematch> {
  static constexpr std::string_view type = "offer_rematch";
  static void fields(auto& field, auto& m) { field("game", m.game, From1{}); }
};

template <>
struct Described<AcceptRematch> {
  static constexpr std::string_view type = "accept_rematch";
  static void fields(auto& field, auto& m) { field("game", m.game, From1{}); }
};

template <>
struct Described<Snapshot> {
  static constexpr std::string_view type = "snapshot";
  static void fields(auto& /*field*/, auto& /*m*/) {}
};

template <>
struct Described<Chat> {
  static constexpr std::string_view type = "chat";
  static void fields(auto& field, auto& m) { field("text", m.text, chat_text); }
};

template <>
struct Described<ListRulesets> {
  static constexpr std::string_view type = "list_rulesets";
  static void fields(auto& /*field*/, auto& /*m*/) {}
};

template <>
struct Described<ListRooms> {
  static constexpr std::string_view type = "list_rooms";
  static void fields(auto& field, auto& m) {
    field.where_it_applies("access_key", m.access_key, secret_key);
  }
};

template <>
struct Described<Ping> {
  static constexpr std::string_view type = "ping";
  static void fields(auto& /*field*/, auto& /*m*/) {}
};

namespace {

/// The id of a frame, where the frame has one that an answer can carry.
[[nodiscard]] std::optional<CommandId> usable_id(Value& frame) {
  auto* const object = std::get_if<Object>(&frame.data);
  if (object == nullptr || std::ranges::count(*object, "id", &Member::key) != 1) return {};
  const auto* const text = std::get_if<std::string>(&find(*object, "id")->value.data);
  if (text == nullptr || !valid_command_id(*text)) return {};
  return *text;
}

[[nodiscard]] std::optional<ClientBody> read_body(const FieldReader& field, const Cursor& root) {
  const std::string* const type = message_type(field, root);
  if (type == nullptr) return {};
  (void)field.take("id");
  if (!usable_id(root.value())) {
    root.fail_at("id", ErrorCode::bad_message,
                 "A command needs an id of 1 to 36 letters, digits, _ and -.");
    return {};
  }
  std::optional<ClientBody> body = read_alternative<ClientBody>(field, *type);
  if (!body) {
    root.fail_at("type", ErrorCode::unknown_type,
                 "There is no message type \"" + excerpt(*type) + "\".");
  }
  field.finish();
  return body;
}

}  // namespace

}  // namespace wire

boost::system::result<ClientMessage, DecodeError> decode_client(std::string_view frame) {
  wire::Parsed parsed = wire::parse_json(frame);
  wire::Reading reading{.strict = true, .error = wire::json_error(parsed)};
  const bool json = !parsed.fault || parsed.fault->kind != wire::JsonFault::Kind::syntax;
  std::optional<CommandId> id = json ? wire::usable_id(parsed.value) : std::nullopt;

  std::optional<ClientBody> body;
  if (!reading.error) {
    const wire::Cursor root{reading, parsed.value};
    const wire::FieldReader field{root};
    body = wire::read_body(field, root);
  }
  if (reading.error) {
    reading.error->id = std::move(id);
    return *std::move(reading.error);
  }
  return ClientMessage{.id = *std::move(id), .body = *std::move(body)};
}

std::string encode(const ClientMessage& message) {
  constexpr std::size_t usual_size = 128;
  wire::Writer out{usual_size};
  out.open_object();
  out.key("type");
  out.word(wire::type_of(message.body));
  wire::FieldWriter{out}("id", message.id);
  wire::write_fields(out, message.body);
  out.close_object();
  return std::move(out).take();
}

}  // namespace flagrank::protocol
