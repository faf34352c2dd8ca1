"""Events as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.dreamblade.catalogue import MINIATURES
from games.dreamblade.names import full_name, full_names, miniature_of
from games.dreamblade.rules.conquest import REASONS
from games.engine.contract.events import Plain, Seen, Values
from games.engine.contract.phrases import Phrase, Seat, say
from games.engine.contract.text import gettext_noop as _

Teller = Callable[[Values], Phrase]


def sentence(seen: Seen) -> Phrase:
    """An event in words; key and values choose the sentence."""
    return _SENTENCES[seen.key](seen.values)


def _value(name: str, value: Plain) -> int | str | Phrase:
    """What a sentence shows of a value: players and miniatures by name."""
    if name in ("seat", "by", "south", "north"):
        return Seat(int(str(value)))
    if name in ("figure", "target"):
        return full_name(str(value))
    if name == "figures" and isinstance(value, list):
        return _amounts(value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return value if isinstance(value, int) else str(value)


def _amounts(value: list[str]) -> str:
    """`thug 6` as “Iron Thug (thug) 6”."""
    parted = [str(one).partition(" ") for one in value]
    return ", ".join(full_name(name) + space + amount for name, space, amount in parted)


def _plain(template: str) -> Teller:
    """A sentence that is the same whatever the values."""
    return lambda values: say(template, **{name: _value(name, value) for name, value in values.items()})


def _by(name: str, sentences: Mapping[str, str], otherwise: str) -> Teller:
    """A sentence that one value chooses."""
    return lambda values: _plain(sentences.get(str(values[name]), otherwise))(values)


def _pool(values: Values) -> Phrase:
    codes = values["codes"]
    names = [MINIATURES[str(code)].name for code in codes] if isinstance(codes, list) else []
    told = _("The pool of {seat}: {names}.")
    return say(told, seat=Seat(int(str(values["seat"]))), names=", ".join(names))


def _mustered(values: Values) -> Phrase:
    names = [str(name) for name in values["figures"]] if isinstance(values["figures"], list) else []
    cost = sum(miniature_of(name).cost for name in names)
    told = _("The warband of {seat} ({count} miniatures, spawn cost {cost}): {figures}.")
    seat = Seat(int(str(values["seat"])))
    return say(told, seat=seat, count=len(names), cost=cost, figures=full_names(names))


def _initiative(values: Values) -> Phrase:
    told = _("Turn {turn}. Initiative {dice}: {seat} goes first.")
    skipping = _("Turn {turn}. Initiative {dice}: {seat} goes first, and the spawn phases are skipped.")
    return _plain(skipping if values["skips"] else told)(values)


def _pooled(values: Values) -> Phrase:
    told = _("{seat} has {points} spawn points.")
    if values["energy"]:
        told = _("{seat} has {points} spawn points, {bonus} of them bonus and {energy} from Energize.")
    elif values["bonus"]:
        told = _("{seat} has {points} spawn points, {bonus} of them bonus.")
    return _plain(told)(values)


def _destroyed(values: Values) -> Phrase:
    scored = _("{figure} is destroyed: a point for {by}, {bonus} bonus points for {seat}.")
    own = _("{figure} is destroyed: {bonus} bonus points for {seat}.")
    return _plain(scored if values["scores"] else own)(values)


def _added(values: Values) -> Phrase:
    """`Crit: 2 more damage.`"""
    amount, ability = int(str(values["amount"])), str(values["ability"]).title()
    told = _("{ability}: {amount} more damage.") if amount >= 0 else _("{ability}: {amount} less damage.")
    return say(told, ability=ability, amount=abs(amount))


def _claimed(values: Values) -> Phrase:
    cells = values["cells"] if isinstance(values["cells"], list) else []
    shown = [f"{cell} ({value})" for cell, _space, value in (str(one).partition(" ") for one in cells)]
    told = _("{seat} scores nothing.")
    if cells and values["destroyed"]:
        told = _("{seat} claims {cells} and has destroyed {destroyed}. Points: {points}.")
    elif cells:
        told = _("{seat} claims {cells}. Points: {points}.")
    elif values["destroyed"]:
        told = _("{seat} has destroyed {destroyed}. Points: {points}.")
    return _plain(told)({**values, "cells": shown})


def _ended(values: Values) -> Phrase:
    winners = values["winners"] if isinstance(values["winners"], list) else []
    why = say(REASONS[str(values["why"])])
    if len(winners) != 1:
        return say(_("{why} The match is a draw."), why=why)
    return say(_("{why} {seat} wins the match."), why=why, seat=Seat(int(winners[0])))


_SPAWNED = {"graveyard": _("{seat} spawns {figure} from the graveyard in {cell} for {cost}.")}
_MOVED = {"shift": _("{seat} shifts {figure} from {start} to {cell}.")}
_BANISHED = {
    "regenerate": _("{figure} regenerates: banished instead of destroyed."),
    "fade": _("{figure} fades away to the reserves."),
}
_SACRIFICED = {
    "detonate": _("{figure} detonates."),
    "bloodthirsty": _("{figure} finds no blood and is sacrificed."),
    "unique": _("{figure} is one too many and is sacrificed."),
}
_ATTACKED = {
    "False": _("{figure} ({ability}) attacks {target}. The dice: {faces}. Damage: {total}."),
    "True": _("{figure} ({ability}) attacks {target}. The dice: {faces}, but a Bodyguard protects it."),
}

_SENTENCES: Mapping[str, Teller] = {
    "sides": _plain(_("{south} plays South, {north} plays North.")),
    "pool": _pool,
    "mustered": _mustered,
    "initiative": _initiative,
    "pooled": _pooled,
    "spawned": _by("zone", _SPAWNED, _("{seat} spawns {figure} in {cell} for {cost}.")),
    "used": _plain(_("{seat} pays {points} for “{ability}” of {figure}.")),
    "phase": _plain(_("Action phase {number} of 2: {seat}.")),
    "moved": _by("ability", _MOVED, _("{figure} is moved from {start} to {cell} ({ability}).")),
    "struck": _plain(_("{seat} strikes in {cell} with {figures}.")),
    "rolled": _plain(_("The dice: {faces}.")),
    "rerolled": _plain(_("{figure} rolls {old} again: {new}.")),
    "bladed": _plain(_("Blade: “{ability}” of {figure}.")),
    "blades_lost": _plain(_("Blades left unused: {count}.")),
    "declined": _plain(_("{seat} leaves it unused.")),
    "added": _added,
    "totalled": _plain(_("{total} damage in {cell}.")),
    "dealt": _plain(_("{seat} assigns it: {figures}.")),
    "attacked": _by("lost", _ATTACKED, ""),
    "bombed": _plain(_("{figure} bursts: {amount} damage to {target}.")),
    "wailed": _plain(_("The wail: {one} and {other}. Creatures of cost {total} are banished.")),
    "deathblow": _plain(_("Deathblow of {figures} in {cell}. The dice: {faces}. Damage: {total}.")),
    "disrupted": _plain(_("{figure} is disrupted: {by} sends it from {start} to {cell}.")),
    "destroyed": _destroyed,
    "banished": _by("why", _BANISHED, _("{figure} is banished to the reserves.")),
    "sacrificed": _by("why", _SACRIFICED, _("{figure} is sacrificed.")),
    "purged": _plain(_("{figure} is purged from the reserves of {seat}.")),
    "returned": _plain(_("{figure} returns to the reserves of {seat}.")),
    "claimed": _claimed,
    "turn_won": _plain(_("{seat} wins turn {turn}, and has won {wins} so far.")),
    "turn_drawn": _plain(_("Nobody wins turn {turn}.")),
    "left": _plain(_("{seat} has left the match.")),
    "ended": _ended,
}


# What is told in one paragraph with the phase or the deed that led to it.
DETAILS = frozenset(
    {
        "spawned", "moved", "rolled", "rerolled", "bladed", "blades_lost", "declined", "added", "totalled",
        "dealt", "attacked", "bombed", "wailed", "deathblow", "disrupted", "destroyed", "banished",
        "sacrificed", "purged", "returned",
    }
)  # fmt: skip

# What a strike is about.
STAKES = frozenset({"disrupted", "destroyed", "banished", "sacrificed"})
