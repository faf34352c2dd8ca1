"""The values of events as people say them."""

from __future__ import annotations

from collections.abc import Callable

from games.edge.catalogue import CARDS
from games.edge.names import model_name, squad_name
from games.engine.contract.events import Plain, Values
from games.engine.contract.phrases import Phrase, Seat, say

Sentence = Callable[[Values], Phrase]


def who(values: Values, name: str = "seat") -> Seat:
    """A player."""
    return Seat(int(str(values[name])))


def number(values: Values, name: str = "count") -> int:
    """A number."""
    return int(str(values[name]))


def listed(value: Plain) -> list[str]:
    """A list, or nothing."""
    return list(value) if isinstance(value, list) else []


def thing(name: str) -> str:
    """A model, a Squad, an Enhancement or a Space."""
    if "/" in name:
        return model_name(name)
    squad, _, slot = name.rpartition(".")
    if slot.isdigit() and squad[:1].islower():
        return f"{squad_name(squad)}, {slot}"
    return squad_name(name) if name.partition("#")[0].islower() else name


def things(value: Plain) -> str:
    """Several of them."""
    return ", ".join(thing(name) for name in listed(value))


def model(values: Values, name: str = "model") -> str:
    """A model."""
    return model_name(str(values[name]))


def squad(values: Values, name: str = "squad") -> str:
    """A Squad."""
    return squad_name(str(values[name]))


def card(values: Values, name: str = "card") -> str:
    """A card by its title."""
    return f"“{CARDS[str(values[name])].title}”"


def plain(template: str) -> Sentence:
    """A sentence about a player."""
    return lambda values: say(template, seat=who(values))


def counted(one: str, several: str) -> Sentence:
    """A sentence about a player and a number; one of a thing has words of its own."""
    return lambda values: say(one if number(values) == 1 else several, seat=who(values), count=number(values))
