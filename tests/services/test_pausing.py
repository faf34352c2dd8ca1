"""A pause: orders of all doors are kept, acknowledged, replaced, and played when the match goes on."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import tokens
from edgepbem import health
from games.models import Match, Order, Seat
from games.services import access, lateness, resolve
from games.services.hosting import acts
from post import delivery
from post.compose import compose
from post.mime import Envelope
from post.models import OutgoingEmail
from tests.post.emails import delivered
from tests.post.inbox import post, seat_of
from tests.services.conftest import Send, on_turn
from tests.web.pages import html, text


@pytest.fixture
def paused(duel: Match) -> Match:
    acts.pause(duel, "The host is on holiday")
    duel.refresh_from_db()
    return duel


@pytest.fixture
def mover(paused: Match) -> Seat:
    """The seat whose turn it is."""
    return seat_of(paused, on_turn(paused))


@pytest.fixture
def browser(mover: Seat) -> Client:
    client = Client()
    client.force_login(_user(mover))
    return client


def _user(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def emails(kind: str) -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.select_related("user").filter(kind=kind).order_by("pk"))


def is_played_after_the_pause(match: Match) -> bool:
    """Nothing happens in the pause, and exactly one turn when it is over."""
    before = on_turn(match)
    resolve.resolve_all(match.pk)
    assert lateness.matches_left_behind() == []
    assert on_turn(match) == before
    acts.resume(match)
    assert lateness.matches_left_behind() == [match.pk]
    resolve.resolve_all(match.pk)
    return on_turn(match) != before


def test_orders_of_the_page_are_kept_until_the_match_goes_on(
    paused: Match, mover: Seat, browser: Client
) -> None:
    sent = browser.post(reverse("match_orders", args=[paused.pk]), {"text": "end", "key": "k"})
    page = browser.get(sent["Location"])
    assert "The match is paused" in text(page)
    assert "hx-trigger" not in html(page)
    assert '<noscript><meta http-equiv="refresh"' not in html(page)
    assert is_played_after_the_pause(paused)


def test_orders_of_the_seat_link_are_kept(paused: Match, mover: Seat) -> None:
    link, client = reverse("seat_link", args=[access.link_token(mover)]), Client()
    sent = client.post(f"{link}orders/", {"text": "end", "key": "k"})
    assert "The match is paused" in text(client.get(sent["Location"]))
    assert is_played_after_the_pause(paused)


def test_orders_of_a_program_are_kept_and_it_does_not_wait(paused: Match, mover: Seat) -> None:
    headers = {"Authorization": f"Token {tokens.make(_user(mover), 'test')}", "Prefer": "wait=9"}
    client = Client(headers=headers)
    path = f"/api/v1/matches/{paused.pk}/orders/"
    answered = client.post(path, {"text": "end"}, content_type="application/json")
    assert (answered.status_code, answered.json()["is_kept"]) == (202, True)
    assert client.get(f"{path}kept/").json() == {"text": "end", "until": "resumed"}
    assert is_played_after_the_pause(paused)
    assert client.get(answered["Location"]).json()["is_kept"] is False


def test_orders_of_an_email_are_kept_and_it_is_answered_at_once(paused: Match, mover: Seat) -> None:
    post(mover, "end")
    (answer,) = emails("answer")
    assert "Your orders are kept and will be played when it resumes:\n\n  end" in answer.facts["text"]
    assert is_played_after_the_pause(paused)
    (receipt,) = emails("receipt")
    assert "Line 1: end" in compose(receipt).text


def test_resigning_and_taking_back_are_kept_too(paused: Match, mover: Seat) -> None:
    post(mover, "resign")
    assert "“resign” is kept until it resumes" in emails("answer")[0].facts["text"]
    resolve.resolve_all(paused.pk)
    paused.refresh_from_db()
    assert paused.status == Match.Status.RUNNING
    acts.resume(paused)
    resolve.resolve_all(paused.pk)
    paused.refresh_from_db()
    assert paused.status == Match.Status.FINISHED


def test_a_machine_that_answers_each_answer_is_soon_left_alone(paused: Match, mover: Seat) -> None:
    """A5, in a pause: what it writes is not read yet, so that nobody can say that it is no order."""
    for number in range(6):
        post(mover, f"Your ticket {number} has been received.", message_id=f"<v{number}@example.org>")
    assert len(emails("answer")) <= 3


def test_what_was_last_received_in_a_pause_counts(paused: Match, mover: Seat, send: Send) -> None:
    first = send(paused, mover.number, "recruit nobody")
    second = send(paused, mover.number, "end")
    first.refresh_from_db()
    assert (first.receipt["dropped"], first.receipt["replaced"]) == ("recruit nobody", True)
    assert second.played_at is None
    assert is_played_after_the_pause(paused)
    second.refresh_from_db()
    assert second.receipt["problem"] is None


def test_what_the_other_player_has_sent_is_not_replaced(paused: Match, mover: Seat, send: Send) -> None:
    mine, other = send(paused, mover.number, "end"), send(paused, 3 - mover.number, "end")
    mine.refresh_from_db()
    assert mine.played_at is other.played_at is None


def test_the_same_order_again_does_not_replace_itself(paused: Match, browser: Client) -> None:
    for _ in range(2):
        browser.post(reverse("match_orders", args=[paused.pk]), {"text": "end", "key": "same"})
    assert Order.objects.get().played_at is None


def test_without_a_pause_nothing_is_replaced(duel: Match, send: Send) -> None:
    first = send(duel, on_turn(duel), "end")
    assert "dropped" not in first.receipt


def test_the_health_page_is_not_red_for_orders_that_are_kept(
    paused: Match, mover: Seat, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = send(paused, mover.number, "end")
    Order.objects.filter(pk=order.pk).update(received_at="2020-01-01T00:00Z")
    assert health.orders() == health.FINE
    Match.objects.update(paused_at=None)
    assert health.orders() != health.FINE


# Emails about the pause.


def test_all_players_get_an_email_with_the_reason(paused: Match, mover: Seat) -> None:
    told = {mail.address: compose(mail) for mail in emails("paused")}
    assert set(told) == {"alice@example.org", "bob@example.org"}
    for email in told.values():
        for body in (email.text, email.html):
            assert "The host is on holiday" in body
            assert "kept until the match resumes" in " ".join(body.split())
    assert "Your deadline is on hold" in told.pop(_user(mover).email).text
    assert "Your deadline is on hold" not in told.popitem()[1].text


def test_when_it_goes_on_the_new_deadline_is_told(paused: Match, mover: Seat) -> None:
    acts.resume(paused)
    told = {mail.address: compose(mail).text for mail in emails("resumed")}
    assert len(told) == 2
    mine = " ".join(told.pop(_user(mover).email).split())
    assert "You have until" in mine
    assert f"It is waiting for {_user(mover).name}" in " ".join(told.popitem()[1].split())


def sent_after_a_while() -> list[Envelope]:
    """What leaves when emails have waited for others; what is out of date is left out."""
    OutgoingEmail.objects.filter(kind__in=["turn", "started"]).delete()
    OutgoingEmail.objects.update(not_before=None, due_at=timezone.now())
    delivery.deliver_due(100)
    return delivered()


def test_an_email_about_a_pause_that_is_over_is_not_sent(paused: Match) -> None:
    acts.resume(paused)
    subjects = [email.subject for email in sent_after_a_while()]
    assert sorted(subjects) == ["A duel: the match has resumed"] * 2


def test_more_time_is_told_to_whom_it_is_given(duel: Match) -> None:
    seat = seat_of(duel, on_turn(duel))
    acts.extend(seat, 24, reason="a wedding")
    (mail,) = emails("extended")
    assert mail.user == seat.user
    email = compose(mail)
    for body in (email.text, email.html):
        assert "24 more hours in A duel. You now have until" in " ".join(body.split())
        assert "a wedding" in body
    OutgoingEmail.objects.all().delete()
    acts.extend(seat_of(duel, on_turn(duel)), 1)
    assert "Reason:" not in compose(emails("extended")[0]).text


def test_of_two_gifts_of_time_the_email_tells_the_last(duel: Match) -> None:
    for hours in (24, 48):
        acts.extend(seat_of(duel, on_turn(duel)), hours)
    (email,) = [email for email in sent_after_a_while() if "more time" in email.subject]
    assert email.subject == "A duel: you have more time"
    assert "48 more hours" in " ".join(email.text.split())


def test_who_is_not_asked_after_a_rewind_gets_an_email_too(duel: Match, send: Send) -> None:
    for _ in range(3):
        send(duel, on_turn(duel), "end")
    OutgoingEmail.objects.all().delete()
    acts.rewind(duel, 1, reason="a wrong die")
    (mail,) = emails("rewound")
    assert mail.mailbox == seat_of(duel, 3 - on_turn(duel)).pk
    assert "to the end of turn 1" in " ".join(compose(mail).text.split())
    assert "a wrong die" in compose(mail).html
    (turn,) = emails("turn")
    assert "(a wrong die)" in " ".join(compose(turn).text.split())


@pytest.mark.parametrize("field", ["mail_host_acts", "is_active"])
def test_who_wants_no_such_emails_gets_none(duel: Match, bob: User, field: str) -> None:
    User.objects.filter(pk=bob.pk).update(**{field: False})
    acts.pause(duel, "why not")
    acts.resume(duel)
    assert {mail.address for mail in emails("paused") + emails("resumed")} == {"alice@example.org"}


def test_a_muted_seat_and_one_that_was_given_up_get_none(duel: Match) -> None:
    duel.seats.filter(number=1).update(is_muted=True)
    duel.seats.filter(number=2).update(resigned_at="2026-11-01T00:00Z")
    acts.pause(duel, "why not")
    assert not emails("paused")
