"""Past turns, each with a permanent address."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games.models import Match
from games.services import reports
from games.services.access import REPORTS
from games.services.scene import scene_after, scene_of
from games.services.texts import paragraphs
from games.web.access import Visit
from games.web.limits import limited
from games.web.past_table import past_table


@require_safe
def turn_page(request: HttpRequest, visit: Visit, turn: int) -> HttpResponse:
    """What happened in a turn, and the board at its end."""
    match = visit.access.match
    scene = scene_after(visit.access, turn) if match.save_data is not None and turn <= match.turn else None
    if scene is None:
        return _undone_turn(request, visit, turn)
    context = {
        "visit": visit,
        "match": match,
        "engine": scene.engine,
        "turn": turn,
        "told": paragraphs(scene.story(turn=turn)),
        "undone": paragraphs(scene.story(turn=turn, is_void=True)),
        **past_table(scene, []),
        "text_board": scene.board(),
        "before": turn - 1 if turn > 0 else None,
        "after": turn + 1 if turn < match.turn else None,
        "report_url": reverse("turn_report", args=[match.pk, turn]),
        "is_over": turn < match.turn or match.status == Match.Status.FINISHED,
    }
    return render(request, "games/turn.html", context)


def _undone_turn(request: HttpRequest, visit: Visit, turn: int) -> HttpResponse:
    """A turn that a rewind has undone: its address stays and says so."""
    match = visit.access.match
    if match.save_data is None:
        raise Http404
    scene = scene_of(visit.access)
    undone = paragraphs(scene.story(turn=turn, is_void=True))
    if not undone:
        raise Http404
    context = {"visit": visit, "match": match, "engine": scene.engine, "turn": turn, "undone": undone}
    return render(request, "games/undone_turn.html", context)


@require_safe
@limited(REPORTS, "GET")
def turn_report(request: HttpRequest, visit: Visit, turn: int) -> HttpResponse:
    """The turn as a PDF, made once for its reader."""
    try:
        data = reports.content_of(reports.report_for(visit.access, turn))
    except reports.NoReport:
        raise Http404 from None
    except (reports.RenderFailed, OSError):
        return render(
            request, "games/no_report.html", {"match": visit.access.match, "turn": turn}, status=503
        )
    name = f"{slugify(visit.access.match.name) or 'match'}-{turn}.pdf"
    headers = {"Content-Disposition": f'inline; filename="{name}"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


@require_safe
def board_picture(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The board alone, as its reader may see it now."""
    picture = scene_of(visit.access).picture()
    if not picture:
        raise Http404
    return HttpResponse(picture, content_type="image/svg+xml; charset=utf-8")
