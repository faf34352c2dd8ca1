"""All names that a standing order may use in any match: Squads, models, cards, tokens, places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from games.edge.catalogue import CARDS, ENHANCEMENTS_PER_SQUAD, FACTIONS, SQUADS, Action, Card, SquadKind
from games.edge.catalogue.check import walk
from games.edge.catalogue.steps import AnyStep, Choose, May
from games.edge.geometry import JOINED
from games.edge.names import model_code, squad_code
from games.edge.rules.enhancements.charges import MOVED
from games.edge.rules.enhancements.charges import NAME as CHARGES
from games.engine.contract.text import key

SELECTORS = ("self", "attacker", "defender", "killed", "enemy:weakest", "enemy:nearest", "own:weakest")
_ANSWERS = ("ask", "none", "auto", "yes", "no", "all", "max")


# Squads, models and Enhancements.


def is_address(word: str) -> bool:
    """A Squad, model or Enhancement in full (`pilgrim/2`, `enh:pilgrim.1`) or in short (`PI2`).

    >>> [is_address(word) for word in ("pilgrim/2", "PI4", "GO2", "enh:pilgrim.2", "model:DS1b")]
    [True, True, True, True, True]
    >>> [is_address(word) for word in ("pilgrim/9", "PI5", "GO3", "pilgrim.3", "gorehound#3")]
    [False, False, False, False, False]
    """
    plain = word.lower()
    for prefix, kinds in _PREFIXES.items():
        if plain.startswith(prefix):
            return any(plain.removeprefix(prefix) in addresses(kind) for kind in kinds)
    return any(plain in addresses(kind) for kind in _KINDS)


def is_enhancement(word: str) -> bool:
    """`pilgrim.1`, `enh:PI.2`."""
    return word.lower().removeprefix("enh:") in addresses("enhancement")


_KINDS = ("squad", "model", "enhancement")
_PREFIXES = {"squad:": ("squad",), "model:": ("model",), "enh:": ("enhancement",)}


@cache
def addresses(kind: str) -> frozenset[str]:
    """All there can be of a kind, in small letters."""
    found = (word for squad in SQUADS.values() for one in _squads_of(squad) for word in _called(kind, one))
    return frozenset(word.lower() for word in found)


def _squads_of(squad: SquadKind) -> Iterator[str]:
    """Alone, or with a number where an army may have several."""
    yield squad.id
    yield from (f"{squad.id}#{number}" for number in range(1, squad.cards + 1) if squad.cards > 1)


def _called(kind: str, squad: str) -> Iterator[str]:
    name = squad.partition("#")[0]
    if kind == "squad":
        yield from (squad, squad_code(squad))
    elif kind == "model":
        for number in range(1, SQUADS[name].models + 1):
            yield from (f"{squad}/{number}", model_code(f"{squad}/{number}"))
    else:
        for slot in range(1, ENHANCEMENTS_PER_SQUAD + 1):
            yield from (f"{squad}.{slot}", f"{squad_code(squad)}.{slot}")


# What questions are named after.


@cache
def subjects() -> tuple[str, ...]:
    """Cards, Actions, Banners, Shrines, tokens."""
    return tuple(
        dict.fromkeys([*(name for names, _steps in _named_steps() for name in names), CHARGES, MOVED])
    )


@cache
def optional_subjects() -> tuple[str, ...]:
    """Those that do something which may be left out."""
    found = [names for names, steps in _named_steps() if any(isinstance(step, May) for step in steps)]
    return tuple(dict.fromkeys(name for names in found for name in names))


@cache
def _named_steps() -> tuple[tuple[tuple[str, ...], tuple[AnyStep, ...]], ...]:
    """Everything that acts: what it is called, and its steps."""
    return (
        *((_names(card.title, _halves(card)), _steps(_halves(card))) for card in CARDS.values()),
        *((_names("", [action]), _steps([action])) for action in _faction_actions()),
        *(
            ((kind,), tuple(step for act in token.acts for step in walk(act.do)))
            for faction in FACTIONS.values()
            for kind, token in faction.tokens.items()
        ),
    )


def _halves(card: Card) -> list[Action]:
    return [action for _half, action in card.actions]


def _names(title: str, actions: Iterable[Action]) -> tuple[str, ...]:
    return tuple(filter(None, [title, *(action.name for action in actions)]))


def _steps(actions: Iterable[Action]) -> tuple[AnyStep, ...]:
    return tuple(step for action in actions for step in walk(action.do))


def _faction_actions() -> Iterator[Action]:
    for faction in FACTIONS.values():
        yield from (*faction.banner.values(), *faction.shrine.values(), *faction.always, *faction.powers)


# What can be picked.


def can_be_chosen(word: str) -> bool:
    """A number, a selector, a thing, a place, or a branch of a card that lets one choose."""
    plain = key(word)
    if plain.isdigit() or plain in (*SELECTORS, *_ANSWERS) or is_address(plain):
        return True
    return plain in _other_names() or is_place(word)


def is_place(word: str) -> bool:
    """A Space, or hexes in it."""
    return word.upper() in JOINED.number or word.upper() in JOINED.placements


@cache
def _other_names() -> frozenset[str]:
    """Cards, modes, and the branches of cards that let one choose."""
    names = [name for card in CARDS.values() for name in (card.id, card.title)]
    names += [mode.name for squad in SQUADS.values() for mode in squad.modes]
    steps = (step for _names, steps in _named_steps() for step in steps)
    names += [name for step in steps if isinstance(step, Choose) for name in step.names]
    return frozenset(map(key, names))
