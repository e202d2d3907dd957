#include "server/ops/log.hpp"

#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/dist_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "common/protocol/json_text.hpp"

namespace flagrank::ops {
namespace {

constexpr const char* plain_pattern = "%Y-%m-%dT%H:%M:%S.%e%z %l %v";
constexpr const char* json_beginning =
    R"({"time":"%Y-%m-%dT%H:%M:%S.%e%z","level":"%l","message":)";

class JsonFormatter final : public spdlog::formatter {
 public:
  void format(const spdlog::details::log_msg& event, spdlog::memory_buf_t& line) override {
    beginning_.format(event, line);
    append(line, protocol::quoted_in_json({event.payload.data(), event.payload.size()}));
    append(line, "}\n");
  }

  [[nodiscard]] std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<JsonFormatter>();
  }

 private:
  static void append(spdlog::memory_buf_t& line, std::string_view text) {
    line.append(text.data(), text.data() + text.size());
  }

  spdlog::pattern_formatter beginning_{json_beginning, spdlog::pattern_time_type::local, ""};
};

std::unique_ptr<spdlog::formatter> make_formatter(LogFormat format) {
  if (format == LogFormat::json) return std::make_unique<JsonFormatter>();
  return std::make_unique<spdlog::pattern_formatter>(plain_pattern);
}

/// What all lines go through. Threads log while it is sent elsewhere, and it bears that.
struct Way {
  std::shared_ptr<spdlog::sinks::dist_sink_mt> sink =
      std::make_shared<spdlog::sinks::dist_sink_mt>();
  LogFormat format = LogFormat::plain;

  void lead_to(const spdlog::sink_ptr& end) const {
    end->set_formatter(make_formatter(format));
    sink->set_sinks({end});
  }
};

Way& way() {
  static Way only;
  return only;
}

}  // namespace

void set_up_log(const std::string& level, LogFormat format) {
  way().format = format;
  way().lead_to(std::make_shared<spdlog::sinks::stderr_sink_mt>());
  auto logger = std::make_shared<spdlog::logger>("flagrankd", way().sink);
  logger->set_level(spdlog::level::from_str(level));
  spdlog::set_default_logger(std::move(logger));
}

void log_to_output() { way().lead_to(std::make_shared<spdlog::sinks::stdout_sink_mt>()); }

std::string line_in_json(std::string_view message, const Fields& fields) {
  spdlog::memory_buf_t line;
  JsonFormatter{}.format({"flagrankd", spdlog::level::info, {message.data(), message.size()}},
                         line);
  std::string text{line.data(), line.size()};
  text.erase(text.rfind('}'));
  for (const auto& [name, value] : fields) {
    text += ',' + protocol::quoted_in_json(name) + ':' + protocol::quoted_in_json(value);
  }
  return text + '}';
}

}  // namespace flagrank::ops
