"""ED-17, ED-18, ED-20: the things a player does with cards, Enhancements and the Banner."""

from __future__ import annotations

from dataclasses import dataclass

from games.edge.catalogue import Half
from games.edge.effects.prepare import Ready
from games.edge.state import SeatId


@dataclass(frozen=True, slots=True)
class Act:
    """Something that is about to be paid for and done."""

    seat: SeatId
    ready: Ready


@dataclass(frozen=True, slots=True)
class PlayCard(Act):
    """ED-17: one Action of a card from hand, or of a deployment card beside the deck (EF-7.1)."""

    card: str
    half: Half


@dataclass(frozen=True, slots=True)
class UseEnhancement(Act):
    """ED-18.5: an Action of an attached card."""

    name: str
    half: Half


@dataclass(frozen=True, slots=True)
class AttachCard(Act):
    """ED-18.2."""

    card: str
    squad: str
    drop: int = 0  # ED-18.3: the slot that is cleared first
    giver: str = ""  # EF-6.3.3: the model that gives up a Wound for it


@dataclass(frozen=True, slots=True)
class UsePower(Act):
    """What a Squad can do without any card."""

    name: str


@dataclass(frozen=True, slots=True)
class UseBanner(Act):
    """ED-20."""
