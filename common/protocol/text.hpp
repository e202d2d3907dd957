#pragma once

#include <string>
#include <string_view>

/// What text from the network may hold before anybody is shown it.
namespace flagrank::protocol {

/// Valid UTF-8 without anything that steers a terminal or a line: no control characters (a line end
/// is one), no direction marks and overrides, no line separators, no invisible format characters.
[[nodiscard]] bool plain_text(std::string_view text) noexcept;

/// Is there nothing to see, only blanks of whatever width?
[[nodiscard]] bool blank_text(std::string_view text) noexcept;

[[nodiscard]] bool valid_command_id(std::string_view text) noexcept;
[[nodiscard]] bool valid_retry_key(std::string_view text) noexcept;
/// Of anything that is chosen by a name in lower case, such as a style of formations.
[[nodiscard]] bool valid_choice(std::string_view text) noexcept;
[[nodiscard]] bool valid_player_name(std::string_view text) noexcept;
[[nodiscard]] bool valid_chat_text(std::string_view text) noexcept;
/// 32 hexadecimal digits, in small letters.
[[nodiscard]] bool valid_record_id(std::string_view text) noexcept;

/// At most 32 bytes of `text`, printable ASCII only, the rest shown as '?'. For error messages.
[[nodiscard]] std::string excerpt(std::string_view text);

}  // namespace flagrank::protocol
