"""Bounces: which addresses could not be reached, temporarily or for good."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.parser import HeaderParser
from email.policy import compat32
from itertools import islice

from flufl.bounce import all_failures

from post.parsing.limits import Malformed
from post.parsing.structure import Part, take_apart
from post.parsing.transfer import unwrapped

# Servers say at the top what failed and whom; on long lines the recognisers would take quadratic time.
_LOOKED_AT = 64 * 1024
_LONGEST_LINE = 400
_MAX_BLOCKS = 100
_REPORTS = ("message/delivery-status", "message/global-delivery-status")  # RFC 3464, RFC 6533
_REFERRING = ("in-reply-to", "references")
_ID = re.compile(rb"<[!-;=?A-~]{1,150}@[!-;=?A-~]{1,150}>")
_MAX_IDS = 100
_COMPLAINT = re.compile(rb"^feedback-type:[ \t]*(?:abuse|fraud|virus|other|opt-out(?:-list)?)\b", re.I | re.M)
_RECIPIENTS = ("original-recipient", "final-recipient")

# It logs each thing it tries, and emails that it cannot read, which we could not fix anyway.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)


@dataclass(frozen=True)
class Bounced:
    """The addresses an email did not reach, in lower case."""

    temporary: tuple[str, ...] = ()
    permanent: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    """All that looks like a Message-ID, in brackets: among them that of the email that came back, if told."""
    is_complaint: bool = False
    """A reader called the email spam, and the provider of the mailbox passes that on (RFC 5965)."""

    def __bool__(self) -> bool:
        return bool(self.temporary or self.permanent or self.is_complaint)


def bounced_addresses(raw: bytes) -> Bounced:
    """The addresses that a bounced email did not reach; none, if it is no bounce or cannot be read."""
    try:
        mail = take_apart(raw)
        if _is_complaint(mail):
            return Bounced(ids=_ids(mail), is_complaint=True)
        temporary, permanent = all_failures(_Copy().message(mail))
    except Malformed:
        return Bounced()
    except Exception:  # its recognisers take the form of reports for granted
        return Bounced()
    if not temporary and not permanent:
        return Bounced()
    return Bounced(_sorted(temporary), _sorted(permanent), _ids(mail))


def _is_complaint(part: Part) -> bool:
    """Whether it has a part that says so. What is said not to be spam, or failed a check, is none."""
    if part.kind != "message/feedback-report":
        return any(_is_complaint(inner) for inner in part.parts)
    return _COMPLAINT.search(unwrapped(part)[:_LOOKED_AT]) is not None


def _ids(mail: Part) -> tuple[str, ...]:
    """In the headers of the report, its words, and what it returns of the email."""
    places = [str(mail.headers.get(name, "")).encode("utf-8", "replace") for name in _REFERRING]
    found = (match.decode() for place in [*places, *_leaves(mail)] for match in _ID.findall(place))
    return tuple(islice(dict.fromkeys(found), _MAX_IDS))


def _leaves(part: Part) -> Iterator[bytes]:
    if not part.parts:
        yield unwrapped(part)[:_LOOKED_AT]
    for inner in part.parts:
        yield from _leaves(inner)


def _sorted(addresses: frozenset[bytes]) -> tuple[str, ...]:
    return tuple(sorted({a.decode("utf-8", "replace").lower() for a in addresses if b"@" in a}))


class _Copy:
    """The email as the library's own message, shortened; its parser never sees the whole."""

    def __init__(self) -> None:
        self.left = _LOOKED_AT

    def message(self, part: Part) -> Message:
        message = Message(policy=compat32)
        for name, value in part.headers.items():
            message[name] = value
        del message["content-transfer-encoding"]  # it looks for the words as they are, and undoes nothing
        if part.parts:
            message.set_payload([self.message(inner) for inner in part.parts])
        elif part.kind in _REPORTS:
            message.set_type(_REPORTS[0])
            message.set_payload([_tidied(block) for block in self.blocks(unwrapped(part))])
        else:
            message.set_payload(self.lines(unwrapped(part)))
        return message

    def lines(self, body: bytes) -> str:
        text = body[: self.left].decode("ascii", "surrogateescape")
        self.left -= len(text)
        return "\n".join(line[:_LONGEST_LINE] for line in text.replace("\r\n", "\n").split("\n"))

    def blocks(self, body: bytes) -> list[str]:
        """The paragraphs of a report: first about the email, then one for each recipient."""
        lines = [line.rstrip() for line in self.lines(body).split("\n")]
        return [block for block in "\n".join(lines).split("\n\n")[:_MAX_BLOCKS] if block.strip()]


def _tidied(block: str) -> Message:
    """A paragraph as the standard has it: servers leave out what goes without saying to them."""
    told = HeaderParser().parsestr(block)
    if "action" not in told:
        status = str(told.get("status", "")).strip()
        told["action"] = {"4": "delayed", "5": "failed"}.get(status[:1], "")
    for name in _RECIPIENTS:
        kind, semicolon, address = str(told.get(name, "")).rpartition(";")
        if (not semicolon and "@" in address) or kind.strip().lower() == "utf-8":
            del told[name]
            told[name] = f"rfc822;{address}"
    return told
