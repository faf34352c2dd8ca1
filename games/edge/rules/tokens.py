"""ED-1.5, EF-2.1: status tokens: put with their limits, taken, and gone when their condition ends."""

from __future__ import annotations

from collections.abc import Collection

from games.edge.catalogue import TOKENS, TokenKind
from games.edge.effects.arguments import Arguments
from games.edge.state import SeatId, State, Token
from games.engine.table import Table


def kind_of(state: State, token: Token) -> TokenKind:
    """What a token is, by the faction that owns it."""
    return TOKENS[state.player(token.owner).faction][token.t]


def left(state: State, seat: SeatId, kind: str) -> int:
    """ED-2.4, EF-4.13: how many of these a faction still has."""
    used = sum(token.t == kind and token.owner == seat for token in state.tokens)
    return TOKENS[state.player(seat).faction][kind].limit - used


def put(table: Table[State], token: Token) -> bool:
    """One more token, if one is left and it does not lie there already (none is cumulative but CONTROL)."""
    state = table.state
    if left(state, token.owner, token.t) <= 0:
        return False
    if lies_there(state, token):
        return False
    state.tokens.append(token)
    table.tell("put_token", seat=token.owner, token=token.t, models=list(token.models), squad=token.squad)
    return True


def lies_there(state: State, token: Token) -> bool:
    """Whether such a token lies in the same place already, and a second one would change nothing."""
    return token.t not in _STACKED and any(_same_place(token, other) for other in state.tokens)


_STACKED = frozenset({"CONTROL", "DISCHARGE"})  # "per token": these count how many there are


def _same_place(one: Token, other: Token) -> bool:
    same = (one.t, one.models, one.squad, one.shrine) == (other.t, other.models, other.squad, other.shrine)
    return same and not one.shrine


def take(table: Table[State], token: Token) -> None:
    """A token leaves."""
    table.state.tokens[:] = [other for other in table.state.tokens if other is not token]
    table.tell("took_token", seat=token.owner, token=token.t, models=list(token.models), squad=token.squad)


def clear(state: State, model: str) -> None:
    """A model has left the board: what lay on it goes back."""
    for token in state.tokens:
        if model in token.models and len(token.models) > 1:
            token.models.remove(model)
    state.tokens[:] = [token for token in state.tokens if token.models != [model]]


def tidy(table: Table[State], moved: Collection[str] = (), wounded: Collection[str] = ()) -> None:
    """EF-2.1 `remove: {if}`: tokens whose condition has ended."""
    for token in list(table.state.tokens):
        rule = Arguments(kind_of(table.state, token).remove or {})
        if "if" in rule and _ENDS[rule.text("if")](table.state, token, {*moved, *wounded}):
            take(table, token)


def _was_broken(state: State, token: Token, touched: set[str]) -> bool:
    return bool(touched & set(token.models)) or len(token.models) < 2


def _is_released(state: State, token: Token, touched: set[str]) -> bool:
    """SPECTRAL_GRASP: the bearer touches no Dark Scholar any more."""
    scholars = [m for s in state.player(token.owner).squads if s.kind == "dark_scholar" for m in s.on_board]
    bearer = state.model(token.models[0])
    return not any(state.are_touching(bearer, scholar) for scholar in scholars)


# The conditions as the data write them.
_ENDS = {
    "any member wounded or moves": _was_broken,
    "bearer touches no Dark Scholar": _is_released,
}


def start_of_passive(table: Table[State], seat: SeatId) -> None:
    """EF-2.1 `remove: {win: passive_start, side}`: seen from the faction that owns the token."""
    for token in list(table.state.tokens):
        rule = Arguments(kind_of(table.state, token).remove or {})
        is_due = rule.text("win") == "passive_start" and (token.owner == seat) == (
            rule.text("side") == "mine"
        )
        if is_due and not token.shrine:
            take(table, token)


def price(state: State, token: Token) -> int | None:
    """ED-15.11: what the bearer's owner pays to be rid of it; None if it cannot be bought off."""
    rule = Arguments(kind_of(state, token).remove or {})
    return int(rule.text("pay")) if rule.text("by") == "bearer_owner" else None
