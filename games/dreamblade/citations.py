"""Which rule stands behind what a player is told: refusals by their sentence, events by their key."""

from __future__ import annotations

from collections.abc import Mapping

RULES_BEHIND: Mapping[str, str] = {
    # Action phases.
    "you shift or strike in an action phase, never both": "DB-8.1",
    "you have no unengaged creature that could move": "DB-8.2",
    "there is no contested cell in which you could fight in this phase": "DB-9.1",
    "miniatures can be spawned only in your spawn phase": "DB-6.1",
    "{figure} has no cell to move to": "DB-8.3",
    "{figure} is not yours": "DB-8.2",
    "{figure} is not a creature on the map": "DB-8.2",
    "{figure} has moved in this phase": "DB-8.2",
    "{figure} is engaged and cannot shift": "DB-8.2",
    "{figure} cannot move to {cell}: one step, not diagonally": "DB-8.2",
    "{figure} is a Defender and does not shift to enemies in {cell}": "DB-8.4",
    "{cell} is not contested": "DB-9.1",
    "there has already been a combat in {cell} in this phase": "DB-9.2",
    # Damage.
    "all {total} damage must be dealt, and this is {sum}": "DB-9.16",
    "{target} is protected: the Bodyguard {guard} must have {need} first": "DB-9.16",
    "{cell} is your own portal": "DB-9.26",
    "{cell} is not empty": "DB-9.26",
    # Spawning.
    "in the first turn you can spawn only in your portal": "DB-6.6",
    "a location needs a creature of yours in its cell, and there is none in {cell}": "DB-7.10",
    "there is a location in {cell} already": "DB-7.10",
    "{cell} is not in your spawn row": "DB-7.7",
    "you had a creature in {cell} when this phase began": "DB-7.8",
    "you already have four creatures in {cell}": "DB-7.8",
    "you have no miniature in column {column}, as {cell} needs": "DB-7.8",
    "{figure} is not in your reserves": "DB-7.4",
    "{figure} costs {cost}, and you have {points} spawn points": "DB-7.5",
    "there is no cell in which {figure} may be spawned now": "DB-7.7",
    "you can spawn nothing with {points} points": "DB-7.4",
    "you have no spawn ability that you can use and afford now": "DB-7.12",
    "write “done” first: your spawn phase is not over": "DB-6.1",
    # Warbands.
    "a warband has at most {most} miniatures, this one has {count}": "DB-5.1",
    "a warband needs a creature": "DB-5.1",
    "you may have at most {most} of {miniature}, not {count}": "DB-5.2",
    "of {miniature} you may have {most}; there is room for {room}": "DB-5.2",
    "{miniature} is not in your pool": "DB-5.4",
    "the warband is full without {miniature}": "DB-5.1",
    # Events.
    "initiative": "DB-6.3",
    "spawned": "DB-7.4",
    "used": "DB-7.12",
    "phase": "DB-8.1",
    "struck": "DB-9.4",
    "rolled": "DB-9.6",
    "bladed": "DB-9.7",
    "blades_lost": "DB-9.9",
    "totalled": "DB-9.15",
    "dealt": "DB-9.16",
    "deathblow": "DB-9.30",
    "disrupted": "DB-9.26",
    "destroyed": "DB-9.31",
    "banished": "DB-4.5",
    "sacrificed": "DB-4.4",
    "claimed": "DB-12.1",
    "turn_won": "DB-12.3",
    "turn_drawn": "DB-12.3",
    "ended": "DB-12.4",
}
