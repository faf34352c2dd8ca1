"""ED-5 and ED-7: a turn, from its declaration to the next player's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.edge.effects.moment import Moment
from games.edge.effects.prepare import FURTHER
from games.edge.rules import durations, ending, facts, victory
from games.edge.rules.active.orders import EndTurn, what_next
from games.edge.rules.active.refusals import barred_before_the_turn
from games.edge.rules.cards.decks import draw_to_limit, shuffle_deck
from games.edge.rules.ending import GameOver
from games.edge.rules.instants.windows import window
from games.edge.rules.passive_turn import passive_turn
from games.edge.rules.showing import show_hands
from games.edge.state import ACTIVE, PASSIVE, Player, State, Turn
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node

VP_PRICE = 3  # ED-23.4


@dataclass(frozen=True, slots=True)
class Declaration:
    """ED-5.1: what kind of turn it is, and what the options of the match allow at its start."""

    kind: str
    buys: bool = False
    exchanges: bool = False


def take_turn(table: Table[State]) -> Rules[None]:
    """From one rest point to the next: the declaration, one order, or the End Step."""
    try:
        if table.state.turn.stage == "start":
            yield from _begin(table)
        else:
            yield from _go_on(table)
    except GameOver:  # ED-22.14: whatever was being done is not finished
        _clear_table(table.state)


def _clear_table(state: State) -> None:
    """What was in progress when the game ended."""
    state.fights.clear()
    state.actions.clear()


def _begin(table: Table[State]) -> Rules[None]:
    """ED-5.2: `buy_vp`, declaration, tokens, mulligan; a Passive turn is carried out at once."""
    state = table.state
    turn = state.turn
    if state.active.left and state.since(4):  # since the turn before, or in set-up
        _give_turn(state)
        return
    if not turn.number:
        table.begin_turn(turn.seat)
        turn.number = table.turns
        table.tell("turn_began", seat=turn.seat, number=turn.number)
        yield from show_hands(table)
    declared = yield from table.ask(_declaration(state))
    turn.kind, turn.stage = declared.kind, "main"
    if declared.buys:
        _buy_vp(table)
    table.tell("declared", seat=turn.seat, kind=declared.kind)
    yield from window(table, Moment("bearer_turn_start"))
    if declared.kind == PASSIVE:
        if not state.since(2):
            state.quiet += 1
        yield from passive_turn(table)
        _pass_on(table)
        return
    if not state.since(2):
        state.quiet = 0
    if declared.exchanges:
        _mulligan(table)
    yield from window(table, Moment("active_start"))


def _go_on(table: Table[State]) -> Rules[None]:
    """ED-7.1: one thing; other players may answer with Instants. Then, in the end, the End Step."""
    order = yield from table.ask(what_next(table.state))
    doing = order.carry_out(table)
    if doing is not None:
        yield from doing
    if isinstance(order, EndTurn):
        yield from _end_step(table, order)
    else:
        yield from window(table, Moment("open"))


def _end_step(table: Table[State], order: EndTurn) -> Rules[None]:
    """ED-7.4: discard one, then all draw up to the limit, the active player first."""
    state = table.state
    yield from window(table, Moment("before_end"))
    yield from window(table, Moment("active_end"))
    player = state.active
    if order.discard and order.discard in player.hand:
        player.hand.remove(order.discard)
        player.discard.append(order.discard)
        table.tell("discarded", seat=player.seat, card=order.discard)
    for seat in state.playing(player.seat):
        draw_to_limit(table, seat, "end")
    _pass_on(table)


def _pass_on(table: Table[State]) -> None:
    """ED-5.2 (e), (f): the end check, then the next player's turn."""
    durations.end_turn(table.state)
    ending.end_of_turn(table)
    table.end_turn()
    _give_turn(table.state)


def _give_turn(state: State) -> None:
    """ED-5.4, ED-24.2: an extra turn, or the next one clockwise who is still there."""
    extra, state.extra_turn = state.extra_turn, ""
    if extra and not (state.since(4) and state.active.left):
        state.turn = Turn(state.turn.seat, only=extra)
        return
    others = state.clockwise(state.turn.seat)[1:]
    state.turn = Turn(next(seat for seat in (*others, state.turn.seat) if not state.player(seat).left))


# The declaration.


def _declaration(state: State) -> Decision[Declaration]:
    """DP-T1 to DP-T3."""
    seat = state.turn.seat
    return Decision(
        seat=seat,
        kind="turn",
        prompt=say(_("Your turn: Active or Passive?")),
        grow=lambda: _node(state),
        default=(state.turn.only or PASSIVE,),
        asks=MAJOR,
        facts=lambda: facts.common(state, seat),
    )


def _node(state: State) -> Node[Declaration]:
    active = Branch(ACTIVE, lambda: _extras(state, Declaration(ACTIVE)), _("play cards, activate a Squad"))
    passive = Branch(PASSIVE, lambda: _extras(state, Declaration(PASSIVE)), _("harvest and refresh"))
    offered = [branch for branch in (active, passive) if state.turn.only in ("", branch.word)]
    return Node(None, lambda: offered, lead="turn", barred=barred_before_the_turn)


def _extras(state: State, declared: Declaration) -> Node[Declaration]:
    """ED-23.3, ED-23.4: `turn active buy mulligan`, where the match has these options."""
    player = state.active

    def branches() -> Iterator[Branch[Declaration]]:
        if _may_buy(state, player) and not declared.buys and not declared.exchanges:
            bought = replace(declared, buys=True)
            yield Branch("buy", lambda: _extras(state, bought), _("3 Crystals for 1 Victory Point"))
        if _may_exchange(state, player, declared):
            exchanged = replace(declared, exchanges=True)
            yield Branch("mulligan", lambda: _extras(state, exchanged), _("exchange your hand"))

    return Node(End(declared), branches, after=("source", *FURTHER))


def _may_buy(state: State, player: Player) -> bool:
    return state.choices.buy_vp and player.pool >= VP_PRICE


def _may_exchange(state: State, player: Player, declared: Declaration) -> bool:
    fresh = state.choices.mulligan and not player.mulligan_used and not declared.exchanges
    return fresh and declared.kind == ACTIVE


def _buy_vp(table: Table[State]) -> None:
    """ED-23.4: three undepleted Crystals, no substitutes."""
    state = table.state
    state.active.pool -= VP_PRICE
    state.neutral_crystals += VP_PRICE
    table.tell("bought_vp", seat=state.active.seat)
    victory.gain(table, state.active.seat, 1)


def _mulligan(table: Table[State]) -> None:
    """ED-23.3: the whole hand into the deck, then as many cards as the limit."""
    player = table.state.active
    player.mulligan_used = True
    player.deck += player.hand
    player.hand = []
    shuffle_deck(table, player.seat)
    table.tell("mulligan", seat=player.seat)
    draw_to_limit(table, player.seat, "mulligan")
