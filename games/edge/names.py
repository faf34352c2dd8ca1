"""ED-1.10 and ED-17.9: how Squads, models and cards are addressed, in full and in short."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from itertools import takewhile
from typing import TypeVar

from games.edge.catalogue import CARDS, FACTIONS, SQUADS
from games.edge.state import Player, Squad
from games.engine.contract.text import key
from games.engine.contract.tree import Branch, Node

T = TypeVar("T")


def squad_ids(kinds: Iterable[str]) -> list[str]:
    """The addresses of an army's Squads: numbered where several share a name.

    >>> squad_ids(["ranger", "gorehound", "gorehound"])
    ['ranger', 'gorehound#1', 'gorehound#2']
    """
    listed = list(kinds)
    found: list[str] = []
    for at, kind in enumerate(listed):
        number = listed[: at + 1].count(kind)
        found.append(f"{kind}#{number}" if listed.count(kind) > 1 else kind)
    return found


@cache
def squad_code(squad: str) -> str:
    """The short form of a Squad, printed beside its figures.

    >>> [squad_code(name) for name in ("pilgrim", "angel_of_death", "gorehound#2", "source_blade")]
    ['PI', 'AD', 'GO2', 'SBL']
    """
    kind, _, number = squad.partition("#")
    return _code(kind) + number


@cache
def _code(kind: str) -> str:
    """No two Squads have the same, since any two factions may meet."""
    words = [word for word in SQUADS[kind].name.split() if word != "of"]
    letters, rest = "".join(word[0] for word in words), words[-1][1:]
    if len(words) == 1:
        letters, rest = words[0][:2], words[0][2:]
    taken = {_code(other) for other in takewhile(lambda other: other != kind, SQUADS)}
    codes = (f"{letters}{rest[:more]}".upper() for more in range(len(rest) + 1))
    return next(code for code in codes if code not in taken)


@cache
def model_code(model: str) -> str:
    """The short form of a model: the Squad's, and its number or letter where the Squad has several.

    >>> model_code("pilgrim/3"), model_code("gorehound#2/1"), model_code("dark_scholar#1/2")
    ('PI3', 'GO2', 'DS1b')
    """
    squad, _, number = model.rpartition("/")
    kind, _, numbered = squad.partition("#")
    if SQUADS[kind].models == 1:
        return squad_code(squad)
    return squad_code(squad) + ("abcd"[int(number) - 1] if numbered else number)


def squad_name(squad: str) -> str:
    """A Squad as people say it: "Holy Knight 2"."""
    kind, _, number = squad.partition("#")
    return f"{SQUADS[kind].name} {number}".strip()


def model_title(model: str) -> str:
    """A model as people say it: "Pilgrim/3"."""
    squad, _, number = model.rpartition("/")
    kind, _, _ = squad.partition("#")
    which = "" if SQUADS[kind].models == 1 else f"/{number}"
    return f"{squad_name(squad)}{which}"


def model_name(model: str) -> str:
    """The same with its short form: "Pilgrim/3 (PI3)"."""
    return f"{model_title(model)} ({model_code(model)})"


def spoken(word: str) -> str:
    """A word of an answer as people write it: short forms, and cards by their titles.

    >>> [spoken(word) for word in ("holy_knight#1/1", "pilgrim.2", "CH16", "C5.3", "ranger/1>B4.16")]
    ['HK1', 'PI.2', 'Shoot', 'C5.3', 'RA1>B4.16']
    """
    return CARDS[word].title if word in CARDS else ">".join(map(_short, word.split(">")))


def _short(word: str) -> str:
    """A model, a Squad or a slot of one; anything else stays as it is."""
    kind = re.match(r"[a-z_]+", word)
    if kind is None or kind[0] not in SQUADS:
        return word
    squad, dot, slot = word.partition(".")
    return (model_code(squad) if "/" in squad else squad_code(squad)) + dot + slot


def scopes_of(model: str) -> tuple[str, ...]:
    """What a standing order for one model or Squad may call it, the most special first.

    >>> scopes_of("gorehound#2/1")
    ('gorehound#2/1', 'GO2', 'gorehound#2', 'GO2', 'gorehound')
    """
    squad = model.rpartition("/")[0]
    return model, model_code(model), squad, squad_code(squad), squad.partition("#")[0]


def model_branch(model: str, grow: Callable[[], Node[T]], also: tuple[str, ...] = ()) -> Branch[T]:
    """A model among the options: its address, and what else it may be called."""
    return Branch(model, grow, model_name(model), (*model_names(model), *also))


def model_names(model: str) -> tuple[str, ...]:
    """The short form of a model, what a selector calls it, and how people say it.

    >>> model_names("pilgrim/3")
    ('PI3', 'model:pilgrim/3', 'Pilgrim 3')
    """
    return (model_code(model), f"model:{model}", *_counted(model), *_other_name(model.rpartition("/")[0]))


def _counted(model: str) -> tuple[str, ...]:
    """ "Pilgrim 3", as people say it; of a Squad that has a number itself this would be another Squad."""
    squad, _, number = model.rpartition("/")
    kind, _, numbered = squad.partition("#")
    return () if numbered or SQUADS[kind].models == 1 else (f"{SQUADS[kind].name} {number}",)


def squad_branch(squad: str, grow: Callable[[], Node[T]], also: tuple[str, ...] = ()) -> Branch[T]:
    """A Squad among the options."""
    own = (squad_code(squad), f"squad:{squad}", *_other_name(squad))
    return Branch(squad, grow, squad_name(squad), (*own, *also))


def _other_name(squad: str) -> tuple[str, ...]:
    """The name on the card where it says more than the address: "Uulsot the Keeper" is `uulsot`."""
    kind, _, number = squad.partition("#")
    is_alone = SQUADS[kind].models == 1 and not number
    return (SQUADS[kind].name,) if is_alone and key(SQUADS[kind].name) != kind.replace("_", " ") else ()


def card_branch(card: str, grow: Callable[[], Node[T]]) -> Branch[T]:
    """A card among the options: its id, its title."""
    return Branch(card, grow, CARDS[card].title, (CARDS[card].title,))


def player_branch(player: Player, grow: Callable[[], Node[T]]) -> Branch[T]:
    """A player among the options, by the faction: no two have the same (ED-4.5)."""
    name = FACTIONS[player.faction].name
    return Branch(player.faction, grow, name, (FACTIONS[player.faction].code, f"seat {player.seat}"))


def enhancement_branch(name: str, card: str, grow: Callable[[], Node[T]]) -> Branch[T]:
    """An attached Enhancement: `pilgrim.1`, or what selectors call it."""
    squad, _, slot = name.rpartition(".")
    label = f"{CARDS[card].title} ({squad_name(squad)})"
    return Branch(name, grow, label, (f"{squad_code(squad)}.{slot}", f"enh:{name}"))


def enhancement_names(squads: Iterable[Squad]) -> list[tuple[str, str]]:
    """The addresses of the Enhancements of these Squads, with their cards."""
    return [(f"{s.id}.{slot}", e.card) for s in squads for slot, e in enumerate(s.enhancements, 1)]
