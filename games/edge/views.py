"""What one seat may know, built up from nothing: the header of the rules says what is public."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NotRequired, TypedDict

from games.edge.catalogue import STATS
from games.edge.control import controller
from games.edge.names import model_code, squad_code
from games.edge.rules.setup.options import choices_of
from games.edge.rules.squads.attributes import stat
from games.edge.state import ON_BOARD, Fight, Model, Player, SeatId, Squad, State, Token


class ModelView(TypedDict):
    """One miniature."""

    id: str
    code: str
    state: str
    at: str
    tokens: list[str]


class EnhancementView(TypedDict):
    """An attached card."""

    card: str
    charges: int
    passive: bool


class SquadView(TypedDict):
    """A Squad card with all that lies on it; attributes are the current ones, None is "-"."""

    id: str
    code: str
    kind: str
    mode: str
    base: int
    endurance: int
    printed: int
    ini: int | None
    att: int | None
    defence: int | None
    mov: int | None
    models: list[ModelView]
    enhancements: list[EnhancementView]
    tokens: list[str]
    activated: bool


class PlayerView(TypedDict):
    """What lies before a player. `hand` and `deck_list` are there for the owner, and for all at the end.

    An ally sees the hand of a player who shows it (ED-24.8). Views of turns that ended long ago lack what
    was added since.
    """

    seat: SeatId
    faction: str
    banner: str
    shrine: str
    banner_up: bool
    shrine_at: str
    shrine_tokens: list[str]
    pool: int
    depleted: int
    temp: int
    dark_points: int
    deck_count: int
    hand_count: int
    discard: list[str]
    beside: list[str]
    squads: list[SquadView]
    lead: int
    left: bool
    out: NotRequired[bool]
    kept: NotRequired[int]
    captured: NotRequired[dict[str, int]]  # by the seat they were taken from
    hand: NotRequired[list[str]]
    deck_list: NotRequired[list[str]]


class SourceView(TypedDict):
    """A Crystal Source, and who controls it."""

    at: str
    controller: SeatId | None


class TokenView(TypedDict):
    """A token on the board: on a hex (C5.3) or a whole Space (C5). What lies face down its owner sees."""

    t: str
    owner: SeatId
    at: str
    occupies: bool
    face: str


class FightView(TypedDict):
    """A Combat Sequence in progress."""

    fighter: str
    target: str
    attacker: str
    defender: str
    power: int | None
    is_counter: bool


class EdgeView(TypedDict):
    """The whole table as one seat sees it."""

    seat: SeatId | None
    stage: str
    turn: SeatId
    number: int
    kind: str
    first: SeatId
    countering: SeatId
    activation: str | None
    sources: list[SourceView]
    tokens: list[TokenView]
    neutral_crystals: int
    neutral_charges: int
    vp: int
    ends: list[int]
    final_turn: bool
    quiet: int
    over: bool
    fights: list[FightView]
    players: list[PlayerView]
    choices: dict[str, int | bool]
    sides: NotRequired[list[list[SeatId]]]


def view(state: State, seat: SeatId | None) -> EdgeView:
    """Public things for all; a hand and what is left in a deck for its owner."""
    return views(state, [seat])[0]


def views(state: State, seats: Iterable[SeatId | None]) -> list[EdgeView]:
    """Everyone sees the same Squads, of which the attributes take most of the time."""
    squads = {player.seat: [_squad(state, squad) for squad in player.squads] for player in state.players}
    return [_view(state, seat, squads) for seat in seats]


Squads = dict[SeatId, list[SquadView]]


def _view(state: State, seat: SeatId | None, squads: Squads) -> EdgeView:
    turn, over = state.turn, state.outcome is not None
    return {
        "seat": seat,
        "stage": state.stage,
        "turn": turn.seat,
        "number": turn.number,
        "kind": turn.kind,
        "first": state.first,
        "countering": state.countering,
        "activation": turn.activation.squad if turn.activation is not None else None,
        "sources": [{"at": at, "controller": controller(state, at)} for at in state.sources],
        "tokens": [_token(state, token, seat, over) for token in state.tokens if token.at],
        "neutral_crystals": state.neutral_crystals,
        "neutral_charges": state.neutral_charges,
        "vp": state.vp,
        "ends": list(state.ends),
        "final_turn": state.final_turn,
        "quiet": state.quiet,
        "over": over,
        "fights": [_fight(fight) for fight in state.fights],
        "players": [_player(state, player, seat, squads, over) for player in state.players],
        "choices": _choices(state),
        "sides": [list(side) for side in state.sides],
    }


def _choices(state: State) -> dict[str, int | bool]:
    """The options of the match that are not as usual."""
    chosen, usual = state.choices, choices_of({}, len(state.players))
    found = {
        name: getattr(chosen, name)
        for name in chosen.__struct_fields__
        if getattr(chosen, name) != getattr(usual, name) and name != "further"
    }
    return {**found, **chosen.further}


def _token(state: State, token: Token, seat: SeatId | None, over: bool) -> TokenView:
    return {
        "t": token.t,
        "owner": token.owner,
        "at": token.at,
        "occupies": state.player(token.owner).content.tokens[token.t].occupies,
        "face": token.face if over or token.owner == seat else "",
    }


def _fight(fight: Fight) -> FightView:
    return {
        "fighter": fight.fighter,
        "target": fight.target,
        "attacker": fight.attacker,
        "defender": fight.defender,
        "power": fight.power,
        "is_counter": fight.is_counter,
    }


def _player(state: State, player: Player, seat: SeatId | None, squads: Squads, over: bool) -> PlayerView:
    shown: PlayerView = {
        "seat": player.seat,
        "faction": player.faction,
        "banner": player.banner,
        "shrine": player.shrine,
        "banner_up": player.banner_up,
        "shrine_at": player.shrine_at,
        "shrine_tokens": [token.t for token in state.tokens if token.shrine == player.seat],
        "pool": player.pool,
        "depleted": player.depleted,
        "temp": player.temp,
        "dark_points": player.dark_points,
        "deck_count": len(player.deck),
        "hand_count": len(player.hand),
        "discard": list(player.discard),
        "beside": list(player.beside),
        "squads": squads[player.seat],
        "lead": state.lead(player.seat),
        "left": player.left,
        "out": player.out,
        "kept": player.kept,
        "captured": dict(sorted(player.captured.items())),
    }
    if over or state.sees_hand(seat, player):
        shown["hand"] = sorted(player.hand)
    if over or player.seat == seat:
        shown["deck_list"] = sorted(player.deck)
    return shown


def _squad(state: State, squad: Squad) -> SquadView:
    ini, att, defence, mov = (_squad_stat(state, squad, name) for name in STATS)
    return {
        "id": squad.id,
        "code": squad_code(squad.id),
        "kind": squad.kind,
        "mode": squad.mode,
        "base": squad.side.base,
        "endurance": squad.endurance,
        "printed": squad.card.endurance,
        "ini": ini,
        "att": att,
        "defence": defence,
        "mov": mov,
        "models": [_model(state, model) for model in squad.models],
        "enhancements": [
            {"card": e.card, "charges": e.charges, "passive": e.passive} for e in squad.enhancements
        ],
        "tokens": [token.t for token in state.tokens if token.squad == squad.id],
        "activated": squad.id in state.turn.activated,
    }


def _squad_stat(state: State, squad: Squad, name: str) -> int | None:
    """The attribute of the first model on the board; tokens on single models may make the others differ."""
    first = next(iter(squad.on_board), squad.models[0])
    return stat(state, first, name)


def _model(state: State, model: Model) -> ModelView:
    return {
        "id": model.id,
        "code": model_code(model.id),
        "state": model.state,
        "at": model.at if model.state == ON_BOARD else "",
        "tokens": [token.t for token in state.tokens if model.id in token.models],
    }
