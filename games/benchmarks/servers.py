"""Real servers for benchmarks: on loopback, with a folder, a Redis and a database of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

from edgepbem.bundled_redis import free_port, new_url
from edgepbem.processes import die_with_parent

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0  # seconds for a server to start


@contextmanager
def redis(folder: Path) -> Iterator[dict[str, str]]:
    """A Redis of its own; the environment of all that uses it."""
    environment = os.environ | {
        "VAR_DIR": str(folder),
        "REDIS_URL": new_url(folder),
        "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        "API_PACE": "1000000",
        "LOG_LEVEL": "ERROR",
    }
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    with process(environment, "-m", "edgepbem.bundled_redis"):
        yield environment


@contextmanager
def web(environment: dict[str, str]) -> Iterator[int]:
    """A web server with two workers; its port."""
    port = free_port()
    bind = ("--bind", f"127.0.0.1:{port}", "--workers", "2", "--threads", "8", "--keep-alive", "30")
    quiet = (
        "--log-level",
        "error",
        "--no-control-socket",
        "--worker-class",
        "edgepbem.web_worker.BufferedWorker",
    )
    with process(environment, "-m", "gunicorn", "edgepbem.wsgi", *bind, *quiet):
        _await(port)
        yield port


@contextmanager
def process(environment: dict[str, str], *arguments: str) -> Iterator[None]:
    """A Python program that runs as long as this lasts."""
    started = subprocess.Popen(  # noqa: S603 (our own servers)
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        preexec_fn=die_with_parent,
    )
    try:
        yield
    finally:
        started.terminate()
        started.wait(20)


def _await(port: int) -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            with urlopen(f"http://127.0.0.1:{port}/nothing/", timeout=5):
                return
        except HTTPError:  # any answer will do
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the web server does not answer")


def manage(environment: dict[str, str], *arguments: str) -> str:
    """What a management command prints."""
    return run(environment, "manage.py", *arguments)


def run(environment: dict[str, str], *arguments: str) -> str:
    """What a Python program prints."""
    command = [sys.executable, *arguments]
    done = subprocess.run(  # noqa: S603 (our own program)
        command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout
