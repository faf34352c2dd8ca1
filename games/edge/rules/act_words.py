"""The words of one Action: who it is for, X, which Squad gives a token, what its steps need."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from games.edge.catalogue import Action, X
from games.edge.effects.prepare import Ready, ready_node
from games.edge.effects.run import bound
from games.edge.names import model_branch, squad_branch
from games.edge.rules import paying
from games.edge.rules.act_kinds import Act
from games.edge.selectors import selectors
from games.edge.state import State
from games.engine.tree import Branch, Node, mapped

Grow = Callable[[], Node[Act]]


def act_words(state: State, ready: Ready, action: Action, done: Callable[[Ready], Act]) -> Grow:
    """Everything that is said before an Action is paid for."""
    return lambda: mapped(_self_node(state, ready, action), done)


def _self_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    """The own model that an event is about need not be named: `to self`."""
    if "self" not in ready.scope.names:
        return _x_node(state, ready, action)
    (name,) = ready.scope.names["self"]
    branch = model_branch(name, lambda: _x_node(state, ready, action), selectors(ready.scope, name))
    implied = Branch(branch.word, branch.grow, branch.label, branch.names, True)
    return Node(None, lambda: (implied,), lead="to")


def _x_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    most = _most(state, ready, action)
    if most is None:
        return _giver_node(state, ready, action)

    def branches() -> Iterator[Branch[Ready]]:
        for x in range(1, most + 1):
            scoped = replace(ready, scope=replace(ready.scope, x=x))
            also = ("max",) if x == most else ()
            yield Branch(str(x), partial(_giver_node, state, scoped, action), "", also)

    return Node(None, branches, lead="x")


def _most(state: State, ready: Ready, action: Action) -> int | None:
    """The limit of an X: what can be paid, or the Charges that lie there."""
    if action.ch == X:
        return state.enhancement(ready.scope.names["host"][0]).charges
    return paying.most(state, ready.scope.seat) if action.cost == X else None


def _giver_node(state: State, ready: Ready, action: Action) -> Node[Ready]:
    """Dark Power: the Squad that gives up a token."""
    if not any("endurance" in price for price in action.pay):
        return ready_node(ready, action.do)
    givers = [squad for squad in state.player(ready.scope.seat).alive if squad.endurance]

    def branches() -> Iterator[Branch[Ready]]:
        for squad in givers:
            given = replace(ready, scope=bound(ready.scope, "giver", [squad.id]))
            yield squad_branch(squad.id, partial(ready_node, given, action.do))

    return Node(None, branches, lead="from")
