"""Commands in the text box: the same words as in an email, answered on the page."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from games.models import Order
from games.services import orders
from games.services.access import ORDERS
from games.services.commands.execution import MOST_COMMANDS, RESIGN, UNDO, Sent, carry_out
from games.services.commands.parts import Command, Parts
from games.services.orders import NewOrder
from games.services.scene import scene_of
from games.web import match_parts
from games.web.access import Visit, again
from games.web.form_input import question_of, refusals_told
from games.web.limits import who_counts
from games.web.match_page import show

# The link of a seat is enough to send orders; speaking or deciding for the player takes a sign-in.
BY_LINK = frozenset({"help", "status", "board", "preview", "undo", "drop", "rules"})


@dataclass(frozen=True, slots=True)
class Answered:
    """A command and the answer to it."""

    command: str
    text: str
    is_table: bool = False  # its lines must not be broken


def commanded(request: HttpRequest, visit: Visit, parts: Parts, key: str) -> HttpResponse:
    """Carry out a text with commands and show the answers; resigning must be confirmed."""
    words = [command.word for command in parts.commands]
    if words == [RESIGN] and not parts.orders and not visit.is_link:
        return HttpResponseRedirect(visit.url(RESIGN))
    for_account = [word for word in words if visit.is_link and word not in BY_LINK]
    commands = [one for one in parts.commands if one.word != RESIGN and one.word not in for_account]
    _count(request, visit, len(commands))
    said = carry_out(scene_of(visit.access), visit.seat, commands, Sent(visit.door, key))
    question = "" if UNDO in words else question_of(request.POST)  # undoing goes back to an earlier question
    new = NewOrder(Order.Kind.ORDERS, visit.door, key, text=parts.orders, question=question)
    wanted = _order(request, visit, new) if parts.orders else ""
    visit = again(visit)  # some commands change what the page shows
    answers = [
        Answered(_written(command), text, command.word == "board")
        for command, text in zip(commands, said, strict=True)
        if text
    ]
    order = match_parts.shown_order(visit.seat, visit.access.names, wanted)
    more = {"for_account": sorted(set(for_account)), "resigns": RESIGN in words and not visit.is_link}
    return show(request, visit, answers=answers, order=order, is_answer=True, **more)


def _count(request: HttpRequest, visit: Visit, commands: int) -> None:
    """Each is worked out while its reader waits: those after the first count like orders of their own."""
    if commands > 1:
        ORDERS.check(who_counts(request, visit), cost=min(commands, MOST_COMMANDS) - 1)


def _order(request: HttpRequest, visit: Visit, new: NewOrder) -> str:
    """Accept the orders between the commands; the accepted order."""
    with refusals_told(request):
        return str(orders.accept(visit.seat, new).ref)
    return ""


def _written(command: Command) -> str:
    first = command.text.partition("\n")[0]
    return f"{command.word} {first}".strip()
