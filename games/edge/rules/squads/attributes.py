"""ED-8.2: the attributes of a model with everything that changes them, and the flags it has."""

from __future__ import annotations

from games.edge.effects import lasting
from games.edge.effects.lasting import Change
from games.edge.state import Effect, Model, State

_FIELD = {"INI": "ini", "ATT": "att", "DEF": "defence", "MOV": "mov"}


def stat(state: State, model: Model, name: str) -> int | None:
    """INI, ATT, DEF or MOV of a model now; None is "-" (ED-8.3), and never below 0."""
    stored = [_change(effect) for effect in state.effects if _is_about(effect, model, name)]
    lent = _lent(state, model, name)
    if lent is not None:  # what lasts on the model's own card changes an attribute that is not used now
        return _changed(lent, stored)
    printed: int | None = getattr(state.squad_of(model).side, _FIELD[name])
    every = [*lasting.changes(state, model, name), *stored]
    if any(change.is_set and change.to is None for change in every) or printed is None:
        return None  # EF-2.15 `set: none`; modifiers change nothing about "-"
    return _changed(printed, every)


def _lent(state: State, model: Model, name: str) -> int | None:
    """EF-2.14 `borrow`: the attribute that a model of another Squad has now."""
    for effect in state.effects:
        if effect.lender and effect.stat == name and model.id in effect.models:
            for owner in state.squad(effect.lender).on_board[:1]:
                return stat(state, owner, name)
    return None


def _changed(value: int, changes: list[Change]) -> int:
    """What is set holds whatever else is added: a frozen model has INI 0."""
    for change in changes:
        value = value * change.times + change.by
    fixed = [change.to for change in changes if change.is_set and change.to is not None]
    return max(0, fixed[-1] if fixed else value)


def _is_about(effect: Effect, model: Model, name: str) -> bool:
    return effect.stat == name and not effect.lender and model.id in effect.models


def _change(effect: Effect) -> Change:
    return Change(effect.by, effect.times)


def bonus(state: State, model: Model, name: str) -> int:
    """What is added to something that is no attribute: WOUNDS."""
    return sum(effect.by for effect in state.effects if _is_about(effect, model, name))


def has_flag(state: State, model: Model, flag: str) -> bool:
    """EF-2.14 `grant`: whether a flag is granted to a model now."""
    if any(effect.flag == flag and model.id in effect.models for effect in state.effects):
        return True
    return lasting.has_lasting_flag(state, model, flag)


def may_move(state: State, model: Model) -> bool:
    """ED-8.3, EF-4.1: neither MOV "-" nor Blocked."""
    if has_flag(state, model, "blocked") or has_flag(state, model, "no_move"):
        return False
    return stat(state, model, "MOV") is not None


def goes_through(state: State, model: Model) -> bool:
    """ED-10.5: Through Obstacles, by its mode or by a card."""
    return state.squad_of(model).side.through_obstacles or has_flag(state, model, "thru")


def lender(state: State, model: Model) -> str:
    """ED-16.15: the Squad that lends its Endurance tokens to a model, if one does."""
    return next((e.lender for e in state.effects if e.tokens and model.id in e.models), "")
