"""Standing orders: a player's text, checked, kept, and tried on what was asked before."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import F
from django.utils.translation import gettext

from accounts.refusals import Refused
from games.engine.language.explain import explain_problem
from games.engine.language.lines import MAX_TEXT
from games.engine.language.standing import parse_standing
from games.engine.play.backtest import ASKED, Verdict
from games.engine.play.replay import Disagreement
from games.models import Seat
from games.services.engines import ENGINES
from games.services.history import encode_chapter, recent_chapters, taken_over
from games.services.rehearsal import Busy, TooHard, WouldHave, would_have
from games.services.scene import Scene

RECENT = 6  # turns that orders are tried on


def set_standing(seat: Seat, text: str) -> list[str]:
    """Save the orders if all can be read; else change nothing and say line by line what is wrong."""
    problems = problems_of(seat, text)
    if not problems:
        mine = Seat.objects.filter(pk=seat.pk)
        mine.update(standing=text.strip(), standing_version=F("standing_version") + 1)
    return problems


def problems_of(seat: Seat, text: str) -> list[str]:
    """What is wrong with standing orders, line by line."""
    if len(text) > MAX_TEXT:
        raise Refused(gettext("standing orders can have at most {most} characters").format(most=MAX_TEXT))
    _orders, problems = parse_standing(text, ENGINES[seat.match.game].vocabulary)
    return [explain_problem(problem, [], gettext) for problem in problems]


@dataclass(frozen=True, slots=True)
class TriedAnswer:
    """A question of the last turns: what was answered, and what the orders would have answered."""

    turn: int
    question: str
    given: str
    now: str
    order: str  # the standing order that says so; empty for the game's own
    differs: bool


def try_out(scene: Scene, text: str) -> list[TriedAnswer]:
    """What these orders would have answered in the player's last turns; the match stays as it is."""
    match, seat = scene.match, scene.seat
    if seat is None or match.save_data is None:
        return []
    before = taken_over(seat)  # what a former player answered is that player's
    since = max(match.turn - RECENT, before.turn + 1 if before is not None else 0)
    chapters = [encode_chapter(chapter) for chapter in recent_chapters(match, since)]
    orders = text or scene.engine.standing
    try:
        found = would_have(WouldHave(match.game, bytes(match.save_data), seat.number, orders, chapters))
    except Disagreement:
        raise Refused(gettext("the rules have changed since these turns were played")) from None
    except Busy:
        raise Refused(gettext("too much is being tried out right now; try again in a few seconds")) from None
    except TooHard:
        raise Refused(gettext("trying these orders out took too long")) from None
    return [_tried(scene, verdict) for verdict in found if verdict.turn >= since]


def _tried(scene: Scene, verdict: Verdict) -> TriedAnswer:
    now = gettext("you would be asked") if verdict.now == ASKED else verdict.now
    return TriedAnswer(
        verdict.turn, scene.said(verdict.prompt), verdict.given, now, verdict.order, verdict.differs
    )
