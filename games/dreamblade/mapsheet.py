"""The map as drawn: cells with their values, tokens of creatures, locations at the foot of a cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from games.dreamblade.board import label
from games.dreamblade.catalogue import MINIATURES
from games.dreamblade.geometry import CELLS, COLUMNS, KEY_CELLS, NORTH, PORTAL, ROWS, SCORING, SOUTH
from games.dreamblade.shapes import FADED, HAIR, INK, NORTHERN, PAPER, PEN, SOUTHERN, TINT, mark
from games.dreamblade.views import DreambladeView, FigureView
from games.engine.contract.drawing import moved, path, ring, titled
from games.engine.contract.pen import Block, Shade

CELL = 100  # the width of a cell: on a telephone of 360 pixels a code in it is still read
LOW = 74  # the height of a row: room for two creatures of each player
EDGE = 14  # for letters and numbers
SIZE = 2 * EDGE + 5 * CELL
TOKEN, HIGH = 49, 24  # of a creature's token
FIRST = 19  # where tokens begin in a cell
ROOF = 18  # the height of a location
NOTE = 15  # letters of a cell's worth
CODE, CRAMPED = 16, 13  # letters of a code; of one with a number on a damaged creature
SHOWN = 4  # tokens of one player in a cell; more stand only in a portal


class Ground:
    """Where the cells are. A row is as tall as its fullest cell, so that a telephone shows all five."""

    def __init__(self, view: DreambladeView) -> None:
        self._tall = dict.fromkeys(ROWS, LOW)
        for cell, needed in _needs(view):
            self._tall[cell[1]] = max(self._tall[cell[1]], needed)
        self.height = 2 * EDGE + sum(self._tall.values())

    def tall(self, cell: str) -> int:
        """The height of a cell."""
        return self._tall[cell[1]]

    def corner(self, cell: str) -> tuple[int, int]:
        """The upper left corner of a cell; South's edge is at the foot."""
        above = sum(tall for row, tall in self._tall.items() if row > cell[1])
        return EDGE + CELL * COLUMNS.index(cell[0]), EDGE + above

    def spot(self, cell: str) -> tuple[int, int, int, int]:
        """Left, top, width, height of a cell."""
        return (*self.corner(cell), CELL, self.tall(cell))


def _needs(view: DreambladeView) -> Iterator[tuple[str, int]]:
    """The height that cells need for the tokens of each player and the location."""
    tokens = Counter((f["at"], f["seat"]) for f in view["figures"] if f["is_creature"] and f["at"] in CELLS)
    sites = {f["at"] for f in view["figures"] if not f["is_creature"]}
    for (cell, _seat), count in tokens.items():
        yield cell, FIRST + HIGH * min(SHOWN, count) + (ROOF if cell in sites else 0)


def map_drawing(view: DreambladeView) -> Block:
    """All cells with what is in them."""
    ground = Ground(view)
    drawn = "".join(moved(*ground.corner(cell), _cell(view, cell, ground.tall(cell))) for cell in CELLS)
    for place, column in enumerate(COLUMNS):
        x = EDGE + CELL * (place + 0.5)
        drawn += "".join(_edge(x, y, column) for y in (12, ground.height - 2))
    for row in ROWS:
        y = ground.corner("A" + row)[1] + ground.tall("A" + row) / 2 + 5
        drawn += "".join(_edge(x, y, row) for x in (EDGE / 2, SIZE - EDGE / 2))
    return Block(drawn, ground.height)


def _edge(x: float, y: float, said: str) -> str:
    return PEN.text(x, y, said, size=NOTE, bold=True, anchor="middle")


def _cell(view: DreambladeView, cell: str, tall: int) -> str:
    here = [figure for figure in view["figures"] if figure["at"] == cell]
    drawn = PEN.box(0, 0, CELL, tall, TINT if cell in KEY_CELLS else PAPER, stroke=FADED, weight=0.8)
    if cell in view["contested"]:
        drawn += PEN.box(1.5, 1.5, CELL - 3, tall - 3, weight=3)
    if view["combat"] is not None and view["combat"]["cell"] == cell:
        drawn += swords(CELL * 0.67, 10)
    south = {player["seat"]: player["side"] == SOUTH for player in view["players"]}
    drawn += _worth(cell, tall) + _site(here, south, tall)
    for is_south, left in ((True, 1.0), (False, CELL - TOKEN - 1.0)):
        own = [f for f in here if f["is_creature"] and south[f["seat"]] == is_south]
        drawn += moved(left, FIRST, _column(own, is_south=is_south))
    return drawn


def swords(x: float, y: float) -> str:
    """Here they fight."""
    disc = path(ring(x, y, 8), fill=INK, stroke=PAPER)
    return disc + path(f"M{x - 4:g} {y - 4:g}l8 8m-8 0l8-8", stroke=PAPER, weight=2.2)


def anchor_of(cell: str) -> str:
    """The address of what is told of a cell."""
    return f"cell-{cell}"


def _worth(cell: str, tall: int) -> str:
    """The points of a cell for each player, South's at the left, North's at the right; portals as rings."""
    drawn = ""
    for side, x, anchor in ((SOUTH, 4.0, "start"), (NORTH, CELL - 4.0, "end")):
        value = SCORING[side].get(cell)
        if value:
            drawn += PEN.text(x, 15, f"{side}{value}", size=NOTE, bold=True, anchor=anchor)
        if PORTAL[side] == cell:
            drawn += path(ring(CELL / 2, tall / 2 + 7, min(38, tall / 2 - 13)), stroke=HAIR, weight=5)
            drawn += PEN.text(CELL / 2, 15, f"{side} ◎", size=NOTE, anchor="middle")
    return drawn


def _site(here: Sequence[FigureView], south: dict[int, bool], tall: int) -> str:
    """A location at the foot of its cell."""
    sites = [figure for figure in here if not figure["is_creature"]]
    return "".join(moved((CELL - TOKEN) / 2, tall - ROOF, roof(f, is_south=south[f["seat"]])) for f in sites)


def roof(figure: FigureView, *, is_south: bool) -> str:
    """A location: a roof over its code, in the shade of its owner."""
    fill, letters = _shade(is_south)
    drawn = path(f"M0 5L{TOKEN / 2:g} 0L{TOKEN} 5V{ROOF - 1}H0Z", fill=fill, stroke=INK)
    drawn += PEN.text(
        TOKEN / 2, ROOF - 2.5, label(figure), size=14.5, bold=True, anchor="middle", fill=letters
    )
    return titled(figure["name"], drawn)


def _shade(is_south: bool) -> Shade:
    return SOUTHERN if is_south else NORTHERN


def _column(figures: Sequence[FigureView], *, is_south: bool) -> str:
    shown = figures if len(figures) <= SHOWN else figures[: SHOWN - 1]
    drawn = "".join(moved(0, HIGH * n, token(f, is_south=is_south)) for n, f in enumerate(shown))
    if len(figures) > SHOWN:
        said = f"+{len(figures) - len(shown)}"
        drawn += PEN.text(TOKEN / 2, HIGH * SHOWN - 5, said, size=14, bold=True, anchor="middle")
    return drawn


def token(figure: FigureView, *, is_south: bool) -> str:
    """Mark of the aspect or damage, and the code; engaged creatures have a heavy edge."""
    fill, letters = _shade(is_south)
    edge = 2.4 if figure.get("engaged") else 0.8
    drawn = PEN.box(0.5, 0.5, TOKEN - 1, HIGH - 1.5, fill, weight=edge, radius=3)
    if figure.get("engaged") and not is_south:
        drawn += PEN.box(2.5, 2.5, TOKEN - 5, HIGH - 5.5, stroke=PAPER, weight=0.8, radius=2)
    drawn += _damage(figure) or mark(6, HIGH / 2, list(marks_of(figure["code"])), letters)
    return titled(f"{figure['name']} ({figure['id']})", drawn + _code(figure, letters))


def _damage(figure: FigureView) -> str:
    """In place of the mark, until the phase ends: the code must stay readable."""
    damage = figure.get("damage", 0)
    if not damage:
        return ""
    drawn = PEN.box(1, 2.5, 18, HIGH - 5.5, PAPER, weight=0.8)
    return drawn + PEN.text(10, 17, str(damage), size=14, bold=True, anchor="middle")


def _code(figure: FigureView, letters: str) -> str:
    """The code, and smaller the number by which copies are told apart."""
    code, dot, number = label(figure).partition(".")
    is_damaged = bool(figure.get("damage"))
    left, size = 20 if is_damaged else 11, CRAMPED if number and is_damaged else CODE
    return PEN.text(left, 17.5, code, size=size, bold=True, fill=letters, minor=dot + number)


def marks_of(code: str) -> Iterator[str]:
    """The letters of the aspects of a miniature, each once."""
    yield from dict.fromkeys(MINIATURES[code].symbols)


def token_spot(view: DreambladeView, ground: Ground, name: str) -> tuple[float, float, float, float] | None:
    """Where the token of a miniature is; None if it is not drawn."""
    figure = next((f for f in view["figures"] if f["id"] == name and f["at"] in CELLS), None)
    if figure is None:
        return None
    x, y = ground.corner(figure["at"])
    if not figure["is_creature"]:
        return x + (CELL - TOKEN) / 2, y + ground.tall(figure["at"]) - ROOF, TOKEN, ROOF
    south = next(p["side"] == SOUTH for p in view["players"] if p["seat"] == figure["seat"])
    row = [
        f["id"]
        for f in view["figures"]
        if f["at"] == figure["at"] and f["seat"] == figure["seat"] and f["is_creature"]
    ]
    place = min(row.index(name), SHOWN - 1)
    return x + (1 if south else CELL - TOKEN - 1), y + FIRST + HIGH * place, TOKEN, HIGH
