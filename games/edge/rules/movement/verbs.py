"""EF-2.14, Position: move, place, swap."""

from __future__ import annotations

from collections.abc import Sequence

from games.edge.catalogue.numbers import ANY
from games.edge.catalogue.steps import Move
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.movement import actions
from games.edge.rules.movement.arrangement import arranged
from games.edge.rules.movement.movers import manner_of, mover, movers
from games.edge.rules.movement.options import Manner, Mover, Plan, can_go, carry_node, move_node
from games.edge.rules.movement.placement import PATH, goal_mask, push_mode
from games.edge.rules.movement.push_aside import push_aside
from games.edge.rules.squads.attributes import stat
from games.edge.state import ON_BOARD
from games.engine.contract.decisions import IF_IDLE
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf

# Moves.


@verb(Move)
def move(context: Context, step: Move) -> Rules[None]:
    """A Move of some models, as one (ED-9.4); each of them may stay. Towards a goal, one after the other."""
    travellers = _travellers(context, step)
    context.names["pushed"] = []
    if step.to:
        yield from _move_in_turn(context, step, travellers)
        return
    if not travellers:
        return
    node = _move_tree(context, step, travellers)
    plan = yield from ask(context, _moving(context, node, [t.model.id for t in travellers]))
    if plan:
        pushed = yield from actions.move(context.table, context.seat, plan)
        if step.push == PATH:
            pushed += yield from push_aside(context, plan, pushed)
        _remember(context, step, plan, pushed)


def _move_in_turn(context: Context, step: Move, travellers: list[Mover]) -> Rules[None]:
    """EF-8.3.10: in the chosen order; a model that no longer finds a place in contact stays."""
    left = travellers
    while able := _able(context, step, left):
        plan = yield from ask(context, _moving(context, _any_of(context, step, able)))
        if not plan:
            return
        pushed = yield from actions.move(context.table, context.seat, plan)
        _remember(context, step, plan, pushed)
        gone = {travel.model for travel in plan}
        left = [traveller for traveller in left if traveller.model.id not in gone]


def _able(scope: Scope, step: Move, travellers: list[Mover]) -> list[Mover]:
    manner = _manner(scope, step)
    return [traveller for traveller in travellers if can_go(scope.state, [traveller], manner)]


def _any_of(context: Context, step: Move, travellers: list[Mover]) -> Node[Plan]:
    """The Move of one of them, each for itself."""
    manner = _manner(context, step)
    trees = [move_node(context.state, [traveller], manner) for traveller in travellers]
    return Node(None, lambda: (branch for tree in trees for branch in tree.branches()))


def _travellers(scope: Scope, step: Move) -> list[Mover]:
    """EF-4.1: a Blocked model is not moved by its own controller; others may move it."""
    models = [model for model in scope.models(step.who) if model.state == ON_BOARD]
    reach = _reach(scope, step)
    through = bool(step.thru)
    own = [model for model in models if not scope.state.is_enemy(scope.seat, model)]
    foreign = [model for model in models if model not in own and stat(scope.state, model, "MOV") is not None]
    found = movers(scope.state, own, reach, through)
    return [*found, *(mover(scope.state, model, reach, through) for model in foreign)]


def _reach(scope: Scope, step: Move) -> int | None:
    """As far as the card says, across the whole board where it says `any`; else as far as MOV."""
    if step.range is None:
        return None
    return len(scope.state.board.names) if step.range.text == ANY else scope.number(step.range)


def _manner(scope: Scope, step: Move) -> Manner:
    touching = goal_mask(scope, step.to)
    manner = Manner(push=push_mode(step), straight=bool(step.straight), touching=touching)
    return manner_of(scope.state, scope.seat, _travellers(scope, step), manner)


def _move_tree(context: Context, step: Move, travellers: list[Mover]) -> Node[Plan]:
    if step.carry:
        carried = context.model(step.carry)
        if carried is not None:
            return carry_node(context.state, travellers[0], carried, _manner(context, step))
    return move_node(context.state, travellers, _manner(context, step))


def _moving(context: Context, node: Node[Plan], movers: Sequence[str] = ()) -> CardQuestion[Plan]:
    """`move pilgrim/1 C5.3 move pilgrim/2 C5.4`, or `stay`."""

    def grow() -> Node[Plan]:
        staying: Branch[Plan] = Branch("stay", lambda: leaf(()))
        return Node(None, lambda: (staying, *node.branches()), lead="move", unled=("stay",))

    return CardQuestion(
        "move",
        say(_("{title}: who moves where?"), title=context.title),
        grow,
        default=("stay",),
        asks=IF_IDLE,
        arrange=lambda words: arranged(context.state, movers, words),
        lines=("move",),
    )


def _remember(context: Context, step: Move, plan: Plan, pushed: list[str]) -> None:
    context.names["pushed"] = pushed
    if step.name:
        name = step.name
        context.names[name] = [travel.model for travel in plan]
        context.names[f"{name}.path"] = [space for travel in plan[:1] for space in travel.path]
        context.names[f"{name}.crossed"] = [space for travel in plan for space in travel.path[1:-1]]


@possible(Move)
def can_move(scope: Scope, step: Move) -> bool:
    """Someone can go somewhere."""
    travellers = _travellers(scope, step)
    return bool(travellers) and can_go(scope.state, travellers, _manner(scope, step))
