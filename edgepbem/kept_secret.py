"""A secret that is made on first use and kept in a file."""

import os
import secrets
import tempfile
from pathlib import Path


def kept_secret(path: Path) -> str:
    """The content of the file; if there is none, it is made first, readable only by its owner."""
    if not path.exists() or not path.stat().st_size:  # an empty one was left by a power cut
        path.parent.mkdir(parents=True, exist_ok=True)
        make_secret(path)
    return path.read_text()


def make_secret(path: Path) -> None:
    # Web, worker and beat start at the same moment: a link appears whole or not at all, and only one of
    # them makes it. Then all read the same secret.
    descriptor, draft = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(file.fileno())
        if path.exists() and not path.stat().st_size:
            path.unlink(missing_ok=True)
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.unlink(draft)
