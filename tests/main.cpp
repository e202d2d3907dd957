// What every test program begins with.

#include <gmock/gmock.h>
#include <spdlog/spdlog.h>

int main(int argc, char** argv) {
  testing::InitGoogleMock(&argc, argv);
  // As in flagrankd, the log is there before a second thread is. Where two threads that write the
  // first lines make it, the thread sanitizer sees a race: spdlog's library is not instrumented.
  spdlog::default_logger()->flush();
  return RUN_ALL_TESTS();
}
