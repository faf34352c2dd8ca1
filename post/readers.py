"""What `post` must know about the people it writes to, answered by the app that owns the accounts."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, Protocol


class Readers(Protocol):
    """Questions about a user that only the owner of the user model can answer."""

    def reading_as(self, user: Any) -> AbstractContextManager[None]:
        """The language and time zone of a reader; the server's own for None."""
        ...

    def has_left(self, user: Any) -> bool:
        """Whether the account is closed."""
        ...

    def wants(self, user: Any, category: str) -> bool:
        """Whether the reader gets emails of a category."""
        ...

    def switch_off(self, user: Any, category: str) -> None:
        """Stop emails of a category; doing it twice changes nothing."""
        ...

    def next_daily(self, user: Any, after: datetime) -> datetime | None:
        """When the reader's one email a day leaves next; None for those who get each email on its own."""
        ...

    def nonce(self, user: Any) -> str:
        """What the reader's unsubscribe links depend on."""
        ...

    def settings_path(self) -> str:
        """The page with the email settings."""
        ...


_registered: list[Readers] = []


def register(readers: Readers) -> None:
    """Called once, by the app that owns the user model."""
    _registered[:] = [readers]


def readers() -> Readers:
    """The registered answers about users."""
    return _registered[0]
