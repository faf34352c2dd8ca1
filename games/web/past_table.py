"""The table of a turn that is over, or of a step in it: in its parts, with nothing to click."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.services.scene import Scene
from games.web import match_parts
from games.web.lights import Lights
from games.web.table import Sheet, shown_table
from games.web.traces import Trace, drawn


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """A part of the table, and what is drawn over it."""

    sheet: Sheet
    marks: str

    @property
    def shown(self) -> SafeString:
        """As it stands in a page."""
        return self.sheet.with_marks(self.marks)


def past_table(scene: Scene | None, found: list[Trace]) -> dict[str, Any]:
    """The parts with the traces on them; the picture of games that have no parts."""
    if scene is None:
        return {}
    table = shown_table(scene, Lights(scene.things(())), "")
    if table is None:
        return {"board": match_parts.board(scene)}
    marks = drawn(found)
    parts = {"heading": table.heading, "sheets": [*table.board, *table.hand], "aside": table.aside}
    return {
        place: [MarkedSheet(sheet, marks.get(sheet.name, "")) for sheet in sheets]
        for place, sheets in parts.items()
    }
