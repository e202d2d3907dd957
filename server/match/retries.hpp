#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "common/rules/event.hpp"
#include "common/rules/side.hpp"
#include "common/rules/variant.hpp"
#include "common/view/fact.hpp"
#include "server/match/command.hpp"

namespace flagrank::match {

struct Accepted;

/// The last commands of one seat that took effect, and what they did, so that a retry is answered
/// and not done again.
///
/// Small, for every room keeps two of these: of ids and deeds only digests are kept, and of a fact
/// only what the retried deed, being the same, does not itself say. A client that finds two deeds
/// of one digest can mislead itself alone.
class Retries {
 public:
  static constexpr std::size_t capacity = 16;

  struct Answer {
    std::uint64_t seq = 0;
    Instant at;
    rules::Side side = rules::Side::red;  ///< that the seat played then
    view::Fact fact;
  };

  /// Keeps what this command, said for `side`, caused: the first of the facts. The oldest is
  /// forgotten when there are more than `capacity`.
  void remember(const Command& command, rules::Side side, const Accepted& accepted);

  /// Did a command with that id take effect?
  [[nodiscard]] bool knows(std::string_view id) const noexcept;

  /// What the command did when it took effect; nothing where none with its id did, or where that
  /// was another deed.
  [[nodiscard]] std::optional<Answer> answer(const Command& command,
                                             const rules::Variant& variant) const;

 private:
  using Digest = std::uint64_t;
  /// The part of a fact that its deed does not say.
  using Rest = std::variant<std::monostate, rules::Moved, rules::PieceId, std::uint32_t,
                            std::shared_ptr<const view::GameOver>>;

  struct Remembered {
    Digest deed = 0;
    std::uint64_t seq = 0;
    Instant at;
    rules::Side side = rules::Side::red;
    Rest rest;
  };

  class Digester;
  class Rebuild;

  [[nodiscard]] static Digest digest(std::string_view id) noexcept;
  [[nodiscard]] static Digest digest(const Deed& deed) noexcept;
  [[nodiscard]] static Rest rest_of(const view::Fact& fact);
  [[nodiscard]] const Remembered* find(std::string_view id) const noexcept;

  /// Of what is in `remembered_`, by place: every command looks through them, most find nothing,
  /// and together they are two lines of a cache instead of one for each.
  std::vector<Digest> ids_;
  std::vector<Remembered> remembered_;  ///< a ring once it is full
  std::size_t oldest_ = 0;
};

}  // namespace flagrank::match
