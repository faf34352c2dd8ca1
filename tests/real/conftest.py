"""Real parts for tests: a Redis, a PostgreSQL, a mail server, a browser, and whole servers."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
import redis
from django.db import connections
from django.db.utils import ConnectionHandler
from playwright.sync_api import Browser, Page
from pytest_django import DjangoDbBlocker

from edgepbem.bundled_redis import new_url
from tests.real.browser import chromium
from tests.real.part import Part
from tests.real.postgres import Postgres
from tests.real.server import ALL, Server, database_settings
from tests.real.smtp import Sink
from tests.tables import NAME, copy_of_tables
from tests.timing import wait_for

Launch = Callable[..., Server]
SERVERS: list[Server] = []  # all that were started in this run


@pytest.fixture(scope="package")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a bundled Redis."""
    folder = tmp_path_factory.mktemp("redis")
    url = new_url(folder)
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder), "REDIS_URL": url}
    part = Part("redis", f"exec {sys.executable} -m edgepbem.bundled_redis", environment, folder)
    part.start()
    wait_for(lambda: _answers(url), 10, "Redis")
    yield url
    part.stop()


def _answers(url: str) -> bool:
    try:
        with redis.Redis.from_url(url) as client:
            return bool(client.ping())
    except redis.ConnectionError:
        return False


@pytest.fixture(scope="package")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL cluster; `postgres.new_database()` is the address of a database without rows in it."""
    cluster = Postgres()
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.close()


@pytest.fixture(scope="package")
def empty_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with all tables and no rows, to be copied."""
    return copy_of_tables(tmp_path_factory, tmp_path_factory.mktemp("tables") / NAME)


@pytest.fixture(scope="package")
def sink() -> Iterator[Sink]:
    """Where the shared servers send their mail."""
    sink = Sink()
    yield sink
    sink.stop()


@pytest.fixture
def smtp_sink(sink: Sink) -> Sink:
    """A mail server that keeps what it gets, and refuses when told to. Empty, willing and listening."""
    sink.clear()
    sink.start()
    return sink


@pytest.fixture(scope="package")
def launch(tmp_path_factory: pytest.TempPathFactory, empty_sqlite: Path) -> Iterator[Launch]:
    """Starts servers, and stops at the end what still runs."""

    def launching(parts: list[str] | None = None, wait: bool = True, **environment: str) -> Server:
        server = Server(tmp_path_factory.mktemp("server"), **environment)
        SERVERS.append(server)
        if "DATABASE_URL" not in environment:
            shutil.copy(empty_sqlite, server.folder / "edgepbem.sqlite3")
        server.start(*(ALL if parts is None else parts))
        if wait:
            server.wait_well()
        return server

    yield launching
    for server in SERVERS:
        server.stop()


@pytest.fixture
def start_server(launch: Launch, unblocked: None) -> Iterator[Launch]:
    """A server of a test's own: `start_server(EMAIL_URL=sink.url, DATABASE_URL=postgres.new_database())`.

    `parts` names what is started, `wait=False` does not wait for all to be well.
    """
    before = len(SERVERS)
    yield launch
    for server in SERVERS[before:]:
        server.stop()


@pytest.fixture
def unblocked(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The rows of real servers may be read, without a test database."""
    with django_db_blocker.unblock():
        yield


@pytest.fixture
def postgres_rows(postgres: Postgres, unblocked: None) -> Iterator[str]:
    """A database of PostgreSQL without rows in place of the one for tests; its address."""
    address = postgres.new_database()
    ours = ConnectionHandler({"default": database_settings(address)})["default"]
    before, connections["default"] = connections["default"], ours
    try:
        yield address
    finally:
        ours.close()
        connections["default"] = before


@pytest.fixture(scope="package")
def on_sqlite(launch: Launch, sink: Sink) -> Server:
    """The server that tests share."""
    return launch(EMAIL_URL=sink.url)


@pytest.fixture(scope="package")
def on_postgres(launch: Launch, sink: Sink, postgres: Postgres) -> Server:
    """The other server that tests share."""
    return launch(EMAIL_URL=sink.url, DATABASE_URL=postgres.new_database())


@pytest.fixture
def server(on_sqlite: Server, smtp_sink: Sink, unblocked: None) -> Iterator[Server]:
    """A server on SQLite that mails to `smtp_sink`: all parts well, no people, no matches.

    It is shared: what a test kills is started again for the next one.
    """
    on_sqlite.make_ready()
    yield on_sqlite
    on_sqlite.settle()


@pytest.fixture
def postgres_server(on_postgres: Server, smtp_sink: Sink, unblocked: None) -> Iterator[Server]:
    """The same on PostgreSQL."""
    on_postgres.make_ready()
    yield on_postgres
    on_postgres.settle()


ON = {"sqlite": "server", "postgres": "postgres_server"}


@pytest.fixture(params=ON)
def any_server(request: pytest.FixtureRequest) -> Server:
    """The same, once on each."""
    found: Server = request.getfixturevalue(ON[request.param])
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What the servers said last is shown with a test that failed."""
    report = yield
    if report.failed:
        report.sections += [(f"logs in {server.folder}", server.words()) for server in SERVERS]
    return report


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium."""
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh window with no cookies."""
    context = browser.new_context()
    yield context.new_page()
    context.close()
