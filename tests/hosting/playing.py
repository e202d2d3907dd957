"""The text client as a script plays it, for tests of what stands around the server."""

import os
import re
import socket
import subprocess
import time

PATIENCE = 60  # seconds for what takes moments


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until(true, what):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if true():
            return
        time.sleep(0.1)
    raise AssertionError(f"waited {PATIENCE} s for {what}")


class Player:
    """The text client as a script plays it: a line in, lines out."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, bufsize=0)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.heard = ""

    def say(self, line):
        self.process.stdin.write(f"{line}\n".encode())

    def hear(self, pattern):
        """Waits until what it has said since the last time matches; gives the match."""
        found = []

        def listen():
            self.heard += (self.process.stdout.read() or b"").decode(errors="replace")
            found[:] = [match for match in [re.search(pattern, self.heard)] if match]
            return found or self.process.poll() is not None

        wait_until(listen, f"{pattern!r} in:\n{self.heard}")
        if not found:
            raise AssertionError(f"{pattern!r} is not in:\n{self.heard}")
        self.heard = self.heard[found[0].end():]
        return found[0]

    def leaves(self):
        """Its exit status, once it has nothing more to be told."""
        self.process.stdin.close()
        return self.process.wait(timeout=PATIENCE)

    def end(self):
        """Whatever becomes of the test, nobody plays on."""
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
