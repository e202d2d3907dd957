#pragma once

#include <optional>
#include <string_view>

#include "common/json/writer.hpp"
#include "common/protocol/cursor.hpp"
#include "common/protocol/fields.hpp"
#include "common/view/seen.hpp"

namespace flagrank::protocol::wire {

/// The `type` of an event.
[[nodiscard]] std::string_view event_type(const view::Seen& event) noexcept;

/// The fields of an event, into an object that is open.
void write_event(Writer& out, const view::Seen& event);

/// Reads the fields of an event; nothing where no event has that type.
[[nodiscard]] std::optional<view::Seen> read_event(const FieldReader& field, std::string_view type);

}  // namespace flagrank::protocol::wire
