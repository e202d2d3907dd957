#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

/// From a message's `type` to its C++ type and back, for a variant of messages each of which has a
/// `type_of`.
namespace flagrank::protocol::wire {

/// The wire's name for a message, specialised next to its description.
template <class Message>
inline constexpr std::string_view type_of{};

template <class Variant>
[[nodiscard]] std::string_view type_of_alternative(const Variant& message) noexcept {
  return std::visit([]<class M>(const M&) { return type_of<M>; }, message);
}

/// The alternative of that name with its fields read; nothing where there is none.
template <class Variant, class Field>
[[nodiscard]] std::optional<Variant> read_alternative(Field& field, std::string_view type) {
  std::optional<Variant> message;
  const auto try_one = [&]<std::size_t i>(std::integral_constant<std::size_t, i> /*which*/) {
    using Message = std::variant_alternative_t<i, Variant>;
    if (type_of<Message> != type) return false;
    fields(field, std::get<i>(message.emplace(std::in_place_index<i>)));
    return true;
  };
  [&]<std::size_t... i>(std::index_sequence<i...> /*all*/) {
    (void)(try_one(std::integral_constant<std::size_t, i>{}) || ...);
  }(std::make_index_sequence<std::variant_size_v<Variant>>{});
  return message;
}

}  // namespace flagrank::protocol::wire
