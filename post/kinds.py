"""Kinds of email: one record each, in the `emails` module of the app that sends it.

A new kind is a record and two templates, `mail/<name>.txt` and `mail/<name>.html`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum

from django.utils.functional import Promise
from django.utils.module_loading import autodiscover_modules

from post.mime import File
from post.models import OutgoingEmail


class NotNeeded(Exception):
    """What the email would say is out of date or unwanted."""


@dataclass(frozen=True, slots=True)
class Conversation:
    """What emails belong to: an email program shows them as one thread."""

    name: str  # "match.12": in Message-IDs, so it never changes
    title: str  # the sender's name
    subject: str = ""  # of emails whose own subject no header can carry


@dataclass(slots=True)
class EmailContent:
    """What an email says, and how it travels."""

    about: dict[str, object]  # for its templates
    subject: dict[str, str] = field(default_factory=dict[str, str])  # the values in its kind's subject
    title: str = ""  # the whole subject, where the kind's own does not fit
    conversation: Conversation | None = None
    reply_token: str = ""  # of the mailbox that replies go to
    answers: str = ""  # the Message-ID of the email it answers
    is_reply: bool = False
    files: list[File] = field(default_factory=list[File])


@dataclass(frozen=True, slots=True)
class Category:
    """Emails that a reader can switch off together."""

    name: str  # part of links in emails that were sent long ago: never rename one
    label: str | Promise  # "reminders of deadlines": what the reader no longer gets
    consequence: str | Promise = ""  # what that means, if it is not obvious


class Pace(Enum):
    """How an email travels. To readers who want one email a day, all but the first kind goes in that one."""

    ALONE = "at once and alone: its reader is waiting for it"
    TAKING = "at once, and it takes along what waits for the same reader"
    WAITING = "after a little while, in which others may join it"


@dataclass(frozen=True, slots=True)
class Kind:
    """Everything the server must know about one kind of email."""

    name: str  # saved with every email: never rename one
    label: str | Promise  # how lists name it
    subject: str | Promise  # with {match} and the like, filled in from EmailContent.subject
    writer: Callable[[OutgoingEmail], EmailContent]  # raises NotNeeded
    category: Category | None = None  # None: it cannot be switched off
    reaches_former_users: bool = False
    pace: Pace = Pace.ALONE

    @property
    def is_optional(self) -> bool:
        """Whether its readers can switch it off."""
        return self.category is not None


_kinds: dict[str, Kind] = {}
_categories: dict[str, Category] = {}
_searched: list[bool] = []


def register(kinds: Iterable[Kind]) -> None:
    """Add kinds. Each name is used once."""
    for kind in kinds:
        if kind.name in _kinds:
            raise ValueError(f"there are two kinds of email named {kind.name}")
        _kinds[kind.name] = kind
        if kind.category is not None:
            _categories.setdefault(kind.category.name, kind.category)


def all_kinds() -> dict[str, Kind]:
    """Every kind by its name. Apps are asked on first use: a process that sends nothing loads no rules."""
    if not _searched:
        _searched.append(True)
        autodiscover_modules("emails")
    return _kinds


def categories() -> dict[str, Category]:
    """What can be switched off, by name."""
    all_kinds()
    return _categories


def label_of(name: str) -> str:
    """How lists name a kind; a kind that an older version sent keeps its bare name."""
    kind = all_kinds().get(name)
    return str(kind.label) if kind is not None else name.replace("_", " ")
