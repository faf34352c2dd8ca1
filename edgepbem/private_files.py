"""Files that only their owner may read: the database, keys, reports, logs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_OTHERS = 0o077
FILES = ("secret_key", "redis_password", "play.lock", "prepared")
FOLDERS = ("media", "log", "redis")


def keep_private() -> None:
    """Whatever this process and its children create is their owner's alone."""
    os.umask(_OTHERS)


def tighten(var: Path, database: str = "") -> None:
    """Close what an earlier version, or a copy with `cp`, has left open for others."""
    files = [var / name for name in FILES]
    if database and not database.startswith(("file:", ":")):
        files += [Path(f"{database}{end}") for end in ("", "-wal", "-shm", "-journal")]
    for path in files:
        _close(path)
    for folder in [*(var / name for name in FOLDERS), *var.glob("before-*")]:
        _close_tree(folder)


def _close_tree(folder: Path) -> None:
    """The folder itself comes last: once it is closed, all that is in it has been."""
    if _is_open(folder):
        for path in _inside(folder):
            _close(path)
        _close(folder)


def _inside(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        yield from (Path(root) / name for name in (*folders, *files))


def _close(path: Path) -> None:
    if _is_open(path):
        with suppress(OSError):  # another user's file: its owner decides
            path.chmod(path.stat().st_mode & 0o777 & ~_OTHERS)


def _is_open(path: Path) -> bool:
    try:
        return not path.is_symlink() and bool(path.stat().st_mode & _OTHERS)
    except OSError:
        return False
