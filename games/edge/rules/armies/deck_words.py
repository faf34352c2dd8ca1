"""ED-4.9 and ED-23.8: a deck in words: `deck CH03 3 CH16 8 ...`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from games.edge.catalogue import FACTIONS, Card
from games.edge.names import card_branch
from games.edge.rules.armies.muster import STANDARD, Army, deck_cards
from games.edge.state import Choices
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node


@dataclass(frozen=True)
class PartialArmy:
    """An army as far as it has been written down."""

    faction: str
    choices: Choices
    banner: str = STANDARD
    shrine: str = STANDARD
    squads: tuple[str, ...] = ()

    @cached_property
    def cards(self) -> list[Card]:
        """The cards that its deck may have."""
        return deck_cards(self.faction, self.squads)

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each of those cards stands."""
        return {card.id: place for place, card in enumerate(self.cards)}

    @cached_property
    def further(self) -> list[int]:
        """How many cards there are from each place on."""
        copies = [card.copies for card in self.cards]
        return [sum(copies[place:]) for place in range(len(copies) + 1)]

    def army(self, deck: tuple[str, ...]) -> Army:
        """The army with its deck."""
        return Army(self.squads, deck, self.banner, self.shrine, self.choices.script)


@dataclass(frozen=True)
class ReadyMade(PartialArmy):
    """An army of which only the order of the cards is left to its player."""

    deck: tuple[str, ...] = ()

    @cached_property
    def cards(self) -> list[Card]:
        """As many copies of each as the list has."""
        counts, known = Counter(self.deck), deck_cards(self.faction, self.squads)
        return [replace(card, copies=counts[card.id]) for card in known if counts[card.id]]


def deck_node(plan: PartialArmy) -> Node[Army]:
    """ED-4.9: a list of cards with numbers; with ED-23.8 the cards themselves, in their order."""
    return _arranged_node(plan, ()) if plan.choices.script else _counted_node(plan, (), 0)


def _counted_node(plan: PartialArmy, chosen: tuple[str, ...], start: int) -> Node[Army]:
    """ED-4.9: pairs of a card and its number, up to exactly as many cards as a deck has."""
    missing = plan.choices.deck - len(chosen)
    offered = [
        card for place, card in enumerate(plan.cards) if place >= start and plan.further[place] >= missing
    ]

    def find(name: str) -> Node[Army] | None:
        place = plan.places.get(name, -1)
        if not missing or place < start or plan.further[place] < missing:
            return None
        return _number_node(plan, chosen, place)

    def branches() -> Iterator[Branch[Army]]:
        for card in offered if missing else ():
            yield _card_branch(plan, card, chosen)

    return Node(
        None if missing else End(plan.army(chosen)),
        branches,
        find,
        lead="deck" if chosen else "",
        unled=tuple(plan.places),
        pool=tuple(plan.places),
        stride=2,
        barred=lambda: _barred_cards(plan, chosen, offered),
    )


def _card_branch(plan: PartialArmy, card: Card, chosen: tuple[str, ...]) -> Branch[Army]:
    return card_branch(card.id, lambda: _number_node(plan, chosen, plan.places[card.id]))


def _number_node(plan: PartialArmy, chosen: tuple[str, ...], place: int) -> Node[Army]:
    """EF-1.4.2: how many copies; so many that the later cards can fill the deck."""
    card, missing = plan.cards[place], plan.choices.deck - len(chosen)
    least = max(1, missing - plan.further[place + 1])

    def branch(number: int) -> Branch[Army]:
        more = (*chosen, *[card.id] * number)
        return Branch(str(number), lambda: _counted_node(plan, more, place + 1), names=_spelled(number))

    def barred() -> Iterator[Barred]:
        for number in range(card.copies + 1, plan.choices.deck + 1):
            reason = say(_("there are only {count} copies of “{card}”"), count=card.copies, card=card.title)
            yield Barred(str(number), reason, _spelled(number))
        yield from (
            Barred(str(n), _more_than_missing(missing), _spelled(n)) for n in range(1, card.copies + 1)
        )

    most = min(card.copies, missing)
    return Node(None, lambda: [branch(number) for number in range(least, most + 1)], barred=barred)


def _spelled(number: int) -> tuple[str, str]:
    return f"{number}x", f"x{number}"


def _more_than_missing(missing: int) -> Phrase:
    return say(_("the deck needs exactly {count} more cards"), count=missing)


def _arranged_node(plan: PartialArmy, chosen: tuple[str, ...]) -> Node[Army]:
    """ED-23.8: card after card, the top one first."""
    is_full = len(chosen) == plan.choices.deck

    def branches() -> Iterator[Branch[Army]]:
        for card in () if is_full else plan.cards:
            if chosen.count(card.id) < card.copies:
                yield _next_branch(plan, card, chosen)

    return Node(
        End(plan.army(chosen)) if is_full else None,
        branches,
        lead="deck" if chosen else "",
        unled=tuple(plan.places),
        barred=lambda: _barred_cards(plan, chosen, plan.cards),
    )


def _next_branch(plan: PartialArmy, card: Card, chosen: tuple[str, ...]) -> Branch[Army]:
    return card_branch(card.id, lambda: _arranged_node(plan, (*chosen, card.id)))


def _barred_cards(plan: PartialArmy, chosen: tuple[str, ...], offered: Sequence[Card]) -> Iterator[Barred]:
    left = {} if len(chosen) == plan.choices.deck else {card.id: card.copies for card in offered}
    for card in FACTIONS[plan.faction].cards.values():
        if chosen.count(card.id) >= left.get(card.id, 0):
            yield Barred(card.id, _why_no_card(plan, chosen, card), (card.title,))


def _why_no_card(plan: PartialArmy, chosen: tuple[str, ...], card: Card) -> Phrase:
    if card.extra:
        return say(_("“{card}” is kept beside the deck and does not count"), card=card.title)
    if card.id not in plan.places and isinstance(plan, ReadyMade):
        return say(_("“{card}” is not in the ready-made deck"), card=card.title)
    if card.id not in plan.places:
        squad = FACTIONS[plan.faction].squads[card.squad].name
        return say(_("“{card}” belongs to {squad}, which is not in your army"), card=card.title, squad=squad)
    if len(chosen) == plan.choices.deck:
        return say(_("the deck is full: it has {count} cards"), count=len(chosen))
    copies = plan.cards[plan.places[card.id]].copies
    if chosen.count(card.id) >= copies:
        return say(_("there are only {count} copies of “{card}”"), count=copies, card=card.title)
    if plan.further[plan.places[card.id]] < plan.choices.deck - len(chosen):
        return _more_than_missing(plan.choices.deck - len(chosen))
    return say(_("“{card}” comes earlier in the list of cards: name it before the others"), card=card.title)
