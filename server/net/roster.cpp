#include "server/net/roster.hpp"

#include <utility>

namespace flagrank::net {

Roster::Entry::Entry(Roster& roster, std::weak_ptr<Session> session) : roster_{roster} {
  const std::lock_guard lock{roster_.mutex_};
  place_ = roster_.sessions_.insert(roster_.sessions_.end(), std::move(session));
}

Roster::Entry::~Entry() {
  const std::lock_guard lock{roster_.mutex_};
  roster_.sessions_.erase(place_);
}

std::vector<std::shared_ptr<Session>> Roster::all() const {
  std::vector<std::shared_ptr<Session>> present;
  const std::lock_guard lock{mutex_};
  present.reserve(sessions_.size());
  for (const auto& session : sessions_) {
    if (auto one = session.lock()) present.push_back(std::move(one));
  }
  return present;
}

}  // namespace flagrank::net
