"""EF-2.14 `swap`: models trade places, with each other or with tokens on the board."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from games.edge.catalogue.steps import Swap
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.geometry import Placement
from games.edge.rules import tokens
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.movement.arrivals import set_down
from games.edge.rules.movement.layout import Piece, layout_of
from games.edge.rules.movement.partial import PartialMove
from games.edge.rules.movement.placement import is_held
from games.edge.rules.movement.plans import NONE, Manner, Plan
from games.edge.rules.movement.shrine_moves import lost_contacts
from games.edge.rules.movement.words import movers_node
from games.edge.rules.shrines import contacts
from games.edge.state import Model, State
from games.engine.contract.decisions import ALWAYS
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Node, first_path


@verb(Swap)
def swap(context: Context, step: Swap) -> Rules[None]:
    """Two models trade places, whatever their bases; several trade with as many tokens, in their order."""
    touching = contacts(context.state)
    models, others = context.models(step.a), context.models(step.b)
    if not others:
        _swap_tokens(context, models, context.addresses(step.b))
    elif models:
        yield from _swap_models(context, models[0], others[0])
    yield from lost_contacts(context.table, touching)


def _swap_models(context: Context, one: Model, other: Model) -> Rules[None]:
    if context.state.base(one) == context.state.base(other):
        one.at, other.at = other.at, one.at
        context.table.tell("swapped", seat=context.seat, model=one.id, other=other.id)
        tokens.tidy(context.table, moved=[one.id, other.id])
        return
    node = _node(context.state, one, other)
    question: CardQuestion[Plan] = CardQuestion(
        "place",
        say(_("{title}: where do they stand?"), title=context.title),
        lambda: replace(node, lead="at"),
        default=lambda: first_path(node),
        asks=ALWAYS,
        key="choose",
    )
    set_down(context.table, context.seat, (yield from ask(context, question)))


def _node(state: State, one: Model, other: Model) -> Node[Plan]:
    """Each on hexes that share those of the other, larger around smaller; nobody is pushed."""
    pieces = [
        Piece(model.id, state.base(model), None, None, allowed=partial(_shares, state.placement(there)))
        for model, there in ((one, other), (other, one))
    ]
    layout = layout_of(state, pieces, Manner(push=NONE, must=True))
    return movers_node(layout, PartialMove(owed=layout.everybody))


def _shares(there: Placement, place: Placement) -> bool:
    return place.mask & there.mask in (place.mask, there.mask)


def _swap_tokens(context: Context, models: list[Model], places: list[str]) -> None:
    for model, place in zip(models, places, strict=False):
        token = next((token for token in context.state.tokens if token.at == place), None)
        if token is not None:
            model.at, token.at = token.at, model.at
            context.table.tell("swapped_token", seat=context.seat, model=model.id, token=token.t, to=model.at)
    tokens.tidy(context.table, moved=[model.id for model in models])


@possible(Swap)
def can_swap(scope: Scope, step: Swap) -> bool:
    """Both are there, free to go, and find room."""
    models, others = scope.models(step.a), scope.models(step.b)
    if any(is_held(scope, model) for model in (*models, *others)):
        return False
    if not others:
        return bool(models) and len(models) == len(scope.addresses(step.b))
    one, other = models[0] if models else None, others[0]
    if one is None or scope.state.base(one) == scope.state.base(other):
        return one is not None
    return _node(scope.state, one, other).has_more()
