"""SS-8: MINE."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from games.engine.phrases import say
from games.engine.table import Table
from games.engine.text import gettext_noop as _
from games.engine.tree import Barred, Branch, End, Node, leaf
from games.scrappers.catalogue import CRYSTALS, FACTION_OF
from games.scrappers.names import Groups, crystal_branch, crystal_names, mine_groups, payment, some_groups
from games.scrappers.rules.cave_in import acquire
from games.scrappers.rules.orders import Order, may_act, play_cards
from games.scrappers.state import State

SCRAPER_COSTS = (1, 3, 6)  # SS-8.7


@dataclass(frozen=True, slots=True)
class Mine(Order):
    """SS-8.1: pay for a Crystal and put it face down before you."""

    crystal: str
    pay: tuple[str, ...]
    extra: bool = False
    bonus: tuple[str, ...] = ()
    propped: bool = False

    def carry_out(self, table: Table[State]) -> None:
        """Pay, acquire (SS-8.6), then take what the Scrapers give (SS-8.7)."""
        state = table.state
        if self.extra:
            state.turn.extra_mines -= 1
        else:
            state.turn.actions.append("mine")
        play_cards(state, self.pay)
        seat = state.turn.seat
        table.tell("mined", seat=seat, crystal=self.crystal, pay=list(self.pay), propped=self.propped)
        acquire(table, seat, self.crystal, propped=self.propped)
        for crystal in self.bonus:
            table.tell("took_crystal", seat=seat, crystal=crystal)
            acquire(table, seat, crystal)  # SS-19.21: Pit Props do not help here


def current_cost(state: State, crystal: str) -> int:
    """SS-8.4: the printed cost less all reductions, never below 0."""
    printed = CRYSTALS[crystal].cost
    player, turn = state.active, state.turn
    reduction = turn.dug.get(crystal, 0) + 4 * turn.makkarats
    if FACTION_OF[state.colour_of_crystal(crystal)] in player.totems:
        reduction += 1
    if player.owns("AR05-A") and printed in (6, 10):  # SS-17.7 Hydraulic Pick
        reduction += 2
    return max(0, printed - reduction)


def payable_colours(state: State, crystal: str, cards: tuple[str, ...]) -> list[str]:
    """SS-8.3: the colours in which these cards may pay; the Colour Filter exempts one card (SS-17.8)."""
    colour = state.colour_of_crystal(crystal)
    wanted = state.in_play_colours() if state.is_wild(colour) else [colour]
    exempt = 1 if state.active.owns("AR06-A") else 0
    return [w for w in wanted if sum(state.colour_of_card(card) != w for card in cards) <= exempt]


def can_reach(state: State, crystal: str, chosen: tuple[str, ...]) -> bool:
    """Whether these cards, with more from the hand, can pay for the Crystal."""
    cost = current_cost(state, crystal)
    rest = [card for card in state.active.hand if card not in chosen]
    worth = sum(map(state.paying_level, chosen))
    for colour in payable_colours(state, crystal, chosen):
        same = sum(state.paying_level(card) for card in rest if state.colour_of_card(card) == colour)
        if worth + same + _exempt_worth(state, colour, chosen, rest) >= cost:
            return True
    return False


def _exempt_worth(state: State, colour: str, chosen: tuple[str, ...], rest: list[str]) -> int:
    """What the one card of another colour could add, if none is among the chosen yet."""
    if not state.active.owns("AR06-A") or any(state.colour_of_card(card) != colour for card in chosen):
        return 0
    others = (state.paying_level(card) for card in rest if state.colour_of_card(card) != colour)
    return max(others, default=0)


def node(state: State) -> Node[Order] | None:
    """`mine green-6a with WEE2 WEE4`, `mine extra …`; None where nothing can be mined."""
    extra = _crystals(state, extra=True)

    def branches() -> Iterator[Branch[Order]]:
        if state.turn.extra_mines and extra.has_more():
            yield Branch("extra", lambda: extra, "as an extra action")
        if may_act(state, "mine"):
            yield from _crystals(state, extra=False).branches()

    root: Node[Order] = Node(None, branches, barred=_crystals(state, extra=False).barred)
    return root if root.has_more() else None


def _crystals(state: State, *, extra: bool) -> Node[Order]:
    groups = mine_groups(state, (crystal for row in state.mine for crystal in row))

    def branches() -> Iterator[Branch[Order]]:
        for name, crystals in groups.items():
            if can_reach(state, crystals[0], ()):
                yield crystal_branch(name, crystals[0], _pay(state, crystals[0], extra))

    return Node(None, branches, barred=lambda: _too_dear(state, groups))


def _too_dear(state: State, groups: Groups) -> Iterator[Barred]:
    for name, crystals in groups.items():
        colour = state.colour_of_crystal(crystals[0])
        kind = _("any one colour") if state.is_wild(colour) else colour
        reason = _("{crystal} costs {cost} in cards of {colour}, and your hand has not got that")
        cost = current_cost(state, crystals[0])
        yield Barred(name, say(reason, crystal=name, cost=cost, colour=kind), crystal_names(crystals[0]))


def _pay(state: State, crystal: str, extra: bool) -> Callable[[], Node[Order]]:
    cost = current_cost(state, crystal)

    def is_enough(cards: tuple[str, ...]) -> bool:
        return sum(map(state.paying_level, cards)) >= cost

    return lambda: payment(
        state,
        state.active.hand,
        is_enough,
        lambda cards: can_reach(state, crystal, cards),
        lambda cards: _sections(state, Mine(crystal, cards, extra)),
    )


def _sections(state: State, order: Mine) -> Node[Order]:
    """What may be added to a paid order: `bonus …` with Scrapers, `props` with Pit Props."""

    def branches() -> Iterator[Branch[Order]]:
        if _bonus_groups(state, order):
            yield Branch("bonus", lambda: _bonus(state, order), "take more of the same cost (Scraper)")
        yield from _props(state, order)

    return Node(End(order), branches)


def _bonus_groups(state: State, order: Mine) -> dict[str, list[str]]:
    cost = CRYSTALS[order.crystal].cost
    if not state.turn.scrapers or cost not in SCRAPER_COSTS:
        return {}
    return mine_groups(state, (c for c in state.crystals_of_cost(cost) if c != order.crystal))


def _bonus(state: State, order: Mine) -> Node[Order]:
    def then(crystals: tuple[str, ...]) -> Node[Order]:
        full = Mine(order.crystal, order.pay, order.extra, crystals)
        return Node(End(full), lambda: _props(state, full))

    return some_groups(_bonus_groups(state, order), state.turn.scrapers, then, make=crystal_branch)


def _props(state: State, order: Mine) -> Iterator[Branch[Order]]:
    """SS-17.14: only for the Crystal that is mined."""
    if CRYSTALS[order.crystal].cave_in and state.active.owns("AR12-A"):
        propped = Mine(order.crystal, order.pay, order.extra, order.bonus, propped=True)
        yield Branch("props", lambda: leaf(propped), "the token does not move (Pit Props)")
