"""A finished match checked from its record: no rule is run, nothing is believed."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from games.engine import dice, events
from games.engine.dice import Roll
from games.engine.events import Event, Link
from games.engine.save import decode_save
from games.models import Match


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
    rolls = [msgspec.msgpack.decode(bytes(row.data), type=Roll) for row in match.roll_rows.all()]
    rows = list(match.event_rows.all())
    told = [msgspec.msgpack.decode(bytes(row.data), type=Event) for row in rows]
    links = [msgspec.msgpack.decode(bytes(row.link), type=Link) for row in rows if row.link is not None]
    checked = dice.verify(seeds, match.commitment, rolls)
    events.verify(told, links, seeds.server)
    return Verified(checked, len(told))
