#include "common/protocol/json_value.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/protocol/limits.hpp"
#include "common/protocol/text.hpp"

namespace flagrank::protocol::wire {

namespace {

/// A key that occurs more than once, or null. Sorts large objects: a frame may be a megabyte.
[[nodiscard]] const std::string* repeated_key(const Object& object) {
  constexpr std::size_t few = 16;
  if (object.size() <= few) {
    for (std::size_t i = 1; i < object.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (object[i].key == object[k].key) return &object[i].key;
      }
    }
    return nullptr;
  }
  std::vector<const std::string*> keys;
  keys.reserve(object.size());
  for (const Member& member : object) keys.push_back(&member.key);
  const auto text = [](const std::string* key) -> const std::string& { return *key; };
  std::ranges::sort(keys, {}, text);
  const auto twins = std::ranges::adjacent_find(keys, {}, text);
  return twins == keys.end() ? nullptr : *twins;
}

/// Receives what nlohmann's parser finds and grows the tree. A method that returns false ends the
/// parsing.
class Builder {
 public:
  bool null() { return leaf(Null{}); }
  bool boolean(bool value) { return leaf(value); }
  bool number_unsigned(std::uint64_t value) { return leaf(value); }
  bool number_integer(std::int64_t /*negative*/) { return leaf(OtherNumber{}); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return leaf(OtherNumber{}); }
  bool string(std::string& value) { return leaf(std::move(value)); }
  static bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // JSON text has none

  bool start_object(std::size_t /*size*/) {
    constexpr std::size_t fields_of_a_move = 8;  // in one piece, and not grown to by four
    Value& placed = place();
    placed.data.emplace<Object>().reserve(fields_of_a_move);
    return open(placed);
  }
  bool start_array(std::size_t /*size*/) {
    Value& placed = place();
    placed.data.emplace<Array>();
    return open(placed);
  }
  bool key(std::string& key) {
    std::get<Object>(open_.back()->data).emplace_back().key = std::move(key);
    return true;
  }
  bool end_object() {
    const std::string* const key = repeated_key(std::get<Object>(open_.back()->data));
    if (key != nullptr && !parsed_.fault) {
      std::string pointer = path(open_.size() - 1);
      (void)append_step(pointer, *key);
      parsed_.fault = {.kind = JsonFault::Kind::repeated_key, .pointer = std::move(pointer)};
    }
    open_.pop_back();
    return true;  // the id may still follow
  }
  bool end_array() {
    open_.pop_back();
    return true;
  }

  bool parse_error(std::size_t position, const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    constexpr int number_overflow = 406;
    if (error.id == number_overflow) {
      leaf(OtherNumber{});
      stop(JsonFault::Kind::huge_number);
    } else {
      parsed_.fault = {.kind = JsonFault::Kind::syntax, .byte = position};
    }
    return false;
  }

  [[nodiscard]] Parsed take() { return std::move(parsed_); }

 private:
  /// Where the value lies that the parser is at.
  Value& place() {
    if (open_.empty()) return parsed_.value;
    if (auto* const object = std::get_if<Object>(&open_.back()->data)) return object->back().value;
    return std::get<Array>(open_.back()->data).emplace_back();
  }

  template <class T>
  bool leaf(T value) {
    place().data.template emplace<T>(std::move(value));
    return true;
  }

  bool open(Value& placed) {
    if (open_.size() == max_json_depth) {
      stop(JsonFault::Kind::too_deep);
      return false;
    }
    open_.push_back(&placed);
    return true;
  }

  void stop(JsonFault::Kind kind) { parsed_.fault = {.kind = kind, .pointer = path(open_.size())}; }

  /// JSON pointer to the newest value inside the outermost `depth` open containers.
  [[nodiscard]] std::string path(std::size_t depth) const {
    std::string pointer;
    for (std::size_t i = 0; i < depth; ++i) {
      const auto* const object = std::get_if<Object>(&open_[i]->data);
      const std::string step = object != nullptr
                                   ? object->back().key
                                   : std::to_string(std::get<Array>(open_[i]->data).size() - 1);
      if (!append_step(pointer, step)) break;
    }
    return pointer;
  }

  Parsed parsed_;
  /// The containers that are not closed yet, outermost first. One that is open is the last of its
  /// holder, which grows no further meanwhile, so the pointers stay good.
  std::vector<Value*> open_;
};

}  // namespace

Parsed parse_json(std::string_view text) {
  // nlohmann takes a zero byte for the end and passes over a byte order mark; JSON has neither.
  const std::size_t zero = text.find('\0');
  if (zero != std::string_view::npos || text.starts_with("\xEF\xBB\xBF")) {
    const std::size_t byte = zero == std::string_view::npos ? 0 : zero;
    return {.value = {}, .fault = JsonFault{.kind = JsonFault::Kind::syntax, .byte = byte}};
  }
  Builder builder;
  nlohmann::json::sax_parse(text.data(), text.data() + text.size(), &builder);
  return builder.take();
}

Member* find(Object& object, std::string_view key) noexcept {
  const auto found = std::ranges::find(object, key, &Member::key);
  return found == object.end() ? nullptr : &*found;
}

bool append_step(std::string& pointer, std::string_view key) {
  constexpr std::size_t most = 64;
  std::string step = "/";
  for (const char c : key.substr(0, most)) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  if (key.size() > most || pointer.size() + step.size() > most || !plain_text(key)) return false;
  pointer += step;
  return true;
}

}  // namespace flagrank::protocol::wire
