#include "tests/integration/with_http.hpp"

#include "client/conformance/schemas.hpp"
#include "tests/support/raw_connection.hpp"

namespace flagrank::test {

using nlohmann::json;
using testing::IsEmpty;
using testing::StartsWith;

Answered WithHttp::ask(std::string_view request) {
  RawConnection connection{port()};
  connection.say(request);
  const std::string whole = connection.hear_to_the_end().value_or("");
  const std::size_t end = whole.find("\r\n\r\n");
  if (end == std::string::npos) return {whole, ""};
  return {whole.substr(0, end), whole.substr(end + 4)};
}

Answered WithHttp::get(const std::string& target) {
  return ask("GET " + target + " HTTP/1.1\r\nHost: here\r\n\r\n");
}

json WithHttp::found(const std::string& target, const std::string& schema) {
  const Answered answered = get(target);
  EXPECT_THAT(answered.head, StartsWith("HTTP/1.1 200 ")) << target;
  json document = json::parse(answered.body, nullptr, false);
  EXPECT_THAT(
      conformance::schema_faults_by(schema + ".json", document, conformance::Reading::closed),
      IsEmpty());
  return document;
}

Answered WithHttp::refused(const std::string& target, unsigned status) {
  Answered answered = get(target);
  EXPECT_THAT(answered.head, StartsWith("HTTP/1.1 " + std::to_string(status) + " ")) << target;
  EXPECT_THAT(conformance::schema_faults_by("http/error.json", answered.document()), IsEmpty())
      << target;
  return answered;
}

void WithHttp::start_in(const TemporaryDirectory& directory) {
  start_generous({"--data", directory.path().string()});
}

void WithHttp::kill() {
  server().process().signal(SIGKILL);
  EXPECT_EQ(server().process().wait(), 128 + SIGKILL);
}

protocol::CreateRoom public_room() {
  return {.name = "Ada", .side = rules::Side::red, .ruleset = {}, .is_public = true};
}

}  // namespace flagrank::test
