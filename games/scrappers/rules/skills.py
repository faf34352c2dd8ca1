"""SS-10 and SS-16: the choices that each skill offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, count, leaf
from games.scrappers import skill_reasons
from games.scrappers.catalogue import COLONEL_LEVELS, COLOUR, FACTION_OF, HAND_LIMIT, LEVEL, TYPE
from games.scrappers.names import (
    Groups,
    card_branch,
    crystal_branch,
    dock_groups,
    hand_groups,
    levels,
    mine_groups,
    picks,
    seat_branch,
    some_groups,
)
from games.scrappers.rules.effects import (
    Effect,
    ForTheTurn,
    FromBase,
    Hire,
    Nothing,
    PaintCards,
    PaintCrystal,
    SubjugateFromBase,
    SubjugateFromHand,
    TakeCrystal,
)
from games.scrappers.state import Player, State


@dataclass(frozen=True, slots=True)
class Use:
    """A skill about to be used: by whom, and with which hand (SS-10.1: the card itself has left it)."""

    state: State
    card: str
    hand: tuple[str, ...]

    @property
    def room(self) -> int:
        """SS-13.2: the hand limit applies to every skill."""
        return max(0, HAND_LIMIT - len(self.hand))

    def barred(self) -> Iterator[Barred]:
        """Why something cannot be chosen for this skill."""
        return skill_reasons.out_of_reach(self.state, self.card, self.room)

    def only_declining(self) -> Iterator[Barred]:
        """The same for a skill without a target, and why naming the card alone is not enough."""
        yield skill_reasons.only_declining(self.state, TYPE[self.card], self.room)
        yield from self.barred()

    @property
    def me(self) -> Player:
        """The player who uses it."""
        return self.state.active


Offer = Callable[[Use], Node[Effect] | None]


def node(use: Use, *, may_decline: bool) -> Node[Effect] | None:
    """All that may follow `skill TER4` or `leader`; None if there is nothing to choose."""
    offered = _OFFERS[TYPE[use.card]](use)
    if not may_decline:
        return None if offered is None else replace(offered, barred=use.barred)

    def branches() -> Iterator[Branch[Effect]]:
        if offered is not None:
            yield from offered.branches()
        yield Branch("decline", lambda: leaf(Nothing()), _("play the card without its effect"))

    if offered is None:  # SS-19.38: it may be played for nothing, but only if its player says so
        return Node(None, branches, barred=use.only_declining, size=lambda cap: 1)
    return Node(
        offered.end,
        branches,
        lead=offered.lead,
        pool=offered.pool,
        stride=offered.stride,
        barred=use.barred,
        size=lambda cap: 1 + count(offered, cap),
        unled=("decline",),
    )


# Crystals.


def _take_one(use: Use) -> Node[Effect] | None:
    """SS-16.1: one of printed cost 1 whose current colour is the faction's."""
    colour = COLOUR[use.card]
    state = use.state
    fitting = [c for c in state.crystals_of_cost(1) if state.colour_of_crystal(c) == colour]
    branches = [
        crystal_branch(name, crystals[0], _leaf(TakeCrystal(crystals[0])))
        for name, crystals in mine_groups(state, fitting).items()
    ]
    return _among(branches, "take")


def _paint_crystal(use: Use) -> Node[Effect] | None:
    """SS-16.11: any Crystal in the Mine, any of the six colours."""
    state = use.state

    def colours(crystal: str) -> Callable[[], Node[Effect]]:
        options = [Branch(c, _leaf(PaintCrystal(crystal, c))) for c in FACTION_OF]
        return lambda: Node(None, lambda: options)

    branches = [
        crystal_branch(name, crystals[0], colours(crystals[0]))
        for name, crystals in mine_groups(state, (c for row in state.mine for c in row)).items()
    ]
    return _among(branches, "paint", each=len(FACTION_OF))


# The turn.


def _for_the_turn(use: Use) -> Node[Effect] | None:
    return leaf(ForTheTurn())


# Docks.


def _hire_to_six(use: Use) -> Node[Effect] | None:
    """SS-16.4: any number whose levels add up to at most 6."""
    return _hire(use, (c for row in use.state.docks for c in row), COLONEL_LEVELS, use.room)


def _hire_second_level(use: Use) -> Node[Effect] | None:
    """SS-16.5: one of level 2, or the repeat permission alone."""
    hire = _hire(use, use.state.docks[1], 2, min(1, use.room))
    alone = leaf(ForTheTurn())
    if hire is None:
        return alone
    return Node(alone.end, hire.branches, lead=hire.lead, pool=hire.pool)


def _hire(use: Use, cards: Iterable[str], most_levels: int, most: int) -> Node[Effect] | None:
    def fits(chosen: tuple[str, ...]) -> bool:
        return levels(chosen) <= most_levels

    def then(chosen: tuple[str, ...]) -> Node[Effect]:
        return leaf(Hire(chosen))

    return _nonempty(
        some_groups(
            dock_groups(cards), most, then, make=card_branch, fits=fits, lead="take", barred=use.barred
        )
    )


# Bases: never a Leader (SS-13.4).


def _lowest(use: Use) -> Node[Effect] | None:
    """SS-16.3: one or two from the bottom of the player's own Base, in that order."""
    most = min(2, len(use.me.below_leader), use.room)
    branches = [
        Branch(str(count), _leaf(FromBase(tuple(use.me.base[:count])))) for count in range(1, most + 1)
    ]
    return _among(branches, "take")


def _any_card(use: Use) -> Node[Effect] | None:
    """SS-16.6: one card from any Base."""
    return _from_one_base(use, 1, lambda card: True) if use.room else None


def _two_cards(use: Use) -> Node[Effect] | None:
    """SS-16.7: up to two cards from one Base."""
    return _from_one_base(use, min(2, use.room), lambda card: True)


def _from_one_base(use: Use, most: int, fits: Callable[[str], bool]) -> Node[Effect] | None:
    """`take MET2#3 TER1#1 from seat 2`: the first card fixes the Base."""

    def then(chosen: tuple[str, ...], owner: Player) -> Node[Effect]:
        return _from_seat(use, owner, FromBase(chosen))

    def branches() -> Iterator[Branch[Effect]]:
        for owner in use.state.players:
            cards = [card for card in owner.below_leader if fits(card)]
            yield from _cards_of(use, cards, most, _to(then, owner)).branches()

    pool = tuple(card for owner in use.state.players for card in owner.below_leader if fits(card))
    fitting = [sum(map(fits, owner.below_leader)) for owner in use.state.players]
    root: Node[Effect] = Node(
        None, branches, lead="take", pool=pool, size=lambda cap: sum([picks([1] * n, most) for n in fitting])
    )
    return root if most and pool else None


def _cards_of(
    use: Use, cards: Sequence[str], most: int, then: Callable[[tuple[str, ...]], Node[Effect]]
) -> Node[Effect]:
    groups: Groups = {card: [card] for card in cards}
    return some_groups(groups, most, then, make=card_branch, barred=use.barred)


def _to(
    then: Callable[[tuple[str, ...], Player], Node[Effect]], owner: Player
) -> Callable[[tuple[str, ...]], Node[Effect]]:
    return lambda chosen: then(chosen, owner)


def _from_seat(use: Use, owner: Player, effect: Effect) -> Node[Effect]:
    """`from seat 2`: for the reader only; the card's full name already says it."""
    seat = _constant((seat_branch(owner.seat, _leaf(effect), implied=True),), lead="seat")
    return Node(None, lambda: (Branch("from", seat, implied=True),), barred=use.barred)


def _subjugate_lowest(use: Use) -> Node[Effect] | None:
    """SS-16.14: the lowest level below the Leader in the player's own Base (SS-19.39)."""
    cards = use.me.below_leader
    lowest = min((LEVEL[card] for card in cards), default=0)
    branches = [
        card_branch(card, card, _leaf(SubjugateFromBase(card))) for card in cards if LEVEL[card] == lowest
    ]
    return _among(branches, "subjugate")


def _subjugate_second_level(use: Use) -> Node[Effect] | None:
    """SS-16.15: a level 2 card from any Base."""
    branches = [
        card_branch(card, card, _subjugated_from(use, owner, card))
        for owner in use.state.players
        for card in owner.below_leader
        if LEVEL[card] == 2
    ]
    return _among(branches, "subjugate")


def _subjugated_from(use: Use, owner: Player, card: str) -> Callable[[], Node[Effect]]:
    return lambda: _from_seat(use, owner, SubjugateFromBase(card))


def _weedlocks(owner: Player) -> list[str]:
    return [card for card in owner.below_leader if card.startswith("WEE")]


def _sow(use: Use) -> Node[Effect] | None:
    """SS-16.18: `each` takes at most one per Base, `one` takes one or two from the same Base."""
    owners = [owner for owner in use.state.players if _weedlocks(owner)]

    def branches() -> Iterator[Branch[Effect]]:
        if owners and use.room:
            yield Branch(
                "each", lambda: _one_of_each(use, owners, ()), _("one Weedlock from each Base you like")
            )
        single = _from_one_base(use, min(2, use.room), lambda card: card.startswith("WEE"))
        if single is not None:
            yield Branch("one", lambda: single, _("one or two Weedlocks from one Base"))

    return _nonempty(Node(None, branches))


def _one_of_each(use: Use, owners: list[Player], chosen: tuple[str, ...]) -> Node[Effect]:
    def branches() -> Iterator[Branch[Effect]]:
        for index, owner in enumerate(owners if len(chosen) < use.room else ()):
            for card in _weedlocks(owner):
                yield card_branch(card, card, _next_base(use, owners[index + 1 :], (*chosen, card)))

    pool = tuple(card for owner in owners for card in _weedlocks(owner))
    end = leaf(FromBase(chosen)).end if chosen else None
    return Node(end, branches, pool=pool, barred=use.barred)


def _next_base(use: Use, owners: list[Player], chosen: tuple[str, ...]) -> Callable[[], Node[Effect]]:
    return lambda: _one_of_each(use, owners, chosen)


def _all_weedlocks(use: Use) -> Node[Effect] | None:
    """SS-16.19: all from one Base; if the hand limit does not allow all, the player chooses."""
    owners = [owner for owner in use.state.players if _weedlocks(owner)] if use.room else []
    branches = [seat_branch(owner.seat, _all_of(owner, use.room)) for owner in owners]
    return _among(branches, "take from seat", each=None)


def _all_of(owner: Player, room: int) -> Callable[[], Node[Effect]]:
    cards = _weedlocks(owner)
    if len(cards) <= room:
        return _leaf(FromBase(tuple(cards)))
    return lambda: _exactly(cards, room, lambda chosen: leaf(FromBase(chosen)))


def _exactly(
    cards: Sequence[str], count: int, then: Callable[[tuple[str, ...]], Node[Effect]]
) -> Node[Effect]:
    """A set of a fixed size, ascending in the order of the Base."""

    def at(chosen: tuple[str, ...], start: int) -> Node[Effect]:
        if len(chosen) == count:
            return then(chosen)

        def branches() -> Iterator[Branch[Effect]]:
            for index in range(start, len(cards) - (count - len(chosen)) + 1):
                yield card_branch(cards[index], cards[index], _grow(chosen, index))

        return Node(None, branches, pool=tuple(cards))

    def _grow(chosen: tuple[str, ...], index: int) -> Callable[[], Node[Effect]]:
        return lambda: at((*chosen, cards[index]), index + 1)

    return at((), 0)


# The hand.


def _subjugate_hand(use: Use) -> Node[Effect] | None:
    """SS-16.16: up to three of level 1, and at most as many Crystals of printed cost 1."""
    groups = hand_groups(use.state, (card for card in use.hand if LEVEL[card] == 1))

    def then(cards: tuple[str, ...]) -> Node[Effect]:
        def branches() -> Iterator[Branch[Effect]]:
            if crystals:
                yield Branch("take", lambda: _reward(cards), _("take Crystals of cost 1"))

        return Node(leaf(SubjugateFromHand(cards)).end, branches)

    def _reward(cards: tuple[str, ...]) -> Node[Effect]:
        return some_groups(
            crystals,
            len(cards),
            lambda taken: leaf(SubjugateFromHand(cards, taken)),
            make=crystal_branch,
        )

    crystals = mine_groups(use.state, use.state.crystals_of_cost(1))
    return _nonempty(some_groups(groups, 3, then, make=card_branch, lead="subjugate", barred=use.barred))


def _paint_hand(use: Use) -> Node[Effect] | None:
    """SS-16.9: up to three hand cards, each in one of the in-play colours."""
    groups = hand_groups(use.state, use.hand)
    names = list(groups)
    colours = use.state.in_play_colours()

    def at(chosen: tuple[tuple[str, str], ...], start: int, least: int) -> Node[Effect]:
        """`least`: equal cards take their colours in ascending order, so that equal choices have one path."""

        def branches() -> Iterator[Branch[Effect]]:
            taken = {card for card, _ in chosen}
            for index in range(start, len(names) if len(chosen) < 3 else start):
                left = [card for card in groups[names[index]] if card not in taken]
                if left:
                    first = least if index == start else 0
                    yield card_branch(names[index], left[0], _constant(_coats(chosen, left[0], index, first)))

        end = leaf(PaintCards(chosen)).end if chosen else None
        lead, counted = ("", None) if chosen else ("paint", size)
        return Node(end, branches, lead=lead, pool=tuple(names), stride=2, barred=use.barred, size=counted)

    def size(cap: int) -> int:
        return picks(map(len, groups.values()), 3, len(colours))

    def _coats(
        chosen: tuple[tuple[str, str], ...], card: str, index: int, first: int
    ) -> list[Branch[Effect]]:
        return [
            Branch(colours[place], _grow((*chosen, (card, colours[place])), index, place))
            for place in range(first, len(colours))
        ]

    def _grow(chosen: tuple[tuple[str, str], ...], index: int, place: int) -> Callable[[], Node[Effect]]:
        return lambda: at(chosen, index, place)

    return _nonempty(at((), 0, 0))


def _constant(branches: Sequence[Branch[Effect]], lead: str = "") -> Callable[[], Node[Effect]]:
    return lambda: Node(None, lambda: branches, lead=lead)


def _leaf(effect: Effect) -> Callable[[], Node[Effect]]:
    return lambda: leaf(effect)


def _among(branches: Sequence[Branch[Effect]], lead: str, each: int | None = 1) -> Node[Effect] | None:
    """A choice; `each` is in how many ways any of its words can be completed, where that is known."""

    def size(cap: int) -> int:
        return (each or 0) * len(branches)

    counted = None if each is None else size
    return Node(None, lambda: branches, lead=lead, size=counted) if branches else None


def _nonempty(node: Node[Effect]) -> Node[Effect] | None:
    return node if node.end is not None or node.has_more() else None


_OFFERS: dict[str, Offer] = {
    **{f"{code}1": _take_one for code in ("TER", "HYD", "MET", "MIN", "BIO", "WEE")},
    **dict.fromkeys(("TER2", "MET2", "MET4", "MIN3", "MIN4", "WEE2"), _for_the_turn),
    "TER3": _lowest,
    "TER4": _hire_to_six,
    "HYD2": _hire_second_level,
    "HYD3": _any_card,
    "HYD4": _two_cards,
    "MET3": _paint_hand,
    "MIN2": _paint_crystal,
    "BIO2": _subjugate_lowest,
    "BIO3": _subjugate_second_level,
    "BIO4": _subjugate_hand,
    "WEE3": _sow,
    "WEE4": _all_weedlocks,
}
