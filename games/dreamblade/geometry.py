"""DB-2: the map of five by five cells as South sees it: row 1 is the nearest, column A the leftmost."""

from __future__ import annotations

COLUMNS, ROWS = "ABCDE", "12345"
CELLS = tuple(column + row for row in ROWS for column in COLUMNS)  # DB-12A.3: the order A1..E5
PLACE = {cell: number for number, cell in enumerate(CELLS)}
SOUTH, NORTH = "S", "N"
SIDES = (SOUTH, NORTH)
PORTAL = {SOUTH: "E1", NORTH: "A5"}  # DB-2.4
PORTALS = tuple(PORTAL.values())
SPAWN_ROW = {SOUTH: tuple(f"{c}1" for c in COLUMNS), NORTH: tuple(f"{c}5" for c in COLUMNS)}  # DB-2.5
SCORING = {  # DB-2.6, DB-2.7
    SOUTH: {"B4": 5, "C4": 4, "D4": 3, "B3": 1, "C3": 2, "D3": 1},
    NORTH: {"D2": 5, "C2": 4, "B2": 3, "B3": 1, "C3": 2, "D3": 1},
}
KEY_CELLS = tuple(cell for cell in CELLS if cell[0] in "BCD" and cell[1] in "234")
STACK = 4  # DB-2.9: creatures of one player in a cell


def _steps(cell: str) -> tuple[str, ...]:
    x, y = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    around = ((x, y + 1), (x - 1, y), (x + 1, y), (x, y - 1))
    return tuple(COLUMNS[a] + ROWS[b] for a, b in around if 0 <= a < 5 and 0 <= b < 5)


ADJACENT = {cell: _steps(cell) for cell in CELLS}  # DB-2.2
DISTANCE = {
    (one, other): abs(COLUMNS.index(one[0]) - COLUMNS.index(other[0])) + abs(int(one[1]) - int(other[1]))
    for one in CELLS
    for other in CELLS
}
NEAR = {cell: (cell, *ADJACENT[cell]) for cell in CELLS}  # DB-11: local and adjacent


def closer(cell: str, to: str) -> list[str]:
    """DB-10.11: the adjacent cells to which something is pulled."""
    return [step for step in ADJACENT[cell] if DISTANCE[step, to] < DISTANCE[cell, to]]


def farther(cell: str, origin: str) -> list[str]:
    """DB-10.11: the adjacent cells to which something is pushed."""
    return [step for step in ADJACENT[cell] if DISTANCE[step, origin] > DISTANCE[cell, origin]]


def from_scoring(cell: str, side: str) -> int:
    """How far it is to the nearest scoring cell of a side."""
    return min(DISTANCE[cell, target] for target in SCORING[side])
