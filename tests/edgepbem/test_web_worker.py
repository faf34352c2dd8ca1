"""The web server in front of slow, broken and rude clients."""

from __future__ import annotations

import http.client
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from waitress.channel import HTTPChannel

from edgepbem import web_worker
from tests.real.machine import free_port
from tests.timing import PATIENCE, wait_for

HALF_HEADER = b"GET / HTTP/1.1\r\nHost: loc"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nabc"
NEVER_READS = b"GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n"
HALF_CHUNK = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"


class Site:
    """The toy site behind the real web server, with two threads in one process."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.log = folder / "access.log"
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "tests.edgepbem.toy_site", "--no-control-socket"),
                *("--bind", f"127.0.0.1:{self.port}", "--workers", "1", "--threads", "2"),
                *("--worker-class", "edgepbem.web_worker.BufferedWorker", "--access-logfile", str(self.log)),
            ],
            cwd=settings.BASE_DIR,
            stderr=subprocess.DEVNULL,
        )
        wait_for(self.answers, what="the web server")

    def answers(self) -> bool:
        try:
            return self.get("/")[0] == 200
        except OSError:
            return False

    def get(self, path: str, **headers: str) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def say(self, data: bytes) -> socket.socket:
        client = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        client.sendall(data)
        return client

    def answer_to(self, data: bytes) -> bytes:
        """All that is answered until the server hangs up, or falls silent."""
        with self.say(data) as client:
            client.settimeout(2)
            said = b""
            try:
                while more := client.recv(65536):
                    said += more
            except OSError:
                pass
            return said

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(PATIENCE)


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.stop()


def test_two_hundred_slow_clients_do_not_keep_others_waiting(site):
    """F19: half a header, half a body, half a chunk, an answer that nobody reads."""
    kinds = (HALF_HEADER, HALF_BODY, HALF_CHUNK, NEVER_READS)
    slow = [site.say(kinds[number % 4]) for number in range(200)]
    waits = []
    for _ in range(30):
        began = time.monotonic()
        assert site.get("/")[0] == 200
        waits.append(time.monotonic() - began)
    assert sorted(waits)[len(waits) // 2] < 0.5
    for client in slow:
        client.close()


def test_a_request_that_does_not_end_is_ended(monkeypatch):
    """Byte by byte it would hold its place for ever."""

    class Channel(HTTPChannel):  # type: ignore[misc]
        def __init__(self, request: object, requests: list[object]) -> None:
            self.request, self.requests = request, requests

    arriving, resting, answering = Channel("half", []), Channel(None, []), Channel("half", ["one"])
    for now in (0.0, 30.0, web_worker.PATIENCE + 1):
        web_worker.end_stalled([arriving, resting, answering, SimpleNamespace()], now)
    assert [one.will_close for one in (arriving, resting, answering)] == [True, False, False]


SMUGGLED = [
    b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n\r\n",
    b"Content-Length: 0\r\nContent-Length: 44\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    b"Content-Length: +4\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
]


@pytest.mark.parametrize("more", SMUGGLED)
def test_no_second_request_hides_in_the_first(site, more):
    """What a proxy takes for one request is one request here."""
    said = site.answer_to(b"POST /first HTTP/1.1\r\nHost: localhost\r\n" + more)
    assert b"/smuggled" not in said


def test_what_is_too_large_is_refused_before_it_is_read(site):
    long = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 70_000 + b"\r\n\r\n"
    assert site.answer_to(long).split()[1] in (b"400", b"431")
    huge = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 300000000\r\n\r\nabc"
    assert site.answer_to(huge).split()[1] == b"413"


def test_forwarded_headers_come_through_and_change_nothing_by_themselves(site):
    """C8: PROXIES in the settings says which of them count."""
    told = json.loads(site.get("/", X_Forwarded_For="192.0.2.7", X_Forwarded_Proto="https")[1])
    assert told["HTTP_X_FORWARDED_FOR"] == "192.0.2.7"
    assert (told["REMOTE_ADDR"], told["wsgi.url_scheme"]) == ("127.0.0.1", "http")


def test_the_access_log_has_a_line_for_each_request(site):
    site.get("/logged?word=1")
    wait_for(lambda: "/logged" in site.log.read_text(), what="the line")
    line = next(line for line in site.log.read_text().splitlines() if "/logged" in line)
    assert '"GET /logged?word=1 HTTP/1.1" 200' in line


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    """One that a test may end."""
    site = Site(tmp_path)
    yield site
    site.stop()


def test_what_is_being_answered_is_answered_before_the_end(own_site, tmp_path):
    answers: list[int] = []
    begun = tmp_path / "begun"
    asking = threading.Thread(target=lambda: answers.append(own_site.get("/slow", X_Begun=str(begun))[0]))
    asking.start()
    wait_for(begun.exists, what="the request")
    own_site.process.terminate()
    asking.join(PATIENCE)
    own_site.process.wait(PATIENCE)
    assert answers == [200]


@pytest.mark.skipif(sys.platform != "linux", reason="limits of other processes are Linux's")
def test_a_body_for_which_the_disk_has_no_room_is_answered_and_not_cut_off(own_site):
    """The client hears why, also one that sends all of it first; what needs no disk is answered as always."""
    large = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n" + b"x" * 900_000
    assert own_site.answer_to(large).split()[1] == b"200"
    [worker] = children_of(own_site.process.pid)
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))
    assert own_site.answer_to(large).split()[1] == b"503"
    assert own_site.get("/")[0] == 200
    resource.prlimit(worker, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert own_site.answer_to(large).split()[1] == b"200"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_when_their_master_was_killed(own_site):
    master = own_site.process.pid
    [worker] = children_of(master)
    os.kill(master, signal.SIGKILL)
    own_site.process.wait(PATIENCE)
    wait_for(lambda: not Path(f"/proc/{worker}").exists(), what="the end of the worker")
