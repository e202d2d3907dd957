#!/usr/bin/env python3
"""Runs all benchmarks and prints one table.

usage: bench.py BIN [--quick]    BIN is the folder of the release build's programs

Each figure of the server stands beside that of `relay`, measured a moment before and after on the
same cores: the server, or the relay, on the first one that this process may use, the load on the
second. What rules and journal do alone is measured on the first.
"""

import argparse
import contextlib
import json
import os
import pathlib
import platform
import re
import resource
import signal
import subprocess
import sys
import tempfile

LONGEST = 300  # seconds that one program may take
GENEROUS = ["--messages-per-second", "1000000", "--message-burst", "1000000",
            "--connections-per-address", "20000", "--connections", "19000",
            "--rooms-per-address", "20000"]


class Cores:
    """One for what is measured and one for what it is measured with; the same where there is but one."""

    def __init__(self):
        own = sorted(os.sched_getaffinity(0))
        self.measured, self.other = own[0], own[-1]

    def on(self, core, command):
        return ["taskset", "-c", str(core), *command]


class Bench:
    def __init__(self, programs, quick):
        self.programs = pathlib.Path(programs)
        self.quick = quick
        self.cores = Cores()
        self.rows = []

    def program(self, name):
        return str(self.programs / name)

    def row(self, what, figure, bar=""):
        self.rows.append((what, figure, bar))
        print(f"{what}: {figure}", file=sys.stderr)

    # --- what is measured

    @contextlib.contextmanager
    def running(self, *command):
        """The program on its core, and the port that it names in its first line."""
        process = subprocess.Popen(self.cores.on(self.cores.measured, command),
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            first = process.stdout.readline()
            port = re.search(r"(\d+)\s*$", first)
            if not port:
                raise SystemExit(f"bench: {command[0]} does not start: {first}")
            yield process.pid, port.group(1)
        finally:
            process.send_signal(signal.SIGTERM)
            process.stdout.close()
            process.wait(timeout=30)

    def server(self, *where):
        return self.running(self.program("flagrankd"), "--listen", "127.0.0.1:0", "--admin", "off",
                            "--log-level", "warn", *where, *GENEROUS)

    @contextlib.contextmanager
    def server_with_journal(self):
        with tempfile.TemporaryDirectory(dir=self.programs.parent, prefix="bench-") as data:
            with self.server("--data", data) as running:
                yield running

    def load(self, running, *flags):
        process, port = running
        command = [self.program("load"), "--port", port, "--process", str(process), *flags]
        told = subprocess.run(self.cores.on(self.cores.other, command), stdout=subprocess.PIPE,
                              text=True, timeout=LONGEST, check=True).stdout
        return json.loads(told)

    def google(self, name, *flags):
        """The rows of a program made with Google Benchmark, by name."""
        # Into a file: what the program is made of may log to its output.
        with tempfile.NamedTemporaryFile(prefix="bench-", suffix=".json") as told:
            command = [self.program(name), f"--benchmark_out={told.name}", *flags]
            if self.quick:
                command += ["--benchmark_min_time=0.05", "--benchmark_filter=-restart"]
            subprocess.run(self.cores.on(self.cores.measured, command), stdout=subprocess.DEVNULL,
                           timeout=LONGEST, check=True)
            return {run["name"]: run for run in json.load(told)["benchmarks"]}

    # --- the runs

    def against_the_relay(self, number):
        games = ["--games", str(number), "--warm-up", "1", "--seconds", "3" if self.quick else "10"]
        bytes_per_frame = 162  # of the events of these games
        ratios = []
        for _ in range(1 if self.quick else 3):
            with self.running(self.program("relay"), str(bytes_per_frame)) as running:
                relay = self.load(running, "--relay", *games)
            with self.server_with_journal() as running:
                server = self.load(running, *games)
            ratios.append(server["moves/s"] / relay["moves/s"])
        what = f"{number:,} games at once: "
        self.row(what + "relay, moves/s", f"{relay['moves/s']:,.0f}")
        self.row(what + "flagrankd with its journal, moves/s", f"{server['moves/s']:,.0f}")
        self.row(what + "its share of the relay's rate",
                 ", ".join(f"{ratio:.2f}" for ratio in ratios), "≥ 0.6")
        self.row(what + "processor per move, relay / flagrankd",
                 f"{relay[MICROSECONDS]:.0f} / {server[MICROSECONDS]:.0f} µs")
        with self.server("--ephemeral") as running:
            memory = self.load(running, *games)
        self.row(what + "flagrankd without a journal, moves/s", f"{memory['moves/s']:,.0f}")

    def many_rooms(self):
        with self.server_with_journal() as running:
            told = self.load(running, "--games", "300" if self.quick else "4500",
                             "--rate", "500" if self.quick else "2000",
                             "--warm-up", "1" if self.quick else "5",
                             "--seconds", "3" if self.quick else "30")
        self.row("many rooms: moves/s, of those asked for", f"{told['moves/s']:,.0f}")
        self.row("many rooms: from a move to the opponent, p50 / p99",
                 f"{told['p50 ms']:.1f} / {told['p99 ms']:.1f} ms")
        self.row("many rooms: memory per connection",
                 f"{told['bytes per connection'] / 1024:.1f} KiB", "≤ 12 KiB")
        self.row("many rooms: memory per game, beside that", f"{told['bytes per game'] / 1024:.1f} KiB",
                 "≤ 8 KiB")

    def google_tables(self):
        for program in sorted(self.programs.glob("*_bench")):
            for name, run in self.google(program.name).items():
                counters = [f"{key} {value:,.3g}" for key, value in run.items()
                            if isinstance(value, float) and key not in NO_COUNTERS]
                figure = f"{run['real_time']:,.4g} {run['time_unit']}"
                self.row(f"{program.name.removesuffix('_bench')}: {name}",
                         ", ".join([figure, *counters]))

    def run(self):
        self.against_the_relay(1000)
        if not self.quick:
            self.against_the_relay(4500)
        self.many_rooms()
        self.google_tables()

    def table(self):
        width = max(len(what) for what, _, _ in self.rows)
        print(f"{machine()}, {'quick' if self.quick else 'whole'} run\n")
        print(f"| {'what':{width}} | figure | bar |\n|{'-' * (width + 2)}|---|---|")
        for what, figure, bar in self.rows:
            print(f"| {what:{width}} | {figure} | {bar} |")


MICROSECONDS = "server's us per move"
NO_COUNTERS = {"real_time", "cpu_time"}


def machine():
    names = re.findall(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text("utf-8"))
    return f"{len(os.sched_getaffinity(0))} cores of {names[0] if names else platform.machine()}"


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("programs")
    arguments.add_argument("--quick", action="store_true")
    chosen = arguments.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # for load and relay, too
    bench = Bench(chosen.programs, chosen.quick)
    bench.run()
    bench.table()


if __name__ == "__main__":
    main()
