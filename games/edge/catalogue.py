"""EF-9: the content, read once from the files in `content/`: Squads, cards, Shrines, tokens, decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Literal, cast

import msgspec.yaml

Value = object  # numbers, texts, lists and mappings as YAML has them; effects/arguments.py reads them
Steps = list[dict[str, Value]]
Half = Literal["upper", "lower"]
HALVES: tuple[Half, Half] = ("upper", "lower")
ANY = "any"
X = "X"
FREE = "none"  # the cost of a passive Action that is always on


class Change(msgspec.Struct, frozen=True):
    """What it costs to leave a mode at the start of an activation."""

    allowed: bool
    cost: int = 0
    unit: str = "crystal"
    by_card: bool = False


class Mode(
    msgspec.Struct, frozen=True, rename={"name": "mode", "defence": "def", "defence_reroll": "def_reroll"}
):
    """ED-8.1: one side of a Squad card. None is "-": the attribute cannot be used."""

    name: str
    base: int
    ini: int | None
    att: int | None
    att_reroll: bool
    defence: int | None
    defence_reroll: bool
    mov: int | None
    through_obstacles: bool
    change: Change


class SquadKind(msgspec.Struct, frozen=True):
    """ED-1.2: a Squad card."""

    id: str
    name: str
    role: str
    cards: int  # how many of them there are
    models: int
    endurance: int
    modes: list[Mode]
    tag: str = "found"
    base_tag: str = "found"
    faction: str = ""

    def mode(self, name: str) -> Mode:
        """A side of the card by its name."""
        return next(mode for mode in self.modes if mode.name == name)

    @property
    def basic(self) -> str:
        """ED-4.7: the mode in which every Squad begins."""
        return self.modes[0].name

    @property
    def is_late(self) -> bool:
        """ED-4.22: it arrives by a card and skips deployment."""
        return self.role == "cavalry"


class Action(msgspec.Struct, frozen=True):
    """EF-2.1: one of the two Actions of a card; Banners and Shrines have the same shape."""

    name: str
    cost: int | str = 0  # Crystals; "X": as many as the player likes; "none": an always-on passive
    ch: int | str = 0  # Charges of this Enhancement, in place of Crystals
    pay: list[dict[str, int]] = []
    inst: int = 0
    passive: int = 0
    win: str = ""
    use: str = "card"
    mode: str | None = None
    where: dict[str, Value] | None = None
    alt_win: list[str] = []
    any_squad: int = 0
    side: str = ""
    concerns: str = ""  # EF-2.9: the part in the event that must be the own model's, if not the usual one
    also: list[str] = []
    setup: Steps = []
    do: Steps = []
    txt: str = ""
    m: str = ""
    base: int = 0
    tag: str = "found"

    @property
    def window(self) -> str:
        """EF-2.3: the moment it is for."""
        return self.win or ("open" if self.inst else "main")

    @property
    def windows(self) -> list[str]:
        """Every moment it is for."""
        return [self.window, *self.alt_win]

    @property
    def is_free_passive(self) -> bool:
        """Always on, as long as the card is attached."""
        return bool(self.passive) and self.cost == FREE


class Attach(msgspec.Struct, frozen=True):
    """ED-18.2: the price of attaching an Enhancement, and the Charges it arrives with."""

    cr: int = 1
    ch: int = 1
    setup: int = 0  # EF-7.3: attached in set-up, for nothing


class Card(msgspec.Struct, frozen=True, rename={"upper": "U", "lower": "L"}):
    """ED-17.1: an Action card. All its copies are alike."""

    id: str
    title: str
    copies: int
    upper: Action
    lower: Action
    type: str = "action"
    extra: bool = False
    squad: str = ANY
    attach: Attach = Attach()
    tag: str = "found"
    faction: str = ""

    def half(self, half: Half) -> Action:
        """The Upper or the Lower Action."""
        return self.upper if half == "upper" else self.lower

    @property
    def is_enhancement(self) -> bool:
        """ED-18.1."""
        return self.type == "enhancement"

    @property
    def actions(self) -> Iterator[tuple[Half, Action]]:
        """Both Actions with their names."""
        return ((half, self.half(half)) for half in HALVES)


class TokenKind(msgspec.Struct, frozen=True, rename={"lasting": "while", "acts": "at"}):
    """EF-2.1: what a token does while it lies there, when it acts, and how it leaves."""

    t: str
    limit: int = 0
    loc: str = ""
    lasting: Steps = []
    acts: list[dict[str, Value]] = []
    remove: dict[str, Value] | None = None
    tag: str = "found"
    txt: str = ""


class Deck(msgspec.Struct, frozen=True):
    """A ready-made army."""

    squads: list[str]
    deck: dict[str, int]
    tag: str = "found"


class Faction(msgspec.Struct, frozen=True):
    """Everything that belongs to one faction."""

    id: str
    name: str
    code: str
    squads: dict[str, SquadKind]
    tokens: dict[str, TokenKind]
    banner: dict[str, Action]
    shrine: dict[str, Action]
    cards: dict[str, Card]
    decks: dict[str, Deck]


Raw = dict[str, Value]


_CONTENT = resources.files("games.edge").joinpath("content")


def _load(name: str) -> Raw:
    source = _CONTENT.joinpath(name).read_text(encoding="utf-8")
    return cast(Raw, msgspec.yaml.decode(source))  # by libyaml where there is one: ten times as fast


def _rows(raw: Value) -> list[Raw]:
    return cast(list[Raw], raw or [])


def _mapping(raw: Value) -> Raw:
    return cast(Raw, raw)


_SHARED = _load("shared.yaml")
MACROS = {name: _mapping(row) for name, row in _mapping(_SHARED["macros"]).items()}


def _expanded(action: Value) -> Raw:
    """EF-9.2: the macro's keys, then the keys of the row."""
    row = _mapping(action)
    macro = row.get("m")
    return {**MACROS[macro], **row} if isinstance(macro, str) else row


def _card(row: Raw, faction: str) -> Card:
    whole = {**row, "U": _expanded(row["U"]), "L": _expanded(row["L"]), "faction": faction}
    return msgspec.convert(whole, Card)


def _tokens(rows: list[Raw]) -> dict[str, TokenKind]:
    """A row that only names a shared token takes over what that one does."""
    shared = {str(row["t"]): row for row in _rows(_SHARED["tokens"])}
    whole = [row if "loc" in row else {**row, **shared[str(row["t"])], "limit": row["limit"]} for row in rows]
    return {kind.t: kind for kind in (msgspec.convert(row, TokenKind) for row in whole)}


def _faction(name: str) -> Faction:
    raw = _load(name)
    about = _mapping(raw["faction"])
    faction = str(about["id"])
    squads = [msgspec.convert({**row, "faction": faction}, SquadKind) for row in _rows(raw["squads"])]
    cards = [_card(row, faction) for row in (*_rows(raw["cards"]), *_rows(raw["optional_cards"]))]
    return Faction(
        id=faction,
        name=str(about["name"]),
        code=str(about["code"]),
        squads={squad.id: squad for squad in squads},
        tokens=_tokens(_rows(raw["tokens"])),
        banner={
            kind: msgspec.convert(_expanded(row), Action) for kind, row in _mapping(raw["banner"]).items()
        },
        shrine={
            kind: msgspec.convert(_expanded(row), Action) for kind, row in _mapping(raw["shrine"]).items()
        },
        cards={card.id: card for card in cards},
        decks={kind: msgspec.convert(row, Deck) for kind, row in _mapping(raw["decks"]).items()},
    )


class Window(msgspec.Struct, frozen=True):
    """ED-19.5: a moment in which something may be done."""

    name: str
    when: str
    kind: str
    gap: bool = False
    side: str = ""
    alias_of: list[str] = []


class Die(msgspec.Struct, frozen=True):
    """ED-14.1."""

    faces: list[int]
    marked: list[int]
    cost: int


class Table(msgspec.Struct, frozen=True):
    """What a mode of play begins with."""

    players: list[int]
    squads_max: int
    deck: int
    neutral: int
    start_crystals: int
    harvest: int
    vp_payment: bool


_CONSTANTS = _mapping(_SHARED["constants"])
VP_TRACK_HALF = cast(int, _CONSTANTS["vp_track_half"])
HAND_LIMIT = cast(int, _CONSTANTS["hand_limit"])
SOURCES = cast(int, _CONSTANTS["crystal_sources"])
ENHANCEMENTS_PER_SQUAD = cast(int, _CONSTANTS["enhancements_per_squad"])
DICE: Mapping[str, Die] = {
    name: msgspec.convert(row, Die) for name, row in _mapping(_CONSTANTS["dice"]).items()
}
DUEL = msgspec.convert(_mapping(_CONSTANTS["modes"])["duel"], Table)
WINDOWS = {str(row["name"]): msgspec.convert(row, Window) for row in _rows(_SHARED["windows"])}
VERBS = frozenset(str(row["verb"]) for row in _rows(_SHARED["verbs"]))

_FILES = [resource.name for resource in _CONTENT.iterdir()]
FACTIONS: Mapping[str, Faction] = {
    str(row["id"]): _faction(str(row["file"])) for row in _rows(_SHARED["factions"]) if row["file"] in _FILES
}
SQUADS: Mapping[str, SquadKind] = {s.id: s for faction in FACTIONS.values() for s in faction.squads.values()}
CARDS: Mapping[str, Card] = {
    card.id: card for faction in FACTIONS.values() for card in faction.cards.values()
}
TOKENS: Mapping[str, Mapping[str, TokenKind]] = {faction.id: faction.tokens for faction in FACTIONS.values()}
STATS = ("INI", "ATT", "DEF", "MOV")
