"""Orders from a page: accepted at once, played by a worker, and told what became of them."""

from __future__ import annotations

import hashlib
import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from games.engine.text import MAX_TEXT
from games.models import Order
from games.services import intake
from games.services.intake import Wish
from games.services.refusals import Refused
from games.services.scene import scene_of
from games.web import asking, previewing, showing
from games.web.doors import Visit
from games.web.match_page import is_for, show

FORETOLD = "foretold"


@require_POST
def answer(request: HttpRequest, visit: Visit) -> HttpResponse:
    """An answer put together in the form, for the question that the form showed."""
    path = list(asking.words_of(request.POST))
    question = request.POST.get("question", "")[:40]
    key = key_of(request.POST, *path, question)
    return _sent(request, visit, Wish(Order.Kind.ANSWER, visit.door, key, path=path, question=question))


@require_POST
def orders(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Lines as they would stand in a letter."""
    text = text_of(request.POST)
    if not text.strip():
        return HttpResponseRedirect(f"{visit.page}#write")
    return _sent(request, visit, Wish(Order.Kind.ORDERS, visit.door, key_of(request.POST, text), text=text))


@require_POST
def take_back(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The last order is taken back, if nobody has learned anything since."""
    return _sent(request, visit, Wish(Order.Kind.TAKE_BACK, visit.door, key_of(request.POST)))


def preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the lines would do. Nothing is kept, so that a reload of this page leads back to the match."""
    if request.method != "POST":
        return HttpResponseRedirect(visit.page)
    text = text_of(request.POST)[:MAX_TEXT]
    foretold = previewing.previewed(scene_of(visit.access), text)
    if is_for(request, FORETOLD):
        return render(request, "partials/foretold.html", {"foretold": foretold})
    return show(request, visit, foretold=foretold, text=text)


@require_safe
def receipt(request: HttpRequest, visit: Visit, order: int) -> HttpResponse:
    """What became of an order: asked for again and again while it is not played."""
    shown = showing.shown_order(visit.seat, visit.access.names, str(order))
    if shown is None:
        raise Http404
    urls = {"receipt": visit.url("receipt")}
    answer = render(request, "partials/receipt.html", {"order": shown, "urls": urls, "visit": visit})
    if shown.is_played:
        answer["HX-Refresh"] = "true"  # the board has changed too
    return answer


def _sent(request: HttpRequest, visit: Visit, wish: Wish) -> HttpResponse:
    try:
        order = intake.accept(visit.seat, wish)
    except Refused as why:
        messages.error(request, sentence(why))
        return HttpResponseRedirect(visit.page)
    return HttpResponseRedirect(f"{visit.page}?order={order.pk}#receipt")


def key_of(data: QueryDict, *content: str) -> str:
    """The same form sent twice is one order; the same form with other words in it is another."""
    given = data.get("key", "")
    form = given if given.isascii() and 0 < len(given) <= 40 else secrets.token_urlsafe(12)
    digest = hashlib.sha256("\x00".join(content).encode()).hexdigest()[:20]
    return f"page {form} {digest}"


def text_of(data: QueryDict, name: str = "text") -> str:
    """A text as it was written; browsers send lines in the manner of mails."""
    return data.get(name, "").replace("\r\n", "\n").replace("\x00", "")


def sentence(why: Exception) -> str:
    """A refusal as a sentence of its own."""
    told = str(why).strip()
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?")) else ".")
