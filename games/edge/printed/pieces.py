"""The board with all that stands on it. Each kind of thing is one path or one group of letters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from games.edge import labels
from games.edge.drawing import FADED, INK, LIVERIES, PAPER, PEN, TINT, Livery
from games.edge.figures import (
    Figure,
    altars,
    board_of,
    by_space,
    free_digits,
    grown,
    holder,
    on_board,
    shrines,
    side_of,
)
from games.edge.geometry import JOINED
from games.edge.printed import bases, chips, ground
from games.edge.state import SeatId
from games.edge.views import EdgeView
from games.engine.contract.drawing import path
from games.engine.contract.pen import Shade, letters

LABEL_ORDER = (0, 1, 6, 2, 5, 3, 4)  # where the name of a Space goes: the first of these hexes that is free
NAME = 16  # the size of such a name
Shades = Mapping[SeatId, Shade]


def board(view: EdgeView) -> str:
    """Everything on the board, from the ground up."""
    figures, shade, worn = on_board(view), shades(view), liveries(view)
    return "".join([
        ground.hex_lines(board_of(view)),
        path("".join(ground.outline(_area(space)) for space in _filled(view)), fill=TINT),
        _coordinates(view, figures),
        ground.borders(board_of(view)),
        _sources(view, figures, shade),
        _shrines(view, shade),
        *(bases.bases([f for f in figures if f.seat == seat], worn[seat]) for seat in worn),
        _tokens(view, shade),
        _names_of_full_spaces(figures, shade),
        chips.chips(view, figures),
    ])  # fmt: skip


def shades(view: EdgeView) -> Shades:
    """What fills the things of each player, and what is written on them."""
    return {seat: livery.shade for seat, livery in liveries(view).items()}


def liveries(view: EdgeView) -> dict[SeatId, Livery]:
    """One side is light and the other dark, always the same one for two factions; so are two teams."""
    sides = side_of(view)
    ordered = sorted(view["players"], key=lambda player: (player["faction"], player["seat"]))
    first = sides[ordered[0]["seat"]]
    is_team = len(set(sides.values())) < len(sides)
    left = {True: [LIVERIES[0], LIVERIES[2]], False: [LIVERIES[1], LIVERIES[3]]}
    if is_team:
        return {p["seat"]: left[sides[p["seat"]] == first].pop(0) for p in ordered}
    return {player["seat"]: livery for player, livery in zip(ordered, LIVERIES, strict=False)}


def _area(space: str) -> int:
    return JOINED.area[JOINED.number[space]]


def _filled(view: EdgeView) -> list[str]:
    """The Spaces that a token fills (ED-1.5)."""
    return [*shrines(view), *(source["at"] for source in view["sources"])]


def _coordinates(view: EdgeView, figures: list[Figure]) -> str:
    """The names of Spaces, and in the free hexes the digits of orders such as `C5.034`."""
    names = digits = ""
    filled, standing = set(_filled(view)), by_space(figures)
    for space in board_of(view).names:
        free = free_digits(standing.get(space, []), grown(view, space))
        if free and space not in filled:
            name, others = _labels(space, tuple(free))
            names, digits = names + name, digits + others
    return PEN.lettered(digits, 12, fill=FADED) + PEN.lettered(names, NAME, bold=True)


@lru_cache(maxsize=4096)  # 19 Spaces, most of them empty
def _labels(space: str, free: tuple[int, ...]) -> tuple[str, str]:
    """The name of a Space on one of its free hexes, and the digits of the others."""
    named = next(digit for digit in LABEL_ORDER if digit in free)
    x, y = _hex(space, named)
    digits = (_digit(space, digit, digit == named) for digit in free if digit != named or named)
    return letters([(x, y + (1 if named else 5.5), space)]), letters(digits)


def _digit(space: str, digit: int, is_below_name: bool) -> tuple[float, float, str]:
    x, y = _hex(space, digit)
    return round(x), round(y + (11.5 if is_below_name else 4.5)), str(digit)


def _hex(space: str, digit: int) -> tuple[float, float]:
    return ground.middle(1 << (7 * JOINED.number[space] + digit))


def _tokens(view: EdgeView, shade: Shades) -> str:
    """What lies on the board: a filled hex where nobody can stand, else a small sign."""
    drawn, count = "", Counter[str]()
    for token in view["tokens"]:
        at = token["at"]
        x, y = ground.middle(JOINED.placements[at].mask if "." in at else _area(at))
        if token["occupies"]:
            drawn += path(ground.outline(JOINED.placements[at].mask, 2), fill=FADED)
            drawn += PEN.text(x, y + 4, token["t"][:2], "plain", 11, bold=True, anchor="middle", fill=PAPER)
            continue
        below = y + (9 if "." in at else 20) + 13 * count[at]
        count[at] += 1
        drawn += PEN.flag(x, below, labels.token(token["t"])[:4], shade[token["owner"]], 9)
    return drawn


def _names_of_full_spaces(figures: list[Figure], shade: Shades) -> str:
    """Spaces without a free hex are named on the figure that fills them, or on a slip over the border."""
    drawn = ""
    for space, there in by_space(figures).items():
        if free_digits(there):
            continue
        x, y = _hex(space, 1)
        if len(there) == 1:
            colour = shade[there[0].seat].letters
            drawn += PEN.text(x, y + 2, space, "plain", NAME, bold=True, anchor="middle", fill=colour)
        else:
            drawn += PEN.flag(x, y - 21, space, Shade(PAPER, INK))
    return drawn


def _sources(view: EdgeView, figures: list[Figure], shade: Shades) -> str:
    """A gem, the name of the Space, and the flag of the player who controls it."""
    gems = signs = ""
    for source in view["sources"]:
        x, y = ground.middle(_area(source["at"]))
        gems += gem(x, y - 1)
        signs += _name_on_token(x, y, source["at"])
        signs += _control(view, x, y + 34, source["controller"], shade)
    for space in altars(view):  # ED-21.5
        x, y = ground.middle(_area(space))
        gems += gem(x - 38, y - 3, 0.42)
        signs += _control(view, x - 38, y + 15, holder(space, figures), shade, 11)
    return path(gems, fill=PAPER, stroke=INK, weight=1.4) + signs


def _name_on_token(x: float, y: float, space: str) -> str:
    return PEN.text(x + 5, y - 32, space, "plain", NAME, bold=True, anchor="middle")


def _control(view: EdgeView, x: float, y: float, seat: SeatId | None, shade: Shades, size: float = 13) -> str:
    if seat is None:
        return PEN.text(x, y + 5, "–", "plain", 16, bold=True, anchor="middle")
    return PEN.flag(x, y, labels.side_code(view, seat), shade[seat], size)


def gem(x: float, y: float, size: float = 1) -> str:
    """A cut Crystal around its middle, as data of a path."""

    def steps(*values: float) -> str:
        return " ".join(f"{value * size:g}" for value in values)

    start = f"M{x - 24 * size:.1f} {y - 6 * size:.1f}"
    stone = f"{start}l{steps(11, -13, 26, 0, 11, 13, -24, 27)}z"
    return f"{stone}h{steps(48)}{start}m{steps(15, 0)}l{steps(9, 27, 9, -27, -9, -13)}z"


def _shrines(view: EdgeView, shade: Shades) -> str:
    """A temple, the name of the Space, the flag of its owner, and what lies on it."""
    drawn = ""
    for space, player in shrines(view).items():
        x, y = ground.middle(_area(space))
        drawn += path(temple(x, y), fill=INK) + _name_on_token(x, y, space)
        drawn += PEN.flag(x, y + 34, labels.side_code(view, player["seat"]), shade[player["seat"]])
        for n, (token, count) in enumerate(Counter(player["shrine_tokens"]).items()):
            below = y - 5 + 15 * n
            drawn += chips.row(x + 32, below, [chips.mark(token)]) + PEN.text(
                x + 41, below + 4.5, f"×{count}"
            )
    return drawn


def temple(x: float, y: float, size: float = 1) -> str:
    """A gable, four columns and a step around the middle, as data of a path."""

    def part(dx: float, dy: float, shape: str, *steps: float) -> str:
        start = f"M{x + dx * size:.1f} {y + dy * size:.1f}"
        return start + shape.format(*(f"{step * size:g}" for step in steps))

    gable = part(-21, -8, "l{} {} {} {}v{}h{}z", 21, -13, 21, 13, 3, -42)
    columns = [part(dx, -2, "h{}v{}h{}z", 5, 17, -5) for dx in (-18, -8.3, 3.3, 13)]
    return gable + "".join(columns) + part(-22, 17, "h{}v{}h{}z", 44, 4, -44)
