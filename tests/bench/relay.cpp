#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <cstdlib>
#include <deque>
#include <exception>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

/// What the transport can do: for each frame that comes in, one goes out to each of the two
/// connections of a pair, which are made one after the other. Nothing is read, checked or kept. The
/// size of what goes out is that of the events of real moves.
namespace flagrank::bench {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;
using Stream =
    beast::websocket::stream<asio::basic_stream_socket<tcp, asio::io_context::executor_type>,
                             false>;

struct Peer : std::enable_shared_from_this<Peer> {
  Peer(Stream&& accepted, const std::string& frame) : stream{std::move(accepted)}, told{frame} {}

  void begin() {
    stream.text(true);
    stream.auto_fragment(false);
    stream.set_option(beast::websocket::stream_base::decorator([](auto& answer) {
      answer.set(beast::http::field::sec_websocket_protocol, "flagrank.v1");
    }));
    stream.async_accept([self = shared_from_this()](error_code error) {
      if (!error) self->read();
    });
  }

  void read() {
    stream.async_read(heard, [self = shared_from_this()](error_code error, std::size_t) {
      if (error) return self->part();
      self->heard.clear();
      self->tell();
      if (const auto opposite = self->other.lock()) opposite->tell();
      self->read();
    });
  }

  void tell() {
    if (waiting++ == 0) write();
  }

  void write() {
    stream.async_write(asio::buffer(told),
                       [self = shared_from_this()](error_code error, std::size_t) {
                         if (!error && --self->waiting > 0) self->write();
                       });
  }

  void part() { beast::get_lowest_layer(stream).close(); }

  Stream stream;
  const std::string& told;
  beast::flat_buffer heard;
  std::size_t waiting = 0;  ///< frames to write
  std::weak_ptr<Peer> other;
};

class Relay {
 public:
  Relay(asio::io_context& io, std::size_t bytes)
      : acceptor_{io, {asio::ip::address_v4::loopback(), 0}} {
    told_.resize(bytes, ' ');
    std::cout << "relay listening on port " << acceptor_.local_endpoint().port() << std::endl;
    accept();
  }

 private:
  void accept() {
    acceptor_.async_accept([this](error_code error, auto socket) {
      if (error) return;
      socket.set_option(tcp::no_delay{true});
      const auto peer = std::make_shared<Peer>(Stream{std::move(socket)}, told_);
      peer->begin();
      if (const auto first = std::exchange(unpaired_, peer).lock()) {
        first->other = peer;
        peer->other = first;
        unpaired_.reset();
      }
      accept();
    });
  }

  asio::basic_socket_acceptor<tcp, asio::io_context::executor_type> acceptor_;
  std::string told_ = R"({"type":"moved"})";
  std::weak_ptr<Peer> unpaired_;
};

}  // namespace
}  // namespace flagrank::bench

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: relay BYTES\n";
    return EXIT_FAILURE;
  }
  try {
    boost::asio::io_context io{1};
    const flagrank::bench::Relay relay{io, std::stoul(argv[1])};
    io.run();
  } catch (const std::exception& error) {
    std::cerr << "relay: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
