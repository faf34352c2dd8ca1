"""A whole server under test: the Procfile's processes, with a folder, ports and a database of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import environ
import redis
from django.conf import settings
from django.db import connections
from django.db.utils import ConnectionHandler
from django.test import override_settings

from accounts.models import SignIn, User
from edgepbem.bundled_redis import new_url
from edgepbem.processes import procfile
from edgepbem.ready import await_ready, complaints, is_well
from games.models import Match
from post.models import IncomingEmail, OutgoingEmail
from tests.real.machine import ROOT, free_port
from tests.real.part import Part
from tests.timing import wait_for

DOMAIN = "play.example.org"
ALL = ["redis", "web", "worker", "postman", "beat", "gateway"]
# What a part says when it has begun to work.
SIGNS = {
    "web": "Booting worker",
    "worker": "ready.",
    "postman": "ready.",
    "beat": "beat: Starting",
    "gateway": "Mail gateway listens",
}


class Server:
    """`kill("worker")`, `start("worker")`, `at_hand()`: what tests do to it."""

    def __init__(self, folder: Path, **environment: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.port, self.gateway_port = free_port(), free_port()
        self.site = f"http://localhost:{self.port}"
        self.environment = self._environment() | environment
        self.redis_url = self.environment["REDIS_URL"]
        self.parts = {
            name: self._part(name, command) for name, command in procfile(ROOT / "Procfile").items()
        }

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
            "VAR_DIR": str(self.folder),
            "SECRET_KEY": settings.SECRET_KEY,  # so that a test computes the same secrets
            "SITE_URL": self.site,
            "BIND": f"127.0.0.1:{self.port}",
            "GATEWAY": f"127.0.0.1:{self.gateway_port}",
            "REPLY_DOMAIN": DOMAIN,
            "REDIS_URL": new_url(self.folder),
            "DATABASE_URL": f"sqlite:///{self.folder / 'edgepbem.sqlite3'}",
            # What waits for the dead in service waits minutes; here it is seconds.
            "TICK_SECONDS": "2",
            "CELERY_VISIBILITY": "5",
            "LEASE_SECONDS": "6",
            "MAIL_RETRY_SECONDS": "1",
            "MAIL_COMPANY_SECONDS": "1",
            "MAIL_PLAYING_SECONDS": "1",
            "WEB_WORKERS": "1",
            "WORKER_PROCESSES": "1",
        }

    def _part(self, name: str, command: str) -> Part:
        return Part(name, command, self.environment, self.folder)

    def add_worker(self, name: str) -> None:
        """One more worker, beside the first."""
        command = f"{procfile(ROOT / 'Procfile')['worker']} --hostname {name}@%h"
        self.parts[name] = self._part(name, command)

    def start(self, first: str, *others: str) -> None:
        """Start these parts, one at least: a start of nothing would read like a start of all."""
        for name in (first, *others):
            self.parts[name].start()

    def kill(self, *names: str) -> None:
        """kill -9 these parts, with their children."""
        for name in names:
            self.parts[name].kill()

    def revive(self, name: str, seconds: float = 60.0) -> None:
        """Start a part and wait until it works again; on a busy machine that takes a while."""
        part = self.parts[name]
        before = part.words().count(SIGNS[name])
        part.start()
        wait_for(lambda: part.words().count(SIGNS[name]) > before, seconds, name)

    def stop(self) -> None:
        """The end, of all parts at once."""
        for part in self.parts.values():
            part.ask_to_end()
        until = time.monotonic() + 3
        for part in self.parts.values():
            part.stop(max(0.0, until - time.monotonic()))

    def wait_well(self, seconds: float = 60.0) -> dict[str, Any]:
        """Its health, as soon as it is good."""
        health = await_ready(self.site, seconds)
        assert is_well(health), f"{complaints(health)}\n{self.words()}"
        return health

    def settle(self) -> None:
        """After a test: nothing is on its way that could come in the middle of the next one.

        That one may use another server, while this one still runs: without matches it writes to nobody.
        """
        for name in set(self.parts) - set(ALL):
            self.parts.pop(name).kill()
        with self.at_hand():
            Match.objects.all().delete()
            OutgoingEmail.objects.filter(state=OutgoingEmail.State.WAITING).delete()
            wait_for(self._has_sent, 30, "the email in hand")

    def _has_sent(self) -> bool:
        in_hand = OutgoingEmail.objects.filter(state=OutgoingEmail.State.SENDING)
        return not (self.parts["postman"].is_running and in_hand.exists())

    def make_ready(self) -> None:
        """As new for the next test: all parts run, and there are neither people nor matches nor messages."""
        with self.at_hand():
            for model in (OutgoingEmail, IncomingEmail, Match, SignIn, User):
                model._default_manager.all().delete()
        self.start(*ALL)
        self.wait_well()
        with redis.Redis.from_url(self.redis_url) as client:
            client.flushall()

    def words(self, lines: int = 25) -> str:
        """The end of each log."""
        ends = {name: part.words().splitlines()[-lines:] for name, part in self.parts.items()}
        return "\n".join(f"== {name}\n" + "\n".join(end) for name, end in ends.items())

    def manage(self, *arguments: str) -> str:
        """Run a management command where the server runs; what it printed."""
        command = [sys.executable, "manage.py", *arguments]
        done = subprocess.run(command, env=self.environment, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @contextmanager
    def at_hand(self) -> Iterator[None]:
        """Models and services of this process work on the server's rows; its ticks find what they leave."""
        ours = ConnectionHandler({"default": database_settings(self.environment["DATABASE_URL"])})["default"]
        before, connections["default"] = connections["default"], ours
        here: dict[str, Any] = {"SITE_URL": self.site, "MAIL_DOMAIN": DOMAIN, "REDIS_URL": self.redis_url}
        here["MOST_MATCHES"] = 1_000_000  # a few people play very many
        try:
            with override_settings(**here):
                yield
        finally:
            ours.close()
            connections["default"] = before


def database_settings(url: str) -> dict[str, Any]:
    """As the settings make them of DATABASE_URL."""
    found: dict[str, Any] = environ.Env.db_url_config(url)
    if "sqlite" in found["ENGINE"]:
        found["OPTIONS"] = {"init_command": "PRAGMA journal_mode=WAL", "transaction_mode": "IMMEDIATE"}
        found["OPTIONS"]["timeout"] = 20
    return found
