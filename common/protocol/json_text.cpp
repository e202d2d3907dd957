#include "common/protocol/json_text.hpp"

#include <nlohmann/json.hpp>

namespace flagrank::protocol {

std::string quoted_in_json(std::string_view text) {
  using nlohmann::json;
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace flagrank::protocol
