"""Rooms that keep something about users: each registers what it exports, and how it forgets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from django.utils.module_loading import import_string

from accounts.models import User


class Holder(Protocol):
    """A room that keeps something about users."""

    def summary(self, user: User) -> Mapping[str, Any]:
        """What the page that deletes the account should mention."""
        ...

    def export(self, user: User) -> Mapping[str, Any]:
        """What is kept about the user, for that user only: entries of account.json."""
        ...

    def files(self, user: User) -> Mapping[str, str]:
        """More files for the export, by name."""
        ...

    def hand_over(self, guest: User, user: User) -> None:
        """A guest has signed up: give the user all that was the guest's, in one transaction."""
        ...

    def forget(self, user: User) -> None:
        """Remove the person, in the transaction that deletes the account."""
        ...


_registered: list[str] = []


def register(path: str) -> None:
    """Called by each such room once, when Django starts: the class is imported when it is needed."""
    _registered.append(path)


def holders() -> list[Holder]:
    """Every room that keeps something about users."""
    return [import_string(path)() for path in _registered]
