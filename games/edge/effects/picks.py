"""EF-2.11: what may be picked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from games.edge.catalogue.numbers import ALL, Number
from games.edge.catalogue.parts import Where
from games.edge.catalogue.steps import Pick
from games.edge.catalogue.values import References
from games.edge.control import controls
from games.edge.effects.places import mask_of
from games.edge.effects.scope import Scope
from games.edge.names import enhancement_names
from games.edge.state import ASIDE, DEAD, ON_BOARD, Model, Squad, State


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be picked: the word it is named by, and what it means."""

    word: str
    addresses: tuple[str, ...]


def candidates(scope: Scope, step: Pick) -> list[Candidate]:
    """What a `pick` step offers, in the order of army lists and of the board."""
    where = step.where
    match step.kind:
        case "model":
            return [_one(model.id) for model in _models(scope, step) if fits(scope, model, where)]
        case "squad":
            return [_one(squad.id) for squad in _squads(scope, step) if _squad_fits(scope, squad, where)]
        case "group":
            return _groups(scope.state, _models(scope, step))
        case "enh":
            squads = scope.squads(step.among) if step.among else scope.player.squads
            return [_one(name) for name, _ in enhancement_names(squads)]
        case "source":
            return [_one(space) for space in scope.state.sources if _source_fits(scope, space, where)]
        case "space":
            return [_one(name) for name in scope.state.board.names if _space_fits(scope, name, where)]
        case "hex":
            return [_one(name) for name in _hexes(scope, where)]
        case "token":
            return [_one(name) for name in scope.addresses(where.token) if _place_fits(scope, name, where)]
        case "shrine":
            return [_one(player.shrine_at) for player in scope.state.players if player.shrine_at]


def _one(name: str) -> Candidate:
    return Candidate(name, (name,))


# Models.


def _models(scope: Scope, step: Pick) -> list[Model]:
    """By side and Squad; the dead, or those set aside, if it is about these."""
    if step.among:
        named = scope.all_models(step.among)
        wanted = _wanted(step.where)
        return scope.models(step.among) if wanted == ON_BOARD else [m for m in named if m.state == wanted]
    squads = [
        squad
        for squad in scope.state.squads
        if _is_of_side(scope, squad, step.side or "any") and step.squad in ("", "same", squad.kind)
    ]
    wanted = _wanted(step.where)
    return [model for squad in squads for model in squad.models if model.state == wanted]


def _wanted(where: Where) -> str:
    """Where the models are that are looked at."""
    return DEAD if where.dead else ASIDE if where.aside else ON_BOARD


def _is_of_side(scope: Scope, squad: Squad, side: str) -> bool:
    """ED-1.3, ED-24.6: on cards an ally's Squad is one of "yours"; it is never an enemy's."""
    if side == "any":
        return True
    return scope.state.are_enemies(squad.seat, scope.seat) == (side == "enemy")


def fits(scope: Scope, model: Model, where: Where) -> bool:
    """Whether a condition holds for a model."""
    return all(CONDITIONS[name](scope, model, where) for name, _value in where.given)


Condition = Callable[[Scope, Model, Where], bool]
CONDITIONS: dict[str, Condition] = {}


def condition(name: str) -> Callable[[Condition], Condition]:
    """Register a condition on models."""

    def register(function: Condition) -> Condition:
        CONDITIONS[name] = function
        return function

    return register


@condition("b2b")
def _touches(scope: Scope, model: Model, where: Where) -> bool:
    refs = where.b2b.names if where.b2b is not None else ()
    return any(bool(scope.state.placement(model).halo & scope.mask(ref)) for ref in refs)


@condition("not_b2b")
def _is_apart(scope: Scope, model: Model, where: Where) -> bool:
    return not scope.state.placement(model).halo & scope.mask(where.not_b2b)


@condition("range")
def _is_near(scope: Scope, model: Model, where: Where) -> bool:
    return within(scope, model, scope.number(where.range), where.center)


@condition("space")
def _is_in_space(scope: Scope, model: Model, where: Where) -> bool:
    state = scope.state
    spaces = {name.partition(".")[0] for name in scope.addresses(where.space)}
    return state.board.names[state.placement(model).space] in spaces


@condition("not")
def _is_other(scope: Scope, model: Model, where: Where) -> bool:
    return not {model.id, model.squad} & {*scope.addresses(where.other_than)}


@condition("token")
def _has_token(scope: Scope, model: Model, where: Where) -> bool:
    """On the model, or on its Squad card."""
    return any(
        token.t == where.token and (model.id in token.models or token.squad == model.squad)
        for token in scope.state.tokens
    )


@condition("base_eq")
def _has_equal_base(scope: Scope, model: Model, where: Where) -> bool:
    base = scope.state.base
    return all(base(model) == base(other) for other in scope.models(where.base_eq))


CONDITIONS.update(
    {
        "base_lt": lambda scope, model, where: scope.state.base(model) < scope.number(where.base_lt),
        "base_ge": lambda scope, model, where: scope.state.base(model) >= scope.number(where.base_ge),
        "no_end": lambda scope, model, where: scope.state.squad_of(model).endurance == 0,
        "mode": lambda scope, model, where: scope.state.squad_of(model).mode == where.mode,
        "dead": lambda scope, model, where: True,  # these models alone are looked at
        "aside": lambda scope, model, where: True,  # likewise
        "from": lambda scope, model, where: True,  # it belongs to `range`
    }
)


def within(scope: Scope, model: Model, reach: int, ref: str) -> bool:
    """ED-13.7: at most so many Spaces from something that a reference means."""
    return is_within(scope, scope.state.placement(model).space, reach, ref)


def is_within(scope: Scope, here: int, reach: int, ref: str) -> bool:
    """Whether a Space is at most so many others away from what a reference means."""
    board = scope.state.board
    spaces = [scope.state.placement(other).space for other in scope.models(ref)]
    spaces += [board.number[name] for name in scope.addresses(ref) if name in board.number]
    return any(scope.state.distance(scope.seat, here, space) <= reach for space in spaces)


# Other things.


def _squads(scope: Scope, step: Pick) -> list[Squad]:
    side = step.side or "mine"
    return [squad for squad in scope.state.squads if squad.is_alive and _is_of_side(scope, squad, side)]


def _squad_fits(scope: Scope, squad: Squad, where: Where) -> bool:
    return not where.given or any(fits(scope, model, where) for model in squad.on_board)


def _groups(state: State, models: list[Model]) -> list[Candidate]:
    """Every set of models that are linked by contact, whole; one model alone is no group."""
    groups: list[list[Model]] = []
    for model in models:
        linked = [group for group in groups if any(state.are_touching(model, other) for other in group)]
        groups = [group for group in groups if group not in linked]
        groups.append([*(other for group in linked for other in group), model])
    ids = [tuple(model.id for model in group) for group in groups if len(group) > 1]
    return [Candidate(members[0], members) for members in ids]


def _source_fits(scope: Scope, space: str, where: Where) -> bool:
    if where.controlled and not controls(scope.state, scope.seat, space):
        return False
    if not _is_in_range(scope, space, where):
        return False
    mask = scope.state.space_mask(space)
    refs = where.b2b or References(())
    return all(scope.touched_by(scope.models(ref), mask) for ref in refs.names)


def _space_fits(scope: Scope, name: str, where: Where) -> bool:
    state = scope.state
    space = state.board.number[name]
    if where.space and not any(state.placement(m).space == space for m in scope.models(where.space)):
        return False
    if where.token and not any(
        token.t == where.token and token.at.partition(".")[0] == name for token in state.tokens
    ):
        return False
    if where.bare and name in state.token_spaces:
        return False
    if not _is_in_range(scope, name, where):
        return False
    return not where.empty or not (state.occupied() >> 7 * space) & 127


def _is_in_range(scope: Scope, place: str, where: Where) -> bool:
    """Of a Space, a hex or a model that counts as a place, if a Range is asked for."""
    if where.range is None:
        return True
    state = scope.state
    if "/" in place:
        here = state.placement(state.model(place)).space
    else:
        here = state.board.number[place.partition(".")[0]]
    return is_within(scope, here, scope.number(where.range), where.center)


def _place_fits(scope: Scope, name: str, where: Where) -> bool:
    """Of a token on the board, or of what counts as one."""
    state = scope.state
    mask = mask_of(state, name)
    if not _is_in_range(scope, name, where):
        return False
    if where.not_b2b and state.board.halo(mask) & scope.mask(where.not_b2b):
        return False
    refs = where.b2b or References(())
    return all(state.board.halo(mask) & scope.mask(ref) for ref in refs.names)


def _hexes(scope: Scope, where: Where) -> Iterator[str]:
    """Empty ones, within a Range of something."""
    state, reach = scope.state, scope.number(where.range) if where.range is not None else None
    taken, lying = state.occupied(), {token.at for token in state.tokens}
    centres = [state.placement(model).space for model in scope.models(where.center)] if where.center else []
    for row in state.board.by_size[1]:
        for place in row:
            is_free = not place.mask & taken and place.name not in lying
            far = reach is not None and all(
                state.distance(scope.seat, place.space, centre) > reach for centre in centres
            )
            if is_free and not far:
                yield place.name


# How many, and what they are bound to.


def numbers(scope: Scope, step: Pick, offered: int) -> tuple[int, int]:
    """The least and the most that may be picked."""
    if step.n.is_all:
        return offered, offered
    least = scope.number(step.n.least)
    return least, least if step.n.most.text == step.n.least.text else _most(scope, step.n.most, offered)


def _most(scope: Scope, most: Number, offered: int) -> int:
    return offered if most.text == ALL else min(offered, scope.number(most))


def bindings(scope: Scope, step: Pick) -> Iterator[Scope]:
    """The scope with each single candidate bound; where a set is picked, with many, then with fewer."""
    found = candidates(scope, step)
    least, most = numbers(scope, step, len(found))
    if step.n.is_one:
        yield from (_bound(scope, step.name, candidate.addresses) for candidate in found)
    elif step.n.is_all:
        if found:
            yield _bound(scope, step.name, tuple(a for candidate in found for a in candidate.addresses))
    elif least <= len(found) and (found or not least):
        for size in range(most, least - 1, -1):
            yield _bound(scope, step.name, tuple(a for c in found[:size] for a in c.addresses))


def _bound(scope: Scope, name: str, addresses: tuple[str, ...]) -> Scope:
    return replace(scope, names={**scope.names, name: list(addresses)})
