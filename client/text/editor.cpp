#include "client/text/editor.hpp"

#include <histedit.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cwchar>
#include <deque>
#include <vector>

#include "client/text/command.hpp"

namespace flagrank::text {
namespace {

constexpr wchar_t ctrl_d = 4;

std::string to_utf8(std::wstring_view text) {
  std::string out;
  const auto push = [&out](char32_t bits) { out += static_cast<char>(bits); };
  for (const wchar_t wide : text) {
    const auto c = static_cast<char32_t>(wide);
    if (c < 0x80) {
      push(c);
    } else if (c < 0x800) {
      push(0xC0 | (c >> 6U));
      push(0x80 | (c & 0x3FU));
    } else if (c < 0x10000) {
      push(0xE0 | (c >> 12U));
      push(0x80 | ((c >> 6U) & 0x3FU));
      push(0x80 | (c & 0x3FU));
    } else {
      push(0xF0 | (c >> 18U));
      push(0x80 | ((c >> 12U) & 0x3FU));
      push(0x80 | ((c >> 6U) & 0x3FU));
      push(0x80 | (c & 0x3FU));
    }
  }
  return out;
}

void write_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
}

std::size_t terminal_columns() {
  winsize size{};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

std::size_t columns_of(std::wstring_view text) {
  std::size_t columns = 0;
  for (const wchar_t c : text) columns += static_cast<std::size_t>(std::max(::wcwidth(c), 0));
  return columns;
}

/// What all words have in common at their beginning.
std::string common_prefix(const std::vector<std::string>& words) {
  std::string prefix = words.front();
  for (const std::string& word : words) {
    const auto differ = std::ranges::mismatch(prefix, word);
    prefix.erase(differ.in1, prefix.end());
  }
  return prefix;
}

}  // namespace

struct Editor::State {
  State() : history{history_winit()}, line{el_init("flagrank", stdin, stdout, stderr)} {
    HistEventW ignored;
    history_w(history, &ignored, H_SETSIZE, 500);
    history_w(history, &ignored, H_SETUNIQUE, 1);
    el_wset(line, EL_CLIENTDATA, this);
    el_wset(line, EL_PROMPT, &State::prompt_text);
    el_wset(line, EL_HIST, history_w, history);
    el_wset(line, EL_GETCFN, &State::next_character);
    el_wset(line, EL_EDITOR, L"emacs");
    el_wset(line, EL_ADDFN, L"complete-word", L"completes a command", &State::complete);
    bind(L"^I", L"complete-word");
    bind(L"\\e[3~", L"ed-delete-next-char");
    for (const wchar_t* home : {L"\\e[1~", L"\\e[7~", L"\\e[H", L"\\eOH"}) {
      bind(home, L"ed-move-to-beg");
    }
    for (const wchar_t* end : {L"\\e[4~", L"\\e[8~", L"\\e[F", L"\\eOF"}) {
      bind(end, L"ed-move-to-end");
    }
    // These would read on by themselves, which this editor cannot do.
    for (const wchar_t* reader : {L"^R", L"^V"}) bind(reader, L"ed-ignore");
  }

  ~State() {
    el_end(line);
    history_wend(history);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void bind(const wchar_t* key, const wchar_t* function) const {
    el_wset(line, EL_BIND, key, function, static_cast<const wchar_t*>(nullptr));
  }

  static State& of(EditLine* line) {
    void* state = nullptr;
    el_wget(line, EL_CLIENTDATA, &state);
    return *static_cast<State*>(state);
  }

  static wchar_t* prompt_text(EditLine* line) { return of(line).prompt.data(); }

  static int next_character(EditLine* line, wchar_t* character) {
    auto& keys = of(line).keys;
    if (keys.empty()) return 0;
    *character = keys.front();
    keys.pop_front();
    return 1;
  }

  static unsigned char complete(EditLine* line, int /*key*/) {
    const State& state = of(line);
    const LineInfoW* now = el_wline(line);
    const std::string before =
        to_utf8({now->buffer, static_cast<std::size_t>(now->cursor - now->buffer)});
    const std::vector<std::string> words = completions(before);
    if (words.empty()) return CC_REFRESH_BEEP;

    const std::size_t begun =
        before.size() - std::min(before.find_last_of(" \t") + 1, before.size());
    std::string rest = common_prefix(words).substr(begun);
    if (words.size() == 1) rest += ' ';
    if (!rest.empty()) {
      el_winsertstr(line, std::wstring{rest.begin(), rest.end()}.c_str());
      return CC_REFRESH;
    }
    std::string list;
    for (const std::string& word : words) list += word + "  ";
    state.print(list + "\n");
    return CC_NORM;
  }

  /// Wipes the prompt and the line off the screen and leaves the cursor where they began.
  void hide() const {
    const LineInfoW* now = el_wline(line);
    const std::size_t columns =
        columns_of(prompt) +
        columns_of({now->buffer, static_cast<std::size_t>(now->cursor - now->buffer)});
    std::string wipe = "\r";
    if (const std::size_t up = columns / terminal_columns(); up > 0) {
      wipe += "\033[" + std::to_string(up) + "A";
    }
    write_out(wipe + "\033[J");
  }

  /// Gives the terminal its ordinary ways back.
  void release() {
    editing = false;
    el_wset(line, EL_UNBUFFERED, 0);
  }

  void print(std::string_view lines) const {
    if (editing) hide();
    write_out(lines);
    if (editing) el_set(line, EL_REFRESH);
  }

  std::wstring prompt = L"> ";
  std::deque<wchar_t> keys;
  bool editing = false;
  HistoryW* history;
  EditLine* line;
};

Editor::Editor() : state_{std::make_unique<State>()} {}

Editor::~Editor() { end(); }

void Editor::begin() {
  if (state_->editing) return;
  state_->editing = true;
  el_wset(state_->line, EL_UNBUFFERED, 1);
}

void Editor::end() {
  if (!state_->editing) return;
  state_->hide();
  state_->release();
}

std::optional<std::string> Editor::press(const std::u32string& key) {
  state_->keys.assign(key.begin(), key.end());
  int count = 0;
  while (!state_->keys.empty()) el_wgets(state_->line, &count);

  const LineInfoW* now = el_wline(state_->line);
  std::wstring typed{now->buffer, now->lastchar};
  if (typed.empty()) return std::nullopt;
  const wchar_t last = typed.back();
  typed.pop_back();
  if (last == L'\n') {
    state_->release();
    HistEventW ignored;
    if (!typed.empty()) history_w(state_->history, &ignored, H_ENTER, typed.c_str());
    return to_utf8(typed);
  }
  if (last == ctrl_d && key.front() == ctrl_d) {
    state_->release();
    write_out("\n");
    return "quit";
  }
  return std::nullopt;
}

void Editor::print(std::string_view lines) { state_->print(lines); }

void Editor::prompt(const std::string& text) {
  std::wstring wide{text.begin(), text.end()};
  if (wide == state_->prompt) return;
  if (state_->editing) state_->hide();
  state_->prompt = std::move(wide);
  if (state_->editing) el_set(state_->line, EL_REFRESH);
}

void Editor::redraw() {
  if (!state_->editing) return;
  el_resize(state_->line);
  // libedit believes that the terminal is as it left it, and would set nothing.
  el_wset(state_->line, EL_PREP_TERM, 0);
  el_wset(state_->line, EL_PREP_TERM, 1);
  write_out("\r\033[J");
  el_set(state_->line, EL_REFRESH);
}

}  // namespace flagrank::text
