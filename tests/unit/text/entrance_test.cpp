#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>

#include "client/text/client.hpp"
#include "client/text/invitation.hpp"
#include "tests/unit/text/dealer.hpp"
#include "tests/unit/text/parlour.hpp"

/// How the client gets in by a key or an invitation, and passes one on.
namespace flagrank::text {
namespace {

using protocol::ErrorCode;

/// A client that has been greeted by a server with these features, which says that it is there.
struct Caller {
  explicit Caller(Wish wish, Manner manner = Manner::person,
                  std::vector<std::string> features = {"invitations"},
                  std::optional<std::string> url = std::nullopt)
      : client{std::move(wish), manner, plain, "c"} {
    auto hello = dealer.hello();
    auto& told = std::get<protocol::Hello>(hello.body);
    told.features = std::move(features);
    told.url = std::move(url);
    said = client.hear(hello);
  }

  Actions seat() {
    auto seated = dealer.seated("c1");
    std::get<protocol::Seated>(seated.body).invitation = "3a7bd3e2";
    return client.hear(seated);
  }

  Dealer dealer{rules::Side::red};
  Client client;
  Actions said;
};

Wish to_make(const protocol::CreateRoom& create = to_create,
             std::string server = "ws://example.org:8080") {
  return {.entry = create, .formation = {}, .server = std::move(server)};
}

KeptSeat kept_with(std::string invitation) {
  KeptSeat seat = kept_seat;
  seat.invitation = std::move(invitation);
  return seat;
}

TEST(ClientInvitation, is_shown_to_a_person_as_one_string) {
  Caller caller{to_make()};
  EXPECT_EQ(
      caller.seat(),
      (Actions{action::Keep{kept_with("flagrank+ws://example.org:8080/K7QM3P/3a7bd3e2")},
               print("\nRoom K7QM3P is open. Your friend joins it with\n\n"
                     "    flagrank join \"flagrank+ws://example.org:8080/K7QM3P/3a7bd3e2\"\n\n"
                     "It takes the seat, once, for whoever has it. So does the code: "
                     "flagrank join K7QM3P --server ws://example.org:8080\n")}));
}

TEST(ClientInvitation, is_shown_to_a_script_in_a_line_of_its_own) {
  Caller caller{to_make(), Manner::script};
  EXPECT_EQ(caller.seat().at(1),
            print("room K7QM3P\n"
                  "invitation flagrank+ws://example.org:8080/K7QM3P/3a7bd3e2\n"));
}

TEST(ClientInvitation, is_all_there_is_in_a_room_by_invitation) {
  protocol::CreateRoom create = to_create;
  create.by_invitation = true;
  Caller caller{to_make(create)};
  EXPECT_EQ(caller.seat().at(1),
            print("\nRoom K7QM3P is open. Your friend joins it with\n\n"
                  "    flagrank join \"flagrank+ws://example.org:8080/K7QM3P/3a7bd3e2\"\n\n"
                  "It takes the seat, once, for whoever has it.\n"));
}

TEST(ClientInvitation, names_the_server_as_the_server_does) {
  Caller caller{to_make(), Manner::script, {"invitations"}, "ws://play.example.org/"};
  EXPECT_EQ(caller.seat().at(1),
            print("room K7QM3P\ninvitation flagrank+ws://play.example.org/K7QM3P/3a7bd3e2\n"));
}

TEST(ClientInvitation, does_not_take_the_servers_word_for_what_is_no_url) {
  for (const char* url : {"", "http://play.example.org", "ws://\x1b[2J", "ws://a b"}) {
    Caller caller{to_make(), Manner::script, {"invitations"}, url};
    EXPECT_EQ(caller.seat().at(1),
              print("room K7QM3P\ninvitation flagrank+ws://example.org:8080/K7QM3P/3a7bd3e2\n"))
        << url;
  }
}

TEST(ClientInvitation, to_this_very_machine_is_pointed_out_in_a_line) {
  Caller caller{to_make(to_create, "ws://127.0.0.1:8080")};
  EXPECT_EQ(caller.seat().at(1),
            print("\nRoom K7QM3P is open. Your friend joins it with\n\n"
                  "    flagrank join \"flagrank+ws://127.0.0.1:8080/K7QM3P/3a7bd3e2\"\n\n"
                  "It takes the seat, once, for whoever has it. So does the code: "
                  "flagrank join K7QM3P --server ws://127.0.0.1:8080\n"
                  "From another machine, put this machine's name in place of 127.0.0.1.\n"));
}

TEST(ClientInvitation, is_shown_again_to_a_host_who_comes_back_and_still_waits) {
  const KeptSeat seat = kept_with("flagrank://play.example.org/K7QM3P/3a7bd3e2");
  Caller caller{{.entry = seat, .formation = {}, .server = seat.server}};
  const Actions actions = caller.client.hear(caller.dealer.snapshot("c1"));
  EXPECT_EQ(actions.at(1),
            print("\nRoom K7QM3P is open. Your friend joins it with\n\n"
                  "    flagrank join \"flagrank://play.example.org/K7QM3P/3a7bd3e2\"\n\n"
                  "It takes the seat, once, for whoever has it. So does the code: "
                  "flagrank join K7QM3P --server ws://example.org:8080\n"));
}

TEST(ClientInvitation, is_kept_no_longer_when_somebody_has_come) {
  Caller caller{to_make(), Manner::script};
  (void)caller.seat();
  (void)caller.client.hear(caller.dealer.snapshot());
  const Actions actions = caller.client.hear(caller.dealer.join());
  EXPECT_EQ(actions.front(), Action{action::Keep{kept_seat}});
}

// --- the access key

Wish with_key(decltype(Wish::entry) entry) {
  Wish wish{.entry = std::move(entry), .formation = {}, .server = "ws://example.org:8080"};
  wish.access_key = "plum-lantern";
  return wish;
}

TEST(ClientAccessKey, is_said_to_a_private_server) {
  protocol::CreateRoom create = to_create;
  create.access_key = "plum-lantern";
  EXPECT_EQ((Caller{with_key(to_create), Manner::script, {"access_key"}}.said),
            Actions{say("c1", create)});
  EXPECT_EQ((Caller{with_key(protocol::WatchRoom{"K7QM3P"}), Manner::script, {"access_key"}}.said),
            (Actions{say("c1", protocol::WatchRoom{"K7QM3P", "plum-lantern"})}));
}

TEST(ClientAccessKey, is_said_to_no_other_server) {
  EXPECT_EQ((Caller{with_key(to_create), Manner::script, {"invitations"}}.said),
            Actions{say("c1", to_create)});
}

TEST(ClientAccessKey, is_not_said_where_an_invitation_stands_in_for_it) {
  const protocol::JoinRoom join{.room = "K7QM3P", .name = "Ann", .invitation = "3a7bd3e2"};
  EXPECT_EQ((Caller{with_key(join), Manner::script, {"access_key"}}.said),
            Actions{say("c1", join)});
}

TEST(ClientAccessKey, that_is_missing_is_asked_for_in_one_line) {
  Caller caller{to_make(), Manner::script, {"access_key"}};
  EXPECT_EQ(caller.client.hear(Dealer::error(ErrorCode::access_key_needed, "It is private.", "c1")),
            Actions{finish(ExitStatus::refused,
                           "It is private. Give it with --access-key-file FILE or in "
                           "FLAGRANK_ACCESS_KEY, or join by an invitation.")});
}

TEST(ClientInvitation, that_is_missing_is_asked_for_in_one_line) {
  Caller caller{{.entry = protocol::JoinRoom{.room = "K7QM3P", .name = "Ann"},
                 .formation = {},
                 .server = "ws://example.org:8080"},
                Manner::script};
  EXPECT_EQ(
      caller.client.hear(Dealer::error(ErrorCode::invitation_needed, "By invitation only.", "c1")),
      Actions{finish(ExitStatus::refused,
                     "By invitation only. Ask for it: flagrank join takes it in place of the "
                     "code.")});
}

}  // namespace
}  // namespace flagrank::text
