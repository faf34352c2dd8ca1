"""Small round marks on figures: who acts, who fights, and which tokens lie there."""

from __future__ import annotations

from collections.abc import Iterator

from games.edge import labels
from games.edge.drawing import INK, PAPER, PEN
from games.edge.figures import Figure
from games.edge.printed.bases import middles, room
from games.edge.views import EdgeView, SquadView
from games.engine.contract.drawing import path, ring

MARKS = {
    "TRAP": "T", "FIRE": "F", "FREEZE": "Z", "INFECTION": "I", "CRYSTAL_AEGIS": "A", "SPECTRAL_GRASP": "G",
    "SHIELD_WALL": "W", "DISCHARGE": "D", "BLESSING": "B", "CONTROL": "C",
}  # fmt: skip
ACTIVE, DONE, FIGHT = (
    ">",
    ")",
    "×",
)  # what acts, what has acted, what fights; the first two are drawn as arrows
SIZE = 6.6  # their radius


def mark(token: str) -> str:
    """The letter of a token."""
    return MARKS.get(token, token[:1])


def activity(view: EdgeView, squad: SquadView) -> list[str]:
    """ED-8.5: whether a Squad is being activated, or has been in this turn."""
    if view["activation"] == squad["id"]:
        return [ACTIVE]
    return [DONE] if squad["activated"] else []


def marks(view: EdgeView, figure: Figure) -> Iterator[str]:
    """What is to be marked on a figure."""
    if labels.in_fight(view, figure):
        yield FIGHT
    yield from activity(view, figure.squad)
    yield from map(mark, (*figure.squad["tokens"], *figure.model["tokens"]))


def chips(view: EdgeView, figures: list[Figure]) -> str:
    """The marks of all figures."""
    placed: list[tuple[float, float, str]] = []
    for figure in figures:
        _, (x, y) = middles(figure)
        placed += _placed(x, y + room(figure).chips_y, list(marks(view, figure)))
    return _drawn(placed)


def row(x: float, y: float, said: list[str]) -> str:
    """Some marks around a middle."""
    return _drawn(_placed(x, y, said))


def _placed(x: float, y: float, said: list[str]) -> list[tuple[float, float, str]]:
    first = x - 2 * SIZE * (len(said) - 1) / 2
    return [(first + 2 * SIZE * n, y, one) for n, one in enumerate(said)]


def _drawn(placed: list[tuple[float, float, str]]) -> str:
    """Fights are dark, all else is light; each kind in one path."""
    fights = [(x, y) for x, y, said in placed if said == FIGHT]
    others = [(x, y) for x, y, said in placed if said != FIGHT]
    words = [(x, y + 3.7, said) for x, y, said in placed if said not in (FIGHT, ACTIVE, DONE)]
    return (
        path("".join(ring(x, y, SIZE) for x, y in others), fill=PAPER, stroke=INK, weight=1.2)
        + path("".join(ring(x, y, SIZE) for x, y in fights), fill=INK, stroke=PAPER, weight=1.2)
        + path("".join(_arrow(x, y) for x, y, said in placed if said == ACTIVE), fill=INK, stroke=INK)
        + path("".join(_arrow(x, y) for x, y, said in placed if said == DONE), stroke=INK, weight=1.2)
        + path("".join(_cross(x, y) for x, y in fights), stroke=PAPER, weight=1.8)
        + PEN.letters(words, 10.5, bold=True)
    )


def _arrow(x: float, y: float) -> str:
    return f"M{x - 2.2:.1f} {y - 3.6:.1f}l5.8 3.6-5.8 3.6z"


def _cross(x: float, y: float) -> str:
    return f"M{x - 3:.1f} {y - 3:.1f}l6 6m-6 0l6-6"
