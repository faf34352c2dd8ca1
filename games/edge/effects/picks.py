"""EF-2.11: what may be picked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.edge.catalogue import Value
from games.edge.control import controller
from games.edge.effects.arguments import Arguments, words_of
from games.edge.effects.conditions import place_mask
from games.edge.effects.scope import Scope
from games.edge.geometry import DUEL
from games.edge.names import enhancement_names
from games.edge.rules.reaching import can_reach_contact
from games.edge.rules.sight import line_of_fire
from games.edge.state import DEAD, ON_BOARD, Model, Squad

ALL = "all"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something that may be picked: the word it is named by, and what it means."""

    word: str
    addresses: tuple[str, ...]


def candidates(scope: Scope, arguments: Arguments) -> list[Candidate]:
    """What a `pick` step offers, in the order of army lists and of the board."""
    where = arguments.nested("where")
    match arguments.text("kind", "model"):
        case "model":
            return [_one(model.id) for model in _models(scope, arguments) if _fits(scope, model, where)]
        case "squad":
            return [_one(squad.id) for squad in _squads(scope, arguments) if _squad_fits(scope, squad, where)]
        case "group":
            return _groups(_models(scope, arguments))
        case "enh":
            squads = scope.player.squads if arguments.text("side", "mine") == "mine" else []
            return [_one(name) for name, _ in enhancement_names(squads)]
        case "source":
            return [_one(space) for space in scope.state.sources if _source_fits(scope, space, where)]
        case "space":
            return [_one(name) for name in scope.state.board.names if _space_fits(scope, name, where)]
        case kind:
            raise KeyError(f"no such kind of pick: {kind}")


def _one(name: str) -> Candidate:
    return Candidate(name, (name,))


# Models.


def _models(scope: Scope, arguments: Arguments) -> list[Model]:
    """By side and Squad, dead ones if it is about those."""
    if "from" in arguments:
        return scope.models(arguments.text("from"))
    side, kind = arguments.text("side", "any"), arguments.text("squad")
    squads = [
        squad
        for squad in scope.state.squads
        if (side == "any" or (squad.seat == scope.seat) == (side == "mine"))
        and (kind in ("", "same") or squad.kind == kind)
    ]
    wanted = DEAD if arguments.nested("where").is_set("dead") else ON_BOARD
    return [model for squad in squads for model in squad.models if model.state == wanted]


def _fits(scope: Scope, model: Model, where: Arguments) -> bool:
    return all(_test(scope, model, name, value, where) for name, value in where.row.items())


def _test(scope: Scope, model: Model, name: str, value: Value, where: Arguments) -> bool:
    state = scope.state
    match name:
        case "b2b":
            return any(bool(state.placement(model).halo & place_mask(scope, ref)) for ref in words_of(value))
        case "range":
            return within(scope, model, scope.number(value), where.text("from"))
        case "lof":
            return any(line_of_fire(state, by, model) for by in scope.models(str(value)))
        case "space":
            return state.board.names[state.placement(model).space] in scope.names.get(str(value), ())
        case "not":
            return model.id not in scope.addresses(str(value))
        case "in_mov_of":
            goals = scope.models(str(value))
            return bool(goals) and can_reach_contact(state, model, goals[0])
        case "base_eq":
            return all(state.base(model) == state.base(other) for other in scope.models(str(value)))
        case "base_lt":
            return state.base(model) < scope.number(value)
        case "base_ge":
            return state.base(model) >= scope.number(value)
        case "no_end":
            return state.squad_of(model).endurance == 0
        case "mode":
            return state.squad_of(model).mode == value
        case "token":
            return has_token(scope, model, str(value))
        case "dead" | "from":
            return True
        case _:
            raise KeyError(f"no such condition: {name}")


def has_token(scope: Scope, model: Model, kind: str) -> bool:
    """Whether a model, or its Squad card, bears a token."""
    return any(
        token.t == kind and (model.id in token.models or token.squad == model.squad)
        for token in scope.state.tokens
    )


def within(scope: Scope, model: Model, reach: int, ref: str) -> bool:
    """ED-13.7: at most so many Spaces from something that a reference means."""
    board, here = scope.state.board, scope.state.placement(model).space
    spaces = [scope.state.placement(other).space for other in scope.models(ref)]
    spaces += [board.number[name] for name in scope.addresses(ref) if name in board.number]
    return any(board.distance(here, space) <= reach for space in spaces)


# Other things.


def _squads(scope: Scope, arguments: Arguments) -> list[Squad]:
    side = arguments.text("side", "mine")
    return [
        squad
        for squad in scope.state.squads
        if squad.is_alive and (squad.seat == scope.seat) == (side == "mine")
    ]


def _squad_fits(scope: Scope, squad: Squad, where: Arguments) -> bool:
    return not where.row or any(_fits(scope, model, where) for model in squad.on_board)


def _groups(models: list[Model]) -> list[Candidate]:
    """Every set of models that are linked by contact, whole; one model alone is no group."""
    groups: list[list[Model]] = []
    for model in models:
        linked = [group for group in groups if any(_touch(model, other) for other in group)]
        groups = [group for group in groups if group not in linked]
        groups.append([*(other for group in linked for other in group), model])
    ids = [tuple(model.id for model in group) for group in groups if len(group) > 1]
    return [Candidate(members[0], members) for members in ids]


def _touch(one: Model, other: Model) -> bool:
    return bool(DUEL.placements[one.at].halo & DUEL.placements[other.at].mask)


def _source_fits(scope: Scope, space: str, where: Arguments) -> bool:
    if where.is_set("controlled") and controller(scope.state, space) != scope.seat:
        return False
    mask = scope.state.space_mask(space)
    refs = words_of(where.get("b2b")) if "b2b" in where else []
    return all(scope.touched_by(scope.models(ref), mask) for ref in refs)


def _space_fits(scope: Scope, name: str, where: Arguments) -> bool:
    state = scope.state
    space = state.board.number[name]
    return not where.is_set("empty") or not (state.occupied() >> 7 * space) & 127


# How many, and what they are bound to.


def numbers(scope: Scope, arguments: Arguments, offered: int) -> tuple[int, int]:
    """The least and the most that may be picked."""
    text = arguments.text("n", "1")
    least, _, most = text.partition("..")
    if text == ALL:
        return offered, offered
    if not most:
        return (0 if arguments.is_set("opt") else scope.number(text)), scope.number(text)
    return scope.number(least), min(offered, offered if most == ALL else scope.number(most))


def bindings(scope: Scope, arguments: Arguments) -> Iterator[Scope]:
    """The scope with each single candidate bound; with all or none of them where a set is picked."""
    found = candidates(scope, arguments)
    least, most = numbers(scope, arguments, len(found))
    name = arguments.text("as")
    if arguments.text("n", "1") == "1":
        yield from (_bound(scope, name, candidate.addresses) for candidate in found)
    elif arguments.text("n") == ALL:
        if found:
            yield _bound(scope, name, tuple(a for candidate in found for a in candidate.addresses))
    elif least <= len(found) and (found or not least):
        yield _bound(scope, name, tuple(a for candidate in found[:most] for a in candidate.addresses))
        if not least:
            yield _bound(scope, name, ())


def _bound(scope: Scope, name: str, addresses: tuple[str, ...]) -> Scope:
    return replace(scope, names={**scope.names, name: list(addresses)})
