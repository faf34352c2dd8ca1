"""The table on a page: drawings of the game, and over each of them a sheet with what can be clicked."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString, mark_safe

from games.engine.contract.parts import ASIDE, BELOW, BOARD, HAND, HEADING, Part
from games.services.scene import Scene
from games.web.lights import Lights


@dataclass(frozen=True, slots=True)
class Sheet:
    """A part of the table, ready for its template."""

    name: str
    title: str
    size: str  # as the viewBox of an SVG has it
    width: int  # that it would like to have
    height: int
    drawn: SafeString
    spots: SafeString
    is_lit: bool

    @property
    def shown(self) -> SafeString:
        """As it stands in a page. A table has a dozen of them: templates would take ten times as long."""
        return self.with_marks("", self._cover())

    @property
    def swapped(self) -> SafeString:
        """What can be clicked, on its way into a page that has the drawing already."""
        return mark_safe(self._cover(' hx-swap-oob="true"'))  # noqa: S308 (as below)

    def with_marks(self, marks: str, cover: str = "") -> SafeString:
        """With what is drawn over it."""
        drawing = f'<svg class="sheet" {self._frame} role="img" aria-label="{escape(self.title)}">'
        drawn = f"{drawing}{self.drawn}{marks}</svg>{cover}"
        return mark_safe(f'<div class="part" data-part="{escape(self.name)}">{drawn}</div>')  # noqa: S308

    def _cover(self, more: str = "") -> str:
        name, title = escape(self.name), escape(self.title)
        cover = f'<svg class="spots" id="spots-{name}" {self._frame}{more} role="group"'
        return f'{cover} aria-label="{title}">{self.spots}</svg>'

    @property
    def _frame(self) -> str:
        return f'viewBox="{self.size}" width="{self.width}" height="{self.height}"'


@dataclass(frozen=True, slots=True)
class ShownTable:
    """All parts, by where a page has them."""

    heading: list[Sheet]
    board: list[Sheet]
    hand: list[Sheet]
    below: list[Sheet]
    aside: list[Sheet]

    @property
    def all(self) -> list[Sheet]:
        return [*self.heading, *self.board, *self.hand, *self.below, *self.aside]


def shown_table(scene: Scene, lights: Lights, page: str, hinted: Collection[str] = ()) -> ShownTable | None:
    """The table with what is lit on it; None for games that have only their picture.

    Of what is lit, a tutorial hints at some.
    """
    spots = _spots(lights, page, hinted)
    sheets = [(part.place, _sheet(part, spots.get(part.name, []))) for part in scene.parts()]
    if not sheets:
        return None
    heading, board, hand, below, aside = (
        [sheet for at, sheet in sheets if at == place] for place in (HEADING, BOARD, HAND, BELOW, ASIDE)
    )
    return ShownTable(heading, board, hand, below, aside)


@dataclass(frozen=True, slots=True)
class _Spot:
    part: str
    drawn: str
    is_lit: bool
    leads: bool


def _spots(lights: Lights, page: str, hinted: Collection[str]) -> dict[str, list[_Spot]]:
    found: dict[str, list[_Spot]] = {}
    for spot in sorted(_each(lights, page, hinted), key=lambda spot: spot.leads):
        found.setdefault(spot.part, []).append(spot)
    return found


def _each(lights: Lights, page: str, hinted: Collection[str]) -> Iterator[_Spot]:
    for name, places in lights.things.items():
        chosen = lights.chosen.get(name, [])
        taken = iter(chosen)
        for thing in places:
            back = next(taken, "") if thing.is_copy else chosen[-1] if chosen else ""
            address = lights.lit.get(name, "")
            why_not = "" if back or address else lights.why_not.get(name, "")
            said = "\n".join(filter(None, [thing.tip or name, why_not]))
            kind = "is-chosen" if back else "is-lit" if address else "is-barred" if why_not else "is-plain"
            kind += " is-hinted" if address and name in hinted else ""
            leads = f' href="{escape(page + (back or address))}"' if back or address else ""
            # Links without an address are no links: they only carry what is told of a thing.
            drawn = (
                f'<a class="spot {kind}"{leads} data-thing="{escape(name)}" tabindex="-1">'
                f'<title>{escape(said)}</title><path d="{thing.outline}"/></a>'
            )
            yield _Spot(thing.part, drawn, bool(address), bool(leads))


def sheet_of(part: Part) -> Sheet:
    """A drawing on which nothing can be clicked."""
    return _sheet(part, [])


def _sheet(part: Part, spots: list[_Spot]) -> Sheet:
    return Sheet(
        part.name,
        part.title,
        f"0 0 {part.width:g} {part.height:g}",
        round(part.width * WISHED),
        round(part.height * WISHED),
        mark_safe(part.drawn),  # noqa: S308 (the game's own drawing, with all names escaped by it)
        mark_safe("".join(spot.drawn for spot in spots)),  # noqa: S308
        any(spot.is_lit for spot in spots),
    )


WISHED = 0.82  # of its own size: a part shrinks so far before it takes a line of its own
