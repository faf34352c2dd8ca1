"""SS-8: MINE."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node, count, leaf
from games.scrappers import reasons
from games.scrappers.catalogue import CRYSTALS, FACTION_OF, TYPE
from games.scrappers.names import (
    Groups,
    card_names,
    crystal_branch,
    crystal_names,
    crystal_type,
    mine_groups,
    payment,
    some_groups,
)
from games.scrappers.purse import Purse
from games.scrappers.rules.cave_in import acquire
from games.scrappers.rules.orders import Order, may_act, play_cards
from games.scrappers.state import State

SCRAPER_COSTS = (1, 3, 6)  # SS-8.7


@dataclass(frozen=True, slots=True)
class Mine(Order):
    """SS-8.1: pay for a Crystal and put it face down in front of you."""

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


def wanted_colours(state: State, crystal: str) -> list[str]:
    """SS-8.3: the colours that may pay: the Crystal's own, or for a wild one any one colour in play."""
    colour = state.colour_of_crystal(crystal)
    return state.in_play_colours() if state.is_wild(colour) else [colour]


def node(state: State) -> Node[Order] | None:
    """`mine green-6a with WEE2 WEE4`, `mine extra …`; None if nothing can be mined."""
    normal = may_act(state, "mine")
    if not normal and not state.turn.extra_mines:
        return None
    purse = Purse(state)
    crystals = _crystals(state, purse, extra=False)

    def branches() -> Iterator[Branch[Order]]:
        if state.turn.extra_mines:
            extra = _crystals(state, purse, extra=True)
            if extra.has_more():
                yield Branch("extra", lambda: extra, _("as an extra action"), implied=not normal)
        if normal:
            yield from crystals.branches()

    size = crystals.size if normal and not state.turn.extra_mines else None
    find = crystals.find if normal and not state.turn.extra_mines else None
    root: Node[Order] = Node(None, branches, find, size=size, barred=crystals.barred)
    return root if root.has_more() else None


def _crystals(state: State, purse: Purse, *, extra: bool) -> Node[Order]:
    groups = mine_groups(state, (crystal for row in state.mine for crystal in row))

    @cache
    def price_of(name: str) -> _Price | None:
        price = _Price.of(state, groups[name][0])
        return price if purse.can_reach(price.wanted, price.cost, ()) else None

    def within_reach() -> Iterator[tuple[str, _Price]]:
        return ((name, price) for name in groups if (price := price_of(name)) is not None)

    def branches() -> Iterator[Branch[Order]]:
        for name, price in within_reach():
            yield crystal_branch(name, price.crystal, _pay(state, purse, price, extra))

    def find(name: str) -> Node[Order] | None:
        price = price_of(name) if name in groups else None
        return None if price is None else _pay(state, purse, price, extra)()

    def size(cap: int) -> int:
        return sum([_ways(state, purse, price, extra, cap) for _name, price in within_reach()])

    return Node(
        None,
        branches,
        find,
        size=None if purse.has_filter else size,
        barred=lambda: _too_dear(state, groups),
    )


class _Price(NamedTuple):
    """What a Crystal costs now, and the colours that may pay."""

    crystal: str
    cost: int
    wanted: list[str]

    @classmethod
    def of(cls, state: State, crystal: str) -> _Price:
        return cls(crystal, current_cost(state, crystal), wanted_colours(state, crystal))


def _ways(state: State, purse: Purse, price: _Price, extra: bool, cap: int) -> int:
    """In how many ways a Crystal can be mined; most often nothing can be added to the payment."""
    ways = purse.ways(price.wanted, price.cost)
    is_plain = not state.turn.scrapers and not state.active.owns("AR12-A")
    return ways if is_plain else ways * count(_sections(state, Mine(price.crystal, (), extra)), cap)


def _too_dear(state: State, groups: Groups) -> Iterator[Barred]:
    if not state.turn.extra_mines:
        yield Barred("extra", say(_("you have no extra MINE action")))
    for name, crystals in groups.items():
        colour = state.colour_of_crystal(crystals[0])
        kind = _("any") if state.is_wild(colour) else colour
        reason = _("{crystal} costs {cost} in cards of one colour ({colour}), and your hand cannot pay that")
        cost = current_cost(state, crystals[0])
        yield Barred(name, say(reason, crystal=name, cost=cost, colour=kind), crystal_names(crystals[0]))
    yield from reasons.not_in_the_mine(crystal for row in state.mine for crystal in row)


def _pay(state: State, purse: Purse, price: _Price, extra: bool) -> Callable[[], Node[Order]]:
    """SS-8.2: cards of one colour that are worth the cost."""
    crystal, cost, wanted = price

    def size(cap: int) -> int:
        return _ways(state, purse, price, extra, cap)

    return lambda: payment(
        purse.groups,
        lambda cards: purse.sum(cards) >= cost,
        lambda cards: purse.can_reach(wanted, cost, cards),
        lambda cards: _sections(state, Mine(crystal, cards, extra)),
        size=None if purse.has_filter else size,
        barred=lambda cards: _wrong_payment(state, purse, price, cards),
    )


def _wrong_payment(state: State, purse: Purse, price: _Price, paid: tuple[str, ...]) -> Iterator[Barred]:
    """Why these cards do not pay for a Crystal yet, and why another one cannot."""
    yield reasons.not_enough(purse.sum(paid), price.cost)
    yield from reasons.not_held(state.active.hand)
    for card in state.active.hand:
        if card not in paid:
            yield Barred(card, _why_not_with(state, purse, price, paid, card), card_names(card))
    yield from reasons.no_more_copies(paid)


def _why_not_with(state: State, purse: Purse, price: _Price, paid: tuple[str, ...], card: str) -> Phrase:
    """SS-8.3: one colour for all, with a single other card by the Colour Filter; and enough of it."""
    crystal, colour = crystal_type(price.crystal), state.colour_of_card(card)
    fixed = [other for other in paid if purse.colour[other] in price.wanted]
    if colour not in price.wanted:
        text = _("{card} is {colour}, and {crystal} must be paid for with {wanted} cards")
        return say(text, card=TYPE[card], colour=colour, crystal=crystal, wanted=", ".join(price.wanted))
    if fixed and purse.colour[fixed[0]] != colour:
        text = _("{card} is {colour} and {other} is {another}: all cards that pay must be of one colour")
        return say(text, card=TYPE[card], colour=colour, other=TYPE[fixed[0]], another=purse.colour[fixed[0]])
    text = _("your {colour} cards are worth {worth}, and {crystal} costs {cost}")
    return say(text, colour=colour, worth=purse.totals[colour], crystal=crystal, cost=price.cost)


def _sections(state: State, order: Mine) -> Node[Order]:
    """What may be added to a paid order: `bonus …` with Scrapers, `props` with Pit Props."""

    def branches() -> Iterator[Branch[Order]]:
        if _bonus_groups(state, order):
            yield Branch("bonus", lambda: _bonus(state, order), _("take more of the same cost (Scraper)"))
        yield from _props(state, order)

    return Node(End(order), branches, barred=lambda: _why_nothing_more(state, order))


def _why_nothing_more(state: State, order: Mine) -> Iterator[Barred]:
    """Why `bonus` or `props` cannot be added."""
    crystal = crystal_type(order.crystal)
    cost = CRYSTALS[order.crystal].cost
    if not state.turn.scrapers:
        yield Barred("bonus", say(_("“bonus” needs the skill of a Scraper (MET4), used earlier this turn")))
    elif cost not in SCRAPER_COSTS:
        yield Barred("bonus", say(_("a Scraper gives nothing for a Crystal of cost {cost}"), cost=cost))
    else:
        yield Barred("bonus", say(_("no other Crystal of cost {cost} is in the Mine"), cost=cost))
    if not state.active.owns("AR12-A"):
        yield Barred("props", say(_("“props” needs the Artifact Pit Props, and you do not have it")))
    else:
        yield Barred("props", say(_("{crystal} does not move the token anyway"), crystal=crystal))


def _bonus_groups(state: State, order: Mine) -> dict[str, list[str]]:
    cost = CRYSTALS[order.crystal].cost
    if not state.turn.scrapers or cost not in SCRAPER_COSTS:
        return {}
    return mine_groups(state, (c for c in state.crystals_of_cost(cost) if c != order.crystal))


def _bonus(state: State, order: Mine) -> Node[Order]:
    def then(crystals: tuple[str, ...]) -> Node[Order]:
        full = Mine(order.crystal, order.pay, order.extra, crystals)
        return Node(End(full), lambda: _props(state, full), barred=lambda: _why_nothing_more(state, full))

    return some_groups(
        _bonus_groups(state, order),
        state.turn.scrapers,
        then,
        make=crystal_branch,
        barred=lambda: _no_bonus(state, order),
    )


def _no_bonus(state: State, order: Mine) -> Iterator[Barred]:
    """SS-8.7: another Crystal of the same printed cost, one for each Scraper."""
    yield from _why_nothing_more(state, order)
    cost, most = CRYSTALS[order.crystal].cost, state.turn.scrapers
    text = _("a bonus is another Crystal of cost {cost} from the Mine, and your Scrapers give {most}")
    yield from reasons.all_crystals(say(text, cost=cost, most=most))


def _props(state: State, order: Mine) -> Iterator[Branch[Order]]:
    """SS-17.14: only for the Crystal that is mined."""
    if CRYSTALS[order.crystal].cave_in and state.active.owns("AR12-A"):
        propped = Mine(order.crystal, order.pay, order.extra, order.bonus, propped=True)
        yield Branch("props", lambda: leaf(propped), _("the token does not move (Pit Props)"))
