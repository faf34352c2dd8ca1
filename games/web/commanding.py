"""Commands in the text box: the same words as in a letter, answered on the page."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from games.mail.commands import Command, Parts
from games.models import Order
from games.services import intake
from games.services.commands import RESIGN, Sent, carry_out
from games.services.intake import Wish
from games.services.refusals import Refused
from games.services.scene import scene_of
from games.web import showing
from games.web.doors import Visit, again
from games.web.match_page import show
from games.web.sending import sentence

# Whoever holds the link of a seat can order for it; what speaks or decides for its player needs the player.
BY_LINK = frozenset({"help", "status", "board", "preview", "undo", "drop"})


@dataclass(frozen=True, slots=True)
class Answered:
    """A command, and what was said to it."""

    command: str
    text: str
    is_table: bool = False  # its lines must not be broken


def commanded(request: HttpRequest, visit: Visit, parts: Parts, key: str) -> HttpResponse:
    """Do what a text with commands says and show the answers; giving a seat up is asked once more."""
    words = [command.word for command in parts.commands]
    if words == [RESIGN] and not parts.orders and not visit.is_link:
        return HttpResponseRedirect(visit.url(RESIGN))
    for_account = [word for word in words if visit.is_link and word not in BY_LINK]
    commands = [one for one in parts.commands if one.word != RESIGN and one.word not in for_account]
    said = carry_out(scene_of(visit.access), visit.seat, commands, Sent(visit.door, key))
    wanted = _order(request, visit, parts.orders, key) if parts.orders else ""
    visit = again(visit)  # some commands change what the page shows
    answers = [
        Answered(_written(command), text, command.word == "board")
        for command, text in zip(commands, said, strict=True)
        if text
    ]
    order = showing.shown_order(visit.seat, visit.access.names, wanted)
    more = {"for_account": sorted(set(for_account)), "resigns": RESIGN in words and not visit.is_link}
    return show(request, visit, answers=answers, order=order, is_answer=True, **more)


def _order(request: HttpRequest, visit: Visit, text: str, key: str) -> str:
    """The orders that stood between the commands; which one they have become."""
    try:
        order = intake.accept(visit.seat, Wish(Order.Kind.ORDERS, visit.door, key, text=text))
    except Refused as why:
        messages.error(request, sentence(why))
        return ""
    return str(order.pk)


def _written(command: Command) -> str:
    first = command.text.partition("\n")[0]
    return f"{command.word} {first}".strip()
