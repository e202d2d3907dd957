#include "server/ops/metrics.hpp"

#include <prometheus/collectable.h>
#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "common/protocol/close_code.hpp"
#include "common/protocol/error_code.hpp"
#include "common/protocol/spelling.hpp"

namespace flagrank::ops {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using Labels = std::vector<ClientMetric::Label>;

MetricFamily family(const char* name, const char* help, MetricType type) {
  return {.name = name, .help = help, .type = type, .metric = {}};
}

void add_counter(MetricFamily& to, std::uint64_t value, Labels labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.counter.value = static_cast<double>(value);
  to.metric.push_back(std::move(metric));
}

void add_gauge(MetricFamily& to, double value, Labels labels = {}) {
  ClientMetric metric;
  metric.label = std::move(labels);
  metric.gauge.value = value;
  to.metric.push_back(std::move(metric));
}

MetricFamily counter(const char* name, const char* help, std::uint64_t value) {
  auto made = family(name, help, MetricType::Counter);
  add_counter(made, value);
  return made;
}

MetricFamily gauge(const char* name, const char* help, double value) {
  auto made = family(name, help, MetricType::Gauge);
  add_gauge(made, value);
  return made;
}

MetricFamily histogram(const char* name, const char* help, const async::Histogram& counted) {
  auto made = family(name, help, MetricType::Histogram);
  ClientMetric metric;
  std::uint64_t so_far = 0;
  const auto& bounds = async::Histogram::bounds;
  for (std::size_t bucket = 0; bucket <= bounds.size(); ++bucket) {
    const bool last = bucket == bounds.size();
    so_far += counted.count(bucket);
    metric.histogram.bucket.push_back(
        {.cumulative_count = so_far,
         .upper_bound = last ? std::numeric_limits<double>::infinity()
                             : std::chrono::duration<double>{bounds[bucket]}.count()});
  }
  metric.histogram.sample_count = so_far;
  metric.histogram.sample_sum = std::chrono::duration<double>{counted.sum()}.count();
  made.metric.push_back(std::move(metric));
  return made;
}

MetricFamily rooms(const room::Lobby& lobby) {
  constexpr std::array phases{view::Phase::waiting, view::Phase::setup, view::Phase::playing,
                              view::Phase::over};
  auto made = family("flagrank_rooms", "Rooms by phase; asleep are those that rest in the journal.",
                     MetricType::Gauge);
  for (const view::Phase phase : phases) {
    add_gauge(made, static_cast<double>(lobby.in_phase(phase)),
              {{"phase", std::string{protocol::wire::spelt(phase)}}});
  }
  add_gauge(made, static_cast<double>(lobby.asleep()), {{"phase", "asleep"}});
  return made;
}

MetricFamily commands(const room::CommandCounts& counts) {
  auto made = family("flagrank_commands_total",
                     "Clients' commands by result: ok, repeated (a retry), or the error.",
                     MetricType::Counter);
  add_counter(made, counts.all_done(), {{"result", "ok"}});
  add_counter(made, counts.all_repeated(), {{"result", "repeated"}});
  for (unsigned number = 0; number < 256; ++number) {
    const auto code = static_cast<protocol::ErrorCode>(number);
    const auto times = counts.all_refused(code);
    if (times > 0) add_counter(made, times, {{"result", std::string{protocol::name(code)}}});
  }
  return made;
}

MetricFamily closes(const net::Counts& counts) {
  auto made = family("flagrank_closes_total", "WebSockets that have ended, by close code.",
                     MetricType::Counter);
  counts.each_close([&made](protocol::CloseCode code, std::uint64_t times) {
    add_counter(made, times,
                {{"code", std::to_string(static_cast<unsigned>(code))},
                 {"reason", std::string{protocol::reason(code)}}});
  });
  return made;
}

/// The same as a figure of its own: it is there from the start, at 0.
MetricFamily overflows(const net::Counts& counts) {
  std::uint64_t all = 0;
  counts.each_close([&all](protocol::CloseCode code, std::uint64_t times) {
    if (code == protocol::CloseCode::slow_reader) all = times;
  });
  return counter("flagrank_outbox_overflows_total",
                 "Connections cut off for what waited to be sent to them.", all);
}

MetricFamily answers(const net::Counts& counts) {
  auto made = family("flagrank_http_answers_total",
                     "Answers to HTTP requests by status; 101 where it became a WebSocket.",
                     MetricType::Counter);
  counts.answers.each([&made](std::size_t status, std::uint64_t times) {
    add_counter(made, times, {{"status", std::to_string(status)}});
  });
  return made;
}

MetricFamily version() {
  auto made = family("flagrank_build_info", "The version of the server.", MetricType::Gauge);
  add_gauge(made, 1, {{"version", FLAGRANK_VERSION}});
  return made;
}

/// 0 where the system does not tell.
double resident_bytes() {
  std::ifstream file{"/proc/self/statm"};
  double all = 0;
  double resident = 0;
  file >> all >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

/// Reads the plain counters when it is asked, so that counting costs next to nothing.
class Collector final : public prometheus::Collectable {
 public:
  explicit Collector(const Counted& counted) : counted_{counted} {}

  [[nodiscard]] std::vector<MetricFamily> Collect() const override {
    const net::Server& server = counted_.server;
    const net::Counts& counts = server.counts();
    const room::Counts& in_rooms = counted_.lobby.counts();
    return {
        version(),
        gauge("flagrank_connections", "Connections now.",
              static_cast<double>(server.connections())),
        counter("flagrank_connections_accepted_total", "Connections that were let in.",
                server.connections_so_far()),
        counter("flagrank_connections_refused_total", "Connections over a limit.",
                counts.turned_away.value()),
        rooms(counted_.lobby),
        commands(in_rooms.commands),
        closes(counts),
        overflows(counts),
        counter("flagrank_resumes_total", "Connections that came back to a seat.",
                in_rooms.resumed.value()),
        answers(counts),
        histogram("flagrank_journal_append_seconds", "From a command to its being on the disk.",
                  in_rooms.journal.appends()),
        counter("flagrank_journal_failures_total", "What the journal could not do.",
                in_rooms.journal.failures()),
        histogram("flagrank_event_loop_lag_seconds", "By how much a timer came late.",
                  counted_.loop_lag.histogram()),
        gauge("process_resident_memory_bytes", "Memory in use.", resident_bytes()),
    };
  }

 private:
  const Counted& counted_;
};

}  // namespace

std::string metrics_of(const Counted& counted) {
  return prometheus::TextSerializer{}.Serialize(Collector{counted}.Collect());
}

}  // namespace flagrank::ops
