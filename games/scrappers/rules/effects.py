"""SS-16: what skills do. An effect is fixed when the order is read; `rules/skills.py` offers the choices."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from games.engine.contract.table import Table
from games.scrappers.rules.cave_in import acquire
from games.scrappers.state import SeatId, State


class Effect(ABC):
    """What one use of a skill does."""

    __slots__ = ()

    @abstractmethod
    def happen(self, table: Table[State], card: str) -> None:
        """Do it; `card` is the one whose skill is used."""


@dataclass(frozen=True, slots=True)
class Nothing(Effect):
    """SS-10.2: declined; the card is played all the same."""

    def happen(self, table: Table[State], card: str) -> None:
        table.tell("declined", seat=table.state.turn.seat, card=card)


@dataclass(frozen=True, slots=True)
class TakeCrystal(Effect):
    """SS-16.1: a Crystal from the Mine, taken, not mined (SS-1.10)."""

    crystal: str

    def happen(self, table: Table[State], card: str) -> None:
        seat = table.state.turn.seat
        table.tell("took_crystal", seat=seat, crystal=self.crystal)
        acquire(table, seat, self.crystal)


@dataclass(frozen=True, slots=True)
class ForTheTurn(Effect):
    """SS-10.4: active until the end of the turn, for the player who used it."""

    def happen(self, table: Table[State], card: str) -> None:
        turn = table.state.turn
        match card.partition("#")[0]:
            case "TER2":
                turn.foreman = True  # SS-16.2
            case "HYD2":
                turn.repeat = True  # SS-16.5, part 2
            case "MET2":
                turn.extra_mines += 1  # SS-16.8
            case "MET4":
                turn.scrapers += 1  # SS-16.10
            case "MIN3":
                turn.ancients += 1  # SS-16.12
            case "MIN4":
                turn.makkarats += 1  # SS-16.13
            case "WEE2":
                turn.rooter = True  # SS-16.17
            case other:
                raise ValueError(f"{other} has no effect for the turn")
        table.tell("prepared", seat=turn.seat, card=card)


@dataclass(frozen=True, slots=True)
class Hire(Effect):
    """SS-16.4, SS-16.5: Mercenaries from the Docks into hand."""

    cards: tuple[str, ...]

    def happen(self, table: Table[State], card: str) -> None:
        state = table.state
        if card.startswith("HYD2"):
            ForTheTurn().happen(table, card)
        state.docks = [[c for c in row if c not in self.cards] for row in state.docks]
        state.active.hand.extend(self.cards)
        table.tell("hired", seat=state.turn.seat, cards=list(self.cards))


@dataclass(frozen=True, slots=True)
class FromBase(Effect):
    """SS-16.3, SS-16.6, SS-16.7, SS-16.18, SS-16.19: cards from Bases into hand."""

    cards: tuple[str, ...]

    def happen(self, table: Table[State], card: str) -> None:
        state = table.state
        for taken in self.cards:
            owner = owner_of(state, taken)
            state.player(owner).base.remove(taken)
            state.active.hand.append(taken)
            table.tell("took_card", seat=state.turn.seat, card=taken, owner=owner)


@dataclass(frozen=True, slots=True)
class SubjugateFromBase(Effect):
    """SS-16.14, SS-16.15: a card from a Base, face down and out of play for good (SS-10.3)."""

    victim: str

    def happen(self, table: Table[State], card: str) -> None:
        state = table.state
        owner = owner_of(state, self.victim)
        state.player(owner).base.remove(self.victim)
        state.active.subjugated.append(self.victim)
        table.tell("subjugated", seat=state.turn.seat, card=self.victim, owner=owner)


@dataclass(frozen=True, slots=True)
class SubjugateFromHand(Effect):
    """SS-16.16: level 1 cards from hand, and as many Crystals. Others only learn how many cards."""

    cards: tuple[str, ...]
    crystals: tuple[str, ...] = ()

    def happen(self, table: Table[State], card: str) -> None:
        state = table.state
        player = state.active
        for victim in self.cards:
            player.hand.remove(victim)
            player.subjugated.append(victim)
        table.tell(
            "subjugated_hand",
            seat=player.seat,
            count=len(self.cards),
            own={player.seat: {"cards": list(self.cards)}},
        )
        for crystal in self.crystals:
            table.tell("took_crystal", seat=player.seat, crystal=crystal)
            acquire(table, player.seat, crystal)


@dataclass(frozen=True, slots=True)
class PaintCards(Effect):
    """SS-16.9: hand cards get another colour for paying. Others only learn how many."""

    colours: tuple[tuple[str, str], ...]

    def happen(self, table: Table[State], card: str) -> None:
        turn = table.state.turn
        turn.painted.update(self.colours)
        cards = [f"{painted}={colour}" for painted, colour in self.colours]
        table.tell("painted_cards", seat=turn.seat, count=len(cards), own={turn.seat: {"cards": cards}})


@dataclass(frozen=True, slots=True)
class PaintCrystal(Effect):
    """SS-16.11: a Crystal in the Mine gets a colour and costs 1 less."""

    crystal: str
    colour: str

    def happen(self, table: Table[State], card: str) -> None:
        turn = table.state.turn
        turn.tinted[self.crystal] = self.colour
        turn.dug[self.crystal] = turn.dug.get(self.crystal, 0) + 1
        table.tell("painted_crystal", seat=turn.seat, crystal=self.crystal, colour=self.colour)


def owner_of(state: State, card: str) -> SeatId:
    """The seat whose Base holds a card."""
    return next(player.seat for player in state.players if card in player.base)
