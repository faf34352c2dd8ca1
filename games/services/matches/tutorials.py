"""Tutorials: ordinary matches with prepared dice and a scripted opponent, for one person alone."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.bots.registry import TUTOR
from games.engine.contract.engine import AnyEngine
from games.models import Match, Seat
from games.services.engines import offered
from games.services.interventions import intervene
from games.services.matches.end import agree_to_end
from games.services.matches.new import LONGEST, Place, Terms, open_match


@dataclass(frozen=True, slots=True)
class Progress:
    """How far someone has come in the tutorial of a game."""

    engine: AnyEngine
    match: Match | None = None  # the one that is running
    is_over: bool = False  # they have been through it before

    @property
    def lessons(self) -> int:
        """How many questions it leads through."""
        return self.engine.tutorial.lessons if self.engine.tutorial is not None else 0


def open_tutorial(user: User, engine: AnyEngine, key: str) -> Match:
    """The tutorial that the user has begun, else a new one."""
    found = _running(user, engine.slug)
    if found is not None:
        return found
    tutorial = engine.tutorial
    if tutorial is None:
        raise Refused(_("{game} has no tutorial").format(game=engine.title))
    name = _("Tutorial: {game}").format(game=engine.title)[:LONGEST]
    terms = Terms(engine.slug, name, dict(tutorial.settings), key=key, is_tutorial=True)
    return open_match(user, terms, [Place(user=user), Place(bot=TUTOR)])


def begin_again(user: User, engine: AnyEngine, key: str) -> Match:
    """End the tutorial that is running, and open a new one."""
    found = _running(user, engine.slug)
    if found is not None:
        agree_to_end(Seat.objects.get(match=found, user=user))  # its bot agrees to everything
    return open_tutorial(user, engine, key)


def leave_script(match: Match, user: User) -> None:
    """From now on both sides play freely."""
    if not match.is_tutorial or match.host_id != user.pk:
        raise Refused(_("this is not your tutorial"))
    intervene(match.pk, lambda moment: moment.run.teach(None), lambda moment: None)


def progress_of(user: User | None) -> list[Progress]:
    """All games with a tutorial, and where the user stands in each."""
    games = [engine for engine in offered().values() if engine.tutorial is not None]
    if user is None:
        return [Progress(engine) for engine in games]
    begun = list(Match.objects.filter(seats__user=user, is_tutorial=True).defer("save_data").order_by("pk"))
    return [_progress(engine, [match for match in begun if match.game == engine.slug]) for engine in games]


def _progress(engine: AnyEngine, begun: list[Match]) -> Progress:
    running = next((match for match in begun if match.status == Match.Status.RUNNING), None)
    return Progress(engine, running, any(match.status == Match.Status.FINISHED for match in begun))


def _running(user: User, game: str) -> Match | None:
    mine = Match.objects.filter(seats__user=user, game=game, is_tutorial=True, status=Match.Status.RUNNING)
    return mine.order_by("-pk").first()
