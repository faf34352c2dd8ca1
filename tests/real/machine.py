"""What a machine has or lacks for these tests."""

from __future__ import annotations

import os
import shutil
import socket
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[2]


def lacking(what: str, why: str) -> NoReturn:
    """Skip, unless EDGEPBEM_REQUIRE names it: then nothing may be left out unnoticed."""
    if what in os.environ.get("EDGEPBEM_REQUIRE", "").split(","):
        pytest.fail(f"EDGEPBEM_REQUIRE names {what}, but {why}", pytrace=False)
    pytest.skip(why)


def program(*names: str, folders: str = "") -> str | None:
    """The first of these programs that is installed, newest folder first."""
    found = [str(path) for path in sorted(Path("/").glob(folders), reverse=True)] if folders else []
    search = os.pathsep.join([*found, os.environ.get("PATH", os.defpath)])
    return next((path for name in names if (path := shutil.which(name, path=search))), None)


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
