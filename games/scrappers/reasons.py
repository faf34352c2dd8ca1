"""Why something that a player named is not possible, for replies to wrong orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred
from games.scrappers.catalogue import CARDS, CRYSTALS, TYPE
from games.scrappers.names import card_names, crystal_names, crystal_type


def all_cards(reason: Phrase) -> Iterator[Barred]:
    """The same reason for every card."""
    for card in CARDS:
        yield Barred(card, reason, card_names(card))


def all_crystals(reason: Phrase) -> Iterator[Barred]:
    """The same reason for every Crystal."""
    for crystal in CRYSTALS:
        yield Barred(crystal_type(crystal), reason, crystal_names(crystal))


def not_held(hand: Iterable[str]) -> Iterator[Barred]:
    """Cards that are not in hand."""
    held = {TYPE[card] for card in hand}
    for card in CARDS:
        if TYPE[card] not in held:
            yield Barred(TYPE[card], say(_("you do not hold {card}"), card=TYPE[card]), card_names(card))


def not_in_the_docks(docks: Iterable[str]) -> Iterator[Barred]:
    """Mercenaries that are not in the Docks."""
    there = {TYPE[card] for card in docks}
    for card in CARDS:
        if TYPE[card] not in there:
            yield Barred(TYPE[card], say(_("{card} is not in the Docks"), card=TYPE[card]), card_names(card))


def not_in_the_mine(mine: Iterable[str]) -> Iterator[Barred]:
    """Crystals that are not in the Mine."""
    there = {crystal_type(crystal) for crystal in mine}
    for crystal in CRYSTALS:
        kind = crystal_type(crystal)
        if kind not in there:
            yield Barred(kind, say(_("{crystal} is not in the Mine"), crystal=kind), crystal_names(crystal))


def not_enough(paid: int, cost: int) -> Barred:
    """Why a payment may not end here."""
    if not paid:
        return Barred("", say(_("it costs {cost}: add the cards that pay for it"), cost=cost))
    return Barred("", say(_("these cards pay {paid} of {cost}"), paid=paid, cost=cost))


def no_more_copies(played: Iterable[str]) -> Iterator[Barred]:
    """Cards that are in the payment already."""
    for card in played:
        yield Barred(card, say(_("you do not hold another {card}"), card=TYPE[card]), card_names(card))
