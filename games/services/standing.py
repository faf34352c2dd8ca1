"""Standing orders: a player's text, checked and kept."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext

from games.engine.explain import explain_problem
from games.engine.standing import parse_standing
from games.engine.text import MAX_TEXT
from games.models import Seat
from games.services.engines import ENGINES
from games.services.refusals import Refused


def set_standing(seat: Seat, text: str) -> list[str]:
    """Keep the orders if all can be read; else nothing is changed, and what is wrong is told line by line."""
    if len(text) > MAX_TEXT:
        raise Refused(gettext("standing orders have at most {most} characters").format(most=MAX_TEXT))
    _orders, problems = parse_standing(text, ENGINES[seat.match.game].vocabulary)
    if problems:
        return [explain_problem(problem, [], gettext) for problem in problems]
    Seat.objects.filter(pk=seat.pk).update(standing=text.strip(), standing_version=F("standing_version") + 1)
    return []
