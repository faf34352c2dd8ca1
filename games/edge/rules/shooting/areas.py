"""EF-2.14 `shoot: at`: the models that a shot is aimed at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from msgspec import structs

from games.edge.catalogue.numbers import ANY
from games.edge.catalogue.steps import Shoot
from games.edge.effects.run import Context
from games.edge.effects.scope import Scope
from games.edge.effects.selectors import selectors
from games.edge.names import model_branch
from games.edge.rules.cards.questions import CardQuestion
from games.edge.rules.shooting.sight import lines_of_fire, seen_spaces
from games.edge.state import ON_BOARD, Model
from games.engine.contract.decisions import ALWAYS
from games.engine.contract.phrases import say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf

CHOSEN = ("model", "space", "space_plus", "pair", "line", "between")


@dataclass(frozen=True, slots=True)
class Area:
    """The models in it, for a choice: the words that name it."""

    words: tuple[str, ...]
    models: tuple[Model, ...]


def fixed_area(scope: Scope, step: Shoot, by: Model | None) -> Area | None:
    """An area that leaves no choice; None where one must be chosen."""
    names = step.at.names
    if len(names) == 1 and names[0] in CHOSEN:
        return None
    models: list[Model] = []
    for name in names:
        models += [model for model in _meant(scope, step, name, by) if model not in models]
    return Area((), tuple(_of_side(scope, step, models)))


def _meant(scope: Scope, step: Shoot, name: str, by: Model | None) -> list[Model]:
    state = scope.state
    others = [model for model in state.models if model is not by]
    if name == "contact" and by is not None:
        return [model for model in others if state.are_touching(model, by)]
    if by is not None and name in ("here", "around"):
        reach = scope.number(step.range, 0) if name == "around" else 0
        here = state.placement(by).space
        spaces = set(state.board.within(here, reach))
        if step.lof:
            spaces &= {here, *seen_spaces(state, by, reach)}
        return [model for model in others if state.placement(model).space in spaces]
    spaces = set(_spaces(scope, name))
    there = [model for model in others if state.placement(model).space in spaces]
    return there or [model for model in scope.models(name) if model.state == ON_BOARD]


def _spaces(scope: Scope, name: str) -> list[int]:
    """The Spaces of places on the board that a name means."""
    number = scope.state.board.number
    found = [place.partition(".")[0] for place in scope.addresses(name) if "/" not in place]
    return [number[place] for place in found if place in number]


def _of_side(scope: Scope, step: Shoot, models: Iterable[Model]) -> Iterator[Model]:
    enemies_only = step.side == "enemy"
    return (m for m in models if not enemies_only or scope.state.is_enemy(scope.seat, m))


def has_area(scope: Scope, step: Shoot, by: Model | None) -> bool:
    """Whether there is anything to aim at."""
    return next(_areas(scope, step, by), None) is not None


def _areas(scope: Scope, step: Shoot, by: Model | None) -> Iterator[Area]:
    if by is None:
        return
    match step.at.names[0]:
        case "model":
            yield from _single(scope, step, by)
        case "space":
            yield from _one_space(scope, step, by)
        case "between":
            yield from _between(scope, step, by)
        case "space_plus":
            yield from _two_spaces(scope, step, by, _reachable(scope, step, by))
        case "pair":
            ring = scope.state.board.neighbours[scope.state.placement(by).space]
            yield from _two_spaces(scope, step, by, ring, among=ring)
        case "line":
            yield from _lines(scope, step, by)
        case kind:
            raise KeyError(f"no such area: {kind}")


def _reach(scope: Scope, step: Shoot) -> int | None:
    """ED-13.7: no Range stated, or `any`, is unlimited."""
    return None if step.range is None or step.range.text == ANY else scope.number(step.range)


def _reachable(scope: Scope, step: Shoot, by: Model) -> list[int]:
    state, reach = scope.state, _reach(scope, step)
    if step.lof:
        return sorted(seen_spaces(state, by, reach))
    here, spaces = state.placement(by).space, list(state.board.spaces)
    if reach is None:
        return spaces
    return [space for space in spaces if state.distance(scope.seat, here, space) <= reach]


def _in(scope: Scope, step: Shoot, by: Model, spaces: Iterable[int]) -> tuple[Model, ...]:
    wanted = set(spaces)
    state = scope.state
    inside = [m for m in state.models if m is not by and state.placement(m).space in wanted]
    return tuple(_of_side(scope, step, inside))


def _single(scope: Scope, step: Shoot, by: Model) -> Iterator[Area]:
    for model in _in(scope, step, by, _reachable(scope, step, by)):
        yield Area((model.id,), (model,))


def _one_space(scope: Scope, step: Shoot, by: Model) -> Iterator[Area]:
    for space in _reachable(scope, step, by):
        models = _in(scope, step, by, (space,))
        if models:
            yield Area((scope.state.board.names[space],), models)


def _between(scope: Scope, step: Shoot, by: Model) -> Iterator[Area]:
    """EF-8.3.3: the Spaces of the straight line to the other end, both ends left out."""
    state, here = scope.state, scope.state.placement(by).space
    for word, there in _ends(scope, step, by):
        line = next((line for line in state.board.lines(here) if there in line), list[int]())
        models = _in(scope, step, by, line[: line.index(there)] if line else ())
        if models:
            yield Area((word,), models)


def _ends(scope: Scope, step: Shoot, by: Model) -> Iterator[tuple[str, int]]:
    for ref in step.ends:
        if ref == "shrine":
            yield ref, scope.state.board.number[scope.player.shrine_at]
            continue
        for model in scope.models(ref):
            if model is not by:
                yield model.id, scope.state.placement(model).space


def _two_spaces(
    scope: Scope, step: Shoot, by: Model, first: Iterable[int], among: Iterable[int] | None = None
) -> Iterator[Area]:
    """A Space and one of its neighbours; `among` keeps the neighbour next to the shooter too."""
    board = scope.state.board
    kept = None if among is None else set(among)
    for space in first:
        for other in board.neighbours[space]:
            if kept is not None and (other not in kept or other < space):
                continue
            models = _in(scope, step, by, (space, other))
            if models:
                yield Area((board.names[space], board.names[other]), models)


def _lines(scope: Scope, step: Shoot, by: Model) -> Iterator[Area]:
    """One Line of Fire, named by its first Space."""
    board, reach = scope.state.board, _reach(scope, step)
    here = scope.state.placement(by).space
    for line in lines_of_fire(scope.state, by):
        spaces = line if reach is None else line[:reach]
        models = _in(scope, step, by, (here, *spaces))
        if models:
            yield Area((board.names[line[0]],), models)


# In words.


def area_question(context: Context, step: Shoot, by: Model | None) -> CardQuestion[Area]:
    """`to gorehound#1/1`, `at C5 C6`, `along C6`."""
    kind = step.at.names[0]
    lead = {"model": "to", "line": "along", "between": "to"}.get(kind, "at")
    areas = {area.words: area for area in _areas(context, step, by)}
    first = next(iter(areas))

    def grow() -> Node[Area]:
        node = _node(context, areas, (), lead)
        return structs.replace(node, pool=_pool(context, areas)) if kind == "pair" else node

    prompt = say(_("{title}: what do you shoot at?"), title=context.title)
    return CardQuestion("target", prompt, grow, default=first, asks=ALWAYS, key="choose")


def _pool(context: Context, areas: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """Two Spaces next to the shooter are a set: they may be named in either order."""
    spaces = {name for words in areas for name in words}
    return tuple(sorted(spaces, key=context.state.board.number.__getitem__))


def _given(node: Node[Area]) -> Callable[[], Node[Area]]:
    return lambda: node


def _node(
    context: Context, areas: dict[tuple[str, ...], Area], before: tuple[str, ...], lead: str = ""
) -> Node[Area]:
    at = len(before)
    words = dict.fromkeys(words[at] for words in areas if words[:at] == before and len(words) > at)

    def branches() -> Iterator[Branch[Area]]:
        for word in words:
            path = (*before, word)
            node = leaf(areas[path]) if path in areas else _node(context, areas, path)
            if "/" in word:
                yield model_branch(word, _given(node), selectors(context, word))
            else:
                yield Branch(word, _given(node))

    return Node(None, branches, lead=lead)
