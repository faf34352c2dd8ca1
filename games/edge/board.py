"""The table as plain text that one can play from: short lines, the words of the orders, all of it said."""

from __future__ import annotations

from games.edge import board_players, labels
from games.edge.figures import (
    Figure,
    altars,
    board_of,
    by_space,
    enemies_touched,
    free_digits,
    grown,
    holder,
    on_board,
    shrines,
    tokens_touched,
)
from games.edge.labels import Translate, line
from games.edge.names import model_title
from games.edge.views import EdgeView
from games.engine.contract.engine import Names
from games.engine.contract.phrases import in_english
from games.engine.contract.text import gettext_noop as _

CELLS = {5: 4, 10: 6}  # the width of a Space on the map, by its rows; narrow enough for a phone


def text_board(view: EdgeView, translate: Translate = in_english, names: Names | None = None) -> str:
    """How the match stands, the board, the players, and what only the reader sees."""
    figures = on_board(view)
    parts = [
        _head(view, translate, names),
        _map(view, figures, translate),
        _control(view, figures, translate),
        _figures(view, figures, translate),
        _tokens(view, translate),
        *(board_players.player(view, player, translate, names) for player in view["players"]),
        *(board_players.hand(view, player, translate) for player in view["players"]),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _head(view: EdgeView, t: Translate, names: Names | None) -> list[str]:
    rows = [labels.whose_turn(view, t, names), *(labels.fight(fight, t) for fight in view["fights"])]
    rows += [_points(view, t), labels.standstill(view, t), labels.pile(view, t)]
    return [line(labels.stage(view, t)), *(line(row, 2) for row in rows if row)]


def _points(view: EdgeView, t: Translate) -> str:
    """ED-4.16: who leads, and how far it is from the middle to each end of the track."""
    ends = [f"{labels.side(view, seat, t)} {steps}" for seat, steps in enumerate(view["ends"], 1)]
    told = labels.points(view, t)
    return f"{told}; " + t(_("ends of the track: {ends}")).format(ends=", ".join(ends)) if ends else told


def _map(view: EdgeView, figures: list[Figure], t: Translate) -> list[str]:
    """A cell for each Space: what fills it, or how many figures of whom stand there."""
    board = board_of(view)
    cell = CELLS[len(board.rows)]
    rows = [t(_("MAP")), line(_legend(view, t), 2)]
    rows.append("  " + "".join(f"{column:<{cell}}" for column in range(1, 10)).rstrip())
    spaces = iter(board.spaces)
    for count, letter in board.rows:
        there = [next(spaces) for _column in range(count)]
        u, v = board.coordinates[there[0]]
        cells = "".join(f"{_cell(view, board.names[space], figures):<{cell}}" for space in there)
        rows.append(f"{letter} {' ' * (cell * (2 * u + v) // 2)}{cells}".rstrip())
    rows.append(line(t(_SHIFTED[len(board.rows)]), 2))
    hexes = t(_("Hexes of a Space: 0 centre, then 1 to 6 clockwise from the north-east."))
    return [*rows, line(hexes, 2)]


_SHIFTED = {
    5: _("Rows B and D are shifted by half a Space: B1 touches A1, A2, C1 and C2."),
    10: _(
        "Rows B, D, F, H and K are shifted by half a Space, G and J by a whole one: "
        "E2 touches D1, D2, F1 and F2."
    ),
}


def _legend(view: EdgeView, t: Translate) -> str:
    """What the cells mean, with the codes of two of the players."""
    one, other = (labels.side_code(view, player["seat"]) for player in view["players"][:2])
    two = _("2{one} two figures of {one}; 2:1 two of {one}, one of {other}; S Shrine, * Source")
    more = _("2{one} two figures of {one}; {one}+{other} some of both; 5mix five of more; S Shrine, * Source")
    return t(two if len(view["players"]) == 2 else more).format(one=one, other=other)


def _cell(view: EdgeView, space: str, figures: list[Figure]) -> str:
    temples, sources = shrines(view), {source["at"]: source["controller"] for source in view["sources"]}
    if space in temples:
        return "S" + labels.side_code(view, temples[space]["seat"])
    if space in sources:
        seat = sources[space]
        return "*" if seat is None else "*" + labels.side_code(view, seat)
    there = [figure.seat for figure in figures if figure.place.name.partition(".")[0] == space]
    seats = sorted(set(there))
    if len(seats) > 1 and len(view["players"]) == 2:
        return f"{there.count(1)}:{there.count(2)}"
    if len(seats) > 1:
        return "+".join(labels.side_code(view, s) for s in seats) if len(seats) == 2 else f"{len(there)}mix"
    return f"{len(there)}{labels.side_code(view, there[0])}" if there else "."


def _control(view: EdgeView, figures: list[Figure], t: Translate) -> list[str]:
    """ED-6.2 and ED-21.5: where Crystals are harvested, and by whom."""
    found = [(t(_("Source {space}")), source["at"], source["controller"]) for source in view["sources"]]
    counts = t(_("Shrine {space}, which counts as a Source"))
    found += [(counts, at, holder(at, figures)) for at in altars(view)]
    rows = [f"{said.format(space=at)}: {labels.control(view, seat, t)}" for said, at, seat in found]
    return [t(_("CONTROL")), *(line(row, 2) for row in rows)] if rows else []


def _figures(view: EdgeView, figures: list[Figure], t: Translate) -> list[str]:
    """Every figure with its address, its place and whom it touches."""
    if not figures:
        return []
    rows = [t(_("FIGURES, Space by Space; all other Spaces without a token are empty"))]
    for space, there in by_space(figures).items():
        free = " ".join(map(str, free_digits(there, grown(view, space)))) or t(_("none"))
        rows.append(line(t(_("{space}, free hexes: {free}")).format(space=space, free=free), 2))
        rows += [line(_figure(view, figure, figures, t), 4) for figure in there]
    return rows


def _tokens(view: EdgeView, t: Translate) -> list[str]:
    """What else lies on the board: `THICKET C5.3, C5.4 (Reborn)`."""
    kinds = dict.fromkeys((token["t"], token["owner"], token["face"]) for token in view["tokens"])
    rows: list[str] = []
    for kind, owner, face in kinds:
        found = [token["at"] for token in view["tokens"] if (token["t"], token["face"]) == (kind, face)]
        name = labels.token(kind) + (f", {face}" if face else "")
        rows.append(f"{name}: {', '.join(found)} ({labels.side(view, owner, t)})")
    return [t(_("TOKENS ON THE BOARD")), *(line(row, 2) for row in rows)] if rows else []


def _figure(view: EdgeView, figure: Figure, figures: list[Figure], t: Translate) -> str:
    """`PI3 Pilgrim/3 at C5.3, Chapter; touches GO1, Source B2; TRAP`."""
    about = f"{figure.model['code']} {model_title(figure.model['id'])}"
    side = labels.side(view, figure.seat, t)
    notes = [t(_("{figure} at {place}, {side}")).format(figure=about, place=figure.place.name, side=side)]
    touched = ", ".join(_touched(view, figure, figures, t))
    notes += [t(_("touches {things}")).format(things=touched)] if touched else []
    notes += [labels.token(name) for name in figure.model["tokens"]]
    notes += [t(_("in a fight"))] if labels.in_fight(view, figure) else []
    return "; ".join(notes)


def _touched(view: EdgeView, figure: Figure, figures: list[Figure], t: Translate) -> list[str]:
    """The enemies that it may fight, and the tokens beside it."""
    found = [other.model["code"] for other in enemies_touched(figure, figures)]
    sources = tokens_touched(figure, [source["at"] for source in view["sources"]])
    found += [t(_("Source {space}")).format(space=space) for space in sources]
    return found + [t(_("Shrine {space}")).format(space=at) for at in tokens_touched(figure, shrines(view))]
