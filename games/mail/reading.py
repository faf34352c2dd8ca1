"""All that is learned from one mail, and the one function that learns it."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from games.mail.automatic import Verdict, judge, may_be_bounce
from games.mail.bounces import Bounced, bounced_addresses
from games.mail.limits import Malformed
from games.mail.parsing import Letter, parse
from games.mail.reply_text import new_text


@dataclass(frozen=True)
class Reading:
    """A letter, what is new in it, and who wrote it."""

    letter: Letter
    new_text: str
    """Empty unless a person wrote it: no order comes from anything else."""
    verdict: Verdict
    why: str
    bounced: Bounced = field(default_factory=Bounced)


class Question(msgspec.Struct, array_like=True):
    """What the sandbox is asked."""

    raw: bytes
    own_addresses: tuple[str, ...]


class Answer(msgspec.Struct, array_like=True):
    """Exactly one of these is given."""

    reading: Reading | None = None
    malformed: str = ""
    failed: str = ""


def read(raw: bytes, own_addresses: tuple[str, ...] = ()) -> Reading:
    """Read a mail in this process; for foreign mail use the sandbox."""
    letter = parse(raw)
    verdict, why = judge(letter, own_addresses)
    text = new_text(letter.text) if verdict is Verdict.HUMAN else ""
    bounced = bounced_addresses(raw) if may_be_bounce(letter) else Bounced()
    return Reading(letter, text, verdict, why, bounced)


def answer(question: bytes) -> bytes:
    """A question and its answer as they travel; whatever goes wrong is told, never raised."""
    asked = msgspec.msgpack.decode(question, type=Question)
    try:
        told = Answer(reading=read(asked.raw, asked.own_addresses))
    except Malformed as error:
        told = Answer(malformed=error.reason)
    except Exception as error:
        told = Answer(failed=type(error).__name__)
    return msgspec.msgpack.encode(told)
