"""Positions in a line of text, and a player who writes orders into them: the door that a mail uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.edge.catalogue import SQUADS
from games.edge.names import squad_ids
from games.edge.rules import victory
from games.edge.state import (
    ASIDE,
    DEAD,
    ON_BOARD,
    PLAY,
    UNDEPLOYED,
    Choices,
    Enhancement,
    Model,
    Player,
    Squad,
    State,
    Token,
    Turn,
)

SEAT_OF = {"chapter": 1, "demons": 2}
FILLERS = {"chapter": "CH16", "demons": "DE15"}
ABSENT = {"x": DEAD, "o": ASIDE, "-": UNDEPLOYED}


def state_of(
    text: str,
    *,
    turn: int = 1,
    pools: Sequence[int] = (5, 5),
    depleted: Sequence[int] = (0, 0),
    hands: Mapping[int, Sequence[str]] | None = None,
    decks: Mapping[int, Sequence[str]] | None = None,
    beside: Mapping[int, Sequence[str]] | None = None,
    enhancements: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    vp: int = 0,
    sources: Sequence[str] = ("B2", "B7", "D2", "D7"),
    shrines: Sequence[str] = ("A5", "E5", "K8", "K2"),
    variants: Mapping[int, tuple[str, str]] | None = None,
    seats: Mapping[str, int] | None = None,
    tokens: Sequence[Token] = (),
    dark: int = 0,
    **choices: Any,
) -> State:
    """`pilgrim:Run=0@B3.0,B3.1,x,- gorehound@C5.12`: kind, mode, Endurance, and where each model stands.

    A model is on a placement, dead (x), set aside (o) or not deployed (-). Chapter is seat 1, Demons seat 2;
    if another faction takes part, the one that is named first is seat 1.
    Where a player has no Squad, one far from everything is put on the board, so that nobody has lost yet.
    """
    rows = [_row(row) for row in text.split()]
    places = _seats(rows, seats or {})
    players = [_player(seat, faction) for faction, seat in sorted(places.items(), key=lambda pair: pair[1])]
    for player in players:
        own = [row for row in rows if SQUADS[row[0]].faction == player.faction]
        ids = squad_ids(row[0] for row in own)
        player.squads = [_squad(name, player.seat, *row) for name, row in zip(ids, own, strict=True)]
        player.pool, player.depleted = _given(pools, player.seat, 5), _given(depleted, player.seat, 0)
        player.hand = list((hands or {}).get(player.seat, ()))
        player.beside = list((beside or {}).get(player.seat, ()))
        filler = FILLERS.get(player.faction) or next(iter(player.content.cards))
        player.deck = list((decks or {}).get(player.seat, [filler] * 12))
        player.shrine_at = shrines[player.seat - 1] if shrines else ""
        player.banner, player.shrine = (variants or {}).get(player.seat, ("std", "std"))
    state = State(choices=Choices(**choices), players=players, turn=Turn(seat=turn, number=5))
    state.stage, state.first, state.countering = PLAY, 1, 1
    state.sources, state.vp = list(sources), vp
    victory.lay_out(state)
    state.tokens = list(tokens)
    held = sum(player.pool + player.depleted for player in players)
    state.neutral_crystals, state.neutral_charges = state.format.neutral - held, state.format.neutral
    for player in players:
        player.dark_points = dark
    for squad, cards in (enhancements or {}).items():
        for card, charges in cards:
            state.squad(squad).enhancements.append(Enhancement(card, charges))
            state.neutral_charges -= charges
    return state


def _given(numbers: Sequence[int], seat: int, usual: int) -> int:
    return numbers[seat - 1] if seat <= len(numbers) else usual


def _seats(rows: Sequence[tuple[str, str, int | None, list[str]]], said: Mapping[str, int]) -> dict[str, int]:
    """As said; with other factions in play, in the order in which they are named."""
    named = list(dict.fromkeys(SQUADS[row[0]].faction for row in rows))
    if set(named) <= set(SEAT_OF):
        return {**SEAT_OF, **said}
    return {faction: seat for seat, faction in enumerate(named, 1)}


def _player(seat: int, faction: str) -> Player:
    return Player(seat=seat, faction=faction)


def _row(row: str) -> tuple[str, str, int | None, list[str]]:
    name, _, where = row.partition("@")
    name, _, endurance = name.partition("=")
    kind, _, mode = name.partition(":")
    return kind, mode or SQUADS[kind].basic, int(endurance) if endurance else None, where.split(",")


def _squad(name: str, seat: int, kind: str, mode: str, endurance: int | None, where: list[str]) -> Squad:
    card = SQUADS[kind]
    places = [*where, *["-"] * (card.models - len(where))]
    models = [_model(f"{name}/{number}", name, place) for number, place in enumerate(places, 1)]
    tokens = card.endurance if endurance is None else endurance
    return Squad(id=name, kind=kind, seat=seat, mode=mode, endurance=tokens, models=models)


def _model(name: str, squad: str, place: str) -> Model:
    if place in ABSENT:
        return Model(name, squad, ABSENT[place])
    return Model(name, squad, ON_BOARD, place)
