#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/protocol/decode.hpp"
#include "common/rules/game.hpp"
#include "common/rules/names.hpp"
#include "server/room/lobby.hpp"
#include "server/store/memory_journal.hpp"
#include "tests/support/coroutines.hpp"
#include "tests/support/random.hpp"

/// The walk of a move through the server in one thread and without sockets, for whoever counts or
/// times what it costs: a client's frame is decoded as a session does it, goes into the inbox of a
/// real room, and comes out of the outboxes of two players and a spectator, encoded.
namespace flagrank::test {

/// A legal game in which nobody ever fights, so that it goes on for as long as one likes.
struct QuietGame {
  rules::Formation red;
  rules::Formation blue;
  std::vector<rules::Move> moves;
};

[[nodiscard]] inline QuietGame quiet_game(std::uint32_t plies, std::uint64_t seed) {
  Random random{seed};
  QuietGame quiet{.red = shuffled_formation(rules::classic(), rules::Side::red, random),
                  .blue = shuffled_formation(rules::classic(), rules::Side::blue, random),
                  .moves = {}};
  rules::Game game = rules::Game::start({}, quiet.red, quiet.blue);
  while (game.ply() < plies && !game.ended()) {
    const rules::Move move = random_move(game, random);
    if (game.at(move.to) != nullptr) continue;
    (void)game.apply(game.to_move(), move);
    quiet.moves.push_back(move);
  }
  return quiet;
}

/// A room with its two players and a spectator, which plays a quiet game through.
class MoveWalk {
 public:
  /// Everybody is there, both armies are locked, and all frames are written.
  explicit MoveWalk(const QuietGame& quiet) {
    enter(red_, R"({"type":"create_room","id":"in","name":"Ada","side":"red","spectators":true})");
    const auto seated = protocol::decode_server(*red_->first);
    const std::string& room = std::get<protocol::Seated>(seated->body).room;
    enter(blue_, R"({"type":"join_room","id":"in","name":"Bea","room":")" + room + R"("})");
    enter(spectator_, R"({"type":"watch_room","id":"in","room":")" + room + R"("})");
    say(red_, lock_frame(quiet.red));
    say(blue_, lock_frame(quiet.blue));
    for (const rules::Move move : quiet.moves) {
      frames_.push_back(move_frame(move, static_cast<std::uint32_t>(frames_.size())));
    }
  }

  /// Plays on until the game has so many moves. Throws where not everybody is told of each.
  void play_to(std::uint32_t ply) {
    for (; ply_ < ply; ++ply_) {
      const std::size_t before = told_->frames;
      say(ply_ % 2 == 0 ? red_ : blue_, frames_[ply_]);
      if (told_->frames != before + 3) throw std::logic_error{"a move was not told to all three"};
    }
  }

  [[nodiscard]] std::uint32_t ply() const noexcept { return ply_; }

 private:
  struct Told {
    std::size_t frames = 0;
  };
  /// Takes what its outbox holds as a session does, but that nothing is sent.
  struct Connection final : room::Outbox::Writer {
    explicit Connection(std::shared_ptr<Told> all) : told{std::move(all)} {}

    void take_more() override {
      while (const auto next = outbox->try_next()) {
        const auto* frame = std::get_if<room::Frame>(&*next);
        if (frame == nullptr) return;
        if (!first) first = *frame;
        ++told->frames;
      }
    }

    std::shared_ptr<Told> told;
    std::shared_ptr<room::Outbox> outbox;
    std::shared_ptr<room::Visit> visit;
    room::Frame first;  ///< that came out of the outbox
  };

  static std::string move_frame(rules::Move move, std::uint32_t ply) {
    const std::string number = std::to_string(ply);
    return R"({"type":"move","id":"m)" + number + R"(","game":1,"ply":)" + number + R"(,"from":")" +
           move.from.text() + R"(","to":")" + move.to.text() + R"("})";
  }

  static std::string lock_frame(const rules::Formation& formation) {
    std::string frame = R"({"type":"lock_formation","id":"lock","game":1,"formation":[)";
    std::string_view comma;
    for (const auto& [square, rank] : formation.placements()) {
      frame += comma;
      frame += R"({"square":")" + square.text() + R"(","rank":")";
      frame += rules::name(rank);
      frame += R"("})";
      comma = ",";
    }
    return frame + "]}";
  }

  void enter(const std::shared_ptr<Connection>& connection, const std::string& frame) {
    auto message = *protocol::decode_client(frame);
    connection->outbox = std::make_shared<room::Outbox>(io_.get_executor(), room::Outbox::Bounds{});
    connection->outbox->attend(connection);
    auto asked = start(io_, ask(std::move(message), connection->outbox));
    settle(io_);
    connection->visit = *asked->value();
  }

  boost::asio::awaitable<room::Admission> ask(protocol::ClientMessage message,
                                              std::shared_ptr<room::Outbox> outbox) {
    if (auto* wish = std::get_if<protocol::CreateRoom>(&message.body)) {
      return lobby_.create(std::move(message.id), std::move(*wish), std::move(outbox));
    }
    if (auto* wish = std::get_if<protocol::JoinRoom>(&message.body)) {
      return lobby_.join(std::move(message.id), std::move(*wish), std::move(outbox));
    }
    auto& wish = std::get<protocol::WatchRoom>(message.body);
    return lobby_.watch(std::move(message.id), std::move(wish), std::move(outbox));
  }

  void say(const std::shared_ptr<Connection>& connection, std::string_view frame) {
    auto message = protocol::decode_client(frame);
    const bool said = connection->visit->say(*std::move(message));
    if (!said) throw std::logic_error{"the room's inbox is full"};
    settle(io_);
  }

  room::World world() {
    return {.now = [this] { return now_ += std::chrono::milliseconds{40}; },
            .dice = Random{1},
            .new_token = [] { return std::string(32, 'a'); }};
  }

  boost::asio::io_context io_;
  match::Instant now_{std::chrono::hours{12}};
  std::shared_ptr<Told> told_ = std::make_shared<Told>();
  std::shared_ptr<Connection> red_ = std::make_shared<Connection>(told_);
  std::shared_ptr<Connection> blue_ = std::make_shared<Connection>(told_);
  std::shared_ptr<Connection> spectator_ = std::make_shared<Connection>(told_);
  room::Lobby lobby_{async::Executors{io_, 1}, std::make_shared<store::MemoryJournal>(),
                     room::LobbyLimits{.records = true}, world()};
  std::vector<std::string> frames_;
  std::uint32_t ply_ = 0;
};

}  // namespace flagrank::test
