#include "common/record/json_tree.hpp"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace flagrank::record::tree {
namespace {

/// How far the parser has read. It reads a byte more than a number, and nothing more than the rest.
struct Reached {
  std::size_t line = 1;
  bool line_ended = false;  ///< by the last byte that was read
};

/// Hands out the text and keeps count of its lines.
class Counting {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Counting(const char* byte, Reached* reached) noexcept : byte_{byte}, reached_{reached} {}

  reference operator*() const noexcept { return *byte_; }
  Counting& operator++() noexcept {
    reached_->line_ended = *byte_ == '\n';
    if (reached_->line_ended) ++reached_->line;
    ++byte_;
    return *this;
  }
  Counting operator++(int) noexcept {
    const Counting before = *this;
    ++*this;
    return before;
  }
  friend bool operator==(const Counting& a, const Counting& b) noexcept {
    return a.byte_ == b.byte_;
  }

 private:
  const char* byte_;
  Reached* reached_;
};

[[nodiscard]] bool repeats_a_key(const Object& object) {
  std::vector<std::string_view> keys;
  keys.reserve(object.size());
  for (const Member& member : object) keys.emplace_back(member.key);
  std::ranges::sort(keys);
  return std::ranges::adjacent_find(keys) != keys.end();
}

/// Receives what nlohmann's parser finds and grows the tree. A method that returns false ends the
/// parsing.
class Builder {
 public:
  explicit Builder(const Reached& reached) noexcept : reached_{&reached} {}

  bool null() { return place(Null{}) != nullptr; }
  bool boolean(bool value) { return place(value) != nullptr; }
  bool number_unsigned(std::uint64_t value) { return number(value); }
  bool number_integer(std::int64_t /*negative*/) { return number(OtherNumber{}); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return number(OtherNumber{}); }
  bool string(std::string& value) { return place(std::move(value)) != nullptr; }
  static bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // JSON text has none

  bool start_object(std::size_t /*size*/) { return open(Object{}); }
  bool start_array(std::size_t /*size*/) { return open(Array{}); }
  bool key(std::string& key) {
    std::get<Object>(open_.back()->data).push_back({.key = std::move(key), .value = {}});
    return true;
  }
  bool end_object() {
    const bool repeats = repeats_a_key(std::get<Object>(open_.back()->data));
    if (repeats) return stop(open_.back()->line, open_.size() - 1, "has the same field twice");
    open_.pop_back();
    return true;
  }
  bool end_array() {
    open_.pop_back();
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) return stop(reached_->line, open_.size(), "is too big");
    // The byte that it stumbled over may be the end of its line.
    const std::size_t line = reached_->line - (reached_->line_ended ? 1 : 0);
    fault_ = Fault{.line = line, .where = "", .reason = "this is no JSON"};
    return false;
  }

  [[nodiscard]] boost::system::result<Value, Fault> take() && {
    if (fault_) return *std::move(fault_);
    return std::move(root_);
  }

 private:
  /// Puts a value where the parser is; null where there are too many.
  template <class T>
  Value* place(T data) {
    if (++values_ > max_values) {
      stop(reached_->line, 0, "has more than a million values");
      return nullptr;
    }
    Value value{.data = std::move(data), .line = reached_->line};
    if (open_.empty()) return &(root_ = std::move(value));
    if (auto* const object = std::get_if<Object>(&open_.back()->data)) {
      return &(object->back().value = std::move(value));
    }
    return &std::get<Array>(open_.back()->data).emplace_back(std::move(value));
  }

  template <class T>
  bool number(T data) {
    Value* const placed = place(data);
    if (placed != nullptr && reached_->line_ended) --placed->line;
    return placed != nullptr;
  }

  template <class T>
  bool open(T container) {
    Value* const placed = place(std::move(container));
    if (placed == nullptr) return false;
    if (open_.size() == max_depth) {
      return stop(placed->line, open_.size(), "is nested too deep");
    }
    open_.push_back(placed);
    return true;
  }

  bool stop(std::size_t line, std::size_t depth, std::string_view reason) {
    fault_ = Fault{.line = line, .where = path(depth), .reason = std::string{reason}};
    return false;
  }

  /// JSON pointer to the newest value inside the outermost `depth` open containers; to what holds
  /// it where a key is not one that we could know, for it may be anything of any length.
  [[nodiscard]] std::string path(std::size_t depth) const {
    std::string pointer;
    for (std::size_t i = 0; i < depth; ++i) {
      const auto* const object = std::get_if<Object>(&open_[i]->data);
      const std::string step = object != nullptr
                                   ? object->back().key
                                   : std::to_string(std::get<Array>(open_[i]->data).size() - 1);
      constexpr std::size_t longest_key = 32;
      const bool plain = std::ranges::all_of(step, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
      });
      if (!plain || step.size() > longest_key) break;
      pointer += '/';
      pointer += step;
    }
    return pointer;
  }

  const Reached* reached_;
  std::size_t values_ = 0;
  Value root_;
  std::optional<Fault> fault_;
  /// The containers that are not closed yet, outermost first. One that is open is the last of its
  /// holder, which grows no further meanwhile, so the pointers stay good.
  std::vector<Value*> open_;
};

}  // namespace

boost::system::result<Value, Fault> parse(std::string_view text) {
  // nlohmann takes a zero byte for the end and passes over a byte order mark; JSON has neither.
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos || text.starts_with("\xEF\xBB\xBF")) {
    const auto before = text.substr(0, zero == std::string_view::npos ? 0 : zero);
    const auto lines = static_cast<std::size_t>(std::ranges::count(before, '\n'));
    return Fault{.line = lines + 1, .where = "", .reason = "this is no JSON"};
  }
  Reached reached;
  Builder builder{reached};
  nlohmann::json::sax_parse(Counting{text.data(), &reached},
                            Counting{text.data() + text.size(), &reached}, &builder);
  return std::move(builder).take();
}

const Value* find(const Object& object, std::string_view key) noexcept {
  const auto found = std::ranges::find(object, key, &Member::key);
  return found == object.end() ? nullptr : &found->value;
}

}  // namespace flagrank::record::tree
