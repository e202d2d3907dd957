#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string_view>

#include "common/protocol/client_message.hpp"
#include "common/protocol/close_code.hpp"
#include "common/protocol/server_message.hpp"
#include "server/net/bucket.hpp"
#include "server/net/gate.hpp"
#include "server/net/house.hpp"
#include "server/net/request.hpp"
#include "server/net/vigil.hpp"
#include "server/net/websocket.hpp"
#include "server/room/lobby.hpp"
#include "server/room/outbox.hpp"

namespace flagrank::net {

/// One connection, from the first byte to the last. The first stop of a move: who is speaking, and
/// is the frame acceptable?
///
/// One coroutine reads and obeys, a timer watches the deadlines, and what the outbox is given goes
/// out at once, or with a coroutine of its own where the peer is slow; all on the socket's
/// executor. The outbox is the way out for everybody: whoever wants to end the session closes the
/// outbox, and the session then says goodbye.
class Session final : public room::Outbox::Writer, public std::enable_shared_from_this<Session> {
 public:
  /// `socket` runs on an executor of its own, one thing at a time.
  Session(std::shared_ptr<House> house, boost::asio::ip::tcp::socket socket, Gate::Place place);

  /// Does all of it; spawned on the socket's executor.
  static boost::asio::awaitable<void> run(std::shared_ptr<Session> self);

  /// Lets what waits go out, then closes with this code. From any thread.
  void send_off(protocol::CloseCode code);

  /// Closes the socket at once. From any thread.
  void cut();

 private:
  class Parting;
  using Wait = std::optional<std::chrono::milliseconds>;

  boost::asio::awaitable<bool> speak_tls();
  boost::asio::awaitable<bool> shake_hands();
  [[nodiscard]] bool know(const Request& request);
  boost::asio::awaitable<void> give(Answer answer);
  void open();

  boost::asio::awaitable<void> listen();

  void take_more() override;
  [[nodiscard]] room::Frame write_at_once();
  static boost::asio::awaitable<void> write_on(std::shared_ptr<Session> self, room::Frame frame);
  static boost::asio::awaitable<void> close(std::shared_ptr<Session> self,
                                            protocol::CloseCode code);
  void give_up_writing(const std::exception& fault);
  void stop_writing();

  std::optional<boost::asio::awaitable<void>> follow(std::string_view text);
  std::optional<protocol::ClientMessage> understand(std::string_view text);
  void obey(protocol::ClientMessage message);
  boost::asio::awaitable<void> list_rooms(protocol::ClientMessage message);
  /// On a private server: has it the access key, where that is asked for? Refuses it otherwise.
  [[nodiscard]] bool belongs(const protocol::ClientMessage& message);
  boost::asio::awaitable<void> enter(protocol::ClientMessage message);
  boost::asio::awaitable<room::Admission> ask(protocol::ClientMessage message);
  Wait try_to_enter(const protocol::ClientBody& wish);
  void settle(bool made_room, const room::Admission& admission);
  [[nodiscard]] bool visiting();

  void tell(const protocol::ServerMessage& message);
  void refuse(std::optional<protocol::CommandId> id, protocol::ErrorCode code, Wait wait = {});
  [[nodiscard]] bool within_rate(Time now);

  void say_goodbye(protocol::CloseCode code);
  void part();
  void notice(Websocket::Sign sign);
  void look();
  void ping(Time now);
  [[nodiscard]] bool ping_stuck(Time now) const;
  void look_sooner();

  const std::shared_ptr<House> house_;
  Gate::Place place_;
  const std::uint64_t number_;  ///< in the log
  const boost::asio::any_io_executor executor_;
  Websocket socket_;
  std::shared_ptr<room::Outbox> outbox_;  ///< shared with the room
  Vigil vigil_;
  boost::asio::steady_timer timer_;
  Time pinged_;
  Bucket messages_;
  std::uint32_t refusals_ = 0;  ///< messages over the rate, less those within it
  bool open_ = false;           ///< the handshake is done
  bool easing_ = false;         ///< nothing is read until fewer answers wait
  bool writing_ = false;        ///< a frame waits for a slow peer
  std::shared_ptr<room::Visit> visit_;
};

}  // namespace flagrank::net
