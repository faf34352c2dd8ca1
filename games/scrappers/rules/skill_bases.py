"""SS-16: skills that take or subjugate cards from Bases; never a Leader (SS-13.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf
from games.scrappers.catalogue import LEVEL
from games.scrappers.names import Groups, card_branch, picks, seat_branch, some_groups
from games.scrappers.rules.effects import Effect, FromBase, SubjugateFromBase
from games.scrappers.rules.skill_use import Use, choice_among, effect_leaf, grown, if_any
from games.scrappers.state import Player


def lowest(use: Use) -> Node[Effect] | None:
    """SS-16.3: one or two from the bottom of the player's own Base, in that order."""
    most = min(2, len(use.me.below_leader), use.room)
    branches = [
        Branch(str(count), effect_leaf(FromBase(tuple(use.me.base[:count])))) for count in range(1, most + 1)
    ]
    return choice_among(branches, "take")


def any_card(use: Use) -> Node[Effect] | None:
    """SS-16.6: one card from any Base."""
    return _from_one_base(use, 1, lambda card: True) if use.room else None


def two_cards(use: Use) -> Node[Effect] | None:
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
    seat = grown((seat_branch(owner.seat, effect_leaf(effect), implied=True),), lead="seat")
    return Node(None, lambda: (Branch("from", seat, implied=True),), barred=use.barred)


def subjugate_lowest(use: Use) -> Node[Effect] | None:
    """SS-16.14: the lowest level below the Leader in the player's own Base (SS-19.39)."""
    cards = use.me.below_leader
    lowest = min((LEVEL[card] for card in cards), default=0)
    branches = [
        card_branch(card, card, effect_leaf(SubjugateFromBase(card)))
        for card in cards
        if LEVEL[card] == lowest
    ]
    return choice_among(branches, "subjugate")


def subjugate_second_level(use: Use) -> Node[Effect] | None:
    """SS-16.15: a level 2 card from any Base."""
    branches = [
        card_branch(card, card, _subjugated_from(use, owner, card))
        for owner in use.state.players
        for card in owner.below_leader
        if LEVEL[card] == 2
    ]
    return choice_among(branches, "subjugate")


def _subjugated_from(use: Use, owner: Player, card: str) -> Callable[[], Node[Effect]]:
    return lambda: _from_seat(use, owner, SubjugateFromBase(card))


def _weedlocks(owner: Player) -> list[str]:
    return [card for card in owner.below_leader if card.startswith("WEE")]


def sow(use: Use) -> Node[Effect] | None:
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

    return if_any(Node(None, branches))


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


def all_weedlocks(use: Use) -> Node[Effect] | None:
    """SS-16.19: all from one Base; if the hand limit does not allow all, the player chooses."""
    owners = [owner for owner in use.state.players if _weedlocks(owner)] if use.room else []
    branches = [seat_branch(owner.seat, _all_of(owner, use.room)) for owner in owners]
    return choice_among(branches, "take from seat", each=None)


def _all_of(owner: Player, room: int) -> Callable[[], Node[Effect]]:
    cards = _weedlocks(owner)
    if len(cards) <= room:
        return effect_leaf(FromBase(tuple(cards)))
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
