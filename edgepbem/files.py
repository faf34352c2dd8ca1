"""Files of the server: each is there whole, or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from django.core.files import File
from django.core.files.storage import FileSystemStorage


@contextmanager
def draft_beside(target: Path) -> Iterator[Path]:
    """A file of its owner alone in the folder of the target; gone at the end, however that comes."""
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
    os.close(descriptor)
    draft = Path(name)
    try:
        yield draft
    finally:
        for path in (draft, Path(f"{name}-journal")):  # SQLite's own, if the draft is a database
            with suppress(OSError):
                path.unlink(missing_ok=True)


def to_disk(path: Path) -> None:
    """Wait until what was written survives a power cut."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(target: Path, write: Callable[[IO[bytes]], object]) -> None:
    """Write a file. Raises OSError with nothing left behind, and what was there before untouched."""
    with draft_beside(target) as draft:
        with draft.open("wb") as file:
            write(file)
        put_in_place(draft, target)


def put_in_place(draft: Path, target: Path) -> None:
    """Give a finished draft its name."""
    to_disk(draft)
    draft.replace(target)
    to_disk(target.parent)


class WholeFileStorage(FileSystemStorage):
    """Django's own writes in place: a full disk or a kill would leave half a file under its final name."""

    def _save(self, name: str, content: File[bytes]) -> str:
        target = Path(self.path(name))
        target.parent.mkdir(self.directory_permissions_mode or 0o777, parents=True, exist_ok=True)
        write_whole(target, lambda file: file.writelines(content.chunks()))
        if self.file_permissions_mode is not None:
            target.chmod(self.file_permissions_mode)
        return name.replace("\\", "/")
