"""ED-1.5, ED-25.13: tokens that lie on the board: where they may be put, and how they are moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games.edge.catalogue import TOKENS
from games.edge.catalogue.parts import Goal
from games.edge.catalogue.steps import PutToken
from games.edge.effects.run import Context
from games.edge.effects.scope import Scope
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.state import State, Token
from games.engine.contract.decisions import ALWAYS, IF_IDLE, IF_SAID
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf

# Where they may lie.


def empty_hexes(state: State) -> list[str]:
    """EF-6.6.2: hexes under nothing, in board order; someone who is dying is as good as gone."""
    taken = state.occupied() & ~state.fallen_mask
    lying = {token.at for token in state.tokens if token.at}
    return [
        place.name
        for row in state.board.by_size[1]
        for place in row
        if not place.mask & taken and place.name not in lying
    ]


def free_hexes(scope: Scope, goal: Goal) -> list[str]:
    """Empty hexes in contact with something, within a Range of it, or in its Space."""
    is_wanted = _test(scope, goal)
    return [name for name in empty_hexes(scope.state) if is_wanted(name)]


def is_at(scope: Scope, name: str, goal: Goal) -> bool:
    """Whether a place on the board is where a goal says."""
    return _test(scope, goal)(name)


def _test(scope: Scope, goal: Goal) -> Callable[[str], bool]:
    """What a goal demands of a place, worked out once for all of them."""
    state, board = scope.state, scope.state.board
    if goal.b2b:
        touched = board.halo(scope.mask(goal.b2b))
        return lambda name: bool(state.mask_of(name) & touched)
    wanted = spaces_of(scope, goal.space or goal.center)
    if not goal.space:
        reach = scope.number(goal.range, 0)
        wanted = {space for centre in wanted for space in board.within(centre, reach)}
    return lambda name: board.number[name.partition(".")[0]] in wanted


def spaces_of(scope: Scope, ref: str) -> set[int]:
    """The Spaces of what a reference means: models, Spaces, hexes, the player's Shrine."""
    state = scope.state
    if ref == "shrine":
        return {state.board.number[scope.player.shrine_at]}
    found = {state.placement(model).space for model in scope.models(ref)}
    names = [name.partition(".")[0] for name in scope.addresses(ref) if "/" not in name]
    return found | {state.board.number[name] for name in names if name in state.board.number}


# Putting and moving them.


def grow(context: Context, step: PutToken) -> Rules[None]:
    """New tokens on hexes that the acting player chooses, one after the other, while there are any left."""
    for _copy in range(context.number(step.n, 1)):
        hexes = free_hexes(context, step.at) if step.at is not None else []
        if not hexes or tokens_left(context.state, context.seat, step.t) < 1:
            return
        where = yield from ask(context, _which_hex(context, hexes))
        lay(context, Token(step.t, context.seat, at=where))


def slide(context: Context, step: PutToken) -> Rules[None]:
    """Tokens on the board go to empty hexes: at most so many Spaces away, or where a goal says."""
    for name in list(context.addresses(step.loc)):
        hexes = _reached(context, step, name)
        found = next((t for t in context.state.tokens if t.t == step.t and t.at == name), None)
        if found is None or not hexes:
            continue
        found.at = yield from ask(context, _which_hex(context, hexes))
        context.table.tell("slid_token", seat=context.seat, token=step.t, source=name, to=found.at)


def _reached(scope: Scope, step: PutToken, name: str) -> list[str]:
    if step.at is not None:
        return free_hexes(scope, step.at)
    board = scope.state.board
    here, reach = board.number[name.partition(".")[0]], scope.number(step.by, 1)
    near = {board.names[space] for space in board.within(here, reach)}
    return [place for place in empty_hexes(scope.state) if place.partition(".")[0] in near]


def can_slide(scope: Scope, step: PutToken) -> bool:
    """One of them has somewhere to go."""
    return any(_reached(scope, step, name) for name in scope.addresses(step.loc))


def lay(context: Context, token: Token) -> None:
    """A token comes to the board."""
    context.state.tokens.append(token)
    context.table.tell("put_token", seat=token.owner, token=token.t, models=[], squad="", at=token.at)


def tokens_left(state: State, seat: int, kind: str) -> int:
    """ED-2.4: how many of these a faction still has."""
    rule = TOKENS[state.player(seat).faction][kind]
    used = sum(token.t == kind and token.owner == seat for token in state.tokens)
    return rule.supply - used - (state.player(seat).dark_points if rule.kept else 0)


def _which_hex(context: Context, hexes: Sequence[str]) -> CardQuestion[str]:
    def node() -> Node[str]:
        branches = [Branch(name, partial(leaf, name)) for name in hexes]
        return Node(None, lambda: branches, lead="at")

    return CardQuestion(
        "hex",
        say(_("{title}: on which hex?"), title=context.title),
        node,
        default=(hexes[0],),
        asks=IF_SAID if context.is_trigger else ALWAYS,  # DP-I16: nobody waits for a trigger
        key="choose",
    )


# What lies face down.


def turn_face_down(context: Context, token: Token) -> Rules[None]:
    """Its owner says which of the kinds that are left it is; nobody else learns it."""
    faces = TOKENS[context.player.faction][token.t].faces
    if not faces:
        return
    used = [other.face for other in context.state.tokens if other.t == token.t]
    left = [face for face, count in faces.items() if used.count(face) < count]
    if left:
        token.face = (
            left[0] if len(left) == 1 else (yield from ask(context, _which_face(context, token, left)))
        )


def _which_face(context: Context, token: Token, faces: Sequence[str]) -> CardQuestion[str]:
    def node() -> Node[str]:
        branches = [Branch(face, partial(leaf, face)) for face in faces]
        return Node(None, lambda: branches, lead="as")

    return CardQuestion(
        "face",
        say(_("{title}: which token do you put on {place}?"), title=context.title, place=token.at),
        node,
        default=(faces[0],),
        asks=IF_IDLE,
        key="choose",
    )
