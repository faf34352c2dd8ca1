"""ED-9.8: tokens on the board that react when somebody enters their Space, and a Move that they stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.edge.catalogue import TOKENS
from games.edge.effects.lasting import token_scope
from games.edge.effects.moment import Moment
from games.edge.effects.run import Context
from games.edge.geometry import Placement
from games.edge.rules.cards.perform import run_steps
from games.edge.rules.cards.questions import ask
from games.edge.rules.movement.options import Manner, Mover, Plan, Travel, can_go
from games.edge.rules.movement.arrivals import placing, set_down
from games.edge.rules.squads.attributes import goes_through
from games.edge.state import ON_BOARD, SeatId, State, Token
from games.engine.contract.table import Rules, Table

WINDOW = "enter_space"


def reacting(state: State, space: str) -> list[Token]:
    """The tokens in a Space that react to somebody's coming."""
    return [token for token in state.tokens if token.at.partition(".")[0] == space and _acts(state, token)]


def _acts(state: State, token: Token) -> bool:
    return any(act.win == WINDOW for act in TOKENS[state.player(token.owner).faction][token.t].acts)


def entered(state: State, travel: Travel) -> list[str]:
    """The Spaces that a mover comes to; one that goes through obstacles, only the last."""
    through = goes_through(state, state.model(travel.model))
    return list(travel.path[-1:] if through and len(travel.path) > 1 else travel.path[1:])


def meets(state: State, travel: Travel) -> bool:
    """Whether something reacts on its way."""
    return any(reacting(state, space) for space in entered(state, travel))


def walk(table: Table[State], seat: SeatId, travel: Travel) -> Rules[None]:
    """A mover meets what reacts, Space by Space, until it is stopped or there."""
    state = table.state
    model = state.model(travel.model)
    for space in entered(state, travel):
        moment = Moment(WINDOW, model=model, space=space)
        if space == travel.path[-1]:
            arrive(table, seat, travel)
            moment.is_stopped = True
        for token in reacting(state, space):
            if any(token is other for other in state.tokens) and model.state == ON_BOARD:
                yield from _react(table, seat, token, moment)
        if moment.is_stopped:
            return


def arrive(table: Table[State], seat: SeatId, travel: Travel) -> None:
    """At the end of its way, as it was ordered, if the place is still free for it."""
    set_down(table, seat, (travel,), "moved")


def _react(table: Table[State], seat: SeatId, token: Token, moment: Moment) -> Rules[None]:
    """The player who moves chooses; a token that lay face down is shown."""
    if token.face:
        table.tell("revealed_token", seat=token.owner, token=token.t, at=token.at, face=token.face)
    for act in TOKENS[table.state.player(token.owner).faction][token.t].acts:
        if act.win == WINDOW:
            scope = replace(token_scope(table.state, token), seat=seat, moment=moment)
            scope.names["owner"] = [str(token.owner)]
            yield from run_steps(table, scope, act.do, token.t, is_trigger=True)


def stop(context: Context) -> Rules[None]:
    """ED-9.8: the mover ends in the Space it has come to, on hexes that its player chooses."""
    moment = context.moment
    if moment is None or moment.model is None or moment.is_stopped:
        return
    moment.is_stopped = True
    space = context.state.board.number[moment.space]
    manner = Manner(allowed=lambda place: _is_in(place, space), must=True)
    found: Sequence[Mover] = [Mover(moment.model, None)]
    if can_go(context.state, found, manner):
        plan: Plan = yield from ask(context, placing(context, list(found), manner))
        set_down(context.table, context.seat, plan, "stopped")


def _is_in(place: Placement, space: int) -> bool:
    return place.space == space
