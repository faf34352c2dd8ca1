"""`bin/play`: the whole server on this machine, from an empty folder to a page that can be opened."""

from __future__ import annotations

import argparse
import fcntl
import os
import socket
import sys
import threading
from pathlib import Path
from typing import TextIO

from edgepbem import bundled_redis, preparation, private_files, processes, ready

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 90.0  # seconds until all parts should be up


def main() -> None:
    """Prepare what is missing, start everything, print the address."""
    options = _options()
    var = Path(os.environ.get("VAR_DIR", ROOT / "var")).resolve()
    private_files.keep_private()
    var.mkdir(parents=True, exist_ok=True)
    private_files.tighten(var, str(var / "edgepbem.sqlite3"))
    site = os.environ.get("SITE_URL", f"http://localhost:{options.port}").rstrip("/")
    with open(var / "play.lock", "a+") as lock:
        _lock(lock, site)
        _ensure_free(options.port)
        if options.fresh:
            preparation.put_aside(var)
        commands = processes.procfile(ROOT / "Procfile")
        if "REDIS_URL" in os.environ:  # the host has a Redis
            del commands["redis"]
        environment = _environment(var, site, options.port)
        preparation.ensure_printing()
        has_demo = preparation.prepare(environment)
        greeting = _greeting(site, has_demo, var / "log")
        code = _run(commands, environment, options.port, greeting)
    raise SystemExit(code)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/play", description="The whole server on this machine.")
    parser.add_argument("--port", type=int, default=8000, help="port of the web server (8000)")
    parser.add_argument("--fresh", action="store_true", help="set the data of earlier starts aside first")
    return parser.parse_args()


def _lock(lock: TextIO, site: str) -> None:
    """Two servers must not start on the same data: the second one says where the first is."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        preparation.stop(
            f"edgepbem is already running here: {lock.read().strip()}",
            "A second server needs its own data: VAR_DIR=/some/folder bin/play --port N",
        )
    lock.truncate(0)
    lock.write(f"{site}/ (process {os.getpid()})\n")
    lock.flush()


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the web server does
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def _ensure_free(port: int) -> None:
    if not _is_free(port):
        preparation.stop(f"Port {port} is in use by another program.", f"Try: bin/play --port {port + 1}")


def _environment(var: Path, site: str, port: int) -> dict[str, str]:
    """Settings for all parts; what is already set wins."""
    gateway = 8025 if _is_free(8025) else bundled_redis.free_port()
    defaults = {
        "VAR_DIR": str(var),
        "SITE_URL": site,
        "BIND": f"127.0.0.1:{port}",
        "GATEWAY": f"127.0.0.1:{gateway}",
        "WEB_WORKERS": "1",
        "PYTHONUNBUFFERED": "1",
    }
    if "REDIS_URL" not in os.environ:
        defaults["REDIS_URL"] = bundled_redis.new_url(var)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    return {**defaults, **os.environ, "PATH": path}


def _run(commands: dict[str, str], environment: dict[str, str], port: int, greeting: str) -> int:
    """Start everything, say when it is ready, and wait for the end."""
    var = Path(environment["VAR_DIR"])
    logs = processes.Logs(var / "log", sys.stdout)
    logs.say("Starting")

    def greet(parts: processes.Parts) -> None:
        health = ready.await_ready(f"http://127.0.0.1:{port}", PATIENCE, lambda: parts.is_over)
        if ready.is_well(health):
            logs.say(greeting)
        elif not parts.is_over:
            logs.say(
                "Not everything is up yet:\n" + "\n".join(f"  {line}" for line in ready.complaints(health))
            )

    def started(parts: processes.Parts) -> None:
        threading.Thread(target=greet, args=[parts], daemon=True).start()

    code = processes.run(commands, environment, logs, started)
    _farewell(logs, code)
    return code


def _farewell(logs: processes.Logs, code: int) -> None:
    if code in (130, 143):  # stopped on purpose
        logs.say("Stopped")
    elif logs.first_stop is not None:
        name, status = logs.first_stop
        logs.say(f"Stopped because {name} ended (code {status}). The end of {logs.folder / name}.log:")
        for line in logs.last_words(name):
            logs.say(f"  {line}")


def _greeting(site: str, has_demo: bool, folder: Path) -> str:
    lines = [f"edgepbem is ready: {site}/"]
    if has_demo:
        lines += [
            f"  Sign in as alice@demo.example, bob@, carol@ or dan@demo.example: {site}/sign-in/",
            f"  No email leaves this machine; your sign-in link is here: {site}/mail-room/",
        ]
    return "\n".join([*lines, f"  Logs are in {folder}. Ctrl-C stops everything."])


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:  # before anything was started
        raise SystemExit(130) from None
