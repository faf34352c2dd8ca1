"""SS-1: the components, read from the data files in `content/`."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from games.engine.contract.content import ContentFile


class Faction(msgspec.Struct, frozen=True):
    """SS-1.1: faction, colour and symbol are one thing in three forms."""

    code: str
    name: str
    colour: str
    theme: str


class Mercenary(msgspec.Struct, frozen=True):
    """SS-1.2: what all copies of a card have in common."""

    id: str
    faction: str
    level: int
    copies: int
    name: str
    text: str
    rule: str
    duration: list[str]
    name_pl: str | None = None


class Crystal(msgspec.Struct, frozen=True):
    """SS-1.3: nothing here is derived from anything else; scoring works for any table of tokens (SS-1.12)."""

    id: str
    colour: str
    type: str
    cost: int
    vp: int
    symbol: str | None
    cave_in: bool


class Half(msgspec.Struct, frozen=True):
    """SS-1.4: one of the two Artifacts on a card."""

    id: str
    half: str
    name: str
    kind: str
    rule: str
    text: str


class ArtifactCard(msgspec.Struct, frozen=True):
    """SS-1.4: one cost, two halves."""

    id: str
    cost: int
    halves: list[Half]


class _Mercenaries(msgspec.Struct):
    factions: list[Faction]
    mercenaries: list[Mercenary]


class _Crystals(msgspec.Struct):
    tokens: list[Crystal]


class _Artifacts(msgspec.Struct):
    artifacts: list[ArtifactCard]


T = TypeVar("T")


def _content(name: str, kind: type[T]) -> T:
    return ContentFile.of("games.scrappers", name).read(kind)


_mercenaries = _content("mercenaries.yaml", _Mercenaries)

FACTIONS = {faction.code: faction for faction in _mercenaries.factions}
COLOURS = {faction.code: faction.colour for faction in _mercenaries.factions}
FACTION_OF = {faction.colour: faction.code for faction in _mercenaries.factions}
MERCENARIES = {mercenary.id: mercenary for mercenary in _mercenaries.mercenaries}
CRYSTALS = {crystal.id: crystal for crystal in _content("crystals.yaml", _Crystals).tokens}
ARTIFACTS = {card.id: card for card in _content("artifacts.yaml", _Artifacts).artifacts}
HALVES = {half.id: half for card in ARTIFACTS.values() for half in card.halves}

# A card in play is "MET2#3": its type and its copy.
CARDS = {
    f"{mercenary.id}#{copy}": mercenary
    for mercenary in MERCENARIES.values()
    for copy in range(1, mercenary.copies + 1)
}
LEVEL = {card: mercenary.level for card, mercenary in CARDS.items()}
COLOUR = {card: COLOURS[mercenary.faction] for card, mercenary in CARDS.items()}
TYPE = {card: mercenary.id for card, mercenary in CARDS.items()}

LEVELS = (1, 2, 3, 4)
COSTS = (1, 3, 6, 10)
CAPACITY = (4, 3, 2, 1)  # SS-1.7: of the rows of Docks and Mine
END_OF_TRACK = {2: 7, 3: 8, 4: 9}  # SS-14.2
HAND_LIMIT = 7  # SS-13.1
BASE_LIMIT = 7  # SS-12.2
COLONEL_LEVELS = 6  # SS-16.4, SS-D10: the digit is lost in the source
STALL_ROUNDS = 10  # SS-14.7
FIRST_GAME = ("TER", "HYD", "MET", "MIN")  # SS-2.2


CARD_ORDER = {card: (LEVEL[card], card) for card in CARDS}
CRYSTAL_ORDER = {crystal.id: (crystal.cost, crystal.id) for crystal in CRYSTALS.values()}


def card_order(card: str) -> tuple[int, str]:
    """Cards are listed by level, then by id."""
    return CARD_ORDER[card]


def crystal_order(crystal: str) -> tuple[int, str]:
    """Crystals are listed by cost, then by id."""
    return CRYSTAL_ORDER[crystal]
