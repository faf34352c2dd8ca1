"""Tutorials: played through by the doors that everybody uses, left, resumed, and never in anybody's way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import tokens
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds
from games.engine.contract.tutorial import AND_SO_ON, PUPIL, Step, Tutorial
from games.engine.play.coach import Coach
from games.engine.play.run import AnyRun
from games.models import Match, Order, Seat
from games.services import fairness, resolve, storage
from games.services.access import seats_of
from games.services.engines import ENGINES, offered
from games.services.orders import NewOrder, accept
from games.services.texts import rule_ids
from post.models import OutgoingEmail
from tests.web.conftest import Browse
from tests.web.pages import html, text

GAMES = sorted(offered())


def script(game: str) -> Tutorial:
    tutorial = ENGINES[game].tutorial
    assert tutorial is not None
    return tutorial


def begin(client: Client, game: str, **more: str) -> Match:
    answer = client.post(reverse("tutorial", args=[game]), {"key": "k", **more})
    assert answer.status_code == 302, answer.content
    match = Match.objects.get(pk=int(answer["Location"].strip("/").split("/")[1]))
    resolve.resolve_all(match.pk)
    return match


def run_of(match: Match) -> AnyRun:
    match.refresh_from_db()
    return storage.load(match, seats_of(match))


def pupil(match: Match) -> Seat:
    return match.seats.select_related("match", "user").get(number=PUPIL)


def give(match: Match, order: str, key: str) -> Order:
    """An order from the text box."""
    accept(pupil(match), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, key, text=order))
    resolve.resolve_all(match.pk)
    return Order.objects.get(seat=pupil(match), key=key)


def coach_of(match: Match) -> Coach:
    coach = run_of(match).coach
    assert coach is not None
    return coach


def step_of(match: Match) -> Step:
    step = coach_of(match).step
    assert isinstance(step, Step)
    return step


@dataclass(frozen=True)
class Moment:
    """A question of the pupil, and what the script says to it."""

    step: Step
    run: AnyRun
    coach: Coach
    decision: Decision[object]


def steps(match: Match) -> Iterator[Moment]:
    """The steps of the pupil, one after the other, as long as the script leads there."""
    while True:
        run, coach = run_of(match), coach_of(match)
        if coach.step is None:
            return
        decision = run.decision_for(PUPIL)
        assert decision is not None, f"the script waits for {coach.step}"
        step = coach.step_for(decision)
        assert step is not None, f"{decision.kind} is asked, but the script waits for {coach.step}"
        yield Moment(step, run, coach, decision)


@pytest.mark.parametrize("game", GAMES)
def test_a_tutorial_is_played_to_its_end_and_on(game: str, browse: Browse, alice: User) -> None:
    client = browse(alice)
    match = begin(client, game)
    address = reverse("match", args=[match.pk])
    for number, moment in enumerate(steps(match), 1):
        step = moment.step
        page = text(client.get(address))
        assert f"Lesson {number} of {script(game).lessons}" in page
        assert step.say.split("\n\n")[0][:40] in page
        order = give(match, step.tries[0], f"step {number}")
        assert not order.receipt.get("problem"), (step.tries, order.receipt)
        if step.after and coach_of(match).step is not None:
            assert step.after[:40] in text(client.get(address))
    ending = text(client.get(address))
    assert "The end of the tutorial" in ending
    assert script(game).ending[:40] in ending
    assert run_of(match).decision_for(PUPIL) is not None  # whoever likes plays on
    assert not OutgoingEmail.objects.filter(mailbox=pupil(match).pk).exists()


@pytest.mark.parametrize("game", GAMES)
def test_every_order_to_try_is_right(game: str, browse: Browse, alice: User) -> None:
    match = begin(browse(alice), game)
    for number, moment in enumerate(steps(match), 1):
        step = moment.step
        assert len(moment.coach.wanted(moment.decision)) == len(step.tries), step.tries
        give(match, step.tries[-1].removesuffix(AND_SO_ON), f"step {number}")


@pytest.mark.parametrize("game", GAMES)
def test_another_legal_order_is_handed_back_with_a_sentence(game: str, browse: Browse, alice: User) -> None:
    """Wherever the game would allow something else, the script goes on all the same."""
    match = begin(browse(alice), game)
    refused = 0
    for number, moment in enumerate(steps(match), 1):
        step, run = moment.step, moment.run
        wanted = moment.coach.wanted(moment.decision)
        fallback = moment.decision.fallback()
        if not any(one.is_met_by(fallback) for one in wanted):
            wrong = NewOrder(
                Order.Kind.ANSWER,
                Order.Door.API,
                f"wrong {number}",
                path=list(fallback),
                question=run.decision_id(PUPIL),
            )
            order = accept(pupil(match), wrong)
            resolve.resolve_all(match.pk)
            order.refresh_from_db()
            assert order.receipt["problem"]["reason"] == step.otherwise
            assert run_of(match).decision_id(PUPIL) == run.decision_id(PUPIL)
            refused += 1
        give(match, step.tries[0], f"step {number}")
    assert refused


@pytest.mark.parametrize("game", GAMES)
def test_rules_that_a_tutorial_names_exist(game: str, settings: LazySettings) -> None:
    rules = set(rule_ids(settings.BASE_DIR / "docs" / "rules" / f"{game}.md"))
    named = {step.rule for step in script(game).steps if isinstance(step, Step)} - {""}
    assert named
    assert named <= rules


@pytest.mark.django_db
def test_a_guest_begins_one_from_the_front_page_and_resumes_it(client: Client) -> None:
    assert 'action="/play/edge/tutorial/"' in html(client.get(reverse("home")))
    match = begin(client, "scrappers")
    give(match, step_of(match).tries[0], "first")
    assert begin(client, "scrappers", key="another press") == match  # where it was left
    assert "Continue the tutorial" in text(client.get(reverse("my_matches")))
    assert "Lesson 2 of" in text(client.get(reverse("match", args=[match.pk])))


def test_begun_again_it_is_new(browse: Browse, alice: User) -> None:
    client = browse(alice)
    match = begin(client, "scrappers")
    give(match, step_of(match).tries[0], "first")
    again = begin(client, "scrappers", key="again", again="1")
    match.refresh_from_db()
    assert (again.pk != match.pk, match.status) == (True, Match.Status.FINISHED)
    assert "Lesson 1 of" in text(client.get(reverse("match", args=[again.pk])))


def test_it_is_in_nobodys_way(browse: Browse, alice: User, bob: User, client: Client) -> None:
    match = begin(browse(alice), "scrappers")
    token = tokens.make(alice, "a program")
    headers = {"Authorization": f"Token {token}"}
    assert client.get("/api/v1/matches/", headers=headers).json()["results"] == []
    assert client.get(f"/api/v1/matches/{match.pk}/", headers=headers).json()["is_tutorial"]
    seat = pupil(match)
    assert (seat.due_at, seat.reminder_at, seat.is_muted) == (None, None, True)
    assert seat.waiting_since is not None
    assert match.name not in text(client.get(reverse("lobby")))
    assert browse(bob).get(reverse("match", args=[match.pk])).status_code == 404
    browse(alice).post(reverse("match_mails", args=[match.pk]), {"on": "1"})
    assert pupil(match).is_muted  # it sends none, whatever is asked for


def test_its_dice_are_prepared_and_say_so_and_can_still_be_checked(browse: Browse, alice: User) -> None:
    client = browse(alice)
    match = begin(client, "dreamblade")
    assert "its dice are prepared" in text(client.get(reverse("match_dice", args=[match.pk])))
    assert "prepared: the same for everyone" in text(client.get(reverse("match", args=[match.pk])))
    client.post(reverse("match_agree", args=[match.pk]), {"agree": "1"})
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert fairness.verify(match).rolls


def test_other_matches_have_no_prepared_dice(duel: Match) -> None:
    seeds = {script(game).seed for game in GAMES}
    assert duel.commitment not in {Seeds(seed).commitment() for seed in seeds}


def test_what_is_taken_back_is_a_lesson_again(browse: Browse, alice: User) -> None:
    match = begin(browse(alice), "scrappers")
    first = step_of(match)
    give(match, first.tries[0], "first")
    assert step_of(match) != first
    accept(pupil(match), NewOrder(Order.Kind.TAKE_BACK, Order.Door.WEB, "back"))
    resolve.resolve_all(match.pk)
    assert step_of(match) == first


def test_the_lessons_can_be_left(browse: Browse, alice: User, bob: User) -> None:
    client = browse(alice)
    match = begin(client, "scrappers")
    address = reverse("match_leave_script", args=[match.pk])
    assert browse(bob).post(address).status_code == 404
    assert client.get(address).status_code == 405
    client.post(address)
    assert "Lesson" not in text(client.get(reverse("match", args=[match.pk])))
    order = give(match, "end", "no lesson now")
    assert not order.receipt.get("problem")


def test_no_script_is_begun_twice_by_one_press(browse: Browse, alice: User) -> None:
    client = browse(alice)
    first = begin(client, "edge")
    assert begin(client, "edge") == first
    assert Match.objects.filter(is_tutorial=True).count() == 1
