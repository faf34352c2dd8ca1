"""How things are written in orders: one word for equal choices, and other names that players may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import comb
from typing import TypeVar

from games.engine.contract.tree import Barred, Branch, End, Node
from games.scrappers.catalogue import CARD_ORDER, CARDS, CRYSTAL_ORDER, CRYSTALS, LEVEL, TYPE, Crystal
from games.scrappers.state import State

T = TypeVar("T")
Groups = dict[str, list[str]]  # a word, and the equal things that it may mean


def hand_groups(state: State, cards: Iterable[str]) -> Groups:
    """Cards of the active hand: copies are equal, unless one of them has been painted (SS-16.9)."""
    ordered = sorted(cards, key=CARD_ORDER.__getitem__)
    painted = state.turn.painted
    if not painted:
        return _alike(TYPE, ordered)
    return _group([(TYPE[card], painted.get(card, ""), card) for card in ordered])


def dock_groups(cards: Iterable[str]) -> Groups:
    """Cards in the Docks: copies are equal."""
    return _alike(TYPE, sorted(cards, key=CARD_ORDER.__getitem__))


def mine_groups(state: State, crystals: Iterable[str]) -> Groups:
    """Crystals in the Mine: copies are equal, unless one of them has been changed (SS-16.11)."""
    turn = state.turn
    ordered = sorted(crystals, key=CRYSTAL_ORDER.__getitem__)
    if not turn.dug:  # a painted Crystal is always in `dug` too
        return _alike(_KIND, ordered)
    return _group(
        [(crystal_type(c), f"{turn.tinted.get(c, '')}{turn.dug.get(c, '')}", c) for c in ordered],
        written=crystal_word,
    )


_WRITTEN = {crystal: crystal.replace("-K", "-") for crystal in CRYSTALS}
_KIND = {crystal: written.partition("#")[0] for crystal, written in _WRITTEN.items()}


def crystal_type(crystal: str) -> str:
    """`green-K6a#1` is written `green-6a`."""
    return _KIND[crystal]


def card_type(card: str) -> str:
    """`MET2#3` without its copy."""
    return TYPE[card]


def crystal_word(crystal: str) -> str:
    """`green-K6a#1` with its copy: `green-6a#1`."""
    return _WRITTEN[crystal]


def _alike(kinds: dict[str, str], things: Iterable[str]) -> Groups:
    """Things of one kind whose copies are all alike."""
    groups: Groups = {}
    for thing in things:
        groups.setdefault(kinds[thing], []).append(thing)
    return groups


def _group(things: list[tuple[str, str, str]], written: Callable[[str], str] = str) -> Groups:
    """Things of one kind share a word; where copies differ, each goes by its full name."""
    variants: dict[str, set[str]] = {}
    for kind, variant, _ in things:
        variants.setdefault(kind, set()).add(variant)
    groups: dict[tuple[str, str], list[str]] = {}
    for kind, variant, thing in things:
        groups.setdefault((kind, variant), []).append(thing)
    return {
        (kind if len(variants[kind]) == 1 else written(members[0])): members
        for (kind, _), members in groups.items()
    }


def card_branch(word: str, card: str, grow: Callable[[], Node[T]]) -> Branch[T]:
    """A card as an option: players may write its type, its name or (where copies are alike) any copy."""
    kind = TYPE[card]
    return Branch(word, grow, _CARD_LABELS[kind], card_names(card) if "#" in word else _TYPE_NAMES[kind])


def card_names(card: str) -> tuple[str, ...]:
    """What players may call a card."""
    return (TYPE[card], CARDS[card].name, card)


_CARD_LABELS = {TYPE[card]: f"{mercenary.name}, {TYPE[card]}" for card, mercenary in CARDS.items()}
_TYPE_NAMES = {
    TYPE[card]: (TYPE[card], mercenary.name, *(copy for copy in CARDS if TYPE[copy] == TYPE[card]))
    for card, mercenary in CARDS.items()
}


def crystal_branch(word: str, crystal: str, grow: Callable[[], Node[T]]) -> Branch[T]:
    """A Crystal as an option: `green 6` is enough if there is no other green Crystal of cost 6."""
    return Branch(word, grow, _CRYSTAL_LABELS[crystal], _CRYSTAL_NAMES[crystal])


def crystal_names(crystal: str) -> tuple[str, ...]:
    """What players may call a Crystal."""
    return _CRYSTAL_NAMES[crystal]


def _all_names(token: Crystal) -> tuple[str, ...]:
    kind = _KIND[token.id]
    copies = (written for other, written in _WRITTEN.items() if _KIND[other] == kind)
    return (kind, f"{token.colour} {token.cost}", f"{token.colour} {token.type[1:]}", token.id, *copies)


def _label(token: Crystal) -> str:
    mark = ", cave-in" if token.cave_in else ""
    symbol = ", symbol" if token.symbol else ""
    return f"{token.colour}, cost {token.cost}, {token.vp} VP{symbol}{mark}"


_CRYSTAL_NAMES = {crystal: _all_names(token) for crystal, token in CRYSTALS.items()}
_CRYSTAL_LABELS = {crystal: _label(token) for crystal, token in CRYSTALS.items()}


def seat_branch(seat: int, grow: Callable[[], Node[T]], *, implied: bool = False) -> Branch[T]:
    """A seat as an option."""
    return Branch(str(seat), grow, f"seat {seat}", (f"player {seat}",), implied)


def some_groups(
    groups: Groups,
    most: int,
    then: Callable[[tuple[str, ...]], Node[T]],
    *,
    make: Callable[[str, str, Callable[[], Node[T]]], Branch[T]],
    fits: Callable[[tuple[str, ...]], bool] = lambda chosen: True,
    lead: str = "",
    barred: Callable[[], Iterable[Barred]] = tuple,
) -> Node[T]:
    """At least one and at most `most` things, in ascending order; equal things share a word."""
    names = list(groups)

    def node(chosen: tuple[str, ...], start: int) -> Node[T]:
        done = then(chosen) if chosen else None

        def branches() -> Iterator[Branch[T]]:
            for index in range(start, len(names) if len(chosen) < most else start):
                left = [thing for thing in groups[names[index]] if thing not in chosen]
                if left and fits((*chosen, left[0])):
                    yield make(names[index], left[0], _more(chosen, left[0], index))
            if done is not None:
                yield from done.branches()

        end = done.end if done is not None else None
        return Node(end, branches, lead="" if chosen else lead, pool=tuple(names), barred=barred)

    def _more(chosen: tuple[str, ...], thing: str, index: int) -> Callable[[], Node[T]]:
        return lambda: node((*chosen, thing), index)

    return node((), 0)


def picks(copies: Iterable[int], most: int, colours: int = 1) -> int:
    """How many sets of one to `most` things there are, each thing in one of some colours; copies are alike.

    >>> picks([1, 1], 2), picks([2], 2), picks([2], 2, colours=3)
    (3, 2, 9)
    """
    ways = [1, *[0] * most]  # by number of things
    for many in copies:
        ways = [
            sum([ways[size - own] * comb(colours + own - 1, own) for own in range(min(size, many) + 1)])
            for size in range(most + 1)
        ]
    return sum(ways) - 1


def payment(
    groups: Groups,
    is_enough: Callable[[tuple[str, ...]], bool],
    can_reach: Callable[[tuple[str, ...]], bool],
    then: Callable[[tuple[str, ...]], Node[T]],
    size: Callable[[int], int] | None,
    barred: Callable[[tuple[str, ...]], Iterable[Barred]],
) -> Node[T]:
    """SS-6.4: cards in the order chosen, as it becomes their order in the Base; overpaying is allowed."""

    def node(chosen: tuple[str, ...]) -> Node[T]:
        done = then(chosen) if is_enough(chosen) else None

        def branches() -> Iterator[Branch[T]]:
            for name, cards in groups.items():
                left = next((card for card in cards if card not in chosen), None)
                if left is not None and can_reach((*chosen, left)):
                    yield card_branch(name, left, _with(chosen, left))
            if done is not None:
                yield from done.branches()

        end: End[T] | None = done.end if done is not None else None
        first = not chosen
        lead, counted = ("with", size) if first else ("", None)

        def why_not() -> Iterator[Barred]:
            if done is not None:
                yield from done.barred()
            yield from barred(chosen)

        return Node(end, branches, lead=lead, size=counted, barred=why_not)

    def _with(chosen: tuple[str, ...], card: str) -> Callable[[], Node[T]]:
        return lambda: node((*chosen, card))

    return node(())


def levels(cards: Iterable[str]) -> int:
    """The sum of printed levels."""
    return sum(LEVEL[card] for card in cards)
