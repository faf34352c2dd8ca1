"""Four people at one table: asked together, reminded one by one, one of them lost, talking in pairs."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.engine.language.paths import write
from games.models import Match, Order, Press, Seat
from games.services import lateness, press, reports, resolve, seats
from games.services.access import NotVisible, match_for
from games.services.deadlines.reminders import claim_due, write_reminders
from games.services.matches.new import Place, Terms, open_match
from games.services.scene import scene_of
from post.models import OutgoingEmail
from tests.services.conftest import Send

HOURS = 48


@pytest.fixture
def dora(db: None) -> User:
    """She makes it four."""
    return User.objects.create_user("dora@example.org", "Dora")


@pytest.fixture
def table(alice: User, bob: User, charlie: User, dora: User, send: Send) -> Match:
    """Two teams, Alice and Charlie against Bob and Dora, who choose their armies at the same time."""
    terms = Terms("edge", "Teams", {"preset": True, "teams": True}, turn_hours=HOURS)
    match = open_match(alice, terms, [Place(player) for player in (alice, bob, charlie, dora)])
    for faction in ("chapter", "demons", "reborn", "rha-zack"):
        (number,) = asked(match)
        send(match, number, f"faction {faction}")
    return match


def asked(match: Match) -> list[int]:
    """The seats that the match waits for."""
    waiting = Seat.objects.filter(match=match, waiting_since__isnull=False)
    return sorted(waiting.values_list("number", flat=True))


def seat(match: Match, number: int) -> Seat:
    """A seat as a door has it."""
    return match.seats.select_related("match", "user").get(number=number)


def mailed(kind: str) -> list[str]:
    """To whom emails of a kind went, newest last."""
    return list(OutgoingEmail.objects.filter(kind=kind).order_by("pk").values_list("address", flat=True))


def answer(match: Match, send: Send) -> None:
    """The first of those who are asked answers as someone who does not care."""
    number = asked(match)[0]
    question = scene_of(match_for(user_of(match, number), match.pk)).question
    assert question is not None
    decision = question.decision
    order = send(match, number, write(decision, decision.fallback()))
    assert order.receipt.get("problem") is None, order.receipt


def let_pass(match: Match, *numbers: int) -> None:
    """Some miss their deadline."""
    match.seats.filter(number__in=numbers).update(due_at=timezone.now() - timedelta(seconds=1))
    assert lateness.call_late_seats() == len(numbers)
    resolve.resolve_all(match.pk)
    match.refresh_from_db()


def user_of(match: Match, number: int) -> User:
    found = seat(match, number).user
    assert found is not None
    return found


# Asked at the same time.


def test_all_are_asked_at_the_same_time_with_the_same_deadline(table: Match) -> None:
    """Whoever chose the last faction was waited for already, and goes on with the same time."""
    dues = sorted(due for due in table.seats.values_list("due_at", flat=True) if due is not None)
    assert dues[0] <= dues[1] == dues[2] == dues[3]
    assert asked(table) == [1, 2, 3, 4]
    for number in range(1, 5):
        question = scene_of(match_for(user_of(table, number), table.pk)).question
        assert question is not None
        assert (question.decision.seat, question.decision.kind) == (number, "army")


def test_each_of_them_gets_an_email_of_their_own_about_it(table: Match) -> None:
    newest = {row.address: row for row in OutgoingEmail.objects.filter(kind="turn").order_by("pk")}
    people = {user_of(table, number).email for number in range(1, 5)}
    assert people <= {*newest}


def test_who_has_answered_is_reminded_no_more_and_the_others_are(table: Match, send: Send) -> None:
    send(table, 2, "army start")
    assert asked(table) == [1, 3, 4]
    with time_machine.travel(timezone.now() + timedelta(hours=HOURS / 2 + 1), tick=False):
        assert sum(map(write_reminders, claim_due(timezone.now()))) == 3
    assert sorted(mailed("reminder")) == ["alice@example.org", "charlie@example.org", "dora@example.org"]


def test_an_answer_is_sealed_until_the_last_one_is_there(table: Match, send: Send) -> None:
    views = {number: scene_of(match_for(user_of(table, number), table.pk)).board() for number in (1, 3, 4)}
    send(table, 2, "army start")
    for number, before in views.items():
        assert scene_of(match_for(user_of(table, number), table.pk)).board() == before
    for number in (1, 3, 4):
        send(table, number, "army start")
    assert len(asked(table)) == 1


def test_the_late_are_played_for_and_nobody_else(table: Match, send: Send) -> None:
    send(table, 2, "army start")
    let_pass(table, 1, 3, 4)
    assert [seat(table, number).missed for number in range(1, 5)] == [1, 0, 1, 1]
    assert len(asked(table)) == 1


def test_everybody_has_a_report_of_their_own(table: Match, send: Send) -> None:
    for number in range(1, 5):
        send(table, number, "army start")
    while not scene_of(match_for(user_of(table, 1), table.pk)).match.turn:
        answer(table, send)
    papers = [
        reports.content_of(reports.report_for(match_for(user_of(table, number), table.pk), 1))
        for number in range(1, 5)
    ]
    assert all(paper.startswith(b"%PDF") for paper in papers)
    assert len({*papers}) == 4


# Lost on the way.


def playing(table: Match, send: Send) -> Match:
    """The same match in its first turns."""
    while table.turn < 2:
        answer(table, send)
    return table


@pytest.mark.parametrize("number", [1, 2])
def test_when_one_of_a_team_resigns_the_other_three_play_on(table: Match, send: Send, number: int) -> None:
    playing(table, send)
    send(table, number, "", Order.Kind.RESIGN)
    before = table.turn
    while table.turn < before + 6:
        assert number not in asked(table)
        answer(table, send)
    assert table.status == Match.Status.RUNNING
    assert seat(table, number).resigned_at is not None


def test_when_a_whole_team_has_resigned_the_match_is_over(table: Match, send: Send) -> None:
    playing(table, send)
    for number in (2, 4):
        send(table, number, "", Order.Kind.RESIGN)
    while table.status == Match.Status.RUNNING:
        answer(table, send)
    assert table.result is not None
    assert sorted(table.result["winners"]) == [1, 3]


def test_one_of_four_is_replaced_and_all_play_on(table: Match, send: Send) -> None:
    """Dora is silent for two deadlines; Erik takes her seat, plays with Bob, and she sees no more."""
    playing(table, send)
    while seat(table, 4).missed < 2:
        if 4 in asked(table):
            let_pass(table, 4)
        else:
            answer(table, send)
    dora, erik = user_of(table, 4), User.objects.create_user("erik@example.org", "Erik")
    seats.claim_seat(seats.claim_token(seat(table, 4)), erik)
    assert user_of(table, 4) == erik
    access = match_for(erik, table.pk)
    assert [ally.number for ally in access.allies] == [2]
    with pytest.raises(NotVisible):
        match_for(dora, table.pk)
    before = table.turn
    while table.turn < before + 5:
        answer(table, send)
    assert seat(table, 4).missed == 0


# Talking.


def test_what_is_said_to_the_ally_reaches_nobody_else(table: Match) -> None:
    press.say(seat(table, 1), "We take the left.", seat(table, 3), "k1")
    press.say(seat(table, 2), "Hello all!", None, "k2")
    shown = {
        number: [row.text for row in Press.objects.filter(match=table).seen_by(seat(table, number))]
        for number in range(1, 5)
    }
    assert {number for number, texts in shown.items() if "We take the left." in texts} == {1, 3}
    assert all("Hello all!" in texts for texts in shown.values())
    assert "We take the left." not in [row.text for row in Press.objects.filter(match=table).seen_by(None)]
    assert sorted(mailed("press")) == sorted(
        ["charlie@example.org", "alice@example.org", "charlie@example.org", "dora@example.org"]
    )


@pytest.mark.parametrize(
    "words", ["say to my ally: go left", "say to ally: go left", "say to Charlie: go left"]
)
def test_an_ally_is_written_to_in_words(table: Match, client: Client, words: str) -> None:
    client.force_login(user_of(table, 1))
    client.post(reverse("match_orders", args=[table.pk]), {"text": words, "key": "k"})
    message = Press.objects.get(match=table)
    assert message.to is not None
    assert (message.to.number, message.text) == (3, "go left")
