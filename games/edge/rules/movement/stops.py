"""ED-9.8: tokens on the board that react when someone enters their Space, and a Move that they stop."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from games.edge.catalogue import TOKENS
from games.edge.effects.lasting import token_scope
from games.edge.effects.moment import Moment
from games.edge.effects.run import Context
from games.edge.geometry import Placement
from games.edge.rules.cards.perform import run_steps
from games.edge.rules.cards.questions import ask
from games.edge.rules.movement.arrivals import placing, set_down
from games.edge.rules.movement.options import Manner, Mover, Plan, Travel, can_go
from games.edge.rules.squads.attributes import goes_through
from games.edge.state import ASIDE, ON_BOARD, SeatId, State, Token
from games.engine.contract.table import Rules, Table

WINDOW = "enter_space"


def reacting(state: State, space: str) -> list[Token]:
    """The tokens in a Space that react to someone's coming."""
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


def lift(state: State, met: Plan) -> None:
    """ED-9.4: those who meet something are off the board until the others stand."""
    for travel in met:
        model = state.model(travel.model)
        model.state, model.at = ASIDE, ""


def walk(table: Table[State], seat: SeatId, travel: Travel) -> Rules[None]:
    """A mover meets what reacts, Space by Space, until it is stopped or there."""
    state = table.state
    model = state.model(travel.model)
    for at, space in enumerate(travel.path):
        if at and space in entered(state, travel):
            moment = Moment(WINDOW, model=model, space=space, path=list(travel.path[: at + 1]))
            if at == len(travel.path) - 1:
                yield from _arrive(table, seat, travel, moment)
            for token in reacting(state, space):
                if any(token is other for other in state.tokens) and model.state in (ON_BOARD, ASIDE):
                    yield from _react(table, seat, token, moment)
            if moment.is_stopped:
                return


def _arrive(table: Table[State], seat: SeatId, travel: Travel, moment: Moment) -> Rules[None]:
    """At the end of its way, as it was ordered; if others stand there now, beside them."""
    state = table.state
    pushed = [name for name, _to in travel.pushes]
    goals = [travel.to, *(to for _name, to in travel.pushes)]
    if any(state.mask_of(goal) & state.occupied(pushed) for goal in goals):
        yield from stop(Context(state=state, seat=seat, table=table, title=travel.model, moment=moment))
    else:
        set_down(table, seat, (travel,), "moved")
        moment.is_stopped = True


def _react(table: Table[State], seat: SeatId, token: Token, moment: Moment) -> Rules[None]:
    """The player who moves chooses; a token that lay face down is shown."""
    if token.face:
        table.tell("revealed_token", seat=token.owner, token=token.t, at=token.at, face=token.face)
    for act in TOKENS[table.state.player(token.owner).faction][token.t].acts:
        if act.win == WINDOW:
            scope = replace(token_scope(table.state, token), seat=seat, moment=moment)
            yield from run_steps(table, scope, act.do, token.t, is_trigger=True)


def stop(context: Context) -> Rules[None]:
    """ED-9.8: the mover ends in the Space it has come to, on hexes that its player chooses.

    Where others have filled it meanwhile, the mover stays in the last Space of its way that has room.
    """
    moment = context.moment
    if moment is None or moment.model is None or moment.is_stopped:
        return
    moment.is_stopped = True
    found = [Mover(moment.model, None)]
    for name in reversed(moment.path):
        space = context.state.board.number[name]
        manner = Manner(allowed=partial(_is_in, space), must=True)
        if can_go(context.state, found, manner):
            plan: Plan = yield from ask(context, placing(context, found, manner))
            set_down(context.table, context.seat, plan, "stopped")
            return


def _is_in(space: int, place: Placement) -> bool:
    return place.space == space
