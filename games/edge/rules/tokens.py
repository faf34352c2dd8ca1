"""ED-1.5, EF-2.1: status tokens: put with their limits, taken, and gone when their condition ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

import msgspec

from games.edge.catalogue import TOKENS, TokenKind
from games.edge.catalogue.numbers import ALL, Number
from games.edge.catalogue.steps import PutToken
from games.edge.effects.lasting import token_scope
from games.edge.effects.run import GIVEN_BACK, Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.names import model_branch
from games.edge.rules import board_tokens, payment
from games.edge.rules.active.order import Grow, Order, order_leaf
from games.edge.rules.cards.perform import run_steps
from games.edge.state import ON_BOARD, SeatId, State, Token
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node


def kind_of(state: State, token: Token) -> TokenKind:
    """What a token is, by the faction that owns it."""
    return TOKENS[state.player(token.owner).faction][token.t]


left = board_tokens.tokens_left  # ED-2.4, EF-4.13: how many of a kind a faction still has


def put(table: Table[State], token: Token) -> None:
    """One more token, if one is left and it does not lie there already (few kinds are cumulative)."""
    state = table.state
    if left(state, token.owner, token.t) > 0 and not lies_there(state, token):
        kind = kind_of(state, token)
        token.turn = state.turn.number if kind.is_dated else 0
        token.by = token.by if kind.is_signed else ""
        state.tokens.append(token)
        _tell(table, "put_token", token)


def _tell(table: Table[State], key: str, token: Token) -> None:
    """What happens to a token, for all to see; what lies on the board has a place there."""
    models, squad = list(token.models), token.squad
    if token.at:
        table.tell(key, seat=token.owner, token=token.t, models=models, squad=squad, at=token.at)
    else:
        table.tell(key, seat=token.owner, token=token.t, models=models, squad=squad)


def lies_there(state: State, token: Token) -> bool:
    """Whether such a token lies in the same place already, and a second one would change nothing."""
    return not kind_of(state, token).stacks and any(_same_place(token, other) for other in state.tokens)


def _same_place(one: Token, other: Token) -> bool:
    same = (one.t, one.models, one.squad, one.at) == (other.t, other.models, other.squad, other.at)
    return same and not one.shrine and not other.shrine


def take(table: Table[State], token: Token) -> None:
    """A token leaves."""
    table.state.tokens[:] = [other for other in table.state.tokens if other is not token]
    _tell(table, "took_token", token)


def clear(state: State, model: str) -> None:
    """A model has left the board: what lay on it goes back."""
    for token in state.tokens:
        if model in token.models and len(token.models) > 1:
            token.models.remove(model)
    state.tokens[:] = [token for token in state.tokens if token.models != [model]]


def tidy(table: Table[State], moved: Collection[str] = (), wounded: Collection[str] = ()) -> None:
    """EF-2.1 `remove: {if}`: tokens whose condition has ended."""
    for token in list(table.state.tokens):
        rule = kind_of(table.state, token).remove
        is_disturbed = rule.disturbed and _is_disturbed(token, {*moved, *wounded})
        if is_disturbed or (rule.without_b2b and _is_released(table.state, token, rule.without_b2b)):
            take(table, token)


def _is_disturbed(token: Token, touched: set[str]) -> bool:
    return bool(touched & set(token.models)) or len(token.models) < 2


def _is_released(state: State, token: Token, kind: str) -> bool:
    """The bearer no longer touches any model of such a Squad of the token's owner."""
    own = state.player(token.owner).squads
    holders = [m for s in own if s.kind == kind for m in s.on_board]
    if kind == "source_model":
        holders = [state.model(token.by)] if token.by else []
    bearer = state.model(token.models[0])
    return not any(state.are_touching(bearer, holder) for holder in holders)


def start_of_passive(table: Table[State], seat: SeatId) -> None:
    """EF-2.1 `remove: {win: passive_start, side}`: seen from the faction that owns the token."""
    state = table.state
    for token in list(state.tokens):
        rule = kind_of(state, token).remove
        if rule.win == "passive_start" and _lasts_until(state, token, rule.side, seat) and not token.shrine:
            take(table, token)


def _lasts_until(state: State, token: Token, side: str, seat: SeatId) -> bool:
    """EF-2.6: "the opponent" is the owner of the enemy model that bears it; else any enemy."""
    if side == "mine":
        return token.owner == seat
    owners = {state.owner(state.model(name)) for name in token.models}
    bearers = {one for one in owners if state.are_enemies(token.owner, one) and not state.player(one).left}
    return seat in bearers if bearers and state.since(4) else state.are_enemies(token.owner, seat)


def price(state: State, token: Token) -> int | None:
    """ED-15.11: what it costs to be rid of it; None if it cannot be bought off."""
    rule = kind_of(state, token).remove
    return rule.pay if rule.by else None


@verb(PutToken)
def token(context: Context, step: PutToken) -> Rules[None]:
    """A token on models, a group, a Squad card, an Enhancement, a Shrine or the board."""
    match step.op:
        case "put" if step.at is not None:
            yield from board_tokens.grow(context, step)
        case "put":
            for new in _new_tokens(context, step.t, step.loc):
                for _copy in range(context.number(step.n, 1)):
                    yield from board_tokens.turn_face_down(context, new)
                    put(context.table, msgspec.structs.replace(new))
        case "slide":
            yield from board_tokens.slide(context, step)
        case _:
            context.taken = _take(context, step)


def _new_tokens(scope: Scope, kind: str, place: str) -> list[Token]:
    """One for each model; one for a whole group, a Squad card, a Shrine, a place on the board."""
    owner = scope.seat
    if place == "shrine":
        return [Token(kind, owner, shrine=owner)]
    where = _place_of(scope, kind)
    if where == "card":
        card = scope.state.enhancement(scope.names["host"][0]).card
        return [Token(kind, owner, squad=scope.squad, card=card)]
    if where in ("hex", "space", "source"):
        return [Token(kind, owner, at=name) for name in scope.addresses(place)]
    if where == "squad":
        return [Token(kind, owner, squad=squad.id) for squad in scope.squads(place)]
    by = next(iter(scope.addresses("user")), "") if "user" in scope.names else ""
    models = [model.id for model in scope.models(place) if model.state == ON_BOARD]
    if where == "group":
        return [Token(kind, owner, models=models)] if models else []
    return [Token(kind, owner, models=[model], by=by) for model in models]


def _place_of(scope: Scope, kind: str) -> str:
    """Where tokens of a kind lie."""
    return scope.player.content.tokens[kind].loc


def _take(context: Context, step: PutToken) -> int:
    found = [t for t in context.state.tokens if t.t == step.t and _is_there(context, t, step)]
    taken = found if _is_all(step.n) else found[: context.number(step.n, 1)]
    for one in taken:
        take(context.table, one)
    return len(taken)


def _is_all(number: Number | None) -> bool:
    return number is not None and number.text == ALL


def _is_there(scope: Scope, one: Token, step: PutToken) -> bool:
    if step.at is not None:
        return bool(one.at) and board_tokens.is_at(scope, one.at, step.at)
    place = step.loc
    if place == "anywhere":
        return one.owner == scope.seat
    if place == "shrine":
        return one.shrine == scope.seat
    if one.at:
        return one.at in scope.addresses(place)
    models = {model.id for model in scope.all_models(place)}
    squads = {squad.id for squad in scope.squads(place)}
    return bool(models & set(one.models)) or one.squad in squads


@possible(PutToken)
def can_put(scope: Scope, step: PutToken) -> bool:
    """ED-2.4: one is left, and none lies there yet; one to be taken lies there."""
    kind, place = step.t, step.loc
    if step.op == "slide":
        return board_tokens.can_slide(scope, step)
    if step.op != "put":
        if _is_all(step.n) and (place in scope.names or place == "anywhere"):
            return True  # as many as there are on the one that was picked, perhaps none
        return any(t.t == kind and _is_there(scope, t, step) for t in scope.state.tokens)
    is_there = left(scope.state, scope.seat, kind) > 0 or kind in scope.names.get(GIVEN_BACK, ())
    if step.at is not None:
        return is_there and bool(board_tokens.free_hexes(scope, step.at))
    if place in ("hits", "hit_enemies") or not is_there:
        return place in ("hits", "hit_enemies")
    return any(not lies_there(scope.state, new) for new in _new_tokens(scope, kind, place))


@dataclass(frozen=True, slots=True)
class BuyOff(Order):
    """DP-A19: pay to remove a token from a model of yours, or take one of yours back from the board."""

    token: Token

    def carry_out(self, table: Table[State]) -> Rules[None]:
        """ED-15.11: its price is a Crystal cost."""
        cost = price(table.state, self.token)
        yield from payment.pay(table, table.state.turn.seat, cost or 0)
        take(table, self.token)
        scope = replace(token_scope(table.state, self.token), seat=table.state.turn.seat)
        yield from run_steps(table, scope, kind_of(table.state, self.token).remove.do, self.token.t)


def removals(state: State, seat: SeatId) -> Iterator[Branch[Order]]:
    """`remove TRAP from pilgrim/1`."""
    found = [token for token in state.tokens if _can_buy_off(state, seat, token)]
    if found:
        kinds = list(dict.fromkeys(token.t for token in found))
        options = [Branch(kind, _bearers([token for token in found if token.t == kind])) for kind in kinds]
        label = _("remove a token from one of your models, or one of yours from the board")
        yield Branch("remove", lambda: Node(None, lambda: options), label)


def _can_buy_off(state: State, seat: SeatId, token: Token) -> bool:
    cost = price(state, token)
    return cost is not None and _who_may(state, token) == seat and payment.can_pay(state, seat, cost)


def _who_may(state: State, token: Token) -> SeatId | None:
    """The owner of the token itself, or of the model that bears it."""
    if kind_of(state, token).remove.by == "me":
        return token.owner
    return state.owner(state.model(token.models[0])) if token.models else None


def _bearers(found: list[Token]) -> Grow:
    """The models that bear them, or where they lie."""
    options: list[Branch[Order]] = []
    for token in found:
        grow = order_leaf(BuyOff(token))
        options.append(Branch(token.at, grow) if token.at else model_branch(token.models[0], grow))
    return lambda: Node(None, lambda: options, lead="from")
