#include "client/conformance/transcript.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "client/conformance/documents.hpp"
#include "client/conformance/replay.hpp"
#include "client/conformance/stage.hpp"

namespace flagrank::conformance {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Not;
using Kind = Transcript::Line::Kind;

constexpr const char* sample =
    "# A greeting.\n"
    "server: --spectators-per-room 1\n"
    "\n"
    "host: connects\n"
    "host> {\"type\":\"ping\"}\n"
    "host< {\"type\":\"pong\"}\n"
    "host: closed 4000 replaced\n"
    "guest_2: drops\n";

TEST(TranscriptText, is_read_line_by_line) {
  const Transcript transcript = Transcript::parse(sample);
  std::vector<Kind> kinds;
  for (const auto& line : transcript.lines) kinds.push_back(line.kind);
  EXPECT_THAT(kinds, ElementsAre(Kind::note, Kind::flags, Kind::note, Kind::connects, Kind::says,
                                 Kind::hears, Kind::closed, Kind::drops));
  EXPECT_EQ(transcript.lines[6].text, "4000 replaced");
  EXPECT_EQ(transcript.lines[7].who, "guest_2");
  EXPECT_EQ(transcript.lines[7].number, 8);
}

TEST(TranscriptText, is_written_as_it_was_read) {
  EXPECT_EQ(Transcript::parse(sample).text(), sample);
}

TEST(TranscriptText, tells_which_line_makes_no_sense) {
  for (const std::string line : {"Host: connects", "host", "host! x", "host: waves", ": drops"}) {
    try {
      static_cast<void>(Transcript::parse("# fine\n" + line + "\n"));
      ADD_FAILURE() << line;
    } catch (const std::invalid_argument& wrong) {
      EXPECT_EQ(wrong.what(), "line 2: " + line);
    }
  }
}

TEST(TranscriptText, tells_its_subject_and_its_flags) {
  const Transcript transcript = Transcript::parse(sample);
  EXPECT_EQ(subject_of(transcript), "A greeting.");
  EXPECT_THAT(flags_of(transcript), ElementsAre("--spectators-per-room", "1"));
}

TEST(PlaceholdersOfARun, hide_what_is_new_and_put_it_back) {
  Placeholders placeholders;
  EXPECT_EQ(placeholders.hide("host", R"({"type":"seated","room":"KTRM9X","token":"b194"})"),
            R"({"type":"seated","room":"<room>","token":"<host-token>"})");
  EXPECT_EQ(placeholders.hide("host", R"({"type":"seated","token":"b194","invitation":"3a7b"})"),
            R"({"type":"seated","token":"<host-token>","invitation":"<host-invitation>"})");
  EXPECT_EQ(placeholders.hide("guest", R"({"type":"seated","room":"KTRM9X","token":"77aa"})"),
            R"({"type":"seated","room":"<room>","token":"<guest-token>"})");
  EXPECT_EQ(placeholders.fill(R"({"room":"<room>","token":"<host-token>"})"),
            R"({"room":"KTRM9X","token":"b194"})");
}

TEST(PlaceholdersOfARun, number_what_has_the_same_name) {
  Placeholders placeholders;
  EXPECT_EQ(placeholders.hide("a", R"({"room":"KTRM9X"})"), R"({"room":"<room>"})");
  EXPECT_EQ(placeholders.hide("a", R"({"room":"WW99TT"})"), R"({"room":"<room-2>"})");
  EXPECT_EQ(placeholders.fill("<room-2> <room>"), "WW99TT KTRM9X");
}

TEST(PlaceholdersOfARun, hide_times_wherever_they_stand_but_not_limits) {
  Placeholders placeholders;
  EXPECT_EQ(placeholders.hide("a", R"({"time_ms":5,"seats":[{"absent_since_ms":7}],"at_ms":9})"),
            R"({"time_ms":0,"seats":[{"absent_since_ms":0}],"at_ms":0})");
  EXPECT_EQ(placeholders.hide("a", R"({"absent_since_ms":null,"per_move_ms":1000})"),
            R"({"absent_since_ms":null,"per_move_ms":1000})");
}

TEST(PlaceholdersOfARun, leave_alone_what_is_no_message) {
  Placeholders placeholders;
  EXPECT_EQ(placeholders.hide("a", "nonsense"), "nonsense");
  EXPECT_EQ(placeholders.hide("a", "[1]"), "[1]");
  EXPECT_EQ(placeholders.hide("a", R"({"room":5})"), R"({"room":5})");
}

TEST(Documents, hold_the_schemas_and_the_transcripts) {
  const auto all = documents();
  const std::vector<Document> copy{all.begin(), all.end()};
  EXPECT_THAT(copy, Contains(Field(&Document::name, "schema/client/move.json")));
  EXPECT_THAT(copy, Contains(Field(&Document::name, "schema/common.json")));
  EXPECT_THAT(copy, Contains(Field(&Document::name, "transcripts/first-game.txt")));
  EXPECT_GE(transcripts().size(), 25U);
  for (const NamedTranscript& named : transcripts()) {
    EXPECT_THAT(subject_of(named.transcript), Not(IsEmpty())) << named.name;
  }
}

}  // namespace
}  // namespace flagrank::conformance
