#include "tests/support/process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace flagrank::test {
namespace {

struct Pipe {
  int read = -1;
  int write = -1;
};

[[noreturn]] void fail(const char* what) {
  throw std::system_error{errno, std::generic_category(), what};
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe2");
  return {ends[0], ends[1]};
}

void shut(int& descriptor) {
  if (descriptor >= 0) ::close(descriptor);
  descriptor = -1;
}

/// In the child, between fork and exec: only what may be done there.
[[noreturn]] void become(char* const* words, int input, int out, int err) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::signal(SIGPIPE, SIG_DFL);
  ::dup2(input, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::execv(words[0], words);
  ::_exit(127);
}

}  // namespace

Process::Process(const std::string& program, const std::vector<std::string>& arguments) {
  std::signal(SIGPIPE, SIG_IGN);  // a child that is gone shows as EPIPE
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);

  Pipe input = make_pipe();
  Pipe out = make_pipe();
  Pipe err = make_pipe();
  pid_ = ::fork();
  if (pid_ < 0) fail("fork");
  if (pid_ == 0) become(pointers.data(), input.read, out.write, err.write);
  shut(input.read);
  shut(out.write);
  shut(err.write);
  input_ = input.write;
  out_.descriptor = out.read;
  err_.descriptor = err.read;
  // Not ::pidfd_open: the header of Debian 12 declares it as a C++ function.
  process_ = static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0));
  if (process_ < 0) fail("pidfd_open");
  listener_ = std::thread{&Process::listen, this};
}

Process::~Process() {
  if (!status_) {
    ::kill(pid_, SIGKILL);
    static_cast<void>(wait());
  }
  if (listener_.joinable()) listener_.join();
  shut(input_);
  shut(process_);
  shut(out_.descriptor);
  shut(err_.descriptor);
}

void Process::write(std::string_view text) {
  while (!text.empty() && input_ >= 0) {
    const ssize_t written = ::write(input_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void Process::close_input() { shut(input_); }

void Process::signal(int number) {
  if (!status_) ::kill(pid_, number);
}

bool Process::take(Heard& heard) {
  std::array<char, 4096> bytes{};
  const ssize_t got = ::read(heard.descriptor, bytes.data(), bytes.size());
  if (got < 0 && errno == EINTR) return true;
  const std::lock_guard lock{mutex_};
  if (got > 0) {
    heard.text.append(bytes.data(), static_cast<std::size_t>(got));
  } else {
    heard.ended = true;
  }
  changed_.notify_all();
  return got > 0;
}

void Process::listen() {
  std::array<pollfd, 2> waiting{pollfd{out_.descriptor, POLLIN, 0},
                                pollfd{err_.descriptor, POLLIN, 0}};
  int open = 2;
  while (open > 0) {
    if (::poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return;
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      if (waiting[i].fd < 0 || waiting[i].revents == 0) continue;
      if (take(i == 0 ? out_ : err_)) continue;
      waiting[i].fd = -1;
      --open;
    }
  }
}

std::optional<std::string> Process::expect(Stream stream, std::string_view text) {
  const auto until = deadline();
  Heard& heard = this->heard(stream);
  std::unique_lock lock{mutex_};
  std::size_t place = std::string::npos;
  const auto settled = [&] {
    place = heard.text.find(text, heard.matched);
    return heard.ended ||
           (place != std::string::npos && heard.text.find('\n', place) != std::string::npos);
  };
  changed_.wait_until(lock, until, settled);
  if (place == std::string::npos) return std::nullopt;
  const std::size_t before = heard.text.rfind('\n', place);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(heard.text.find('\n', place), heard.text.size());
  heard.matched = place + text.size();
  return heard.text.substr(begin, end - begin);
}

std::string Process::said(Stream stream) const {
  const std::lock_guard lock{mutex_};
  return stream == Stream::out ? out_.text : err_.text;
}

std::optional<int> Process::wait(Clock::time_point until) {
  if (status_) return status_;
  pollfd waiting{process_, POLLIN, 0};
  int ready = 0;
  do {
    ready = ::poll(&waiting, 1, milliseconds_until(until));
  } while (ready < 0 && errno == EINTR);
  if (ready <= 0) return std::nullopt;
  int raw = 0;
  if (::waitpid(pid_, &raw, 0) != pid_) fail("waitpid");
  status_ = WIFEXITED(raw) ? WEXITSTATUS(raw) : 128 + WTERMSIG(raw);
  if (listener_.joinable()) listener_.join();
  return status_;
}

}  // namespace flagrank::test
