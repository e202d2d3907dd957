#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "client/text/complaint.hpp"

namespace flagrank::text {

/// Where commands are typed and answers are read: standard input and output.
class Console {
 public:
  virtual ~Console() = default;

  /// The next line, without its end; nothing when the input has ended. One reader at a time.
  virtual boost::asio::awaitable<std::optional<std::string>> line() = 0;

  /// Shows whole lines, above the line that is being edited where there is one; why it could not,
  /// or nothing.
  [[nodiscard]] virtual std::optional<Complaint> print(std::string_view lines) = 0;

  /// What stands before the line that is edited, from now on.
  virtual void prompt(const std::string& text) = 0;
};

/// Lines as they come, for input that is no terminal or one that can do nothing.
[[nodiscard]] std::unique_ptr<Console> open_plain_console(
    const boost::asio::any_io_executor& executor);

/// Line editing, history and completion on a terminal, by libedit. The terminal gets its ordinary
/// ways back when the console is destroyed. One at a time in a program.
[[nodiscard]] std::unique_ptr<Console> open_terminal(const boost::asio::any_io_executor& executor);

}  // namespace flagrank::text
