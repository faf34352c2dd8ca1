"""ED-9: who may move how far, for the rules of cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from games.edge.catalogue.parts import Where
from games.edge.effects.picks import condition
from games.edge.effects.scope import Scope
from games.edge.rules.movement.options import Manner, Mover, can_go
from games.edge.rules.movement.plans import ANY
from games.edge.rules.squads.attributes import goes_through, has_flag, may_move, stat
from games.edge.state import Model, SeatId, State


def mover(state: State, model: Model, reach: int | None = None, through: bool = False) -> Mover:
    """A model that moves by its own MOV, or as far as a card says."""
    spaces = stat(state, model, "MOV") or 0 if reach is None else reach
    return Mover(model, spaces, through or goes_through(state, model))


def movers(
    state: State, models: Iterable[Model], reach: int | None = None, through: bool = False
) -> list[Mover]:
    """Those of the models that can move at all (ED-8.3, EF-4.1)."""
    return [mover(state, model, reach, through) for model in models if may_move(state, model)]


def immovable(state: State, seat: SeatId) -> frozenset[str]:
    """ED-11.6: models that an effect keeps where they are, when this player pushes."""
    if not _any_kept(state):
        return frozenset()
    return frozenset(model.id for model in state.models if _is_kept(state, seat, model))


def _is_kept(state: State, seat: SeatId, model: Model) -> bool:
    if has_flag(state, model, "unpushable"):
        return True
    return state.is_enemy(seat, model) and has_flag(state, model, "unpushable_by_enemies")


def at_sources(state: State) -> frozenset[str]:
    """EF-4.3: models that touch a Crystal Source, which `push: any` may spare."""
    masks = [state.space_mask(space) for space in state.sources]
    return frozenset(model.id for mask in masks for model in state.touching(state.models, mask))


def manner_of(state: State, seat: SeatId, found: Iterable[Mover], manner: Manner) -> Manner:
    """A manner of moving with what holds for these movers: which models they push, and which not."""
    kept = immovable(state, seat)
    if not any(has_flag(state, one.model, "push_any") for one in found):
        return replace(manner, immovable=kept)
    mask = 0
    for space in state.sources:
        mask |= state.space_mask(space)
    return replace(manner, push=ANY, immovable=kept | at_sources(state), avoiding=mask)


def _any_kept(state: State) -> bool:
    """Most of the time nobody is held by anything."""
    return bool(state.tokens) or any(effect.flag for effect in state.effects)


@condition("in_mov_of")
def _can_reach(scope: Scope, model: Model, where: Where) -> bool:
    goals = scope.models(where.in_mov_of)
    return bool(goals) and can_reach_contact(scope.state, model, goals[0])


def can_reach_contact(state: State, model: Model, goal: Model) -> bool:
    """EF-2.11 `in_mov_of`: within its Movement there is a legal end in contact with the goal."""
    spaces = state.placement(model).space, state.placement(goal).space
    if state.distance(state.owner(model), *spaces) > (stat(state, model, "MOV") or 0) + 1:
        return False  # contact is never wider than to the next Space
    manner = Manner(touching=state.placement(goal).mask, immovable=immovable(state, state.owner(model)))
    found = movers(state, [model])
    return bool(found) and can_go(state, found, manner)
