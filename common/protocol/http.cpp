#include "common/protocol/http.hpp"

#include <cstddef>
#include <utility>

#include "common/json/writer.hpp"
#include "common/protocol/fields.hpp"
#include "common/protocol/hello_codec.hpp"
#include "common/protocol/rooms_codec.hpp"
#include "common/protocol/rulesets_codec.hpp"

namespace flagrank::protocol {

namespace {

constexpr std::size_t usual_size = 512;

/// One object with the fields that `tell` writes.
template <class Tell>
std::string object(std::size_t size, Tell tell) {
  wire::Writer out{size};
  out.open_object();
  tell(wire::FieldWriter{out});
  out.close_object();
  return std::move(out).take();
}

}  // namespace

std::string info_document(const Hello& hello, const Rulesets& rulesets) {
  constexpr std::size_t size = 8 * 1024;
  return object(size, [&](const wire::FieldWriter& field) {
    wire::Described<Hello>::fields(field, hello);
    field("rulesets", rulesets);
  });
}

std::string document(const Rooms& rooms) {
  return object(usual_size * (rooms.rooms.size() + 1), [&](const wire::FieldWriter& field) {
    wire::Described<Rooms>::fields(field, rooms);
  });
}

std::string document(const RoomTold& room) {
  return object(usual_size, [&](const wire::FieldWriter& field) {
    wire::Described<RoomTold>::fields(field, room);
  });
}

std::string asleep_document(std::string_view room) {
  return object(usual_size, [&](const wire::FieldWriter& field) {
    field("room", std::string{room});
    field("asleep", true);
  });
}

std::string refusal_document(std::string_view error, std::string_view message) {
  return object(usual_size, [&](const wire::FieldWriter& field) {
    field("error", std::string{error});
    field("message", std::string{message});
  });
}

}  // namespace flagrank::protocol
