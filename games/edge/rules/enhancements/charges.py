"""ED-18.2, ED-18.9: Enhancements are attached and charged, as long as there are Charges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games.edge.catalogue import CARDS
from games.edge.effects.prepare import FURTHER
from games.edge.names import enhancement_branch, enhancement_names
from games.edge.rules import durations, facts, payment
from games.edge.rules.asking import ask
from games.edge.rules.cards.acts import AttachCard
from games.edge.state import Enhancement, SeatId, Squad, State
from games.engine.contract.decisions import IF_IDLE, IF_SAID, Decision, some_of
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, Path, followed, leaf, word

Moved = tuple[str, str]  # from one Enhancement to another
Grow = Callable[[], Node[Moved | None]]
NAME = "charges"  # what standing orders call the question: choose "charges": ...
MOVED = "moved charges"  # whether, and from where, one is moved when none is left


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
    state, before = table.state, durations.names_of_cards(table.state)
    old = squad.enhancements.pop(slot - 1)
    durations.follow(state, before)
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
        return
    served: list[str] = []
    if state.neutral_charges:
        served = yield from _share(table, seat, targets)
        if not state.since(2):
            return
    if state.since(2) or len(targets) == 1:
        asks = IF_IDLE if len(targets) == 1 else IF_SAID  # nobody waits for this in every Passive turn
        yield from _move(table, seat, [name for name in targets if served.count(name) < each], asks)


def _put(table: Table[State], seat: SeatId, names: Sequence[str]) -> None:
    state = table.state
    for name in names:
        state.enhancement(name).charges += 1
    state.neutral_charges -= len(names)
    counted = [f"{name} {names.count(name)}" for name in dict.fromkeys(names)]
    cards = [state.enhancement(name).card for name in dict.fromkeys(names)]
    table.tell("charged", seat=seat, names=counted, cards=cards, count=len(names))


def _share(table: Table[State], seat: SeatId, targets: Sequence[str]) -> Rules[list[str]]:
    """DP-T5, DP-I23: the Charges that are left, one for each card in turn; the owner says who gets none."""
    state, given = table.state, list[str]()
    while len(given) < state.neutral_charges:
        count = min(state.neutral_charges - len(given), len(targets))
        if len(targets) == 1 or (count == len(targets) and state.since(2)):
            given += targets
            continue
        given += yield from ask(table, _who_gets(state, seat, tuple(targets), count))
        if not state.since(2):
            break
    _put(table, seat, given)
    return given


def _who_gets(state: State, seat: SeatId, targets: Path, count: int) -> Decision[Path]:
    return Decision(
        seat=seat,
        kind="charges",
        prompt=say(_("There are only {count} Charges left: which Enhancements get one?"), count=count),
        grow=lambda: followed(some_of(targets, count, count, "to", partial(_named, state)), FURTHER),
        default=targets[:count],
        facts=lambda: facts.common(state, seat),
        key="choose",
        subject=NAME,
        asks=IF_IDLE,
    )


def _named(state: State, name: str, grow: Callable[[], Node[Path]]) -> Branch[Path]:
    return enhancement_branch(name, state.enhancement(name).card, grow)


def _move(table: Table[State], seat: SeatId, targets: Sequence[str], asks: str) -> Rules[None]:
    """ED-18.9: instead, a Charge of another own Enhancement, for each card that should get one."""
    state, left = table.state, list(targets)
    while left and any(_givers(state, seat, target) for target in left):
        moved = yield from ask(table, _from_where(state, seat, left, asks))
        if moved is None:
            return
        taken, target = moved
        state.enhancement(taken).charges -= 1
        state.enhancement(target).charges += 1
        left.remove(target)
        cards = [state.enhancement(name).card for name in moved]
        table.tell("moved_charge", seat=seat, source=taken, target=target, cards=cards)


def _givers(state: State, seat: SeatId, target: str) -> list[tuple[str, str]]:
    """The other Enhancements with a Charge on them."""
    found = enhancement_names(state.player(seat).squads)
    return [(name, card) for name, card in found if name != target and state.enhancement(name).charges]


def _from_where(state: State, seat: SeatId, targets: Sequence[str], asks: str) -> Decision[Moved | None]:
    """`from pilgrim.1`, and `to ranger.1` where several cards should get one."""

    def grow() -> Node[Moved | None]:
        leave: Branch[Moved | None] = word("none", None, _("leave it empty"))
        givers = dict(giver for target in targets for giver in _givers(state, seat, target))
        moved = [
            enhancement_branch(name, card, _to_where(state, name, targets)) for name, card in givers.items()
        ]
        return Node(None, lambda: (leave, *moved), lead="from", unled=("none",))

    return Decision(
        seat=seat,
        kind="move-charge",
        prompt=say(_("No Charge is left: do you move one from another Enhancement?")),
        grow=grow,
        default=("none",),
        facts=lambda: facts.common(state, seat),
        key="choose",
        subject=MOVED if state.since(2) else NAME,
        asks=asks,
    )


def _to_where(state: State, giver: str, targets: Sequence[str]) -> Grow:
    others = [target for target in targets if target != giver]
    if len(targets) == 1:
        return lambda: leaf((giver, targets[0]))
    named = [(name, state.enhancement(name).card) for name in others]
    branches = [enhancement_branch(name, card, partial(leaf, (giver, name), FURTHER)) for name, card in named]
    return lambda: Node(None, lambda: branches, lead="to")
