"""SS-3: what one seat may know, built up from nothing."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from games.scrappers.catalogue import card_order, crystal_order
from games.scrappers.rules.collect import current_cost as artifact_cost
from games.scrappers.rules.mine import current_cost as mining_cost
from games.scrappers.rules.scoring import score
from games.scrappers.state import Player, SeatId, State


class PlayerView(TypedDict):
    """What one player has. Hidden lists appear for their owner, and for everyone at the end."""

    seat: SeatId
    command: str
    base: list[str]
    artifacts: list[str]
    totems: list[str]
    hand_count: int
    crystal_count: int
    subjugated_count: int
    gone: bool
    hand: NotRequired[list[str]]
    crystals: NotRequired[list[str]]
    subjugated: NotRequired[list[str]]
    score: NotRequired[dict[str, int]]


class TurnView(TypedDict):
    """The current turn: public except for which hand cards were painted."""

    seat: SeatId
    actions: list[str]
    raided: bool
    leader_used: bool
    extra_mines: int
    played: list[str]
    activated: list[str]
    effects: list[str]
    bought: list[str]
    acting: bool
    tinted: dict[str, str]
    dug: dict[str, int]
    painted_count: int
    painted: NotRequired[dict[str, str]]


class ScrappersView(TypedDict):
    """The whole table as one seat sees it."""

    seat: SeatId | None
    round: int
    first: SeatId
    factions: list[str]
    cave_in: int
    end_value: int
    quiet: int
    stepped: bool
    over: bool
    docks: list[list[str]]
    merc_stacks: list[int]
    mine: list[list[str]]
    crystal_stacks: list[int]
    artifacts: list[str | None]
    artifact_stacks: list[int]
    totems: list[str]
    box: list[str]
    turn: TurnView
    players: list[PlayerView]
    costs: dict[str, int]  # of Crystals and top Artifacts, for the player whose turn it is
    stacks: NotRequired[dict[str, list[list[str]]]]  # what was face down, at the end


def view(state: State, seat: SeatId | None) -> ScrappersView:
    """SS-3.1 for everyone, SS-3.2 for the owner, SS-3.5 when the match is over."""
    shown: ScrappersView = {
        "seat": seat,
        "round": state.round,
        "first": state.first,
        "factions": list(state.factions),
        "cave_in": state.cave_in,
        "end_value": state.end_value,
        "quiet": state.quiet,
        "stepped": state.stepped,
        "over": state.over,
        "docks": [list(row) for row in state.docks],
        "merc_stacks": [len(stack) for stack in state.merc_stacks],
        "mine": [list(row) for row in state.mine],
        "crystal_stacks": [len(stack) for stack in state.crystal_stacks],
        "artifacts": [stack[-1] if stack else None for stack in state.artifact_stacks],
        "artifact_stacks": [len(stack) for stack in state.artifact_stacks],
        "totems": list(state.totems),
        "box": list(state.box),
        "turn": _turn(state, seat),
        "players": [_player(player, state.over or player.seat == seat) for player in state.players],
        "costs": _costs(state),
    }
    if state.over:
        shown["stacks"] = {
            "mercenaries": [list(stack) for stack in state.merc_stacks],
            "crystals": [list(stack) for stack in state.crystal_stacks],
            "artifacts": [list(stack) for stack in state.artifact_stacks],
        }
    return shown


def is_priced(view: ScrappersView) -> bool:
    """Whether `costs` are the reader's own: what others would pay says nothing to them."""
    return not view["over"] and view["seat"] == view["turn"]["seat"]


def _player(player: Player, is_open: bool) -> PlayerView:
    shown: PlayerView = {
        "seat": player.seat,
        "command": player.command,
        "base": list(player.base),
        "artifacts": list(player.artifacts),
        "totems": list(player.totems),
        "hand_count": len(player.hand),
        "crystal_count": len(player.crystals),
        "subjugated_count": len(player.subjugated),
        "gone": player.gone,
    }
    if is_open:
        shown["hand"] = sorted(player.hand, key=card_order)
        shown["crystals"] = sorted(player.crystals, key=crystal_order)
        shown["subjugated"] = sorted(player.subjugated, key=card_order)
        shown["score"] = score(player)
    return shown


def _turn(state: State, seat: SeatId | None) -> TurnView:
    turn = state.turn
    shown: TurnView = {
        "seat": turn.seat,
        "actions": list(turn.actions),
        "raided": turn.raided,
        "leader_used": turn.leader_used,
        "extra_mines": turn.extra_mines,
        "played": list(turn.played),
        "activated": list(turn.activated),
        "effects": effects(state),
        "bought": list(turn.bought),
        "acting": turn.acting,
        "tinted": dict(turn.tinted),
        "dug": dict(turn.dug),
        "painted_count": len(turn.painted),
    }
    if seat == turn.seat or state.over:
        shown["painted"] = dict(turn.painted)
    return shown


def effects(state: State) -> list[str]:
    """The effects in force this turn, by the card that gave them."""
    turn = state.turn
    lasting = {
        "TER2": int(turn.foreman),
        "HYD2": int(turn.repeat),
        "MET4": turn.scrapers,
        "MIN3": turn.ancients,
        "MIN4": turn.makkarats,
        "WEE2": int(turn.rooter),
    }
    return [card for card, times in lasting.items() for _ in range(times)]


def _costs(state: State) -> dict[str, int]:
    crystals = {crystal: mining_cost(state, crystal) for row in state.mine for crystal in row}
    tops = (stack[-1] for stack in state.artifact_stacks if stack)
    return {**crystals, **{card: artifact_cost(state, card) for card in tops}}
