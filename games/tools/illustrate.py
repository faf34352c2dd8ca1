"""Pictures in the rules, as SVG files: positions of the tutorials, cropped, with marks on them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from pathlib import Path

from django.conf import settings

from games.engine.contract.dice import Seeds
from games.engine.contract.engine import AnyEngine
from games.engine.contract.illustrations import Illustration, picture_of
from games.engine.contract.night import alone
from games.engine.contract.outlines import Box, box
from games.engine.contract.parts import Thing
from games.engine.contract.tutorial import PUPIL, Step
from games.engine.play import tutoring
from games.engine.play.orders import advance, submit
from games.engine.play.run import AnyRun, Run

MARGIN = 14.0
_PAPER = "#fbfaf6"
_POINTER = "#b3400f"  # the colour of marks and arrows
_NIGHT = {_PAPER: "#1b1a18", _POINTER: "#ff9a66"}
_MARK = f'fill="none" stroke="{_POINTER}" stroke-width="3.5" stroke-dasharray="8 4" stroke-linejoin="round"'
_ARROW = f'fill="none" stroke="{_POINTER}" stroke-width="4" stroke-linecap="round"'


def path_of(game: str, number: int, illustration: Illustration) -> Path:
    """Where a picture is written."""
    return settings.BASE_DIR / "static" / picture_of(game, number, illustration)


def drawn(engine: AnyEngine, illustration: Illustration) -> str:
    """A picture as an SVG file. Raises BrokenScript or KeyError if it cannot be drawn."""
    view = _position(engine, illustration).view(PUPIL)
    part = next(part for part in engine.guide.parts(view) if part.name == illustration.part)
    wanted = {*illustration.around, *illustration.marked, *illustration.moves, *illustration.moves.values()}
    things = engine.guide.things(view, wanted)
    where = {name: _there(things, name, part.name) for name in wanted}
    left, top, right, bottom = _around([where[name].outline for name in wanted], (part.width, part.height))
    if not illustration.around:
        left, top, right, bottom = 0.0, 0.0, part.width, part.height
    marks = [f'<path {_MARK} d="{where[name].outline}"/>' for name in illustration.marked]
    marks += [_arrow(where[a].outline, where[b].outline) for a, b in illustration.moves.items()]
    size = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" role="img">'
        f'<title>{escape(illustration.shows)}</title><rect x="{left:.0f}" y="{top:.0f}" width="100%"'
        f' height="100%" fill="{_PAPER}"/>{part.drawn}{"".join(marks)}</svg>\n'
    )
    return alone(picture, {**_NIGHT, **engine.night})


def _position(engine: AnyEngine, illustration: Illustration) -> AnyRun:
    """The tutorial, played so far."""
    tutorial = engine.tutorial
    if tutorial is None:
        raise tutoring.BrokenScript(f"{engine.slug} has no tutorial to take positions from")
    run: AnyRun = Run.start(engine, (1, 2), Seeds(tutorial.seed), tutorial.settings)
    advance(run)
    tutoring.begin(run)
    run.teach(None)
    script = tutorial.steps[: illustration.after]
    orders = [(PUPIL, step.tries[0]) if isinstance(step, Step) else (2, step.order) for step in script]
    for seat, order in (*orders, *illustration.orders):
        problem = submit(run, seat, order).problem
        advance(run)
        if problem is not None:
            raise tutoring.BrokenScript(f"{illustration.rule}: {order}: {problem.error}")
    return run


def _there(things: dict[str, list[Thing]], name: str, part: str) -> Thing:
    return next(thing for thing in things[name] if thing.part == part)


def _around(outlines: Iterable[str], size: tuple[float, float]) -> Box:
    boxes = [box(outline) for outline in outlines] or [(0.0, 0.0, *size)]
    return (
        max(0.0, min(one[0] for one in boxes) - MARGIN),
        max(0.0, min(one[1] for one in boxes) - MARGIN),
        min(size[0], max(one[2] for one in boxes) + MARGIN),
        min(size[1], max(one[3] for one in boxes) + MARGIN),
    )


def _arrow(start: str, end: str) -> str:
    """A line with a head, from the middle of one thing to the middle of another."""
    (x, y), (to_x, to_y) = _middle(start), _middle(end)
    length = max(1.0, ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5)
    ux, uy = (to_x - x) / length, (to_y - y) / length
    wing = f"M{to_x - 12 * ux + 7 * uy:.1f} {to_y - 12 * uy - 7 * ux:.1f}L{to_x:.1f} {to_y:.1f}"
    wing += f"L{to_x - 12 * ux - 7 * uy:.1f} {to_y - 12 * uy + 7 * ux:.1f}"
    return f'<path {_ARROW} d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}{wing}"/>'


def _middle(outline: str) -> tuple[float, float]:
    left, top, right, bottom = box(outline)
    return (left + right) / 2, (top + bottom) / 2
