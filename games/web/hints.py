"""Hints beside the questions of a first match, and the switch for them."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.services.users import CHANGES
from games.engine.contract.lessons import lesson_for
from games.models import Match, Seat
from games.services.scene import Scene
from games.web.access import Visit
from games.web.limits import limited
from post.prepared import Prepared


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence or two, and where the rules say more."""

    text: str
    rule: str
    address: str


def hint_for(scene: Scene) -> Hint | None:
    """What someone new to the game is told now; nothing to those who have finished a match of it."""
    question, seat = scene.question, scene.seat
    if question is None or seat is None or seat.user is None or not seat.user.has_hints:
        return None
    lesson = lesson_for(scene.engine.lessons, question.decision.kind, _own_turn(scene))
    if lesson is None or _knows(seat.user, scene.match.game):
        return None
    address = reverse("rule", args=[scene.match.game, lesson.rule]) if lesson.rule else ""
    return Hint(gettext(lesson.text), lesson.rule, address)


def _own_turn(scene: Scene) -> int:
    """The number of the reader's turn, counted from 1; 0 while the table is set up."""
    return -(-scene.match.turn // len(scene.access.seats))


def _knows(user: User, game: str) -> bool:
    return bool(_finished(user.pk, game))


def _seats_in_finished(user: int, game: str) -> QuerySet[Seat, int]:
    over = Match.objects.filter(game=game, status=Match.Status.FINISHED, is_tutorial=False)
    return Seat.objects.filter(user=user, match__in=over).order_by().values_list("pk", flat=True)[:1]


_finished = Prepared(_seats_in_finished)


@require_POST
@limited(CHANGES)
def hints(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Switch hints on or off, for all matches of the player."""
    user = visit.seat.user
    if user is not None:
        User.objects.filter(pk=user.pk).update(has_hints=request.POST.get("on") == "1")
    return HttpResponseRedirect(visit.page)
