#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <functional>
#include <variant>

#include "server/net/request.hpp"

/// HTTP on a socket, with Beast's parser inside. One request, one answer, and the end. No deadlines
/// here: closing the socket ends each of these.
namespace flagrank::net {

/// The connection is gone.
struct Lost {};

/// Reads the head of a request. What is no request, is too long, or has bytes behind it (a body, or
/// a second request) comes back as the answer to give.
[[nodiscard]] boost::asio::awaitable<std::variant<Request, Answer, Lost>> read_request(
    boost::asio::ip::tcp::socket& socket, std::size_t header_bytes);

/// Writes an answer and closes the way out.
[[nodiscard]] boost::asio::awaitable<void> write_answer(boost::asio::ip::tcp::socket& socket,
                                                        Answer answer);

/// The same, then reads and throws away what still comes until the peer closes, or the
/// answer could get lost. `progress` is called before each part of the answer, which is as long as
/// a frame may be, and `written` after the last.
[[nodiscard]] boost::asio::awaitable<void> give_answer(boost::asio::ip::tcp::socket& socket,
                                                       Answer answer,
                                                       std::function<void()> progress,
                                                       std::function<void()> written);

}  // namespace flagrank::net
