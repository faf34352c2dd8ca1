"""The web server's worker: a request takes a thread when all of it is here, and leaves it when answered.

Gunicorn keeps the processes, Waitress reads and writes. Gunicorn's own threads read from the client
themselves, so that a few clients who send half a header and wait would hold all of them. Here one loop holds
every connection, bodies and answers are buffered, and a client who stalls costs a few kilobytes.
"""

from __future__ import annotations

import logging
import os
import resource
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

from django.apps import apps
from gunicorn.workers.base import Worker
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.server import BaseWSGIServer, create_server
from waitress.task import WSGITask
from waitress.utilities import Error, RequestEntityTooLarge

from edgepbem import hall
from edgepbem.doorkeeper import MOST_BYTES, largest_body
from edgepbem.hall import HALL, HOLD, Waiting

MOST_CONNECTIONS = 2_000  # in one process; nobody waits for one while others stall
HEADER = 64 * 1024  # bytes of all headers together
BODY = 32 * 1024 * 1024  # a provider delivers emails of up to 25 MB in a form
PATIENCE = 60.0  # seconds for a request to arrive whole, or an answer to be read on
PAUSE = 1.0  # seconds between two looks at the connections

Environ = dict[str, Any]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class StrictParser(HTTPRequestParser):  # type: ignore[misc]
    """Refuses what a proxy in front might take for another request than we do, and what no page takes."""

    error: Error | None
    completed: bool
    body_rcv: Any
    left: int | None = None  # bytes of a body for which there is no room

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if "TRANSFER_ENCODING" in self.headers or (self.chunked and "CONTENT_LENGTH" in self.headers):
            raise ParsingError("Two lengths")

    def received(self, data: bytes) -> int:
        """Bodies wait on the disk until they are whole: one that no page takes is not waited for."""
        taken = self._kept(data) if self.left is None else self._dropped(data)
        if self.headers_finished and self.error is None and not self.completed:
            self.error = self._refusal()
            self.completed = self.error is not None
        return taken

    def _kept(self, data: bytes) -> int:
        """How much was taken. What the disk has no room for is read to its end: the client hears why."""
        try:
            taken: int = super().received(data)
        except OSError:
            self.left = getattr(self.body_rcv, "remain", 0)
            return self._dropped(data)
        return taken

    def _dropped(self, data: bytes) -> int:
        taken = min(self.left or 0, len(data))
        self.left = (self.left or 0) - taken
        if not self.left:
            self.error, self.completed = Unavailable("Nothing was saved; try again later."), True
        return taken

    def _refusal(self) -> Error | None:
        if not (self.chunked or self.content_length > MOST_BYTES) or largest_body(self.path) > MOST_BYTES:
            return None
        return LengthRequired("How long is it?") if self.chunked else RequestEntityTooLarge("Too long.")


class LengthRequired(Error):  # type: ignore[misc]
    code, reason = 411, "Length Required"


class Unavailable(Error):  # type: ignore[misc]
    code, reason = 503, "Service Unavailable"


class HoldingTask(WSGITask):  # type: ignore[misc]
    """Offers a view to hold the connection: its answer goes on after the thread is free again."""

    watch: Waiting | None = None
    close_on_finish: bool
    chunked_response: bool

    def get_environment(self) -> Environ:
        environ: Environ = super().get_environment()
        environ[HOLD] = self.hold
        return environ

    def hold(self, watch: Waiting) -> bool:
        """Whether there is room for one more, who reads what is sent: an answer to HEAD ends at once."""
        if self.request.command != "HEAD" and HALL.has_room(watch.who):
            self.watch = watch
        return self.watch is not None

    def finish(self) -> None:
        """The connection goes to the hall with what was sent so far; the channel only lets go of it."""
        channel = self.channel
        if self.watch is None or not self.status.startswith("200") or channel.total_outbufs_len:
            super().finish()
        else:
            HALL.take(channel.socket.dup(), self.watch, self.chunked_response)
            self.close_on_finish = True


class StrictChannel(HTTPChannel):  # type: ignore[misc]
    parser_class = StrictParser
    task_class = HoldingTask


class BufferedWorker(Worker):  # type: ignore[misc]
    """`gunicorn --worker-class edgepbem.web_worker.BufferedWorker --threads N`."""

    def run(self) -> None:
        """Serve until told to end; then finish what was begun."""
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns of every queue of two
        _introduce()
        _allow_files(MOST_CONNECTIONS + hall.MOST + 100)
        connections: dict[int, Any] = {}
        server = create_server(
            self._application(),
            map=connections,
            sockets=[listener.sock for listener in self.sockets],
            threads=self.cfg.threads,
            ident=None,
            connection_limit=MOST_CONNECTIONS,
            channel_timeout=int(PATIENCE),
            cleanup_interval=5,
            max_request_header_size=HEADER,
            max_request_body_size=BODY,
            asyncore_use_poll=True,
            clear_untrusted_proxy_headers=False,  # PROXIES in the settings says which of them count
            expose_tracebacks=False,
        )
        for listener in _listeners(connections):
            listener.channel_class = StrictChannel
        next_look = 0.0
        while self.alive and self._has_parent():
            self.notify()
            wasyncore.loop(timeout=PAUSE, map=connections, use_poll=True, count=1)
            if time.monotonic() >= next_look:
                end_stalled(connections.values(), time.monotonic())
                next_look = time.monotonic() + PAUSE
        self._finish(server, connections)

    def _application(self) -> Application:
        wsgi: Application = self.wsgi
        return Logged(wsgi, self.cfg, self.log) if self.log.access_log_enabled else wsgi

    def _has_parent(self) -> bool:
        return bool(self.ppid == os.getppid())

    def _finish(self, server: Any, connections: dict[int, Any]) -> None:
        """Take no more, and give what is being answered its time."""
        for listener in _listeners(connections):
            listener.accepting = False
            listener.del_channel(connections)
        until = time.monotonic() + self.cfg.graceful_timeout
        while time.monotonic() < until and any(is_busy(one) for one in connections.values()):
            self.notify()
            wasyncore.loop(timeout=0.1, map=connections, use_poll=True, count=1)
        server.task_dispatcher.shutdown(timeout=1)


def _listeners(connections: dict[int, Any]) -> list[Any]:
    return [one for one in connections.values() if isinstance(one, BaseWSGIServer)]


def is_busy(connection: object) -> bool:
    """Whether a request is being answered on a connection."""
    return isinstance(connection, HTTPChannel) and bool(connection.requests or connection.total_outbufs_len)


def end_stalled(connections: Iterable[object], now: float) -> None:
    """Close connections whose request has been arriving for too long, however busily byte by byte."""
    for connection in list(connections):
        if not isinstance(connection, HTTPChannel):
            continue
        if connection.request is None or connection.requests:
            connection.begun = now
        elif now - connection.__dict__.setdefault("begun", now) > PATIENCE:
            connection.will_close = True


def _introduce() -> None:
    """The pages of a whole server are served here, and not those of some other site."""
    if apps.ready and apps.is_installed("edgepbem"):
        from edgepbem import shared_media
        from edgepbem.lookout import Lookout

        shared_media.introduce("web")
        HALL.helpers.append(Lookout(HALL).run)


def _allow_files(number: int) -> None:
    """Each connection is an open file."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < number:
        with suppress(OSError, ValueError):
            most = number if hard == resource.RLIM_INFINITY else min(number, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Logged:
    """Writes gunicorn's access log, which its other workers write themselves."""

    def __init__(self, application: Application, cfg: Any, log: Any) -> None:
        self.application, self.cfg, self.log = application, cfg, log

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.monotonic()
        answer = SimpleNamespace(status="", headers=[], sent=0)

        def started(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            answer.status, answer.headers = status, headers
            return start_response(status, headers, *more)

        body = self.application(environ, started)
        try:
            for chunk in body:
                answer.sent += len(chunk)
                yield chunk
        finally:
            if hasattr(body, "close"):
                body.close()
            environ.setdefault("RAW_URI", _address(environ))
            request = SimpleNamespace(headers=[])
            self.log.access(answer, request, environ, timedelta(seconds=time.monotonic() - began))


def _address(environ: Environ) -> str:
    query = environ.get("QUERY_STRING", "")
    return f"{environ.get('PATH_INFO', '')}{'?' if query else ''}{query}"
