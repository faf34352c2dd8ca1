"""What a process that wants a report hands to the one that makes it."""

from __future__ import annotations

from typing import Literal

import msgspec


class Job(msgspec.Struct, frozen=True):
    """A document in XHTML, its picture, its colour, and the style sheet it is printed in.

    Without a document, the picture alone is wanted, in pixels; it may be in a report that was printed before.
    """

    document: bytes
    board: str
    ink: str
    style: Literal["turn", "cards", "plate"] = "turn"
    printed: bytes = b""
    head: tuple[str, str] | None = None  # of the pages after the board: the match and the turn
