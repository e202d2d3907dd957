#!/usr/bin/env python3
"""The include check, on little trees that use the project's real module list."""

import shutil
import tempfile
import unittest
from pathlib import Path

from include_directions import check

ROOT = Path(__file__).parents[2]

WRONG = (
    ('common/rules/game.hpp', '"common/view/seen.hpp"'),
    ('common/rules/game.cpp', '"common/protocol/encode.hpp"'),
    ('common/rules/game.cpp', '<nlohmann/json.hpp>'),
    ('common/rules/game.cpp', '<boost/asio/post.hpp>'),
    ('common/rules/game.cpp', '<boost/container/static_vector.hpp>'),
    ('common/rules/game.cpp', '<chrono>'),
    ('common/rules/game.cpp', '<spdlog/spdlog.h>'),
    ('common/rules/game.cpp', '"game.hpp"'),
    ('common/rules/game.cpp', '"tests/support/board.hpp"'),
    ('common/view/redact.cpp', '"common/protocol/encode.hpp"'),
    ('common/view/redact.cpp', '"server/match/match.hpp"'),
    ('common/view/redact.cpp', '<nlohmann/json.hpp>'),
    ('common/protocol/encode.hpp', '<nlohmann/json.hpp>'),
    ('common/protocol/encode.cpp', '"common/view/fact.hpp"'),
    ('common/protocol/encode.cpp', '"common/view/redact.hpp"'),
    ('common/protocol/encode.cpp', '"server/match/match.hpp"'),
    ('common/protocol/encode.cpp', '<boost/asio/ip/tcp.hpp>'),
    ('common/record/record.cpp', '"common/protocol/encode.hpp"'),
    ('common/record/record.cpp', '"server/store/journal.hpp"'),
    ('server/config/settings.cpp', '"server/net/listener.hpp"'),
    ('server/match/match.cpp', '"common/protocol/encode.hpp"'),
    ('server/match/match.cpp', '"server/room/room.hpp"'),
    ('server/match/match.cpp', '<boost/asio/steady_timer.hpp>'),
    ('server/match/match.cpp', '<nlohmann/json.hpp>'),
    ('server/match/match.cpp', '<spdlog/spdlog.h>'),
    ('server/async/mailbox.hpp', '"common/rules/game.hpp"'),
    ('server/async/mailbox.hpp', '"server/room/room.hpp"'),
    ('server/store/journal.cpp', '"server/room/room.hpp"'),
    ('server/store/journal.cpp', '"common/view/player_view.hpp"'),
    ('server/store/journal.cpp', '<nlohmann/json.hpp>'),
    ('server/store/memory_journal.cpp', '<sqlite3.h>'),
    ('server/room/room.cpp', '"server/net/session.hpp"'),
    ('server/room/room.cpp', '<boost/beast/core.hpp>'),
    ('server/room/room.cpp', '<nlohmann/json.hpp>'),
    ('server/room/room.hpp', '<spdlog/spdlog.h>'),
    ('server/net/session.cpp', '"server/match/match.hpp"'),
    ('server/net/session.cpp', '"common/view/fact.hpp"'),
    ('server/net/session.cpp', '"server/store/journal.hpp"'),
    ('server/net/session.cpp', '<boost/beast/websocket.hpp>'),
    ('server/net/session.cpp', '<nlohmann/json.hpp>'),
    ('client/text/screen.cpp', '"server/room/room.hpp"'),
    ('client/text/screen.cpp', '"common/view/redact.hpp"'),
    ('client/text/screen.cpp', '<nlohmann/json.hpp>'),
    ('client/main.cpp', '"server/net/listener.hpp"'),
    ('tests/unit/rules/game.cpp', '"board.hpp"'),
    ('tests/unit/store/store.cpp', '<sqlite3.h>'),
    ('tests/unit/room/room.cpp', '<spdlog/spdlog.h>'),
)

RIGHT = (
    ('common/rules/game.cpp', '"common/rules/game.hpp"'),
    ('common/rules/game.hpp', '<boost/system/result.hpp>'),
    ('common/view/redact.cpp', '"common/rules/game.hpp"'),
    ('common/view/redact.cpp', '"common/view/fact.hpp"'),
    ('common/protocol/encode.cpp', '"common/view/player_view.hpp"'),
    ('common/protocol/encode.cpp', '<nlohmann/json.hpp>'),
    ('common/record/record.cpp', '<nlohmann/json.hpp>'),
    ('server/match/match.cpp', '"common/view/fact.hpp"'),
    ('server/async/mailbox.hpp', '<boost/asio/steady_timer.hpp>'),
    ('server/store/entry.cpp', '<nlohmann/json.hpp>'),
    ('server/store/sqlite.cpp', '<sqlite3.h>'),
    ('server/room/audience.cpp', '"common/view/redact.hpp"'),
    ('server/room/room.cpp', '<spdlog/spdlog.h>'),
    ('server/net/websocket.cpp', '<boost/beast/websocket.hpp>'),
    ('server/net/session.cpp', '"common/protocol/decode.hpp"'),
    ('server/main.cpp', '"server/net/listener.hpp"'),
    ('client/text/screen.cpp', '"common/view/player_view.hpp"'),
    ('client/main.cpp', '<CLI/CLI.hpp>'),
    ('tests/unit/view/redact.cpp', '"common/view/redact.hpp"'),
    ('tests/main.cpp', '<spdlog/spdlog.h>'),
)


class IncludeDirections(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        shutil.copy(ROOT / "CMakeLists.txt", self.root)

    def write(self, path: str, *lines: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def test_a_wrong_include_is_named_with_file_and_line(self) -> None:
        for path, header in WRONG:
            with self.subTest(path=path, header=header):
                self.write(path, "#pragma once", "", f"#include {header}")
                self.assertEqual([line.split(": ")[:2] for line in check(self.root)],
                                 [[f"{path}:3", header[1:-1]]])
                (self.root / path).unlink()

    def test_a_right_include_passes(self) -> None:
        for path, header in RIGHT:
            with self.subTest(path=path, header=header):
                self.write(path, f"#include {header}")
                self.assertEqual(check(self.root), [])
                (self.root / path).unlink()

    def test_the_truth_does_not_reach_the_protocol_by_way_of_another_header(self) -> None:
        self.write("common/view/seen.hpp", '#include "common/view/fact.hpp"')
        self.write("common/view/fact.hpp")
        self.write("common/protocol/encode.cpp", '#include "common/view/seen.hpp"')
        self.assertEqual([line.split(":")[0] for line in check(self.root)],
                         ["common/protocol/encode.cpp"])

    def test_a_source_includes_its_own_header_first(self) -> None:
        self.write("common/rules/game.hpp")
        self.write("common/rules/move.hpp")
        self.write("common/rules/game.cpp", '#include "common/rules/game.hpp"',
                   '#include "common/rules/move.hpp"')
        self.assertEqual(check(self.root), [])
        self.write("common/rules/game.cpp", '#include "common/rules/move.hpp"',
                   '#include "common/rules/game.hpp"')
        self.assertEqual([line.split(": ")[:2] for line in check(self.root)],
                         [["common/rules/game.cpp:1", "common/rules/game.hpp"]])

    def test_a_module_is_listed_after_what_it_depends_on(self) -> None:
        self.write("CMakeLists.txt", "flagrank_module(common/view DEPENDS rules)",
                   "flagrank_module(common/rules)")
        self.assertEqual(len(check(self.root)), 1)


if __name__ == "__main__":
    unittest.main()
