"""The rules of a game as pages: contents, chapters, a search, and everything on one page to print."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.services.engines import ENGINES
from games.web.rulebook import Rulebook, address_of, book_of

LONGEST_SEARCH = 80


@require_safe
@never_cache
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The introduction and the contents, or what a search has found."""
    book = _book(slug)
    sought = " ".join(request.GET.get("q", "")[:LONGEST_SEARCH].split())
    if sought.upper() in book.homes:
        return redirect(address_of(slug, book.homes[sought.upper()], sought.upper()))
    hits = [(hit, address_of(slug, hit.chapter.slug, hit.anchor)) for hit in book.search(sought)]
    return _page(request, slug, "games/rules.html", book, sought=sought, hits=hits)


@require_safe
@never_cache
def chapter(request: HttpRequest, slug: str, chapter: str) -> HttpResponse:
    """One chapter."""
    book = _book(slug)
    before, shown, after = book.around(chapter)
    if shown is None:
        raise Http404
    return _page(request, slug, "games/rules_chapter.html", book, before=before, chapter=shown, after=after)


@require_safe
@never_cache
def rule(request: HttpRequest, slug: str, number: str) -> HttpResponse:
    """The place of a rule, by its number alone."""
    home = _book(slug).homes.get(number.upper())
    if home is None:
        raise Http404
    return redirect(address_of(slug, home, number.upper()))


@require_safe
@never_cache
def whole_book(request: HttpRequest, slug: str) -> HttpResponse:
    """All chapters on one page."""
    return _page(request, slug, "games/rules_whole.html", _book(slug))


def _book(slug: str) -> Rulebook:
    page = settings.BASE_DIR / "docs" / "rules" / f"{slug}.md"
    if slug not in ENGINES or not page.is_file():
        raise Http404
    return book_of(page, slug)


def _page(request: HttpRequest, slug: str, template: str, book: Rulebook, **more: Any) -> HttpResponse:
    return render(request, template, {"engine": ENGINES[slug], "book": book, **more})
