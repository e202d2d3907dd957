#!/usr/bin/env python3
"""Checks that every #include points the way the architecture allows.

Which module may include which is read from the module list in CMakeLists.txt, where each module
names what it uses. What no list of modules can say stands in the tables below.

usage: include_directions.py [root]    prints file:line: sentence for each wrong include
"""

import re
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

TOP = ("common", "server", "client", "tests")


class Keep(NamedTuple):
    """A library's headers stay in some files."""
    header: str
    files: str
    sentence: str


class Forbid(NamedTuple):
    """Some files must not include some of our headers, though the module list lets them."""
    files: str
    header: str
    sentence: str
    reach: bool  # also by way of other headers


LIBRARIES = (
    Keep(r"nlohmann/",
         r"common/(protocol|record)/[^/]+\.cpp|server/store/entry\.cpp|client/conformance/.*"
         r"|tests/.*",
         "JSON stays in protocol/*.cpp, record/*.cpp, the store's entry file and the conformance "
         "tool"),
    Keep(r"pugixml", r"common/record/[^/]+\.cpp", "XML stays in record/*.cpp"),
    Keep(r"boost/beast/(?!core/role)",
         r"server/net/(http|websocket)\.cpp|client/.*|tests/.*",
         "Beast stays in server/net/http.cpp and server/net/websocket.cpp: it is slow to compile"),
    Keep(r"boost/asio",
         r"common/wire/.*|server/(async|store|room|net|ops)/.*|server/main\.cpp|client/.*|tests/.*",
         "Asio is not for the pure modules"),
    Keep(r"sqlite3\.h", r"server/store/sqlite\.cpp", "SQLite stays in one file"),
    Keep(r"spdlog/", r"(server|client)/.*\.cpp|tests/main\.cpp|tests/unit/ops/.*",
         "logging is for server and client sources"),
    Keep(r"spdlog/", r"(?!server/match/).*", "server/match is pure: it does not log"),
    Keep(r"CLI/", r"server/config/[^/]+\.cpp|client/.*\.cpp|tests/bench/.*", "flags are parsed in server/config"),
    Keep(r"boost/(?!system/)", r"(?!common/rules/).*", "the rules use Boost.System only"),
    Keep(r"(chrono|ctime|thread|mutex|random|iostream|fstream|cstdio)$", r"(?!common/rules/).*",
         "the rules know no clock, thread, chance or stream"),
)

SECRETS = r"common/view/(fact|redact)\.hpp"

OURS = (
    Forbid(r"common/protocol/.*", SECRETS, "the full truth has no road to text", True),
    Forbid(r"client/(?!conformance/).*", SECRETS, "a client knows only what it was told", True),
    Forbid(r"server/net/.*", SECRETS, "sessions never see the full truth", False),
    Forbid(r"server/net/.*", r"server/match/.*", "sessions reach a match by its room only", False),
    Forbid(r"(server/(?!room/|match/)|client/(?!conformance/)).*", r"common/view/redact\.hpp",
           "the room's audience is the one caller of redact, but for the tool that plays the "
           "server", False),
)


class Include(NamedTuple):
    line: int
    quoted: bool
    header: str


def includes(source: Path) -> Iterator[Include]:
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        if found := re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line):
            yield Include(number, found[1] == '"', found[2])


def module_list(cmake: Path) -> tuple[dict[str, set[str]], list[str]]:
    """What each module's folder, and each program's main file, may include; faults of the list."""
    text = re.sub(r"#.*", "", cmake.read_text(encoding="utf-8"))
    folders: dict[str, str] = {}
    allowed: dict[str, set[str]] = {}
    faults = []
    calls = re.findall(r"flagrank_(?:module|program)\(([^)]*)\)", text)
    for words in map(str.split, calls):
        place = next(word for word in words if "/" in word)
        after = words[words.index("DEPENDS") + 1:] if "DEPENDS" in words else []
        names = after[:after.index("LIBS")] if "LIBS" in after else after
        for name in names:
            if name not in folders:
                faults.append(f"CMakeLists.txt:1: {place} depends on {name}, not listed before it")
        allowed[place] = {folders[name] for name in names if name in folders}
        if not place.endswith(".cpp"):
            allowed[place].add(place)
            folders[Path(place).name] = place
    return allowed, faults


def reachable(root: Path, source: str) -> set[str]:
    """Our headers that a file includes, at first or at second hand."""
    seen: set[str] = set()
    ahead = [source]
    while ahead:
        for include in includes(root / ahead.pop()):
            if include.quoted and include.header not in seen and (root / include.header).is_file():
                seen.add(include.header)
                ahead.append(include.header)
    return seen


def complaint(source: str, include: Include, allowed: dict[str, set[str]]) -> str | None:
    header = include.header
    if include.quoted:
        if not header.startswith(TOP):
            return "our headers are named from the repository root"
        if header.startswith("tests/") and not source.startswith("tests/"):
            return "only tests include tests"
        here = source if source in allowed else str(Path(source).parent)
        there = str(Path(header).parent)
        if not source.startswith("tests/") and there not in allowed.get(here, set()):
            return f"{here} may not include {there} (module list in CMakeLists.txt)"
        for rule in OURS:
            if re.fullmatch(rule.files, source) and re.fullmatch(rule.header, header):
                return rule.sentence
    for rule in LIBRARIES:
        if re.match(rule.header, header) and not re.fullmatch(rule.files, source):
            return rule.sentence
    return None


def not_first(root: Path, source: str) -> str | None:
    """A source includes the header of its name first: that shows that the header stands alone."""
    own = re.sub(r"\.cpp$", ".hpp", source)
    if own == source or not (root / own).is_file():
        return None
    first = next(includes(root / source), None)
    if first is not None and first.header == own:
        return None
    return f"{source}:{first.line if first else 1}: {own}: a source includes its own header first"


def check(root: Path) -> list[str]:
    allowed, wrong = module_list(root / "CMakeLists.txt")
    paths = (path for top in TOP for path in (root / top).rglob("*.[ch]pp"))
    for source in sorted(str(path.relative_to(root)) for path in paths):
        for include in includes(root / source):
            if sentence := complaint(source, include, allowed):
                wrong.append(f"{source}:{include.line}: {include.header}: {sentence}")
        if sentence := not_first(root, source):
            wrong.append(sentence)
        for rule in OURS:
            if rule.reach and re.fullmatch(rule.files, source):
                wrong += [f"{source}:1: {header}, by way of another header: {rule.sentence}"
                          for header in reachable(root, source)
                          if re.fullmatch(rule.header, header)]
    return wrong


if __name__ == "__main__":
    found = check(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("."))
    print("\n".join(found) or "every include points the right way")
    sys.exit(1 if found else 0)
