"""The home page: what this is, shown with a real board."""

from __future__ import annotations

import secrets
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Match
from games.services.access import Access, seats_of
from games.services.engines import ENGINES, offered
from games.services.scene import scene_of
from games.web import match_parts
from games.web.lists import row_of


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """A short introduction with a board: the newest public match, else a sample."""
    match = _on_show()
    context = {
        "games": [(engine, _picture(slug)) for slug, engine in offered().items()],
        "key": secrets.token_urlsafe(12),  # a button pressed twice opens one match
        "row": row_of(match, None) if match is not None else None,
        "board": _board(match) if match is not None else "",
        "sample": _picture(_sampled()),
        "sample_game": ENGINES[_sampled()],
    }
    return render(request, "home.html", context)


def _picture(slug: str) -> str:
    """The address of a sample board; empty for a game that has none."""
    return static(f"boards/{slug}.svg") if _drawing(slug).exists() else ""


def _on_show() -> Match | None:
    """A running match that anyone may watch, else a finished one."""
    public = Match.objects.filter(is_public=True, game__in=ENGINES, save_data__isnull=False)
    running = public.filter(status=Match.Status.RUNNING, stuck="").order_by("-started_at", "-pk")
    over = public.filter(status=Match.Status.FINISHED).order_by("-finished_at", "-pk")
    return running.first() or over.first()


def _board(match: Match) -> SafeString:
    return match_parts.board(scene_of(Access(match, seats_of(match), None)))


def _sampled() -> str:
    """A game of which there is a drawing."""
    return next(slug for slug in (*offered(), *ENGINES) if _drawing(slug).exists())


def _drawing(slug: str) -> Path:
    return settings.BASE_DIR / "static" / "boards" / f"{slug}.svg"
