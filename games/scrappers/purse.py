"""SS-8.2, SS-8.3: what the cards in hand are worth as payment, and in how many ways they can pay."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from games.scrappers.names import Groups, hand_groups
from games.scrappers.state import State


class Purse:
    """The active player's hand as money: built once, asked often."""

    def __init__(self, state: State) -> None:
        player = state.active
        self.has_filter = player.owns("AR06-A")  # SS-17.8 Colour Filter
        self.in_play = state.in_play_colours()
        self.worth = {card: state.paying_level(card) for card in player.hand}
        self.colour = {card: state.colour_of_card(card) for card in player.hand}
        self.groups: Groups = hand_groups(state, player.hand)
        self._sums: dict[str | None, dict[int, int]] = {}
        self._found: dict[tuple[str | None, int], int] = {}
        self.totals = dict.fromkeys(self.in_play, 0)
        for card, colour in self.colour.items():
            self.totals[colour] += self.worth[card]

    def sum(self, cards: Iterable[str]) -> int:
        """What these cards are worth together."""
        return sum([self.worth[card] for card in cards])

    def can_reach(self, wanted: list[str], cost: int, chosen: tuple[str, ...]) -> bool:
        """Whether these cards, with more from the hand, can pay `cost` in one of the wanted colours."""
        if not chosen and not self.has_filter:
            return max([self.totals[colour] for colour in wanted]) >= cost
        return any(self._reaches(colour, cost, chosen) for colour in wanted)

    def _reaches(self, colour: str, cost: int, chosen: tuple[str, ...]) -> bool:
        strange = [card for card in chosen if self.colour[card] != colour]
        if len(strange) > self.has_filter:
            return False
        reach = self.totals[colour] + self.sum(strange)
        if self.has_filter and not strange:
            others = [worth for card, worth in self.worth.items() if self.colour[card] != colour]
            reach += max(others, default=0)
        return reach >= cost

    def ways(self, wanted: list[str], cost: int) -> int:
        """How many orders of cards pay `cost` in one of the wanted colours, without a Colour Filter."""
        found = sum([self._ways(colour, max(1, cost)) for colour in wanted])
        return found + (cost == 0)  # playing nothing is one way, whatever the colour

    def ways_in_any_colours(self, cost: int) -> int:
        """How many orders of cards are worth at least `cost`."""
        return self._ways(None, cost)

    def _ways(self, colour: str | None, cost: int) -> int:
        if colour not in self._sums:
            groups = [
                (self.worth[cards[0]], len(cards))
                for cards in self.groups.values()
                if colour is None or self.colour[cards[0]] == colour
            ]
            self._sums[colour] = ordered_sums(groups)
        if (colour, cost) not in self._found:
            sums = self._sums[colour]
            self._found[colour, cost] = sum([count for total, count in sums.items() if total >= cost])
        return self._found[colour, cost]


def ordered_sums(groups: Iterable[tuple[int, int]]) -> dict[int, int]:
    """How many sequences of cards there are of each worth; copies (worth, how many) are alike.

    >>> ordered_sums([(1, 2), (3, 1)])  # 3 is the 3 alone; 4 is 1 3 or 3 1
    {0: 1, 3: 1, 1: 1, 4: 2, 2: 1, 5: 3}
    """
    ways: dict[tuple[int, int], int] = {(0, 0): 1}  # by number of cards and their sum
    for worth, copies in groups:
        more: dict[tuple[int, int], int] = {}
        for (size, total), count in ways.items():
            for taken in range(copies + 1):
                place = (size + taken, total + taken * worth)
                more[place] = more.get(place, 0) + count * comb(size + taken, taken)
        ways = more
    sums: dict[int, int] = {}
    for (_, total), count in ways.items():
        sums[total] = sums.get(total, 0) + count
    return sums
