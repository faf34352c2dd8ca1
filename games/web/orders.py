"""Orders from a page: accepted at once, played by a worker, shown with their result."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.refusals import Refused
from accounts.services.users import CHANGES
from games.engine.contract.tree import Path
from games.engine.language.lines import MAX_TEXT
from games.models import Order
from games.services.access import ORDERS
from games.services.commands.parts import take_apart
from games.services.orders import NewOrder, accept, drop_kept
from games.services.rehearsal.previews import TooMany, looked_at
from games.services.scene import Scene, scene_of
from games.web import match_parts, previews, question_form
from games.web.access import Visit
from games.web.commands import commanded
from games.web.form_input import key_of, question_of, refusals_told, sentence, text_of
from games.web.limits import limited
from games.web.match_page import is_for, show
from games.web.question_form import LONGEST_WORD

FORETOLD = "foretold"
AGAIN = 60  # seconds until there is room for more previews


@require_POST
@limited(ORDERS)
def answer(request: HttpRequest, visit: Visit) -> HttpResponse:
    """An answer built in the form, for the question that the form showed."""
    path = list(question_form.words_of(request.POST))
    question = question_of(request.POST)
    then = request.POST.get("then", "")[:LONGEST_WORD]
    key = key_of(request.POST, *path, question, then)
    if then:
        text = "\n".join(filter(None, [_line(visit, path), then]))
        return _sent(request, visit, NewOrder(Order.Kind.ORDERS, visit.door, key, text, question=question))
    return _sent(request, visit, NewOrder(Order.Kind.ANSWER, visit.door, key, path=path, question=question))


def _line(visit: Visit, path: list[str]) -> str:
    """An answer as it is written, so that more can follow it; as it came, where it is none any more."""
    try:
        return looked_at(scene_of(visit.access), path, lambda scene: _written(scene, tuple(path)))
    except Refused:  # the worker will read it, whatever it is
        return " ".join(path)


def _written(scene: Scene, path: Path) -> str:
    asked = scene.question
    if asked is None or asked.decision.check(path) is not None:
        return " ".join(path)
    return asked.write(path)


@limited(ORDERS)
def orders(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Lines as in an email, orders and commands; reloading leads back to the match."""
    text = text_of(request.POST)
    if request.method != "POST" or not text.strip():
        return HttpResponseRedirect(f"{visit.page}#write")
    question = question_of(request.POST)
    parts, key = take_apart(text), key_of(request.POST, text, question)
    if parts.commands:
        return commanded(request, visit, parts, key)
    return _sent(request, visit, NewOrder(Order.Kind.ORDERS, visit.door, key, text=text, question=question))


@require_POST
@limited(CHANGES)
def drop(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Drop orders that are kept and not played yet."""
    with refusals_told(request):
        dropped = drop_kept(visit.seat)
        told = _("Dropped: {orders}. This will not be played.").format(orders=_in_one_line(dropped))
        messages.success(request, told if dropped else _("You had no kept orders."))
    return HttpResponseRedirect(visit.page)


def _in_one_line(text: str) -> str:
    return "; ".join(line.strip() for line in text.splitlines() if line.strip())


@require_POST
@limited(ORDERS)
def take_back(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The last order is taken back, if nobody has learned anything since."""
    question = question_of(request.POST)
    key = key_of(request.POST, question)
    return _sent(request, visit, NewOrder(Order.Kind.TAKE_BACK, visit.door, key, question=question))


def preview(request: HttpRequest, visit: Visit) -> HttpResponse:
    """What the lines would do. Nothing is stored, so reloading leads back to the match."""
    if request.method != "POST":
        return HttpResponseRedirect(visit.page)
    text = text_of(request.POST)[:MAX_TEXT]
    told = _foretold(visit, text)
    if is_for(request, FORETOLD):
        return render(request, "partials/foretold.html", told)
    page = show(request, visit, text=text, **told)
    if told["foretold"] is None and "not_foretold" in told:
        page.status_code, page["Retry-After"] = 429, str(AGAIN)
    return page


def _foretold(visit: Visit, text: str) -> dict[str, Any]:
    """The preview, or why there is none."""
    try:
        return {"foretold": previews.previewed(scene_of(visit.access), _orders_in(text))}
    except TooMany as why:
        return {"foretold": None, "not_foretold": sentence(why)}


def _orders_in(text: str) -> str:
    """The orders in a text: without commands, but with those below `preview`."""
    parts = take_apart(text)
    tried = [command.text for command in parts.commands if command.word == "preview"]
    return "\n".join(filter(None, [parts.orders, *tried]))


@require_safe
def receipt(request: HttpRequest, visit: Visit, order: int) -> HttpResponse:
    """The result of an order; the page asks again until it has been played."""
    shown = match_parts.shown_order(visit.seat, visit.access.names, str(order))
    if shown is None:
        raise Http404
    urls = {"receipt": visit.url("receipt")}
    answer = render(request, "partials/receipt.html", {"order": shown, "urls": urls, "visit": visit})
    if shown.is_played:
        answer["HX-Trigger"] = "edgepbem:changed"  # the board has changed too: live.js exchanges it
    return answer


def _sent(request: HttpRequest, visit: Visit, new: NewOrder) -> HttpResponse:
    with refusals_told(request):
        order = accept(visit.seat, new)
        return HttpResponseRedirect(f"{visit.page}?order={order.ref}")
    return HttpResponseRedirect(visit.page)
