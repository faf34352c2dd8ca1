"""ED-4.9 and ED-23.8: a deck in words: `deck CH03 3 CH16 8 ...`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.edge.catalogue import FACTIONS, Card
from games.edge.names import card_branch
from games.edge.rules.armies import STANDARD, Army, deck_cards
from games.edge.state import Choices
from games.engine.phrases import Phrase, say
from games.engine.text import gettext_noop as _
from games.engine.tree import Barred, Branch, End, Node


@dataclass(frozen=True)
class Draft:
    """An army that is being written down."""

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


def deck_node(draft: Draft) -> Node[Army]:
    """ED-4.9: a list of cards with numbers; with ED-23.8 the cards themselves, in their order."""
    return _arranged_node(draft, ()) if draft.choices.script else _counted_node(draft, (), 0)


def _counted_node(draft: Draft, chosen: tuple[str, ...], start: int) -> Node[Army]:
    """ED-4.9: pairs of a card and its number, up to exactly as many cards as a deck has."""
    missing = draft.choices.deck - len(chosen)
    offered = [
        card for place, card in enumerate(draft.cards) if place >= start and draft.further[place] >= missing
    ]

    def find(name: str) -> Node[Army] | None:
        place = draft.places.get(name, -1)
        if not missing or place < start or draft.further[place] < missing:
            return None
        return _number_node(draft, chosen, place)

    def branches() -> Iterator[Branch[Army]]:
        for card in offered if missing else ():
            yield _card_branch(draft, card, chosen)

    return Node(
        None if missing else End(draft.army(chosen)),
        branches,
        find,
        lead="deck" if chosen else "",
        unled=tuple(draft.places),
        pool=tuple(draft.places),
        stride=2,
        barred=lambda: _barred_cards(draft, chosen, offered),
    )


def _card_branch(draft: Draft, card: Card, chosen: tuple[str, ...]) -> Branch[Army]:
    return card_branch(card.id, lambda: _number_node(draft, chosen, draft.places[card.id]))


def _number_node(draft: Draft, chosen: tuple[str, ...], place: int) -> Node[Army]:
    """EF-1.4.2: how many copies; so many that the later cards can fill the deck."""
    card, missing = draft.cards[place], draft.choices.deck - len(chosen)
    least = max(1, missing - draft.further[place + 1])

    def branch(number: int) -> Branch[Army]:
        more = (*chosen, *[card.id] * number)
        return Branch(str(number), lambda: _counted_node(draft, more, place + 1), names=_spelled(number))

    def barred() -> Iterator[Barred]:
        for number in range(card.copies + 1, draft.choices.deck + 1):
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
    return say(_("{count} more cards make the deck complete, no more and no fewer"), count=missing)


def _arranged_node(draft: Draft, chosen: tuple[str, ...]) -> Node[Army]:
    """ED-23.8: card after card, the top one first."""
    is_full = len(chosen) == draft.choices.deck

    def branches() -> Iterator[Branch[Army]]:
        for card in () if is_full else draft.cards:
            if chosen.count(card.id) < card.copies:
                yield _next_branch(draft, card, chosen)

    return Node(
        End(draft.army(chosen)) if is_full else None,
        branches,
        lead="deck" if chosen else "",
        unled=tuple(draft.places),
        barred=lambda: _barred_cards(draft, chosen, draft.cards),
    )


def _next_branch(draft: Draft, card: Card, chosen: tuple[str, ...]) -> Branch[Army]:
    return card_branch(card.id, lambda: _arranged_node(draft, (*chosen, card.id)))


def _barred_cards(draft: Draft, chosen: tuple[str, ...], offered: Sequence[Card]) -> Iterator[Barred]:
    for card in FACTIONS[draft.faction].cards.values():
        if card not in offered or chosen.count(card.id) >= card.copies or len(chosen) == draft.choices.deck:
            yield Barred(card.id, _why_no_card(draft, chosen, card), (card.title,))


def _why_no_card(draft: Draft, chosen: tuple[str, ...], card: Card) -> Phrase:
    if card.extra:
        return say(_("“{card}” lies beside the deck and is not counted"), card=card.title)
    if card.id not in draft.places:
        squad = FACTIONS[draft.faction].squads[card.squad].name
        return say(_("“{card}” belongs to {squad}, whom you do not field"), card=card.title, squad=squad)
    if len(chosen) == draft.choices.deck:
        return say(_("the deck is full: it has {count} cards"), count=len(chosen))
    if chosen.count(card.id) >= card.copies:
        return say(_("there are only {count} copies of “{card}”"), count=card.copies, card=card.title)
    if draft.further[draft.places[card.id]] < draft.choices.deck - len(chosen):
        return _more_than_missing(draft.choices.deck - len(chosen))
    return say(_("“{card}” stands earlier in the list of cards: name it before the others"), card=card.title)
