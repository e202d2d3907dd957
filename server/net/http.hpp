#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstddef>
#include <functional>
#include <variant>

#include "common/wire/wire.hpp"
#include "server/net/request.hpp"

/// HTTP on a wire, with Beast's parser inside. One request, one answer, and the end. No deadlines
/// here: cutting the wire ends each of these.
namespace flagrank::net {

/// The connection is gone.
struct Lost {};

/// Reads the head of a request. What is no request, is too long, or has bytes behind it (a body, or
/// a second request) comes back as the answer to give.
[[nodiscard]] boost::asio::awaitable<std::variant<Request, Answer, Lost>> read_request(
    wire::Wire& wire, std::size_t header_bytes);

/// Writes an answer and closes the way out, then reads and throws away what still comes until the
/// peer closes, or the answer could get lost. `progress` is called before each part of the answer,
/// which is as long as a frame may be, and `written` after the last.
[[nodiscard]] boost::asio::awaitable<void> give_answer(
    wire::Wire& wire, Answer answer, std::function<void()> progress = [] {},
    std::function<void()> written = [] {});

}  // namespace flagrank::net
