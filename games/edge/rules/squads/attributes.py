"""ED-8.2: the attributes of a model with everything that changes them, and the flags it has."""

from __future__ import annotations

from games.edge.effects import lasting
from games.edge.effects.lasting import Change
from games.edge.state import Effect, Model, State
from games.edge.state.pieces import STANDING

_FIELD = {"INI": "ini", "ATT": "att", "DEF": "defence", "MOV": "mov"}


def stat(state: State, model: Model, name: str) -> int | None:
    """INI, ATT, DEF or MOV of a model now; None is "-" (ED-8.3), and never below 0."""
    own = _own_stat(state, model, name)
    partner = followed_by(state, model)
    if partner is None:
        return own
    values = [value for value in (own, _own_stat(state, partner, name)) if value is not None]
    return max(values) + 1 if values else None  # EF-6.4.1


def _own_stat(state: State, model: Model, name: str) -> int | None:
    stored = [_change(effect) for effect in state.effects if _is_about(effect, model, name)]
    lent = _lent(state, model, name)
    if lent is not None:  # what lasts on the model's own card changes an attribute that is not used now
        return _changed(lent, stored)
    for lender in lasting.lenders(state, model, name):
        value = _unlent(state, lender, name)
        return None if value is None else _changed(value, stored)
    return _unlent(state, model, name)


def _unlent(state: State, model: Model, name: str) -> int | None:
    """What its own card says, with all that changes it."""
    stored = [_change(effect) for effect in state.effects if _is_about(effect, model, name)]
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
    return Change(effect.by, effect.times, effect.to is not None, effect.to)


def bonus(state: State, model: Model, name: str, foe: Model) -> int:
    """What is added to something that is no attribute: WOUNDS, against someone."""
    stored = sum(effect.by for effect in state.effects if _is_about(effect, model, name))
    return stored + sum(change.by for change in lasting.changes(state, model, name, foe))


# ED-8.10, EF-6.4.1: joined models.


def _joined(state: State) -> list[tuple[Model, Model]]:
    """Those who act as one, the lead first, as long as both stand."""
    pairs = [(effect.models[0], effect.partner) for effect in state.effects if effect.partner]
    found = [(state.model(lead), state.model(partner)) for lead, partner in pairs]
    return [pair for pair in found if all(model.state in STANDING for model in pair)]


def followed_by(state: State, model: Model) -> Model | None:
    """The model that a lead takes along."""
    return next((partner for lead, partner in _joined(state) if lead is model), None)


def is_led(state: State, model: Model) -> bool:
    """Whether it takes no Move or Combat of its own, since another leads it."""
    return any(partner is model for _lead, partner in _joined(state))


def joined_to(state: State, model: Model) -> Model | None:
    """The other one of two joined models."""
    pairs = [*_joined(state), *((partner, lead) for lead, partner in _joined(state))]
    return next((other for one, other in pairs if one is model), None)


def has_flag(state: State, model: Model, flag: str) -> bool:
    """EF-2.14 `grant`: whether a flag is granted to a model now."""
    for effect in state.effects:  # asked so often that a generator would be felt
        if effect.flag == flag and model.id in effect.models:
            return True
    return lasting.has_lasting_flag(state, model, flag)


def may_move(state: State, model: Model) -> bool:
    """ED-8.3, EF-4.1: neither MOV "-" nor Blocked."""
    if has_flag(state, model, "blocked") or has_flag(state, model, "no_move") or is_led(state, model):
        return False
    return stat(state, model, "MOV") is not None


def may_fight(state: State, model: Model) -> bool:
    """ED-8.3, EF-6.4.1: neither ATT "-" nor led by another model."""
    return stat(state, model, "ATT") is not None and not is_led(state, model)


def goes_through(state: State, model: Model) -> bool:
    """ED-10.5: Through Obstacles, by its mode or by a card."""
    return state.squad_of(model).side.through_obstacles or has_flag(state, model, "thru")


def lender(state: State, model: Model) -> str:
    """ED-16.15: the Squad that lends its Endurance tokens to a model, if one does."""
    return next((e.lender for e in state.effects if e.tokens and model.id in e.models), "")
