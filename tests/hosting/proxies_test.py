#!/usr/bin/env python3
"""Plays through nginx, HAProxy and Caddy, set up as docker/proxy shows, each with and without TLS.

In every game nobody says anything for longer than the proxies wait by default, the server's pings
included. All six run at once, on loopback.

    proxies_test.py BIN        where flagrankd and flagrank are
"""

import contextlib
import pathlib
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from playing import PATIENCE, Player, free_port, wait_until

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFIGURATIONS = ROOT / "docker/proxy"
BIN = pathlib.Path()
SILENCE = 65  # seconds: nginx waits 60, the timeouts in our haproxy.cfg are 30


def listens(port):
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def replaced(text, *changes):
    """Each change is of something that is there, or the test is not of our configuration any more."""
    for old, new in changes:
        assert old in text, f"{old!r} is not in the configuration"
        text = text.replace(old, new)
    return text


def without(text, *words):
    """Without the lines that have one of the words."""
    kept = [line for line in text.splitlines() if not any(word in line for word in words)]
    assert len(kept) < len(text.splitlines())
    return "\n".join(kept) + "\n"


class Place:
    """A directory with a certificate for localhost, and what the proxies write."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.certificate = self.path / "certificate.pem"
        self.key = self.path / "key.pem"
        self.both = self.path / "both.pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                        "-out", self.certificate, "-keyout", self.key],
                       check=True, capture_output=True, timeout=PATIENCE)
        self.both.write_text(self.certificate.read_text() + self.key.read_text())

    def write(self, name, text):
        file = self.path / name
        file.write_text(text)
        return str(file)


def nginx(place, port, tls, upstream):
    text = (CONFIGURATIONS / "nginx.conf").read_text()
    text = replaced(text, ("127.0.0.1:8080", upstream), ("play.example.org;", "localhost;"))
    if tls:
        certificates = "/etc/letsencrypt/live/play.example.org/"
        text = replaced(text, ("listen 443 ssl", f"listen {port} ssl"),
                        (certificates + "fullchain.pem", str(place.certificate)),
                        (certificates + "privkey.pem", str(place.key)))
    else:
        text = without(replaced(text, ("listen 443 ssl", f"listen {port}")), "ssl_certificate")
    temporary = "".join(f"{kind}_temp_path {place.path}/{port}-{kind};\n"
                        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    around = (f"daemon off;\npid {place.path}/nginx-{port}.pid;\nerror_log stderr;\n"
              f"events {{}}\nhttp {{\naccess_log off;\n{temporary}{text}}}\n")
    return ["nginx", "-c", place.write(f"nginx-{port}.conf", around)]


def haproxy(place, port, tls, upstream):
    text = (CONFIGURATIONS / "haproxy.cfg").read_text()
    text = replaced(text, ("127.0.0.1:8080", upstream))
    bind = "bind :443 ssl crt /etc/haproxy/play.example.org.pem"
    own = f"bind 127.0.0.1:{port}" + (f" ssl crt {place.both}" if tls else "")
    return ["haproxy", "-f", place.write(f"haproxy-{port}.cfg", replaced(text, (bind, own)))]


def caddy(place, port, tls, upstream):
    text = (CONFIGURATIONS / "Caddyfile").read_text()
    scheme = "https" if tls else "http"
    text = replaced(text, ("{$FLAGRANK_DOMAIN}", f"{scheme}://localhost:{port}"),
                    ("{$FLAGRANK_UPSTREAM}", upstream))
    if tls:
        text = replaced(text, ("\treverse_proxy", f"\ttls {place.certificate} {place.key}\n\treverse_proxy"))
    general = "{\n\tadmin off\n\tauto_https disable_redirects\n}\n"
    file = place.write(f"Caddyfile-{port}", general + text)
    return ["env", f"HOME={place.path}", "caddy", "run", "--adapter", "caddyfile", "--config", file]


PROXIES = [(kind, tls) for kind in (nginx, haproxy, caddy) for tls in (False, True)]


class Proxies(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.place = Place(directory.name)

    def start(self, command, port):
        log = open(self.place.path / f"{port}.log", "w+", encoding="utf-8")
        self.addCleanup(log.close)
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT)
        self.addCleanup(process.wait, timeout=PATIENCE)
        self.addCleanup(process.terminate)
        wait_until(lambda: listens(port) or process.poll() is not None, f"{command[0]} to listen")
        if process.poll() is not None:
            log.seek(0)
            self.fail(f"{' '.join(command)}:\n{log.read()}")
        return process

    def start_server(self):
        port = free_port()
        self.start([BIN / "flagrankd", "--ephemeral", "--admin", "off", "--trusted-proxy", "127.0.0.1",
                    "--listen", f"127.0.0.1:{port}", "--ping-interval", "10m", "--silence", "20m"], port)
        return f"127.0.0.1:{port}"

    def play(self, url, *words):
        trust = ["--ca", self.place.certificate] if url.startswith("wss") else []
        command = [BIN / "flagrank", *words, "--server", url, "--formation", "default", *trust]
        player = Player([str(word) for word in command])
        self.addCleanup(player.end)
        return player

    def test_a_game_survives_a_silence_behind_each_proxy(self):
        upstream = self.start_server()
        games = {}
        for kind, tls in PROXIES:
            port = free_port()
            self.start(kind(self.place, port, tls, upstream), port)
            url = f"{'wss' if tls else 'ws'}://localhost:{port}"
            ada = self.play(url, "create", "--side", "red", "--preset", "duel")
            code = ada.hear(r"(?m)^room (\w+)$").group(1)
            bob = self.play(url, "join", code)
            for player in (ada, bob):
                player.hear("(?m)^turn red$")
            games[kind.__name__, url] = ada, bob
        time.sleep(SILENCE)
        for (proxy, url), (ada, bob) in games.items():
            with self.subTest(proxy=proxy, url=url):
                bob.say("resign")
                for player in (ada, bob):
                    said = player.hear("(?ms)^(.*)over resignation red$").group(1)
                    self.assertEqual(said.strip(), "", "it was cut off")
                    self.assertEqual(player.leaves(), 0)


if __name__ == "__main__":
    BIN = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
