"""All that is learned from one email, and the one function that learns it."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from post.parsing.automatic import Verdict, judge, may_be_bounce
from post.parsing.bounces import Bounced, bounced_addresses
from post.parsing.email import ParsedEmail, parse
from post.parsing.limits import Malformed
from post.parsing.reply_text import new_text


@dataclass(frozen=True)
class Reading:
    """An email, what is new in it, and who wrote it."""

    email: ParsedEmail
    new_text: str
    """Empty unless a person wrote it: no order comes from anything else."""
    verdict: Verdict
    why: str
    bounced: Bounced = field(default_factory=Bounced)


class ReadRequest(msgspec.Struct, array_like=True):
    """What the sandbox is asked."""

    raw: bytes
    own_addresses: tuple[str, ...]


class ReadResponse(msgspec.Struct, array_like=True):
    """Exactly one of these is given."""

    reading: Reading | None = None
    malformed: str = ""


def read(raw: bytes, own_addresses: tuple[str, ...] = ()) -> Reading:
    """Read an email in this process; use the sandbox for what strangers send."""
    email = parse(raw)
    verdict, why = judge(email, own_addresses)
    text = new_text(email.text) if verdict is Verdict.HUMAN else ""
    bounced = bounced_addresses(raw) if may_be_bounce(email) else Bounced()
    return Reading(email, text, verdict, why, bounced)


def answer(question: bytes) -> bytes:
    """A question and its answer as they travel."""
    asked = msgspec.msgpack.decode(question, type=ReadRequest)
    try:
        told = ReadResponse(reading=read(asked.raw, asked.own_addresses))
    except Malformed as error:
        told = ReadResponse(malformed=error.reason)
    return msgspec.msgpack.encode(told)
