#include "client/conformance/report.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace flagrank::conformance {
namespace {

TEST(Report, writes_a_finding_in_one_line_and_what_is_wrong_below_it) {
  EXPECT_EQ(written({Verdict::ok, "chat", {}}), "ok           chat\n");
  EXPECT_EQ(written({Verdict::passed_over, "limits", {"needs flags"}}),
            "passed over  limits: needs flags\n");
  EXPECT_EQ(written({Verdict::wrong, "gap", {"asks for a snapshot", "it did not"}}),
            "WRONG        gap: asks for a snapshot\n"
            "             it did not\n");
}

TEST(Report, shows_what_strangers_say_in_one_line_that_steers_no_terminal) {
  EXPECT_EQ(written({Verdict::wrong, "hello", {"told \x1b[2J\n\"Zoë\" \xff\xe2\x80\xae"}}),
            "WRONG        hello: told \\x1b[2J\\x0a\"Zoë\" \\xff\\xe2\\x80\\xae\n");
  std::ostringstream out;
  Report{out}.stop("<html>\r\n<body>");
  EXPECT_EQ(out.str(), "stopped      <html>\\x0d\\x0a<body>\n");
}

TEST(Report, shows_the_beginning_of_what_is_long) {
  EXPECT_EQ(visible(std::string(1000, 'a')), std::string(1000, 'a'));
  EXPECT_EQ(visible(std::string(1'000'000, 'a')),
            std::string(1000, 'a') + " … (1000000 bytes in all)");
}

TEST(Report, counts_at_the_end) {
  std::ostringstream out;
  Report report{out};
  report.add({Verdict::ok, "one", {}});
  report.add({Verdict::ok, "two", {}});
  report.add({Verdict::passed_over, "three", {}});
  EXPECT_EQ(report.sum_up(), ExitStatus::well);
  EXPECT_TRUE(out.str().ends_with("\n\n2 ok, 0 WRONG, 0 not seen, 1 passed over\n")) << out.str();
}

TEST(Report, ends_with_1_where_anything_is_wrong_even_if_it_was_stopped) {
  std::ostringstream out;
  Report report{out};
  report.add({Verdict::wrong, "one", {}});
  report.stop("The server has gone.");
  EXPECT_EQ(report.sum_up(), ExitStatus::deviates);
}

TEST(Report, ends_with_2_where_something_could_not_be_tried) {
  std::ostringstream out;
  Report stopped{out};
  stopped.stop("Nothing listens.");
  EXPECT_EQ(stopped.sum_up(), ExitStatus::not_run);
  EXPECT_TRUE(out.str().starts_with("stopped      Nothing listens.\n")) << out.str();

  Report unseen{out};
  unseen.add({Verdict::not_seen, "one", {}});
  EXPECT_EQ(unseen.sum_up(), ExitStatus::not_run);
}

}  // namespace
}  // namespace flagrank::conformance
