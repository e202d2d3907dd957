#include "server/net/reserve.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

namespace flagrank::net {
namespace {

int take_one() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

}  // namespace

Reserve::Reserve() : spare_{take_one()} {}

Reserve::~Reserve() {
  if (spare_ >= 0) close(spare_);
}

void Reserve::shed(int listening) {
  if (spare_ >= 0) close(spare_);
  const int guest = accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (guest >= 0) close(guest);
  spare_ = take_one();
}

}  // namespace flagrank::net
