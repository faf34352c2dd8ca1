"""ED-21.3: a Shrine is put on another Space; what happens around it then."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import structs

from games.edge.catalogue.parts import Goal
from games.edge.catalogue.steps import Place
from games.edge.effects.moment import Moment
from games.edge.effects.run import Context
from games.edge.effects.scope import Scope
from games.edge.geometry import Placement
from games.edge.rules import tokens
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.rules.instants.windows import window
from games.edge.rules.movement.layout import Piece, layout_of
from games.edge.rules.movement.movers import immovable
from games.edge.rules.movement.options import carry_pushes
from games.edge.rules.movement.partial import PartialMove
from games.edge.rules.movement.plans import ANY, NONE, Manner, Plan
from games.edge.rules.movement.words import movers_node
from games.edge.rules.shrines import Touching, contacts, left_contact, may_push
from games.edge.state import Player, State
from games.engine.contract.decisions import ALWAYS
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Node, Path, first_path

PIECE = "shrine"
Allowed = Callable[[Placement], bool]


def moved_shrines(scope: Scope, step: Place) -> list[Player]:
    """The Shrines that a step is about: the player's own, or those on Spaces that were picked."""
    if step.who == PIECE:
        return [scope.player]
    names = scope.names.get(step.who, [])
    return [player for player in scope.state.players if player.shrine_at and player.shrine_at in names]


def move_shrine(context: Context, step: Place, player: Player) -> Rules[None]:
    """On a Space whose hexes are free; only one that says so pushes, whatever the base."""
    touching = contacts(context.state)
    node = _node(context, step, player)
    if node is None:
        return
    plan: Plan = yield from ask(context, _whither(context, node))
    (travel,) = plan
    pushed = carry_pushes(context.state, plan)
    player.shrine_at = travel.to.partition(".")[0]
    pushes = [f"{victim} {to}" for victim, to in travel.pushes]
    context.table.tell("moved_shrine", seat=player.seat, to=player.shrine_at, pushes=pushes)
    tokens.tidy(context.table, moved=pushed)
    yield from window(context.table, Moment("shrine_moved", shrine=player.seat, pushed=pushed))
    yield from lost_contacts(context.table, touching)


def can_move_shrine(scope: Scope, step: Place, player: Player) -> bool:
    """There is a Space for it, in contact with what it must touch."""
    if isinstance(step.to, Goal) and step.to.b2b and not scope.mask(step.to.b2b):
        return False
    return _node(scope, step, player) is not None


def _node(scope: Scope, step: Place, player: Player) -> Node[Plan] | None:
    state = scope.state
    is_pushing = player.seat == scope.seat and may_push(state, player)
    manner = Manner(
        push=ANY if is_pushing else NONE,
        touching=scope.mask(step.to.b2b) if isinstance(step.to, Goal) and step.to.b2b else 0,
        allowed=_allowed(scope, step, player),
        immovable=immovable(state, scope.seat),
        must=True,
    )
    layout = layout_of(state, [Piece(PIECE, 7, None, None)], manner)
    node = movers_node(layout, PartialMove(owed=layout.everybody)).step(PIECE)
    return node if node is not None and node.has_more() else None


def _allowed(scope: Scope, step: Place, player: Player) -> Allowed | None:
    board = scope.state.board
    here = board.number[player.shrine_at]
    if isinstance(step.to, Goal) and step.to.adj:
        return lambda place: board.distance(place.space, here) == 1
    return None


def _whither(context: Context, node: Node[Plan]) -> CardQuestion[Plan]:
    def grow() -> Node[Plan]:
        return structs.replace(node, lead="at")

    def first() -> Path:
        return first_path(node)

    prompt = say(_("{title}: where does the Shrine go?"), title=context.title)
    return CardQuestion("place", prompt, grow, default=first, asks=ALWAYS, key="choose")


def lost_contacts(table: Table[State], before: Touching) -> Rules[None]:
    """`contact_lost`: once for everybody who touches such a Shrine no longer."""
    for seat, name in left_contact(table.state, before):
        yield from window(table, Moment("contact_lost", model=table.state.model(name), shrine=seat))
