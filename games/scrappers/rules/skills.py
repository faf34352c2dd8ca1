"""SS-10 and SS-16: the choices that each skill offers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, count, leaf
from games.scrappers.catalogue import COLONEL_LEVELS, COLOUR, FACTION_OF, LEVEL, TYPE
from games.scrappers.names import (
    card_branch,
    crystal_branch,
    dock_groups,
    hand_groups,
    levels,
    mine_groups,
    picks,
    some_groups,
)
from games.scrappers.rules.effects import (
    Effect,
    ForTheTurn,
    Hire,
    Nothing,
    PaintCards,
    PaintCrystal,
    SubjugateFromHand,
    TakeCrystal,
)
from games.scrappers.rules.skill_bases import (
    all_weedlocks,
    any_card,
    lowest,
    sow,
    subjugate_lowest,
    subjugate_second_level,
    two_cards,
)
from games.scrappers.rules.skill_use import Offer, Use, choice_among, effect_leaf, grown, if_any


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
        crystal_branch(name, crystals[0], effect_leaf(TakeCrystal(crystals[0])))
        for name, crystals in mine_groups(state, fitting).items()
    ]
    return choice_among(branches, "take")


def _paint_crystal(use: Use) -> Node[Effect] | None:
    """SS-16.11: any Crystal in the Mine, any of the six colours."""
    state = use.state

    def colours(crystal: str) -> Callable[[], Node[Effect]]:
        options = [Branch(c, effect_leaf(PaintCrystal(crystal, c))) for c in FACTION_OF]
        return lambda: Node(None, lambda: options)

    branches = [
        crystal_branch(name, crystals[0], colours(crystals[0]))
        for name, crystals in mine_groups(state, (c for row in state.mine for c in row)).items()
    ]
    return choice_among(branches, "paint", each=len(FACTION_OF))


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

    return if_any(
        some_groups(
            dock_groups(cards), most, then, make=card_branch, fits=fits, lead="take", barred=use.barred
        )
    )


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
    return if_any(some_groups(groups, 3, then, make=card_branch, lead="subjugate", barred=use.barred))


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
                    yield card_branch(names[index], left[0], grown(_coats(chosen, left[0], index, first)))

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

    return if_any(at((), 0, 0))


_OFFERS: dict[str, Offer] = {
    **{f"{code}1": _take_one for code in ("TER", "HYD", "MET", "MIN", "BIO", "WEE")},
    **dict.fromkeys(("TER2", "MET2", "MET4", "MIN3", "MIN4", "WEE2"), _for_the_turn),
    "TER3": lowest,
    "TER4": _hire_to_six,
    "HYD2": _hire_second_level,
    "HYD3": any_card,
    "HYD4": two_cards,
    "MET3": _paint_hand,
    "MIN2": _paint_crystal,
    "BIO2": subjugate_lowest,
    "BIO3": subjugate_second_level,
    "BIO4": _subjugate_hand,
    "WEE3": sow,
    "WEE4": all_weedlocks,
}
