"""A turn step by step: each event with the board after it, at a permanent address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.refusals import Refused
from games.models import Match
from games.services.access import PREVIEWS
from games.services.history import Walk, walk, with_eyes
from games.services.scene import Scene, scene_after
from games.web import match_parts
from games.web.access import Visit
from games.web.form_input import sentence
from games.web.lights import Lights
from games.web.limits import limited
from games.web.table import Sheet, shown_table
from games.web.traces import NAMED, Trace, drawn, traces


@dataclass(frozen=True, slots=True)
class ListedStep:
    """A line in the list of steps."""

    number: int
    text: str
    address: str
    is_detail: bool
    is_shown: bool


@dataclass(frozen=True, slots=True)
class Eyes:
    """Someone whose knowledge a finished match can be looked at with."""

    name: str
    address: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MarkedSheet:
    """A part of the table, and what is drawn over it."""

    sheet: Sheet
    marks: str


@require_safe
@limited(PREVIEWS, "GET")
def step_page(request: HttpRequest, visit: Visit, turn: int, step: int) -> HttpResponse:
    """The board after so many events of a turn; 0 is the board before it."""
    match, eyes = visit.access.match, _eyes(request, visit)
    if match.save_data is None or turn > match.turn:
        raise Http404
    access = with_eyes(visit.access, eyes) if eyes is not None else visit.access
    after = scene_after(access, turn)
    if after is None:
        raise Http404
    try:
        gone_through = walk(access, turn, after)
    except Refused as why:
        context = {"match": match, "engine": after.engine, "turn": turn, "why": sentence(why)}
        return render(request, "games/no_steps.html", context, status=503)
    if step > len(gone_through.steps):
        raise Http404
    return render(request, "games/steps.html", _context(visit, gone_through, step, eyes))


def _eyes(request: HttpRequest, visit: Visit) -> int | None:
    """Whose knowledge is wanted: a seat, or 0 for a spectator; None for the reader's own."""
    wanted = request.GET.get("as", "")
    numbers = {0, *(seat.number for seat in visit.access.seats)}
    is_over = visit.access.match.status == Match.Status.FINISHED
    found = int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 4 else None
    return found if is_over and found in numbers else None


def _context(visit: Visit, shown: Walk, step: int, eyes: int | None) -> dict[str, Any]:
    match, turn, count = visit.access.match, shown.turn, len(shown.steps)
    scene = shown.scene(step)
    found = _traces(shown, step)
    return {
        "visit": visit,
        "match": match,
        "engine": shown.after.engine,
        "turn": turn,
        "step": step,
        "count": count,
        "said": shown.steps[step - 1].told.text if step else "",
        "rule": shown.steps[step - 1].told.rule if step else "",
        "steps": _listed(match, shown, step, eyes),
        "traces": [trace.said for trace in found if trace.kind != NAMED],
        **_board(scene, found),
        "text_board": scene.board() if scene is not None else "",
        "before": _address(match, turn, step - 1, eyes) if step > 0 else "",
        "after": _address(match, turn, step + 1, eyes) if step < count else "",
        "turn_before": _address(match, turn - 1, 0, eyes) if turn else "",
        "turn_after": _address(match, turn + 1, 0, eyes) if turn < match.turn else "",
        "is_over": shown.is_over,
        "eyes": _all_eyes(visit, turn, eyes),
    }


def _traces(shown: Walk, step: int) -> list[Trace]:
    """What this step has changed on the table, and whom it is about."""
    scene = shown.scene(step)
    if step == 0 or scene is None:
        return []
    seen = shown.steps[step - 1].event.seen_by(scene.number)
    return traces(shown.scene(step - 1), scene, [seen] if seen is not None else [])


def _board(scene: Scene | None, found: list[Trace]) -> dict[str, Any]:
    """The table in its parts, with the traces on it; the picture of games that have no parts."""
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


def _listed(match: Match, shown: Walk, step: int, eyes: int | None) -> list[ListedStep]:
    return [
        ListedStep(
            number,
            one.told.text,
            _address(match, shown.turn, number, eyes),
            one.told.is_detail,
            number == step,
        )
        for number, one in enumerate(shown.steps, 1)
    ]


def _all_eyes(visit: Visit, turn: int, eyes: int | None) -> list[Eyes]:
    """With whose eyes a match that is over can be seen; those of its reader need no name."""
    access = visit.access
    if access.match.status != Match.Status.FINISHED:
        return []
    own = access.seat.number if access.seat is not None else 0
    chosen = own if eyes is None else eyes
    return [
        Eyes(name, _address(access.match, turn, 0, number), number == chosen)
        for number, name in ((0, ""), *access.names.items())
    ]


def _address(match: Match, turn: int, step: int, eyes: int | None) -> str:
    address = reverse("match_step", args=[match.pk, turn, step])
    return address if eyes is None else f"{address}?as={eyes}"
