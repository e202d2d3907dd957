#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "common/protocol/fields.hpp"

/// From a message's `type` to its C++ type and back, for a variant of described messages.
namespace flagrank::protocol::wire {

template <class Variant>
[[nodiscard]] std::string_view type_of(const Variant& message) noexcept {
  return std::visit([]<class M>(const M& /*m*/) { return Described<M>::type; }, message);
}

template <class Variant>
void write_fields(Writer& out, const Variant& message) {
  const FieldWriter field{out};
  std::visit([&field]<class M>(const M& m) { Described<M>::fields(field, m); }, message);
}

/// The alternative of that type with its fields read; nothing where there is none.
template <class Variant>
[[nodiscard]] std::optional<Variant> read_alternative(const FieldReader& field,
                                                      std::string_view type) {
  std::optional<Variant> message;
  const auto try_one = [&]<std::size_t i>(std::integral_constant<std::size_t, i> /*which*/) {
    using Message = std::variant_alternative_t<i, Variant>;
    if (Described<Message>::type != type) return false;
    message.emplace(std::in_place_index<i>);
    Described<Message>::fields(field, std::get<i>(*message));
    return true;
  };
  [&]<std::size_t... i>(std::index_sequence<i...> /*all*/) {
    static_cast<void>((try_one(std::integral_constant<std::size_t, i>{}) || ...));
  }(std::make_index_sequence<std::variant_size_v<Variant>>{});
  return message;
}

}  // namespace flagrank::protocol::wire
