"""What keeps everyone honest: the seeds of the dice, and the chain that pins the record of a match.

The server commits itself to a seed when a match is opened. Only then do players add seeds of their own.
Nothing else enters the dice: a seat without a seed adds nothing, so the server has nothing left to choose.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from secrets import token_bytes

import msgspec
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.engine.contract import dice, events
from games.engine.contract.dice import Roll, Seeds
from games.engine.contract.events import Event, Link
from games.engine.play.save import decode_save
from games.models import EventRow, Match, Seat
from games.services.storage import hold_open

LONGEST_SEED = 200  # characters: a sentence, or what rolling real dice gave
SHOWN = 32  # hexadecimal digits of a head: 128 bits, short enough to compare by eye

_roll = msgspec.msgpack.Decoder(Roll).decode
_event = msgspec.msgpack.Decoder(Event).decode
_link = msgspec.msgpack.Decoder(Link).decode


# Seeds, before the first turn.


def commit(match: Match, prepared: bytes = b"") -> None:
    """Draw the server's seed for a new match, and promise it. Tutorials have a prepared one."""
    seed = prepared or token_bytes(32)
    match.server_seed, match.commitment = seed, Seeds(seed).commitment()


def own_seed(text: str) -> bytes:
    """A player's seed from the words they gave. No words, no seed."""
    words = text.strip()
    if len(words) > LONGEST_SEED:
        raise Refused(_("a seed has at most {most} characters").format(most=LONGEST_SEED))
    return words.encode("utf-8", "replace")


def choose_seed(match: Match, user: User, text: str) -> None:
    """Set or renew the seed that a player brings, as long as the match has not started."""
    seed = own_seed(text)
    with transaction.atomic():
        hold_open(match.pk)  # a match that starts at this moment has either the old seed or the new one
        mine = Seat.objects.filter(match=match, user=user)
        if not mine.update(seed=seed, seed_at=timezone.now() if seed else None):
            raise Refused(_("only players can choose a seed"))


def seeds_of(match: Match, seats: list[Seat]) -> Seeds:
    """Everything that the dice of a match depend on, by seat; in a tutorial no player has a seed."""
    if match.is_tutorial:
        return Seeds(bytes(match.server_seed or b""))
    return Seeds(bytes(match.server_seed or b""), tuple(bytes(seat.seed) for seat in seats))


def drawn_seats(match: Match, numbers: list[int]) -> list[int]:
    """The seats in the order in which they are given out, drawn from the seed that was promised."""
    chance = dice.Dice(Seeds(bytes(match.server_seed or b"")))
    drawn = list(numbers)
    dice.shuffle(chance, "seats", drawn)
    return drawn


@dataclass(frozen=True, slots=True)
class SeatSeed:
    """What is published of a seat's seed: its fingerprint at once, the seed itself when the match is over."""

    number: int
    fingerprint: str  # empty if the seat brought none
    seed: str = ""


def published_seeds(match: Match, seats: list[Seat]) -> list[SeatSeed]:
    """One for each seat. A running match has them in its save, where no later change reaches them."""
    if match.save_data is None:
        known = [bytes(seat.seed) for seat in seats]
    else:
        known = list(decode_save(bytes(match.save_data)).seeds.players) or [b""] * len(seats)
    is_over = match.status == Match.Status.FINISHED
    return [
        SeatSeed(seat.number, fingerprint(seed), seed.hex() if is_over else "")
        for seat, seed in zip(seats, known, strict=True)
    ]


def fingerprint(seed: bytes) -> str:
    """The SHA-256 of a seed; nothing for none."""
    return hashlib.sha256(seed).hexdigest() if seed else ""


# The record, while it grows.


def head(match: Match, last: int | None = None) -> str:
    """The head of the chain after an event (the newest, if none is given), as emails and reports show it."""
    rows = EventRow.objects.filter(match=match, link__isnull=False).order_by("-number")
    if last is not None:
        rows = rows.filter(number__lte=last)
    row = rows.only("link").first()
    return _link(bytes(row.link)).head.hex()[:SHOWN] if row is not None and row.link is not None else ""


@dataclass(frozen=True, slots=True)
class Found:
    """Where the record has the head that someone noted down."""

    turn: int
    is_newest: bool


def find_head(match: Match, text: str) -> Found | None:
    """The place of a head in the record as it is today. None: the record once was another one."""
    wanted = "".join(text.split()).lower()
    if len(wanted) < SHOWN:
        return None
    rows = list(match.event_rows.filter(link__isnull=False).order_by("number"))
    for row in rows:
        if row.link is not None and _link(bytes(row.link)).head.hex().startswith(wanted):
            return Found(row.turn, row is rows[-1])
    return None


# The proof, at the end.


class NotOver(Exception):
    """The seed of a running match is a secret."""


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found to hold."""

    rolls: int
    events: int


def verify(match: Match) -> Verified:
    """Compute all rolls and all links again. Raises BadRoll or BrokenChain at the first that differs."""
    if match.status != Match.Status.FINISHED or match.save_data is None:
        raise NotOver("the match is not over, and its seed is a secret until then")
    seeds = decode_save(bytes(match.save_data)).seeds
    rolls = [_roll(bytes(row.data)) for row in match.roll_rows.all()]
    rows = list(match.event_rows.all())
    told = [_event(bytes(row.data)) for row in rows]
    links = [_link(bytes(row.link)) for row in rows if row.link is not None]
    checked = dice.verify(seeds, match.commitment, rolls)
    events.verify(told, links, seeds.server)
    return Verified(checked, len(told))
