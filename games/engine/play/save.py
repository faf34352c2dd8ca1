"""What is kept of a running match: a base, every answer since, and a digest that both must still give."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import msgspec

from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.dice import Seeds
from games.engine.contract.engine import Setting
from games.engine.contract.events import Chain
from games.engine.contract.tree import Path

LEAVE = "@leave"  # in the log: a seat was given up at this rest point

# Who gave an answer.
ORDER = "order"
CLAUSE = "clause"
STANDING = "standing"
DEFAULT = "default"
GIVEN = frozenset({ORDER})  # what its player wrote or clicked, and may take back


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, rename={"seat": "s", "kind": "k", "path": "p"}):
    """One answer in the log. Never shown: that someone was asked is a secret."""

    seat: SeatId
    kind: str
    path: Path = ()
    by: str = ORDER
    source: str = ""  # of a standing order: version and line
    use: str = ""  # counted against the limit of this line


class Base(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rest point: nothing is in flight, the state alone says what comes next. No state: before set-up."""

    rules: int
    state: bytes = b""
    counters: dict[str, int] = {}
    active: SeatId | None = None
    turns: int = 0
    uses: dict[str, int] = {}
    left: tuple[SeatId, ...] = ()  # seats that have been given up


class OpenStep(msgspec.Struct, frozen=True, omit_defaults=True, rename={"left": "rest"}):
    """The step of a sheet that is being carried out."""

    text: str  # as written: its clauses are read from it
    line: int
    op: int  # its place in the program
    start: int  # answers in the log before it
    told: int = 0  # events told before it, as long as they are not delivered
    left: tuple[str, ...] = ()  # words that belong to questions still to come
    used: tuple[str, ...] = ()  # the keys of clauses that have answered something


class OpenReaction(msgspec.Struct, frozen=True, omit_defaults=True, rename={"left": "rest"}):
    """A reaction that has answered a window: its further words belong to the questions that it brings up."""

    left: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()


class SheetState(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sheet and how far it has been carried out."""

    text: str
    at: int = 0
    running: OpenStep | None = None
    turn: int = -1  # in which its first step was taken; it does not go on in another
    passed: tuple[int, ...] = ()  # answers before `at` whose question has not come up yet


class Save(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything a worker needs to go on. Private as a whole: it holds the seed, sheets and all hands."""

    game: str
    seats: tuple[SeatId, ...]
    seeds: Seeds
    base: Base
    digest: bytes
    options: dict[str, Setting] = {}
    log: tuple[Answer, ...] = ()
    sealed: dict[SeatId, Answer] = {}
    sheets: dict[SeatId, SheetState] = {}
    away: dict[SeatId, int] = {}
    gone: tuple[SeatId, ...] = ()
    leaving: tuple[SeatId, ...] = ()
    asking: tuple[SeatId, ...] = ()
    reacting: dict[SeatId, OpenReaction] = {}
    chain: Chain = Chain()
    settled: int = 0  # answers before the base
    cuts: int = 0  # take-backs and rewinds so far
    taught: tuple[int, ...] | None = None  # of a tutorial: the answers that its steps so far were given


class Chapter(msgspec.Struct, frozen=True):
    """A base that was left behind and the answers up to the next one: history, for rewinds and audits."""

    base: Base
    log: tuple[Answer, ...]
    epoch: int = 0


def digest(state: bytes, counters: dict[str, int], asked: Iterable[Decision[object]]) -> bytes:
    """State, dice and open questions (seat and kind); not prompts, labels, options or events."""
    hasher = hashlib.blake2b(state, digest_size=16)
    hasher.update(_encode((counters, [(decision.seat, decision.kind) for decision in asked])))
    return hasher.digest()


def encode_save(save: Save) -> bytes:
    """A save as bytes for the database."""
    return msgspec.msgpack.encode(save)


def decode_save(data: bytes) -> Save:
    """A save from its bytes."""
    return _decoder.decode(data)


_encode = msgspec.msgpack.Encoder(order="deterministic").encode
_decoder = msgspec.msgpack.Decoder(Save)
