"""`bin/play` as a newcomer meets it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from edgepbem.ready import health_of
from tests.catalogue import IS_FULL, many
from tests.real.by_page_and_reply import Table
from tests.real.machine import ROOT, free_port
from tests.timing import PATIENCE, wait_for

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
CLEAN = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}


class Play:
    """One start in a folder; what it prints is kept in a file."""

    def __init__(self, var: Path, port: int, *options: str, **environment: str) -> None:
        self.output = var.parent / f"output-{port}-{os.urandom(3).hex()}"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                ["bin/play", "--port", str(port), *options],
                cwd=ROOT,
                env=CLEAN | {"VAR_DIR": str(var)} | environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self.output.read_text()

    def await_ready(self) -> None:
        wait_for(lambda: "is ready" in self.said or self.process.poll() is not None, 200, "bin/play")
        assert "is ready" in self.said, self.said

    def end(self, number: int = signal.SIGINT) -> int:
        """As Ctrl-C does: the signal goes to all that belong to the terminal."""
        os.killpg(self.process.pid, number)
        return self.process.wait(PATIENCE)


def processes_of(var: Path) -> list[str]:
    """Whatever runs with this folder for its data."""
    mark = f"VAR_DIR={var}".encode()
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (path / "environ").read_bytes().split(b"\0"):
                found.append((path / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue
    return [command for command in found if command]


@pytest.fixture
def var(tmp_path):
    return tmp_path / "var"


@pytest.mark.slow
@pytest.mark.catalogue
@pytest.mark.timeout(600)
def test_from_nothing_to_a_match_that_is_played_and_back(var, browser):
    port = free_port()
    play = Play(var, port)
    play.await_ready()
    assert f"http://localhost:{port}/" in play.said
    assert "alice@demo.example" in play.said
    assert "Traceback" not in play.said
    assert health_of(f"http://localhost:{port}")["status"] == "ok"
    assert [path.name for path in var.rglob("*") if path.stat().st_mode & 0o077] == []
    second = Play(var, free_port())
    assert second.process.wait(PATIENCE) == 1
    assert re.search(
        rf"edgepbem is already running here: http://localhost:{port}/ \(process \d+\)", second.said
    )
    assert play.end(signal.SIGINT) == 130
    assert processes_of(var) == []
    # What is there is used again, without even asking Django what is there.
    assert len((var / "prepared").read_text()) == 64
    again = Play(var, port)
    again.await_ready()
    assert "Made a demo" not in again.said
    assert "Preparing" not in again.said
    try:
        play_a_match(Table(f"http://localhost:{port}", browser))
    except BaseException:
        again.end()
        raise
    # Even when it is killed outright, nothing is left running.
    os.kill(again.process.pid, signal.SIGKILL)
    again.process.wait(PATIENCE)
    wait_for(lambda: processes_of(var) == [], 20, "the end of all parts")


def play_a_match(table):
    """DreamBlade: one player on the pages, the other by replies. In the catalogue all six turns are won."""
    table.sign_in()
    table.open_match()
    table.play(turns=many(1, 100))
    told = table.told()
    if IS_FULL:
        check_the_end(table, told)
    else:
        assert told["turn"] == 2


def check_the_end(table, told):
    assert told["result"]["winners"] == [1]
    assert told["result"]["scores"]["1"] == 6
    table.page.goto(f"{table.site}/matches/{table.match}/")
    assert "Six turns have been won." in table.page.locator("main").inner_text()
    proof = table.told("verification/")
    assert proof["rolls"]


def test_a_port_in_use_is_told(var):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        play = Play(var, port)
        assert play.process.wait(PATIENCE) == 1
    assert f"Port {port} is in use" in play.said
    assert f"bin/play --port {port + 1}" in play.said


def test_fresh_does_not_touch_the_database_of_a_host(var):
    play = Play(var, free_port(), "--fresh", DATABASE_URL="postgres://localhost/club")
    assert play.process.wait(PATIENCE) == 1
    assert "Nothing was changed" in play.said
