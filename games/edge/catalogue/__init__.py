"""EF-9: the content, read once from the files in `content/`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

import msgspec

from games.edge.catalogue.kinds import (
    ANY,
    FREE,
    HALVES,
    Action,
    Card,
    Deck,
    Die,
    Faction,
    Half,
    Mode,
    ModeChange,
    PlayMode,
    SquadKind,
    TokenKind,
    Window,
    X,
)
from games.edge.catalogue.mistakes import Source
from games.edge.catalogue.read import FactionBook, Shared
from games.edge.catalogue.steps import Steps
from games.edge.catalogue.values import STATS

__all__ = [
    "ANY", "CARDS", "DICE", "DUEL", "ENHANCEMENTS_PER_SQUAD", "FACTIONS", "FREE", "HALVES", "MACROS",
    "SOURCES", "SQUADS", "STATS", "TOKENS", "VP_TOKENS", "VP_TRACK_HALF", "WINDOWS", "Action", "Card",
    "Deck", "Die", "Faction", "Half", "Mode", "ModeChange", "PlayMode", "SquadKind", "Steps", "TokenKind",
    "Window", "X", "play_mode",
]  # fmt: skip

_FOLDER = resources.files("games.edge").joinpath("content")


def _source(name: str) -> Source:
    return Source(name, _FOLDER.joinpath(name).read_text(encoding="utf-8"))


class Constants(msgspec.Struct, frozen=True):
    """ED-2: quantities."""

    vp_track_half: int
    vp_tokens_per_player: int
    crystal_sources: int
    enhancements_per_squad: int
    modes: dict[str, PlayMode]
    dice: dict[str, Die]


_SHARED = Shared(_source("shared.yaml"))
_CONSTANTS = _SHARED.convert(_SHARED.part("constants"), Constants, ("constants",))
VP_TRACK_HALF = _CONSTANTS.vp_track_half
SOURCES = _CONSTANTS.crystal_sources
ENHANCEMENTS_PER_SQUAD = _CONSTANTS.enhancements_per_squad
DICE: Mapping[str, Die] = _CONSTANTS.dice
VP_TOKENS = _CONSTANTS.vp_tokens_per_player
_MODES = {(mode.players, mode.teams): mode for mode in _CONSTANTS.modes.values()}
DUEL = _CONSTANTS.modes["duel"]
WINDOWS = _SHARED.windows
MACROS = _SHARED.macros


def play_mode(players: int, teams: bool = False) -> PlayMode:
    """ED-24.1: the mode of a match with so many players, each alone or in two teams."""
    return _MODES[players, teams]


_FILES = [resource.name for resource in _FOLDER.iterdir()]
FACTIONS: Mapping[str, Faction] = {
    row.id: FactionBook(_source(row.file), _SHARED).faction()
    for row in _SHARED.factions
    if row.file in _FILES
}
SQUADS: Mapping[str, SquadKind] = {s.id: s for faction in FACTIONS.values() for s in faction.squads.values()}
CARDS: Mapping[str, Card] = {
    card.id: card for faction in FACTIONS.values() for card in faction.cards.values()
}
TOKENS: Mapping[str, Mapping[str, TokenKind]] = {faction.id: faction.tokens for faction in FACTIONS.values()}
