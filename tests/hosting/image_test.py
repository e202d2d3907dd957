#!/usr/bin/env python3
"""Builds the image of docker/Dockerfile and plays on it, without a container engine.

The base comes from this machine's Debian packages (mmdebstrap) and the image from buildah. The
server runs from the image's root file system, mounted read-only, as the image's user and with its
entry point; health check and players run by `buildah run`. What the compose files say is read by
Debian's docker-compose. Needs root.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import yaml

from playing import PATIENCE, Player, free_port, wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASE = "docker.io/library/debian:bookworm-slim"
IMAGE = "localhost/flagrank:test"
LONGEST_BUILD = 3600


def run(*command, patience=PATIENCE, **more):
    """What the command prints; an error with all it said where it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          timeout=patience, **more)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(command)}: exit status {done.returncode}\n{done.stdout[-8000:]}")
    return done.stdout


def make_base():
    """What the network would bring, from the packages this machine is set up for."""
    if subprocess.run(["buildah", "inspect", "--type", "image", BASE], capture_output=True).returncode == 0:
        return
    with tempfile.TemporaryDirectory() as place:
        tree = f"{place}/base.tar"
        # Without a sync for each file that is unpacked, as in the engine's own image.
        fast = "echo force-unsafe-io >\"$1/etc/dpkg/dpkg.cfg.d/docker-apt-speedup\""
        run("mmdebstrap", "--quiet", "--variant=minbase", f"--customize-hook={fast}", "bookworm", tree,
            patience=LONGEST_BUILD)
        container = run("buildah", "from", "scratch").strip()
        try:
            run("buildah", "add", "--quiet", container, tree, "/", patience=LONGEST_BUILD)
            run("buildah", "config", "--cmd", "bash", container)
            run("buildah", "commit", "--quiet", container, BASE, patience=LONGEST_BUILD)
        finally:
            run("buildah", "rm", container)


def build_image():
    # With what this machine has compiled before.
    cache = run("ccache", "--get-config", "cache_dir").strip()
    os.makedirs(cache, exist_ok=True)
    command = ["buildah", "bud", "--format", "docker", "--isolation", "chroot", "--layers",
               "--pull-never", "--volume", f"{cache}:/root/.cache/ccache",
               "--file", str(ROOT / "docker/Dockerfile"), "--tag", IMAGE, str(ROOT)]
    log = ROOT / "build/image.log"
    log.parent.mkdir(exist_ok=True)
    with open(log, "w", encoding="utf-8") as out:
        status = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, timeout=LONGEST_BUILD)
    if status.returncode != 0:
        tail = log.read_text(encoding="utf-8", errors="replace")[-8000:]
        raise AssertionError(f"the image cannot be built (all of it: {log}):\n{tail}")


def composed(file):
    """The services of a compose file, as docker-compose understands it."""
    text = run("docker-compose", "--file", str(ROOT / "docker" / file), "config",
               env={**os.environ, "FLAGRANK_DOMAIN": "play.example.org"})
    return yaml.safe_load(text)["services"]


class Container:
    """A container of the image, with a directory in the place of its volume."""

    def __init__(self):
        self.name = run("buildah", "from", "--pull-never", IMAGE).strip()
        self.root = run("buildah", "mount", self.name).strip()
        self.config = json.loads(run("buildah", "inspect", self.name))["Docker"]["config"]
        self.data = tempfile.mkdtemp(prefix="flagrank-data-")
        owner = int(self.config["User"].split(":")[0])
        os.chown(self.data, owner, owner)
        self.ports = free_port(), free_port()

    def remove(self):
        run("buildah", "umount", self.name)
        run("buildah", "rm", self.name)
        shutil.rmtree(self.data)

    def environment(self):
        """The image's, with ports of its own: the machine's network is everybody's here."""
        play, admin = self.ports
        own = [f"FLAGRANK_LISTEN=127.0.0.1:{play}", f"FLAGRANK_ADMIN=127.0.0.1:{admin}"]
        return self.config["Env"] + own

    def serve(self):
        """Starts the entry point as the image's user, where nothing but the volume can be written."""
        mounts = (f"mount --bind {self.root} {self.root} && "
                  f"mount --bind {self.data} {self.root}/data && "
                  f"mount -o remount,bind,ro {self.root} && "
                  f"exec chroot --userspec={self.config['User']} {self.root} env -i \"$@\"")
        command = ["unshare", "--mount", "sh", "-c", mounts, "sh", *self.environment(),
                   *self.config["Entrypoint"], *(self.config.get("Cmd") or [])]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        wait_until(lambda: self.healthy() or server.poll() is not None, "a healthy server")
        if server.poll() is not None:
            raise AssertionError(f"the server left: {server.stdout.read()}")
        return server

    def command(self, *words):
        variables = [word for variable in self.environment() for word in ("--env", variable)]
        return ["buildah", "run", "--isolation", "chroot", "--user", self.config["User"], *variables,
                self.name, "--", *words]

    def beside(self, server, *words):
        """Another program where the server runs, as an engine's exec starts it."""
        user, group = self.config["User"].split(":")
        return ["nsenter", "--target", str(server.pid), "--mount", "--root", "--wd=/",
                "--setuid", user, "--setgid", group, "env", "-i", *self.environment(), *words]

    def healthy(self):
        kind, *words = self.config["Healthcheck"]["Test"]
        assert kind == "CMD", "no shell is needed"
        return subprocess.run(self.command(*words), capture_output=True, timeout=PATIENCE).returncode == 0

    def play(self, *words):
        server = f"ws://127.0.0.1:{self.ports[0]}"
        return Player(self.command("env", f"FLAGRANK_SERVER={server}", "flagrank", *words))


def stop(server):
    """As an engine does, by the image's signal. What it printed, and its exit status."""
    server.send_signal(signal.SIGTERM)
    out, _ = server.communicate(timeout=PATIENCE)
    return out, server.returncode


def end(server):
    """Whatever becomes of the test, nothing runs on."""
    server.kill()
    server.communicate()


class Image(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        make_base()
        build_image()

    def setUp(self):
        self.container = Container()
        self.addCleanup(self.container.remove)

    def test_runs_as_nobody_in_particular_and_stops_by_sigterm(self):
        config = self.container.config
        self.assertEqual(config["User"], "10001:10001")
        self.assertEqual(config["StopSignal"], "SIGTERM")
        self.assertEqual(list(config["Volumes"]), ["/data"])
        self.assertEqual(list(config["ExposedPorts"]), ["8080/tcp"])

    def test_the_server_is_not_healthy_where_there_is_none(self):
        self.assertFalse(self.container.healthy())

    def test_all_three_programs_are_in_it(self):
        for program in ("flagrankd", "flagrank", "flagrank-conformance"):
            self.assertRegex(run(*self.container.command(program, "--version")), r"\d+\.\d+\.\d+")

    def test_each_compose_file_runs_it_as_it_is_made_to_be_run(self):
        for file in ("compose.yaml", "compose.tls.yaml"):
            with self.subTest(file):
                service = composed(file)["flagrank"]
                self.assertTrue(service["read_only"])
                self.assertEqual([volume.split(":")[1] for volume in service["volumes"]], ["/data"])
                self.assertEqual(service["build"]["dockerfile"], "docker/Dockerfile")
                self.assertEqual(pathlib.Path(service["build"]["context"]), ROOT)
                settings = [word for setting in service.get("environment", {}).items()
                            for word in ("--env", "=".join(setting))]
                command = self.container.command("flagrankd", "--print-config")
                said = run(*command[:2], *settings, *command[2:])
                for name, value in service.get("environment", {}).items():
                    self.assertRegex(said, rf"(?m){re.escape(value)}.*{name}")

    def test_only_the_proxy_is_reached_from_outside_where_there_is_one(self):
        self.assertEqual(composed("compose.yaml")["flagrank"]["ports"],
                         [{"published": 8080, "target": 8080}])
        services = composed("compose.tls.yaml")
        self.assertNotIn("ports", services["flagrank"])
        self.assertEqual([port["published"] for port in services["caddy"]["ports"]], [80, 443])
        caddyfile = services["caddy"]["volumes"][0].split(":")[0]
        run("caddy", "adapt", "--validate", "--config", caddyfile,
            env={**os.environ, **services["caddy"]["environment"]})

    def test_a_game_goes_on_after_the_server_was_stopped_and_started_again(self):
        server = self.container.serve()
        self.addCleanup(end, server)
        ada = self.play("create", "--name", "Ada", "--side", "red", "--preset", "duel",
                        "--formation", "default")
        code = ada.hear(r"(?m)^room (\w+)$").group(1)
        bob = self.play("join", code, "--name", "Bob", "--formation", "default")
        bob.hear("(?m)^turn red$")
        run(*self.container.beside(server, "flagrankd", "backup", "/data/backup.sqlite"))
        self.assertGreater(os.path.getsize(f"{self.container.data}/backup.sqlite"), 0)
        out, status = stop(server)
        self.assertEqual(status, 0, out)
        self.assertNotIn(code, out)

        server = self.container.serve()
        self.addCleanup(end, server)
        bob.say("resign")
        for player in (ada, bob):
            player.hear("(?m)^over resignation red$")
            self.assertEqual(player.leaves(), 0)
        out, status = stop(server)
        self.assertEqual(status, 0, out)

    def play(self, *words):
        player = self.container.play(*words)
        self.addCleanup(player.end)
        return player


if __name__ == "__main__":
    unittest.main()
