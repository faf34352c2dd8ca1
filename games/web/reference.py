"""The figures or cards of a game: a list to search and filter, and the same as cards to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.engine.contract.engine import AnyEngine
from games.engine.contract.reference import Entry, Reference, choices, found
from games.services.engines import ENGINES
from games.services.reports import RenderFailed, cards_of
from post.limiter import allow, client_of

LONGEST = 80  # characters of a search
PRINTS = "10/15minute"  # for one client: a set of cards is seconds of work


@dataclass(frozen=True, slots=True)
class Choice:
    """One filter of the form."""

    name: str
    title: str
    values: list[str]
    chosen: str


@require_safe
def reference(request: HttpRequest, slug: str) -> HttpResponse:
    """The list of a game, as far as the reader wants it."""
    engine, book = _found(slug)
    everything = book.entries(_)
    text, chosen = _wanted(request, book, everything)
    filters = [
        Choice(one.name, one.title, choices(everything, one.name), chosen[one.name]) for one in book.filters
    ]
    context = {
        "engine": engine,
        "book": book,
        "entries": found(everything, text, chosen),
        "count": len(everything),
        "filters": filters,
        "text": text,
        "query": request.GET.urlencode(),
    }
    return render(request, "games/reference.html", context)


@require_safe
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """What the list shows, as cards to print."""
    engine, book = _found(slug)
    everything = book.entries(_)
    entries = found(everything, *_wanted(request, book, everything))
    if not entries:
        raise Http404
    if not allow("cards", client_of(request), rate=PRINTS):
        return _sent_back(request, slug, _("You have printed many cards. Please wait a few minutes."))
    try:
        data = cards_of(engine, entries)
    except RenderFailed:
        return _sent_back(request, slug, _("The cards could not be printed. Try again in a few minutes."))
    headers = {"Content-Disposition": f'inline; filename="{slug}-cards.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


def _found(slug: str) -> tuple[AnyEngine, Reference]:
    engine = ENGINES.get(slug)
    if engine is None or engine.reference is None:
        raise Http404
    return engine, engine.reference


def _wanted(request: HttpRequest, book: Reference, entries: Sequence[Entry]) -> tuple[str, dict[str, str]]:
    """The words searched for, and what is chosen in each filter, whatever its capitals."""
    chosen = {one.name: request.GET.get(one.name, "")[:LONGEST] for one in book.filters}
    for name, value in chosen.items():
        same = (one for one in choices(entries, name) if one.casefold() == value.casefold())
        chosen[name] = next(same, value)
    return request.GET.get("q", "")[:LONGEST].strip(), chosen


def _sent_back(request: HttpRequest, slug: str, why: str) -> HttpResponse:
    messages.error(request, why)
    return redirect("reference", slug)
