"""EF-2.1: the choices of an Action that can be made before it is paid, as words of the order itself.

`play "Freeze" lower with master_of_elements to pilgrim/2`: Squad, option and picks in the order in which the
steps need them, up to the first step that changes the table. What comes later is asked when it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile

from msgspec import structs

from games.edge.catalogue import ANY
from games.edge.catalogue.steps import Choose, Grant, Mod, Pick, Steps, Tune
from games.edge.effects.picks import Candidate, candidates, numbers
from games.edge.effects.run import bound, is_possible
from games.edge.effects.scope import Scope
from games.edge.effects.selectors import selectors
from games.edge.names import enhancement_branch, model_branch, model_code, squad_branch
from games.edge.state import Squad
from games.engine.contract.tree import Branch, End, Node

USER = "user"
SQUAD = "squad"
# The fillers of questions that an Action may bring up: their words may stand in the same line.
FURTHER = (
    "move", "stay", "fight", "done", "to", "with", "by", "at", "in", "along", "next", "first", "option",
    "from", "pay", "none", "as", "x", "transfer",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ready:
    """An Action with all that could be chosen in advance."""

    scope: Scope
    options: tuple[int, ...] = ()


def ready_node(ready: Ready, steps: Steps) -> Node[Ready]:
    """The words that the first steps need; the end of each path is the Action ready to be paid."""
    if not steps:
        return Node(End(ready), after=FURTHER)
    step, rest = steps[0], steps[1:]
    if not ready.scope.squad and mentions(_unconditional(steps), SQUAD, USER):
        return _squad_node(ready, steps)
    if USER not in ready.scope.names and USER in step.words and not isinstance(step, Choose):
        return _user_node(ready, steps)
    if isinstance(step, Pick) and step.name not in ready.scope.names:
        return _pick_node(ready, step, rest)
    if isinstance(step, Choose) and len(step.branches) > 1:
        return _option_node(ready, step.branches, rest)
    if isinstance(step, Mod | Grant | Tune):  # these change nothing that a later pick looks at
        return ready_node(ready, rest)
    return Node(End(ready), after=FURTHER)


def _unconditional(steps: Steps) -> Steps:
    """The steps before the first `choose`: what its branches need is asked once a branch is chosen."""
    return list(takewhile(lambda step: not isinstance(step, Choose), steps))


def mentions(steps: Steps, *names: str) -> bool:
    """Whether steps refer to one of these names, at any depth."""
    return any(not step.words.isdisjoint(names) for step in steps)


# Squad and user.


def _squad_node(ready: Ready, steps: Steps) -> Node[Ready]:
    """EF-2.4: one of the Squads that the Action may be played on."""
    fitting = [squad for squad in _playable_on(ready.scope) if _goes(ready, squad, steps)]

    def branches() -> Iterator[Branch[Ready]]:
        for squad in fitting:
            yield _implied(squad_branch(squad.id, _grow(_on(ready, squad), steps)), len(fitting) == 1)

    return Node(None, branches, lead="with")


def _playable_on(scope: Scope) -> list[Squad]:
    kinds = scope.names.get("kinds", [ANY])
    modes = scope.names.get("modes", [])
    return [
        squad
        for squad in scope.player.squads
        if (kinds == [ANY] or squad.kind in kinds) and (not modes or squad.mode in modes)
    ]


def _on(ready: Ready, squad: Squad) -> Ready:
    scope = replace(ready.scope, squad=squad.id)
    return replace(ready, scope=replace(scope, x=scope.number(scope.price, scope.x)))


def _goes(ready: Ready, squad: Squad, steps: Steps) -> bool:
    """A price that depends on the Squad can be paid, and the steps lead somewhere."""
    there = _on(ready, squad)
    if there.scope.price is not None and there.scope.x > there.scope.budget:
        return False
    return _is_open(there, steps)


def _user_node(ready: Ready, steps: Steps) -> Node[Ready]:
    """EF-2.5: one model of the Squad."""
    scopes = {model.id: bound(ready.scope, USER, [model.id]) for model in ready.scope.models(SQUAD)}
    fitting = [name for name, scope in scopes.items() if is_possible(scope, steps)]

    def branches() -> Iterator[Branch[Ready]]:
        for name in fitting:
            grow = _grow(replace(ready, scope=scopes[name]), steps)
            yield _implied(model_branch(name, grow, selectors(ready.scope, name)), len(fitting) == 1)

    return Node(None, branches, lead="by")


# Picks and options.


def _pick_node(ready: Ready, step: Pick, rest: Steps) -> Node[Ready]:
    scope, name = ready.scope, step.name
    found = candidates(scope, step)
    if step.n.is_all:
        everything = [address for candidate in found for address in candidate.addresses]
        return ready_node(replace(ready, scope=bound(scope, name, everything)), rest)
    lead = "with" if step.side == "mine" else "to"
    if step.n.is_one:
        return _single(ready, name, found, rest, lead)
    return _set_node(ready, step, found, rest, lead)


def _single(ready: Ready, name: str, found: Sequence[Candidate], rest: Steps, lead: str) -> Node[Ready]:
    scopes = [(c, bound(ready.scope, name, list(c.addresses))) for c in found]

    def branches() -> Iterator[Branch[Ready]]:
        fitting = [(c, scope) for c, scope in scopes if _is_open(replace(ready, scope=scope), rest)]
        for candidate, scope in fitting:
            grow = _grow(replace(ready, scope=scope), rest)
            branch = _branch(scope, candidate.word, grow, len(fitting) == 1)
            others = candidate.addresses[1:]  # a group is known by any of its models
            yield structs.replace(branch, names=(*branch.names, *others, *codes(others)))

    def find(word: str) -> Node[Ready] | None:
        """Only the one that is named: it may be costly to find out whether each of them fits."""
        for candidate, scope in scopes:
            if candidate.word == word:
                chosen = replace(ready, scope=scope)
                return ready_node(chosen, rest) if _is_open(chosen, rest) else None
        return None

    return Node(None, branches, find, lead=lead)


def _set_node(ready: Ready, step: Pick, found: Sequence[Candidate], rest: Steps, lead: str) -> Node[Ready]:
    """Some of the candidates, in their order; `none` where that is allowed."""
    name = step.name
    least, most = numbers(ready.scope, step, len(found))
    pool = tuple(candidate.word for candidate in found)
    most = _completable(ready.scope, step, pool[:most], rest)
    same = step.squad == "same"

    def fitting(chosen: tuple[str, ...], start: int) -> list[int]:
        """Those that may follow, while enough of them are left for as many as there must be."""
        if len(chosen) >= most:
            return []
        family = same and chosen and _squad_of(chosen[0])
        left = [at for at in range(start, len(pool)) if not family or _squad_of(pool[at]) == family]
        return left[: len(left) - max(0, least - len(chosen) - 1)]

    def node(chosen: tuple[str, ...], start: int) -> Node[Ready]:
        done = replace(ready, scope=bound(ready.scope, name, list(chosen)))

        def branches() -> Iterator[Branch[Ready]]:
            for at in fitting(chosen, start):
                yield _branch(ready.scope, pool[at], partial(node, (*chosen, pool[at]), at + 1))
            yield from ready_node(done, rest).branches() if chosen and len(chosen) >= least else ()

        following = ready_node(done, rest)
        ends = following.end if chosen and len(chosen) >= least else None
        return Node(ends, branches, lead="" if chosen else lead, pool=pool, after=FURTHER)

    def root() -> Iterator[Branch[Ready]]:
        none = replace(ready, scope=bound(ready.scope, name, []))
        if not least and is_possible(none.scope, rest):  # ED-17.6: not where nothing would be left to do
            yield Branch("none", _grow(none, rest))
        yield from node((), 0).branches()

    return Node(None, root, lead=lead, pool=pool, unled=("none",))


def _completable(scope: Scope, step: Pick, pool: tuple[str, ...], rest: Steps) -> int:
    """How many may be picked: not more than a later pick of equally many can match."""
    most = len(pool)
    if any(isinstance(later, Pick) and step.name in later.n.words for later in rest):
        while most and not is_possible(bound(scope, step.name, list(pool[:most])), rest):
            most -= 1
    return most


def _squad_of(model: str) -> str:
    return model.rpartition("/")[0]


def _option_node(ready: Ready, branches_: Sequence[Steps], rest: Steps) -> Node[Ready]:
    """`choose`: option 1, option 2; those that can do something."""

    def branches() -> Iterator[Branch[Ready]]:
        for number, branch in enumerate(branches_, 1):
            if _is_open(ready, [*branch, *rest]):
                chosen = replace(ready, options=(*ready.options, number - 1))
                yield Branch(str(number), _grow(chosen, [*branch, *rest]))

    return Node(None, branches, lead="option")


def _is_open(ready: Ready, steps: Steps) -> bool:
    """Whether steps can be carried out with some Squad and some user, as far as these are still open."""
    scope = ready.scope
    if not scope.squad and mentions(steps, SQUAD, USER):
        return any(_goes(ready, squad, steps) for squad in _playable_on(scope))
    if USER not in scope.names and mentions(steps, USER):
        models = scope.models(SQUAD)
        return any(is_possible(bound(scope, USER, [model.id]), steps) for model in models)
    return is_possible(scope, steps)


def is_ready(ready: Ready, steps: Steps) -> bool:
    """Whether an Action can be played at all: some path of its words leads to an end."""
    step = steps[0] if steps else None
    if isinstance(step, Choose):
        return any(_is_open(ready, [*branch, *steps[1:]]) for branch in step.branches)
    return _is_open(ready, steps)


def _grow(ready: Ready, steps: Steps) -> Callable[[], Node[Ready]]:
    return lambda: ready_node(ready, steps)


def _branch(scope: Scope, word: str, grow: Callable[[], Node[Ready]], implied: bool = False) -> Branch[Ready]:
    if "/" in word:
        return _implied(model_branch(word, grow, selectors(scope, word)), implied)
    if scope_has_squad(scope, word.rpartition(".")[0]):
        return _implied(enhancement_branch(word, scope.state.enhancement(word).card, grow), implied)
    if scope_has_squad(scope, word):
        return _implied(squad_branch(word, grow), implied)
    return Branch(word, grow, "", (), implied)


def scope_has_squad(scope: Scope, word: str) -> bool:
    """Whether a word is the address of a Squad."""
    return any(squad.id == word for squad in scope.state.squads)


def _implied(branch: Branch[Ready], implied: bool) -> Branch[Ready]:
    return Branch(branch.word, branch.grow, branch.label, branch.names, implied)


def codes(names: Sequence[str]) -> list[str]:
    """Short forms of models, for telling."""
    return [model_code(name) for name in names]
