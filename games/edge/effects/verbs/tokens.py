"""EF-2.14, Tokens: put and take."""

from __future__ import annotations

from games.edge.effects.arguments import Arguments
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.rules import tokens
from games.edge.state import ON_BOARD, Token
from games.engine.table import Rules


@verb("token")
def token(context: Context, arguments: Arguments) -> Rules[None]:
    """A status token on models, a group, a Squad card or the own Shrine."""
    kind, place = arguments.text("t"), arguments.text("loc")
    if arguments.text("op") == "put":
        for new in _new_tokens(context, kind, place):
            tokens.put(context.table, new)
    else:
        context.taken = _take(context, kind, place, arguments.text("n", "1"))
    return
    yield


def _new_tokens(scope: Scope, kind: str, place: str) -> list[Token]:
    """One for each model; one for a whole group, a Squad card, a Shrine."""
    owner = scope.seat
    if place == "shrine":
        return [Token(kind, owner, shrine=owner)]
    where = _place_of(scope, kind)
    if where == "squad":
        return [Token(kind, owner, squad=squad.id) for squad in scope.squads(place)]
    models = [model.id for model in scope.models(place) if model.state == ON_BOARD]
    if where == "group":
        return [Token(kind, owner, models=models)] if models else []
    return [Token(kind, owner, models=[model]) for model in models]


def _place_of(scope: Scope, kind: str) -> str:
    """Where tokens of a kind lie."""
    return scope.player.content.tokens[kind].loc


def _take(context: Context, kind: str, place: str, number: str) -> int:
    found = [t for t in context.state.tokens if t.t == kind and _is_there(context, t, place)]
    taken = found if number == "all" else found[: context.number(number)]
    for one in taken:
        tokens.take(context.table, one)
    return len(taken)


def _is_there(scope: Scope, one: Token, place: str) -> bool:
    if place == "shrine":
        return one.shrine == scope.seat
    models = {model.id for model in scope.all_models(place)}
    squads = {squad.id for squad in scope.squads(place)}
    return bool(models & set(one.models)) or one.squad in squads


@possible("token")
def can_put(scope: Scope, arguments: Arguments) -> bool:
    """ED-2.4: one is left, and none lies there yet; one to be taken lies there."""
    kind, place = arguments.text("t"), arguments.text("loc")
    if arguments.text("op") != "put":
        if arguments.text("n") == "all" and place in scope.names:
            return True  # CHX6: as many as there are on the one that was picked, perhaps none
        return any(t.t == kind and _is_there(scope, t, place) for t in scope.state.tokens)
    if place in ("hits", "hit_enemies") or tokens.left(scope.state, scope.seat, kind) <= 0:
        return place in ("hits", "hit_enemies")
    return any(not tokens.lies_there(scope.state, new) for new in _new_tokens(scope, kind, place))
