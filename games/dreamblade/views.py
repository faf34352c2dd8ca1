"""What one seat may know: nothing is hidden in this game, so all see the same (DB-5.3)."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from games.dreamblade.geometry import CELLS
from games.dreamblade.rules.attacks import damage_so_far
from games.dreamblade.rules.conquest import claims
from games.dreamblade.rules.prices import Market, hindrance, is_available
from games.dreamblade.rules.spawn import energized
from games.dreamblade.state import (
    INITIATIVE,
    OVER,
    SPAWNS,
    WARBANDS,
    Combat,
    Figure,
    Player,
    SeatId,
    State,
)
from games.dreamblade.statistics import statistics


class FigureView(TypedDict):
    """One miniature, with its statistics as they are now; locations have none."""

    id: str
    code: str
    name: str
    seat: SeatId
    at: str
    is_creature: bool
    cost: int
    damage: NotRequired[int]
    power: NotRequired[int]
    defense: NotRequired[int]
    life: NotRequired[int]
    engaged: NotRequired[bool]
    dying: NotRequired[bool]
    price: NotRequired[int]  # to spawn it now
    spawnable: NotRequired[bool]  # in the spawn phase of its owner: nothing speaks against it


class PlayerView(TypedDict):
    """One player."""

    seat: SeatId
    side: str
    wins: int
    points: int
    score: int  # conquest points if the turn ended now: of what was destroyed, and of cells
    held: dict[str, int]  # scoring cells claimed as things stand
    bonus: int
    energy: int
    gone: bool
    pool: list[str]


class CombatView(TypedDict):
    """The running combat."""

    cell: str
    seat: SeatId
    attackers: list[str]
    faces: list[str]
    blades: int
    bonus: int
    total: int  # damage so far


class DreambladeView(TypedDict):
    """The whole match."""

    seat: SeatId | None
    stage: str
    turn: int
    max_turns: int
    step: int
    first: SeatId
    active: SeatId
    dice: list[int]
    skips: bool
    spawn_points: int
    mode: str
    moved: list[str]
    fought: list[str]
    contested: list[str]
    players: list[PlayerView]
    figures: list[FigureView]
    combat: CombatView | None
    winners: list[SeatId]


def view(state: State, seat: SeatId | None) -> DreambladeView:
    """All of it, for everybody."""
    turn = state.turn
    markets = {player.seat: Market(state, player.seat) for player in state.players}
    return {
        "seat": seat,
        "stage": state.stage,
        "turn": turn.number,
        "max_turns": state.choices.max_turns,
        "step": turn.step,
        "first": turn.first,
        "active": state.active,
        "dice": list(turn.dice),
        "skips": turn.skips,
        "spawn_points": turn.pool,
        "mode": turn.mode,
        "moved": list(turn.moved),
        "fought": list(turn.fought),
        "contested": [cell for cell in CELLS if state.is_contested(cell)],
        "players": [_player(state, player) for player in state.players],
        "figures": [_figure(state, f, markets[f.seat]) for f in state.figures.values()],
        "combat": _combat(state.combat) if state.combat is not None else None,
        "winners": list(state.winners),
    }


def _player(state: State, player: Player) -> PlayerView:
    seat, held = player.seat, claims(state, player.seat)
    is_counted = state.stage == OVER or state.turn.step == INITIATIVE  # the cells are in the points already
    return {
        "seat": seat,
        "side": state.side(seat),
        "wins": player.wins,
        "points": player.points,
        "score": player.points + (0 if is_counted else sum(held.values())),
        "held": held,
        "bonus": player.bonus,
        "energy": energized(state, seat),
        "gone": player.gone,
        "pool": list(player.pool),
    }


def _figure(state: State, figure: Figure, market: Market) -> FigureView:
    miniature = figure.miniature
    shown: FigureView = {
        "id": figure.id,
        "code": figure.kind,
        "name": miniature.name,
        "seat": figure.seat,
        "at": figure.at,
        "is_creature": miniature.is_creature,
        "cost": miniature.cost,
    }
    if miniature.is_creature:
        now = statistics(state, figure)
        shown["power"], shown["defense"], shown["life"] = now
    if miniature.is_creature and figure.is_on_map:
        shown["damage"], shown["engaged"] = figure.damage, state.is_engaged(figure)
        shown["dying"] = figure.id in state.dying
    if is_available(figure) and state.stage not in (WARBANDS, OVER):
        shown["price"] = market.price(figure)
        if state.turn.step in SPAWNS and figure.seat == state.active:
            shown["spawnable"] = hindrance(state, figure, market) is None
    return shown


def _combat(combat: Combat) -> CombatView:
    return {
        "cell": combat.cell,
        "seat": combat.seat,
        "attackers": list(combat.attackers),
        "faces": list(combat.faces),
        "blades": combat.blades,
        "bonus": combat.bonus,
        "total": damage_so_far(combat),
    }
