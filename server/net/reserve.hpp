#pragma once

namespace flagrank::net {

/// One file descriptor kept back for the time when there are no others: with it, a connection that
/// nobody can serve is taken and closed, instead of waiting for an answer that will not come.
class Reserve {
 public:
  Reserve();
  ~Reserve();
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  /// Takes the first connection that waits at this listening socket and closes it.
  void shed(int listening);

 private:
  int spare_;
};

}  // namespace flagrank::net
