#include "client/conformance/bad_frames.hpp"

#include <cstddef>

namespace flagrank::conformance {
namespace {

using protocol::ErrorCode;

[[nodiscard]] std::string nested(int depth) {
  return R"({"type":"chat","id":"x","text":)" + std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']') + "}";
}

[[nodiscard]] std::vector<BadFrame> all_of_them() {
  return {
      {"no_json", "move a4 a5", ErrorCode::bad_json, {}, {}},
      {"nothing", "", ErrorCode::bad_json, {}, {}},
      {"half_an_object", R"({"type":"ping","id":"x")", ErrorCode::bad_json, {}, {}},
      {"two_objects",
       R"({"type":"ping","id":"x"}{"type":"ping","id":"x"})",
       ErrorCode::bad_json,
       {},
       {}},
      {"not_a_number_at_all",
       R"({"type":"resign","id":"x","game":NaN})",
       ErrorCode::bad_json,
       {},
       {}},
      {"half_a_surrogate_pair",
       R"({"type":"chat","id":"x","text":"\ud800"})",
       ErrorCode::bad_json,
       {},
       {}},
      {"an_array", R"([{"type":"ping","id":"x"}])", ErrorCode::bad_message, "", {}},
      {"a_string", R"("ping")", ErrorCode::bad_message, "", {}},
      {"no_type", R"({"id":"x"})", ErrorCode::bad_message, "/type"},
      {"a_type_that_is_a_number", R"({"type":7,"id":"x"})", ErrorCode::bad_message, "/type"},
      {"an_unknown_type", R"({"type":"cheat","id":"x"})", ErrorCode::unknown_type, "/type"},
      {"a_type_of_the_server", R"({"type":"moved","id":"x"})", ErrorCode::unknown_type, "/type"},
      {"a_type_in_capitals", R"({"type":"PING","id":"x"})", ErrorCode::unknown_type, "/type"},
      {"no_id", R"({"type":"ping"})", ErrorCode::bad_message, "/id", {}},
      {"an_id_that_is_a_number", R"({"type":"ping","id":1})", ErrorCode::bad_message, "/id", {}},
      {"an_empty_id", R"({"type":"ping","id":""})", ErrorCode::bad_message, "/id", {}},
      {"an_id_with_a_space", R"({"type":"ping","id":"x y"})", ErrorCode::bad_message, "/id", {}},
      {"an_id_that_is_too_long",
       R"({"type":"ping","id":"abcdefghijklmnopqrstuvwxyzabcdefghijk"})",
       ErrorCode::bad_message,
       "/id",
       {}},
      {"a_repeated_key", R"({"type":"ping","id":"x","type":"resign"})", ErrorCode::bad_message,
       "/type"},
      {"a_repeated_id", R"({"type":"ping","id":"x","id":"y"})", ErrorCode::bad_message, "/id", {}},
      {"a_missing_field", R"({"type":"move","id":"x","game":1,"ply":0,"from":"a4"})",
       ErrorCode::missing_field, "/to"},
      {"an_unknown_field", R"({"type":"resign","id":"x","game":1,"side":"blue"})",
       ErrorCode::unknown_field, "/side"},
      {"a_seat_that_is_claimed",
       R"({"type":"move","id":"x","game":1,"ply":0,"from":"a4","to":"a5","seat":"guest"})",
       ErrorCode::unknown_field, "/seat"},
      {"a_square_outside_the_board",
       R"({"type":"move","id":"x","game":1,"ply":0,"from":"a4","to":"k5"})", ErrorCode::bad_value,
       "/to"},
      {"a_square_with_a_leading_zero",
       R"({"type":"move","id":"x","game":1,"ply":0,"from":"a04","to":"a5"})", ErrorCode::bad_value,
       "/from"},
      {"a_square_that_is_a_number",
       R"({"type":"move","id":"x","game":1,"ply":0,"from":4,"to":"a5"})", ErrorCode::bad_value,
       "/from"},
      {"a_ply_that_is_a_string",
       R"({"type":"move","id":"x","game":1,"ply":"0","from":"a4","to":"a5"})", ErrorCode::bad_value,
       "/ply"},
      {"a_ply_below_zero", R"({"type":"move","id":"x","game":1,"ply":-1,"from":"a4","to":"a5"})",
       ErrorCode::bad_value, "/ply"},
      {"a_ply_with_a_fraction",
       R"({"type":"move","id":"x","game":1,"ply":0.5,"from":"a4","to":"a5"})", ErrorCode::bad_value,
       "/ply"},
      {"a_ply_beyond_all_bounds",
       R"({"type":"move","id":"x","game":1,"ply":18446744073709551616,"from":"a4","to":"a5"})",
       ErrorCode::bad_value, "/ply"},
      {"a_game_that_is_null", R"({"type":"resign","id":"x","game":null})", ErrorCode::bad_value,
       "/game"},
      {"a_game_zero", R"({"type":"resign","id":"x","game":0})", ErrorCode::bad_value, "/game"},
      {"an_empty_chat", R"({"type":"chat","id":"x","text":""})", ErrorCode::bad_value, "/text"},
      {"a_chat_of_several_lines", R"({"type":"chat","id":"x","text":"a\nb"})", ErrorCode::bad_value,
       "/text"},
      {"a_chat_that_is_too_long",
       R"({"type":"chat","id":"x","text":")" + std::string(2001, 'a') + "\"}", ErrorCode::bad_value,
       "/text"},
      {"a_style_that_is_no_name", R"({"type":"suggest_formation","id":"x","style":"Clever!"})",
       ErrorCode::bad_value, "/style"},
      {"a_formation_that_is_an_object",
       R"({"type":"lock_formation","id":"x","game":1,"formation":{}})", ErrorCode::bad_value,
       "/formation"},
      {"an_unknown_rank",
       R"({"type":"lock_formation","id":"x","game":1,"formation":[{"square":"a1","rank":"queen"}]})",
       ErrorCode::bad_value, "/formation/0/rank"},
      {"a_placement_with_an_unknown_field",
       R"({"type":"lock_formation","id":"x","game":1,"formation":[{"square":"a1","rank":"spy","x":1}]})",
       ErrorCode::unknown_field, "/formation/0/x"},
      {"deep_nesting", nested(1000), ErrorCode::too_deep, {}},
  };
}

}  // namespace

const std::vector<BadFrame>& bad_frames() {
  static const std::vector<BadFrame> all = all_of_them();
  return all;
}

}  // namespace flagrank::conformance
