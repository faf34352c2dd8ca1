"""ED-19.5 to ED-19.7: which Actions fit which window, and whom they must concern."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from games.edge.catalogue import WINDOWS, Action, Value
from games.edge.effects.conditions import touches
from games.edge.effects.picks import within
from games.edge.effects.scope import Scope
from games.edge.rules.moments import CONCERNED, Moment
from games.edge.state import Model

MAIN, OPEN = "main", "open"


def fits_window(wanted: str, window: str, is_own: bool) -> bool:
    """Whether something for one moment may be done in another: Instants and own cards in every open one."""
    if wanted == window:
        return True
    if WINDOWS[window].kind != OPEN:
        return False
    return wanted == OPEN or (wanted == MAIN and is_own)


def is_concerned(scope: Scope, action: Action, moment: Moment) -> Model | None:
    """EF-2.9: the own model that the event is about; None if it is about none."""
    role = action.concerns or CONCERNED.get(moment.window, "mine")
    model = moment.role(role, scope.seat, scope.state)
    if model is None or scope.state.owner(model) != scope.seat:
        return None
    if moment.window == "killed" and role == "source" and not _is_enemy(scope, moment):
        return None
    return model


def _is_enemy(scope: Scope, moment: Moment) -> bool:
    return moment.model is not None and scope.state.owner(moment.model) != scope.seat


def where_holds(scope: Scope, action: Action) -> Scope | None:
    """The condition of an Action on its event; the scope with `user` bound where the condition names it."""
    where = action.where or {}
    if "b2b" in where:
        one, other = (str(ref) for ref in cast(list[Value], where["b2b"]))
        if other == "user":
            return _with_user(scope, one)
        return scope if touches(scope, one, other) else None
    model = scope.model("self") if "self" in scope.names else None
    if model is None or not within(scope, model, scope.number(where["range"]), str(where["from"])):
        return None
    return scope


def _with_user(scope: Scope, ref: str) -> Scope | None:
    for model in scope.models("squad"):
        tried = replace(scope, names={**scope.names, "user": [model.id]})
        if touches(tried, ref, "user"):
            return tried
    return None
