"""Orders from a page: accepted at once, played by a worker, and told what became of them."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.engine.text import MAX_TEXT
from games.mail.commands import take_apart
from games.models import Order
from games.services import intake, keeping
from games.services.intake import Wish
from games.services.refusals import Refused
from games.services.scene import scene_of
from games.web import asking, previewing, showing
from games.web.commanding import commanded
from games.web.doors import Visit
from games.web.match_page import is_for, show
from games.web.sending import key_of, sentence, text_of

FORETOLD = "foretold"


@require_POST
def answer(request: HttpRequest, visit: Visit) -> HttpResponse:
    """An answer put together in the form, for the question that the form showed."""
    path = list(asking.words_of(request.POST))
    question = request.POST.get("question", "")[:40]
    key = key_of(request.POST, *path, question)
    return _sent(request, visit, Wish(Order.Kind.ANSWER, visit.door, key, path=path, question=question))


def orders(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Lines as they would stand in a letter, orders and commands; a reload leads back to the match."""
    text = text_of(request.POST)
    if request.method != "POST" or not text.strip():
        return HttpResponseRedirect(f"{visit.page}#write")
    parts, key = take_apart(text), key_of(request.POST, text)
    if parts.commands:
        return commanded(request, visit, parts, key)
    return _sent(request, visit, Wish(Order.Kind.ORDERS, visit.door, key, text=text))


@require_POST
def drop(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What is kept and not played yet is forgotten."""
    try:
        dropped = keeping.drop(visit.seat)
    except Refused as why:
        messages.error(request, sentence(why))
    else:
        told = _("Dropped: {orders}. It will not be played.").format(orders=_in_one_line(dropped))
        messages.success(request, told if dropped else _("Nothing of yours was kept."))
    return HttpResponseRedirect(visit.page)


def _in_one_line(text: str) -> str:
    return "; ".join(line.strip() for line in text.splitlines() if line.strip())


@require_POST
def take_back(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The last order is taken back, if nobody has learned anything since."""
    return _sent(request, visit, Wish(Order.Kind.TAKE_BACK, visit.door, key_of(request.POST)))


def preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the lines would do. Nothing is kept, so that a reload of this page leads back to the match."""
    if request.method != "POST":
        return HttpResponseRedirect(visit.page)
    text = text_of(request.POST)[:MAX_TEXT]
    foretold = previewing.previewed(scene_of(visit.access), _orders_in(text))
    if is_for(request, FORETOLD):
        return render(request, "partials/foretold.html", {"foretold": foretold})
    return show(request, visit, foretold=foretold, text=text)


def _orders_in(text: str) -> str:
    """What of a text would be carried out: commands are no orders, `preview` stands above some."""
    parts = take_apart(text)
    tried = [command.text for command in parts.commands if command.word == "preview"]
    return "\n".join(filter(None, [parts.orders, *tried]))


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
