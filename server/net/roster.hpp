#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <vector>

namespace flagrank::net {

class Session;

/// Who is connected, so that all can be told to leave. May be used from any thread.
class Roster {
 public:
  /// Stands in the roster until it is destroyed. The roster must outlive it.
  class Entry {
   public:
    Entry(Roster& roster, std::weak_ptr<Session> session);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    Roster& roster_;
    std::list<std::weak_ptr<Session>>::iterator place_;
  };

  [[nodiscard]] std::vector<std::shared_ptr<Session>> all() const;

 private:
  // Sessions come and go on their own threads; the lock is held while the list changes.
  mutable std::mutex mutex_;
  std::list<std::weak_ptr<Session>> sessions_;
};

}  // namespace flagrank::net
