"""Tutorials on pages: begun at the press of a button, and the lesson beside each question."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.refusals import Refused
from accounts.services.users import CHANGES
from accounts.web.session import enter_as_guest
from games.engine.contract.tutorial import AND_SO_ON, Step
from games.engine.play.coach import Coach
from games.services.access import MATCHES
from games.services.engines import ENGINES
from games.services.matches import tutorials
from games.services.scene import Question, Scene
from games.web.access import Visit, reader_of
from games.web.form_input import sentence
from games.web.limits import limited
from games.web.question_form import Level


@dataclass(frozen=True, slots=True)
class ShownLesson:
    """What is told beside a question of a tutorial."""

    number: int
    of: int
    after: list[str]  # what the last order has done
    say: list[str]
    order: str = ""  # what to try, as one would write it
    shown: str = ""  # where the form holds that order
    rule: str = ""
    rule_address: str = ""
    is_over: bool = False
    hinted: frozenset[str] = field(default_factory=frozenset[str])  # things that go on with it


def lesson_of(scene: Scene, question: Question | None, level: Level | None, page: str) -> ShownLesson | None:
    """The lesson of a tutorial; None in every other match, and where its script says nothing."""
    coach = scene.coach
    if coach is None or question is None:
        return None
    if coach.step is None:
        return _ending(coach)
    step = coach.step_for(question.decision)
    return _shown(scene, coach, step, question, level, page) if step is not None else None


def _ending(coach: Coach) -> ShownLesson:
    total = coach.tutorial.lessons
    said = _paragraphs(coach.tutorial.ending)
    return ShownLesson(total, total, _after(coach), said, is_over=True)


def _shown(
    scene: Scene, coach: Coach, step: Step, question: Question, level: Level | None, page: str
) -> ShownLesson:
    order = step.tries[0].removesuffix(AND_SO_ON)
    return ShownLesson(
        coach.number,
        coach.tutorial.lessons,
        _after(coach),
        _paragraphs(step.say),
        order,
        f"{page}?{urlencode({'line': order})}",
        step.rule,
        reverse("rule", args=[scene.match.game, step.rule]) if step.rule else "",
        hinted=_hinted(scene, coach, question, level),
    )


def _after(coach: Coach) -> list[str]:
    before = coach.before
    return _paragraphs(before.after) if before is not None else []


def _paragraphs(text: str) -> list[str]:
    return gettext(text).split("\n\n") if text else []


def _hinted(scene: Scene, coach: Coach, question: Question, level: Level | None) -> frozenset[str]:
    """The things on the table with which the order to try goes on from here."""
    found = set[str]()
    here = level.path if level is not None else ()
    for wanted in coach.wanted(question.decision)[:1]:
        if wanted.path[: len(here)] != here:
            continue
        for path in (wanted.path[: len(here) + 1], wanted.path[: len(here) + 2]):
            found |= {scene.thing(question.decision, path), path[-1].rpartition(".")[0]}
    return frozenset(found - {""})


@require_POST
@limited(MATCHES)
def tutorial(request: HttpRequest, slug: str) -> HttpResponse:
    """Start the tutorial of a game, or go on with the one that was begun."""
    engine = ENGINES.get(slug)
    if engine is None or engine.tutorial is None:
        raise Http404
    user = reader_of(request) or enter_as_guest(request)
    key = request.POST.get("key", "")[:40] or secrets.token_urlsafe(12)
    begin = tutorials.begin_again if request.POST.get("again") == "1" else tutorials.open_tutorial
    try:
        match = begin(user, engine, key)
    except Refused as why:
        messages.error(request, sentence(why))
        return redirect("home")
    return HttpResponseRedirect(reverse("match", args=[match.pk]))


@require_POST
@limited(CHANGES)
def leave_script(request: HttpRequest, visit: Visit) -> HttpResponse:
    """Play the tutorial's match on without lessons."""
    user = visit.seat.user
    if user is None:
        raise Http404
    tutorials.leave_script(visit.access.match, user)
    messages.success(request, gettext("The lessons are over. From here on the bot decides for itself."))
    return HttpResponseRedirect(visit.page)
