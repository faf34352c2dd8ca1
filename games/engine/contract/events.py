"""What happened: a key, values for all, further values for some; and the chain that pins the order of it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping

import msgspec

from games.engine.contract.decisions import SeatId

Plain = int | str | bool | None | list[str]
Values = dict[str, Plain]

# Events of the table itself, the same in every game; Engine.tell has their sentences.
TOOK_BACK = "took_back"
REWOUND = "rewound"
STANDING_USED = "standing_used"
TOO_LATE = "too_late"
UNSEALED = "unsealed"
STEP_UNDONE = "step_undone"
# What hosts and people do to a match: in the same chain, so that nothing is done behind anybody's back.
LATE = "late"
PAUSED = "paused"
RESUMED = "resumed"
EXTENDED = "extended"
TAKEN_OVER = "taken_over"
LOOKED = "looked"
AGREED = "agreed"
ABSENT = "absent"
BACK = "back"
# What a rewind does not undo: people did it, not the rules.
LASTING = frozenset({PAUSED, RESUMED, TAKEN_OVER, LOOKED, REWOUND, ABSENT, BACK})

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Seen(msgspec.Struct, frozen=True):
    """An event as one reader may know it."""

    key: str
    values: Values


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Built once, shown differently: `own` adds values per seat, `only` hides that it happened at all."""

    key: str
    values: Values = {}
    own: dict[SeatId, Values] = {}
    only: tuple[SeatId, ...] | None = None
    turn: int = 0  # in which it was told

    def seen_by(self, seat: SeatId | None) -> Seen | None:
        """Built up from nothing: values for all, then what else this seat may know."""
        if self.only is not None and seat not in self.only:
            return None
        more = self.own.get(seat, {}) if seat is not None else {}
        return Seen(self.key, {**self.values, **more})


def seen_by(events: Iterable[Event], seat: SeatId | None) -> list[Seen]:
    """The story for one reader. Its numbers have no gaps where something hidden happened."""
    return [seen for event in events if (seen := event.seen_by(seat)) is not None]


class Chain(msgspec.Struct, frozen=True, omit_defaults=True):
    """The head of the hash chain. Hidden events wait for the next public one: a link would betray them."""

    head: bytes = b""
    links: int = 0
    waiting: tuple[Event, ...] = ()


class Link(msgspec.Struct, frozen=True):
    """What is published with a public event; `rest` can be checked when the seed is revealed."""

    public: Seen
    rest: bytes
    head: bytes


def extend(chain: Chain, event: Event, key: bytes) -> tuple[Chain, Link | None]:
    """The chain after an event. `key` salts what is hidden: the bare hash of a card could be guessed."""
    if event.only is not None:
        return Chain(chain.head, chain.links, (*chain.waiting, event)), None
    public = Seen(event.key, event.values)
    rest = hide((*chain.waiting, event), key, chain.links)
    head = hashlib.sha256(chain.head + _encode(public) + rest).digest()
    return Chain(head, chain.links + 1), Link(public, rest, head)


def hide(events: tuple[Event, ...], key: bytes, number: int) -> bytes:
    """A salted hash of what these events told to some only."""
    salt = hmac.digest(key, b"event" + number.to_bytes(8, "big"), "sha256")
    return hmac.digest(salt, _encode([_secret(event) for event in events]), "sha256")


def _secret(event: Event) -> tuple[object, ...]:
    own = sorted(event.own.items())
    return (own,) if event.only is None else (own, event.key, event.values, event.only)


class BrokenChain(Exception):
    """The story on record is not the one that was told."""


def verify(events: Iterable[Event], links: Iterable[Link], key: bytes) -> Chain:
    """Tell the whole story again, with the revealed seed, and compare every link."""
    chain = Chain()
    told = iter(links)
    for event in events:
        chain, link = extend(chain, event, key)
        if link is not None and link != next(told, None):
            raise BrokenChain(f"event {chain.links} ({event.key}) is not what was told")
    if next(told, None) is not None:
        raise BrokenChain(f"the record ends after {chain.links} events")
    return chain


def told(
    key: str,
    own: Mapping[SeatId, Values] | None,
    only: Iterable[SeatId] | None,
    values: Values,
    turn: int = 0,
) -> Event:
    """An event from what a rule says; values are copied: later changes of the state must not reach it."""
    return Event(
        key,
        _copied(values),
        {seat: _copied(more) for seat, more in (own or {}).items()},
        None if only is None else tuple(only),
        turn,
    )


def _copied(values: Values) -> Values:
    return {name: list(value) if isinstance(value, list) else value for name, value in values.items()}
