"""`python -m edgepbem.part worker`: becomes one part of the server, as the Procfile names it.

For systemd and the like. The process is the part itself and not someone who watches it, so that a signal
reaches the one who knows how to end.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from edgepbem.processes import procfile

ROOT = Path(__file__).resolve().parent.parent


def main(name: str) -> None:
    """Become the part; its tools are those of this virtualenv."""
    commands = procfile(ROOT / "Procfile")
    if name not in commands:
        raise SystemExit(f"There is no part named {name!r}, only {', '.join(commands)}.")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    os.chdir(ROOT)
    os.execve("/bin/sh", ["sh", "-c", commands[name]], {**os.environ, "PATH": path})  # noqa: S606


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
