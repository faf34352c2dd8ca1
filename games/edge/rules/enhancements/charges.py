"""ED-18.2, ED-18.9: Enhancements are attached and charged, as long as there are Charges."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.edge.catalogue import CARDS
from games.edge.names import enhancement_branch, enhancement_names
from games.edge.rules import facts, payment
from games.edge.rules.cards.acts import AttachCard
from games.edge.state import Enhancement, SeatId, Squad, State
from games.engine.contract.decisions import IF_IDLE, Decision, some_of
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, Path, word

Grow = Callable[[], Node[str | None]]
NAME = "charges"  # what standing orders call the question: choose "charges": ...


def attach(table: Table[State], act: AttachCard) -> Rules[None]:
    """ED-18.2, ED-18.3: a card goes from the hand to a Squad; a slot is cleared first where none is free."""
    state, seat, host = table.state, act.seat, act.squad
    player, squad, terms = state.player(seat), state.squad(host), CARDS[act.card].attach
    player.hand.remove(act.card)
    if act.drop:
        _drop(table, seat, squad, act.drop)
    table.tell("attached", seat=seat, squad=host, card=act.card)
    yield from payment.pay(table, seat, terms.cr)
    yield from payment.pay(table, seat, terms.dp, payment.DARK)
    squad.enhancements.append(Enhancement(act.card))
    name = f"{host}.{len(squad.enhancements)}"
    yield from charge(table, seat, [name], terms.ch)


def _drop(table: Table[State], seat: SeatId, squad: Squad, slot: int) -> None:
    """An Enhancement leaves, with its Charges and with the tokens that lie on it."""
    state, old = table.state, squad.enhancements.pop(slot - 1)
    take_charges(state, old, old.charges)
    state.player(seat).discard.append(old.card)
    state.tokens[:] = [t for t in state.tokens if not (t.card == old.card and t.squad == squad.id)]
    table.tell("dropped", seat=seat, squad=squad.id, card=old.card)


def take_charges(state: State, enhancement: Enhancement, amount: int) -> None:
    """ED-15.7, ED-2.6: back to the neutral pile."""
    enhancement.charges -= amount
    state.neutral_charges += amount


def charge(table: Table[State], seat: SeatId, targets: Sequence[str], each: int) -> Rules[None]:
    """Put Charges on Enhancements; with too few left the owner chooses, or moves one from another card."""
    state = table.state
    wanted = each * len(targets)
    if not wanted:
        return
    if state.neutral_charges >= wanted:
        _put(table, seat, [name for name in targets for _copy in range(each)])
    elif state.neutral_charges:
        yield from _share(table, seat, targets)
    elif len(targets) == 1:
        yield from _move_one(table, seat, targets[0])


def _put(table: Table[State], seat: SeatId, names: Sequence[str]) -> None:
    state = table.state
    for name in names:
        state.enhancement(name).charges += 1
    state.neutral_charges -= len(names)
    counted = [f"{name} {names.count(name)}" for name in dict.fromkeys(names)]
    table.tell("charged", seat=seat, names=counted, count=len(names))


def _share(table: Table[State], seat: SeatId, targets: Sequence[str]) -> Rules[None]:
    """DP-T5, DP-I23: who gets the Charges that are left."""
    left = table.state.neutral_charges
    if len(targets) == 1:
        _put(table, seat, [targets[0]] * left)
        return
    count = min(left, len(targets))
    chosen = yield from table.ask(_who_gets(table.state, seat, tuple(targets), count))
    _put(table, seat, chosen)


def _who_gets(state: State, seat: SeatId, targets: Path, count: int) -> Decision[Path]:
    return Decision(
        seat=seat,
        kind="charges",
        prompt=say(_("There are only {count} Charges left: which Enhancements get one?"), count=count),
        grow=lambda: some_of(targets, count, count, "to"),
        default=targets[:count],
        facts=lambda: facts.common(state, seat),
        key="choose",
        subject=NAME,
        asks=IF_IDLE,
    )


def _move_one(table: Table[State], seat: SeatId, target: str) -> Rules[None]:
    """ED-18.9: instead, a Charge of another own Enhancement."""
    state = table.state
    others = [
        (name, card)
        for name, card in enhancement_names(state.player(seat).squads)
        if name != target and state.enhancement(name).charges
    ]
    if not others:
        return
    taken = yield from table.ask(_from_where(state, seat, others))
    if taken is not None:
        state.enhancement(taken).charges -= 1
        state.enhancement(target).charges += 1
        table.tell("moved_charge", seat=seat, source=taken, target=target)


def _from_where(state: State, seat: SeatId, others: list[tuple[str, str]]) -> Decision[str | None]:
    def grow() -> Node[str | None]:
        leave: Branch[str | None] = word("none", None, _("leave it empty"))
        moved = [enhancement_branch(name, card, _leaf(name)) for name, card in others]
        return Node(None, lambda: (leave, *moved), lead="from", unled=("none",))

    return Decision(
        seat=seat,
        kind="move-charge",
        prompt=say(_("No Charge is left: do you move one from another Enhancement?")),
        grow=grow,
        default=("none",),
        facts=lambda: facts.common(state, seat),
        key="choose",
        subject=NAME,
        asks=IF_IDLE,
    )


def _leaf(name: str) -> Grow:
    return lambda: Node(End(name))
