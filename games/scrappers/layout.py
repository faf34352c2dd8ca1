"""Where things lie on the drawn table: for those who draw it and for those who click on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.contract.drawing import oblong
from games.scrappers.catalogue import CAPACITY
from games.scrappers.drawing import FAN_CARD, fan_step
from games.scrappers.views import ScrappersView

ROW = 70  # of Docks and Mine
LABEL = 58  # the label of a row
HEAD = 28  # the title above the rows
DOCKS, MINE, ARTIFACTS = 436, 400, 288  # widths of the columns
AREA = 566  # the width of a player's area
BETWEEN = 12  # players
PAD = 6  # between the edge of a part and what is drawn
FAN = 10  # cards of a Base in one line
FAN_TOP, FAN_ROW = 52, 76  # where a Base begins in its area, and the height of a line
TALL = 24 + ROW * len(CAPACITY)  # of Docks, Mine and Artifacts
CARD = 82  # the height of a card in hand


def dock_width(cards: Sequence[str], room: int) -> float:
    """The room for one card in a row of the Docks."""
    return (DOCKS - LABEL) / max(room, len(cards), CAPACITY[0])


def docked(view: ScrappersView) -> Iterator[tuple[str, str]]:
    """Each Mercenary in the Docks with its outline."""
    for row, cards in enumerate(view["docks"]):
        wide = dock_width(cards, CAPACITY[row])
        for place, card in enumerate(cards):
            yield card, oblong(LABEL + wide * place, HEAD + ROW * row, wide - 5, ROW - 10)


def mined(view: ScrappersView) -> Iterator[tuple[str, str]]:
    """Each Crystal in the Mine with its outline."""
    for row, crystals in enumerate(view["mine"]):
        wide = (MINE - LABEL) / max(len(crystals), CAPACITY[0])
        for place, crystal in enumerate(sorted(crystals)):
            yield crystal, oblong(LABEL + wide * place + 2, HEAD + ROW * row - 4, wide - 4, ROW - 6)


def artifact_height(view: ScrappersView) -> float:
    """Of one stack."""
    return (ROW * len(CAPACITY)) / len(view["artifacts"])


def stacked(view: ScrappersView) -> Iterator[tuple[int, str, str, str]]:
    """The number of each stack that is not empty, its outline, and those of its halves."""
    tall = artifact_height(view)
    for stack, top in enumerate(view["artifacts"]):
        if top is not None:
            y, half = 26 + tall * stack, ARTIFACTS / 2
            whole = oblong(1, y - 1, ARTIFACTS - 2, tall - 3)
            yield (
                stack + 1,
                whole,
                oblong(1, y + 18, half - 3, tall - 24),
                oblong(half, y + 18, half - 2, tall - 24),
            )


def based(cards: Sequence[str], top: float) -> Iterator[tuple[str, str]]:
    """Each card of a Base with its outline: all of the Leader, and of the others what is seen of them."""
    rows = [cards[at : at + FAN] for at in range(0, len(cards), FAN)]
    for number, row in enumerate(rows):
        step, last = fan_step(len(row), AREA), len(row) - 1
        for n, card in enumerate(row):
            wide = FAN_CARD if n == last else step
            yield card, oblong(PAD + step * n, top + FAN_TOP + FAN_ROW * number + last - n, wide, 50)
