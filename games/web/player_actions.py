"""What a player does other than sending orders: standing orders, messages, leaving."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.refusals import Refused
from accounts.services.users import CHANGES
from games.engine.contract.engine import AnyEngine
from games.engine.language.lines import MAX_TEXT
from games.models import Match, Order, Seat
from games.services import orders, press
from games.services.access import ORDERS, PRESS
from games.services.engines import ENGINES, sides_of
from games.services.orders import NewOrder, TriedAnswer, set_standing, standing_problems, try_standing
from games.services.scene import scene_of
from games.services.seat_emails import mailbox
from games.web import standing_form
from games.web.access import Visit
from games.web.form_input import key_of, refusals_told, sentence, text_of
from games.web.limits import limited


@require_http_methods(["GET", "HEAD", "POST"])
@limited(CHANGES)
def standing(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The player's standing orders, and the words of the game that they are made of."""
    if request.method != "POST":
        return _standing_page(request, visit, visit.seat.standing)
    engine = ENGINES[visit.access.match.game]
    text = standing_form.written(engine, text_of(request.POST), request.POST)
    problems, tried = list[str](), None
    try:
        if "try" in request.POST:
            problems = standing_problems(visit.seat, text)
            tried = try_standing(scene_of(visit.access), text) if not problems else None
        else:
            problems = set_standing(visit.seat, text)
    except Refused as why:
        problems = [sentence(why)]
    if problems or tried is not None:
        return _standing_page(request, visit, text, problems, tried)
    messages.success(request, _("Your standing orders have been saved."))
    return HttpResponseRedirect(visit.url("standing"))


def _standing_page(
    request: HttpRequest,
    visit: Visit,
    text: str,
    problems: list[str] | None = None,
    tried: list[TriedAnswer] | None = None,
) -> HttpResponse:
    context = _standing_context(visit, text) | {"problems": problems, "tried": tried}
    return render(request, "games/standing.html", context, status=422 if problems else 200)


def _standing_context(visit: Visit, text: str) -> dict[str, Any]:
    match = visit.access.match
    engine, seats = ENGINES[match.game], [seat.number for seat in visit.access.seats]
    in_teams = any(len(side) > 1 for side in sides_of(match.game, match.options, seats))
    return {
        "visit": visit,
        "match": match,
        "engine": engine,
        "text": text,
        "most": MAX_TEXT,
        "fields": standing_form.fields(engine, text, in_teams=in_teams),
        "default": engine.standing.strip(),
        "words": _vocabulary(engine),
    }


def _vocabulary(engine: AnyEngine) -> list[tuple[str, list[tuple[str, str]]]]:
    """The words a standing order may use, by purpose."""
    words = engine.vocabulary
    keys = [(f"{name}: {_values(key.choices, key.number)}", key.about) for name, key in words.keys.items()]
    parts = [
        (_("What you can decide in advance"), keys),
        (_("Numbers for conditions"), list(words.variables.items())),
        (_("Yes-or-no conditions"), list(words.flags.items())),
        (_("When you can react"), list(words.windows.items())),
    ]
    return [
        (title, [(name, _(about) if about else "") for name, about in rows]) for title, rows in parts if rows
    ]


def _values(choices: tuple[str, ...], is_number: bool) -> str:
    return " | ".join(choices) if choices else _("number") if is_number else "…"


@require_POST
@limited(PRESS)
def say(request: HttpRequest, visit: Visit) -> HttpResponse:
    """A message to all players, or to one."""
    text = text_of(request.POST)
    with refusals_told(request):
        to = _addressee(visit, request.POST.get("to", ""))
        press.say(visit.seat, text, to, key_of(request.POST, text, str(to.pk) if to is not None else ""))
    return HttpResponseRedirect(f"{visit.page}#press")


@require_POST
@limited(CHANGES)
def mails(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Emails about this match, on or off."""
    on = request.POST.get("on") == "1"
    mailbox.mute(visit.seat, is_muted=not on)
    told = (
        _("You will get emails about this match again.")
        if on
        else _("You will get no more emails about this match.")
    )
    messages.success(request, told)
    return HttpResponseRedirect(visit.page)


def _addressee(visit: Visit, number: str) -> Seat | None:
    """The seat that a message is for; None for all. A private one must never reach everyone by mistake."""
    if not number:
        return None
    for seat in visit.access.seats:
        if str(seat.number) == number and seat.pk != visit.seat.pk and seat.user_id is not None:
            return seat
    raise Refused(_("there is nobody to write to in that seat"))


@require_http_methods(["GET", "HEAD", "POST"])
@limited(ORDERS)
def resign(request: HttpRequest, visit: Visit) -> HttpResponse:
    """After a confirmation, the seat is given up."""
    if request.method == "POST":
        with refusals_told(request):
            orders.accept(visit.seat, NewOrder(Order.Kind.RESIGN, visit.door, key_of(request.POST)))
            messages.success(request, _("You have resigned."))
        return HttpResponseRedirect(visit.page)
    title = _("Resign from {match}?").format(match=visit.access.match)
    about = _(
        "You are giving up your seat for good. The others continue, or the match ends if only one is left."
    )
    return confirm(request, visit, title, about, _("Resign"))


def confirm(
    request: HttpRequest, visit: Visit, title: str, about: str, button: str, agree: str = ""
) -> HttpResponse:
    """A page with a button, for what must not happen by accident."""
    match: Match = visit.access.match
    context = {
        "match": match,
        "engine": ENGINES[match.game],
        "visit": visit,
        "title": title,
        "about": about,
        "button": button,
        "agree": agree,
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "games/confirm.html", context)
