"""The match page: the board, the question, what happened, whose turn it is."""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from games.models import Match
from games.services import invitations, orders
from games.services.marks import mark_of
from games.services.previews import TooMany
from games.services.reference import variants_of
from games.services.scene import Scene, scene_of
from games.services.texts import examples
from games.web import lists, match_parts, previews, question_form, roster_offers
from games.web.access import Visit, reader_of

DONE_HERE = (
    "answer",
    "roster",
    "orders",
    "preview",
    "drop",
    "take-back",
    "receipt",
    "standing",
    "say",
    "mails",
    "agree",
    "resign",
    "withdraw",
    "rematch",
    "invite",
    "changes",
)
EXAMPLES = 3  # orders shown beside the text box
QUESTION = "question"  # the part of the page that htmx replaces


@require_safe
def match_page(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The whole page, or only the form where a script asks for it."""
    if is_for(request, QUESTION):
        return render(request, "partials/question.html", question_context(request, visit) | {"swapped": True})
    return show(request, visit)


def show(request: HttpRequest, visit: Visit, **more: Any) -> HttpResponse:
    """The match page for its reader, with something extra that was just asked for."""
    template = "games/seat_link.html" if visit.is_link else "games/match.html"
    return render(request, template, match_context(request, visit) | more)


def is_for(request: HttpRequest, part: str) -> bool:
    """Whether a script wants one part of the page instead of all of it."""
    htmx = getattr(request, "htmx", None)
    return (
        isinstance(htmx, HtmxDetails)
        and bool(htmx)
        and not htmx.history_restore_request
        and htmx.target == part
    )


def match_context(request: HttpRequest, visit: Visit) -> dict[str, Any]:
    """Everything the page shows."""
    scene = scene_of(visit.access)
    access, match = visit.access, visit.access.match
    rows = match_parts.seat_rows(access)
    return {
        **question_context(request, visit, scene),
        "scene": scene,
        "mark": mark_of(scene),
        "board": match_parts.board(scene),
        "seats": rows,
        "turn": match_parts.whose_turn(match, rows),
        "recent": match_parts.recent_turns(scene) if scene.view is not None else [],
        "turns": range(match.turn + 1),
        "undone_turns": match_parts.undone_turns(match),
        "press": match_parts.messages_for(access),
        "others": [row for row in rows if not row.is_me and row.seat.user_id is not None],
        "mails": match_parts.mails_for(access.seat) if access.seat is not None else [],
        "is_open": match.status == Match.Status.OPEN,
        "is_running": match.status == Match.Status.RUNNING,
        "is_finished": match.status == Match.Status.FINISHED,
        "variants": variants_of(match),
        "text_board": scene.board(),
        "report_url": _last_report(match),
        "site_url": settings.SITE_URL,
        "claims": lists.claims_of(rows) if access.seat is not None else [],
        "invitation": _invitation(request, visit),
        "my_name": access.names[access.seat.number] if access.seat is not None else "",
        "is_host": request.user.is_authenticated and match.host_id == request.user.pk and not visit.is_link,
    }


def question_context(request: HttpRequest, visit: Visit, scene: Scene | None = None) -> dict[str, Any]:
    """The reader's question, the answer so far, and the result of the last order."""
    scene = scene if scene is not None else scene_of(visit.access)
    question, seat = scene.question, visit.access.seat
    level = question_form.level_of(question, request.GET, scene.about) if question is not None else None
    is_ready = level is not None and level.is_complete
    wanted = request.GET.get("order", "")
    order = match_parts.shown_order(seat, scene.names, wanted) if seat is not None else None
    kept = orders.kept(scene)
    return {
        "visit": visit,
        "match": visit.access.match,
        "engine": scene.engine,
        "me": seat,
        "question": question,
        "level": level,
        "chart": match_parts.chart(scene, level.links(visit.page)) if level is not None else "",
        "offers": roster_offers.offered(scene, visit),
        "effect": _effect(scene, level.written) if level is not None and is_ready else None,
        "order": order,
        "kept": kept,
        "is_kept_alone": order is not None and order.is_but(kept),
        "can_take_back": scene.can_take_back,
        "text": _draft(order),
        "key": secrets.token_urlsafe(12),
        "explained": question.explain() if question is not None else "",
        "examples": examples(question)[:EXAMPLES] if question is not None else [],
        "urls": {name.replace("-", "_"): visit.url(name) for name in DONE_HERE},
    }


def _effect(scene: Scene, orders: str) -> previews.ShownPreview | None:
    """What the answer in the form would do, if there is room for one more preview."""
    try:
        return previews.previewed(scene, orders)
    except TooMany:
        return None


def _last_report(match: Match) -> str:
    """The address of the PDF of the last complete turn."""
    if match.save_data is None:
        return ""
    turn = match.turn if match.status == Match.Status.FINISHED else max(0, match.turn - 1)
    return reverse("turn_report", args=[match.pk, turn])


def _invitation(request: HttpRequest, visit: Visit) -> str:
    """Where the reader answers an invitation to this match, if there is one."""
    user, match = reader_of(request), visit.access.match
    if user is None or match.status != Match.Status.OPEN:
        return ""
    kept = [seat for seat in visit.access.seats if not seat.is_taken and seat.invited == user.email]
    return reverse("invitation", args=[invitations.token(kept[0])]) if kept else ""


def _draft(order: match_parts.ShownOrder | None) -> str:
    """Lines that were not carried out, to be corrected and sent again."""
    return order.receipt.rest.strip("\n") if order is not None and order.is_played else ""
