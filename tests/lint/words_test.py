#!/usr/bin/env python3
"""The check for words and lengths, on little trees."""

import tempfile
import unittest
from pathlib import Path

from words import LONGEST, check


class Words(unittest.TestCase):
    def faults(self, path: str, text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / path
            file.parent.mkdir(parents=True)
            file.write_text(text, encoding="utf-8")
            return [fault.rsplit(": ", 1)[0] for fault in check(Path(folder))]

    def test_a_word_that_puts_off_is_found(self) -> None:
        for word in ("TODO", "FIXME", "XXX"):
            self.assertEqual(self.faults("common/rules/game.cpp", f"\n// {word}: later\n"),
                             [f"common/rules/game.cpp:2: {word}"])

    def test_a_part_of_a_word_is_not(self) -> None:
        self.assertEqual(self.faults("common/rules/game.cpp", "XXXL TODOS\n"), [])

    def test_a_file_may_be_long_but_not_longer(self) -> None:
        self.assertEqual(self.faults("server/room/room.cpp", "\n" * LONGEST), [])
        self.assertEqual(self.faults("server/room/room.cpp", "\n" * (LONGEST + 1)),
                         [f"server/room/room.cpp:{LONGEST + 1}"])
        self.assertEqual(self.faults("tests/unit/room/room.cpp", "\n" * (LONGEST + 1)), [])


if __name__ == "__main__":
    unittest.main()
