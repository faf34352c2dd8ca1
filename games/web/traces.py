"""What changed between two looks at a table, drawn over it: moves with their path, losses, what is new.

One mechanism for all games: it compares the things that a game says are on its table, by their names.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.engine.contract.events import Seen
from games.engine.contract.outlines import Box, box
from games.engine.contract.parts import Thing
from games.services.scene import Scene

Things = dict[str, Thing]
MOVED, NEW, GONE, CHANGED, NAMED = "moved", "new", "gone", "changed", "named"
MOST = 60  # marks on one table: where everything has changed, nothing stands out


@dataclass(frozen=True, slots=True)
class Trace:
    """One thing that is not as it was."""

    kind: str
    name: str
    part: str  # of the table, where it is drawn
    outline: str  # empty: something else has taken its place, where a cross would mislead
    said: str  # for ears, and for a pointer that rests on it
    path: tuple[float, float, float, float] | None = None  # of a move: from where to where


def traces(before: Scene | None, after: Scene, told: Iterable[Seen] = ()) -> list[Trace]:
    """What changed from one scene to another, and what the events between them name."""
    if before is None or before.view is None or after.view is None:
        return []
    old, new = _Table(before), _Table(after)
    found = [*_changes(old, new), *_named(told, new)]
    return found if len(found) <= MOST else []


def drawn(found: list[Trace]) -> dict[str, SafeString]:
    """The marks for each part of the table, to stand in its drawing."""
    by_part: dict[str, list[str]] = {}
    for trace in found:
        if not trace.outline:
            continue
        by_part.setdefault(trace.part, []).append(_mark(trace))
    return {
        part: mark_safe(f'<g class="traces">{"".join(marks)}</g>')  # noqa: S308 (names are escaped)
        for part, marks in by_part.items()
    }


class _Table:
    """The things on a table, and which of them are places that others stand in."""

    def __init__(self, scene: Scene) -> None:
        all_of_them = scene.things(())
        self.things: Things = {name: places[0] for name, places in all_of_them.items() if places}
        self.boxes = {name: box(thing.outline) for name, thing in self.things.items()}
        self.inside = {name: self._place_of(name) for name in self.things}
        self.places = set(self.inside.values())
        self.maps = {thing.part for thing in self.things.values() if "l" in thing.outline}

    def has_at(self, part: str, around: Box) -> bool:
        """Whether something stands there that is not a place itself."""
        x, y = _centre(around)
        return any(
            thing.part == part and name not in self.places and _covers(self.boxes[name], x, y)
            for name, thing in self.things.items()
        )

    def _place_of(self, name: str) -> str:
        """The smallest thing that another one stands in."""
        thing, mine = self.things[name], self.boxes[name]
        around = [
            (_area(self.boxes[other]), other)
            for other, one in self.things.items()
            if other != name and one.part == thing.part and _is_inside(mine, self.boxes[other])
        ]
        return min(around)[1] if around else ""


def _changes(old: _Table, new: _Table) -> Iterator[Trace]:
    places = old.places | new.places
    for name in [*new.things, *(name for name in old.things if name not in new.things)]:
        if name in places:
            continue
        was, now = old.things.get(name), new.things.get(name)
        if now is None and was is not None:
            outline = "" if new.has_at(was.part, old.boxes[name]) else was.outline
            yield Trace(GONE, name, was.part, outline, _("gone: {thing}").format(thing=_title(was, name)))
        elif was is None and now is not None:
            yield Trace(NEW, name, now.part, now.outline, _("new: {thing}").format(thing=_title(now, name)))
        elif was is not None and now is not None:
            yield from _change(name, old, new)


def _change(name: str, old: _Table, new: _Table) -> Iterator[Trace]:
    was, now = old.things[name], new.things[name]
    if _has_moved(name, old, new):
        said = _("moved: {thing}").format(thing=_title(now, name))
        path = (*_centre(old.boxes[name]), *_centre(new.boxes[name])) if was.part == now.part else None
        yield Trace(MOVED, name, now.part, now.outline, said, path)
    elif was.tip != now.tip:
        lines = [line for line in now.tip.splitlines()[1:] if line not in was.tip.splitlines()]
        told = "; ".join(lines)
        said = _("changed: {thing}").format(
            thing=f"{_title(now, name)}: {told}" if told else _title(now, name)
        )
        yield Trace(CHANGED, name, now.part, now.outline, said)


def _has_moved(name: str, old: _Table, new: _Table) -> bool:
    """To another place; things of a list only close up when one of them leaves."""
    was, now = old.things[name], new.things[name]
    if was.part != now.part or old.inside[name] != new.inside[name]:
        return True
    is_on_map = not new.inside[name] and now.part in new.maps
    return is_on_map and was.outline != now.outline


def _named(told: Iterable[Seen], table: _Table) -> Iterator[Trace]:
    """What an event is about: both sides of a fight."""
    names = {word for seen in told for value in seen.values.values() for word in _words(value)}
    for name in names & table.things.keys() - table.places:
        thing = table.things[name]
        yield Trace(NAMED, name, thing.part, thing.outline, _title(thing, name))


def _words(value: object) -> Collection[str]:
    return value if isinstance(value, list) else [value] if isinstance(value, str) else []


def _title(thing: Thing, name: str) -> str:
    return thing.tip.partition("\n")[0] or name


def _mark(trace: Trace) -> str:
    shape = f'<path d="{trace.outline}"/>'
    if trace.path is not None:
        shape += _arrow(*trace.path)
    if trace.kind == GONE:
        left, top, right, bottom = box(trace.outline)
        shape += f'<path d="M{left:g} {top:g}L{right:g} {bottom:g}M{left:g} {bottom:g}L{right:g} {top:g}"/>'
    return f'<g class="trace is-{trace.kind}"><title>{escape(trace.said)}</title>{shape}</g>'


def _arrow(x: float, y: float, to_x: float, to_y: float) -> str:
    """A line from where it stood, with a dot at its beginning: its end is the thing itself."""
    line = f'<path class="way" pathLength="1" d="M{x:g} {y:g}L{to_x:g} {to_y:g}"/>'
    return f'{line}<circle cx="{x:g}" cy="{y:g}" r="5"/>'


# Boxes around outlines.


def _area(around: Box) -> float:
    return (around[2] - around[0]) * (around[3] - around[1])


def _centre(around: Box) -> tuple[float, float]:
    return (around[0] + around[2]) / 2, (around[1] + around[3]) / 2


def _is_inside(inner: Box, outer: Box) -> bool:
    return _area(inner) < _area(outer) and _covers(outer, *_centre(inner))


def _covers(around: Box, x: float, y: float) -> bool:
    return around[0] <= x <= around[2] and around[1] <= y <= around[3]
