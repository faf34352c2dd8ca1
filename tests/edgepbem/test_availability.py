"""A full disk, a database that cannot be written: nothing is confirmed, and all goes on afterwards."""

from __future__ import annotations

import json

import pytest
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from edgepbem import health
from games.models import Match, Order
from post import delivery, inbox, mailboxes
from post.models import IncomingEmail, OutgoingEmail
from tests.edgepbem.full_disk import TROUBLES, full, read_only
from tests.mailboxes import reply_address
from tests.post.inbox import email_to, seat_of
from tests.services.conftest import duel, on_turn  # noqa: F401

LONG = "recruit TER1\n" * 700 + "end"  # does not fit into what is left of a page
pytestmark = pytest.mark.django_db(transaction=True)  # a full disk ends a whole transaction, not a part of it
trouble = pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)


@pytest.fixture
def browser(duel: Match) -> Client:  # noqa: F811
    """Of the player on turn."""
    client = Client(raise_request_exception=False)
    client.force_login(player_of(duel))
    return client


def player_of(match: Match) -> User:
    user = seat_of(match, on_turn(match)).user
    assert user is not None
    return user


@trouble
def test_a_page_confirms_no_order_that_it_cannot_keep(trouble, browser, duel):  # noqa: F811
    page, form = reverse("match", args=[duel.pk]), {"text": LONG, "key": "one"}
    address = reverse("match_orders", args=[duel.pk])
    with trouble():
        answer = browser.post(address, form)
        assert answer.status_code == 503
        assert answer["Retry-After"]
        assert "was not accepted" in answer.content.decode()
    assert not Order.objects.exists()
    assert browser.get(page).status_code == 200
    assert browser.post(address, form).status_code == 302
    assert Order.objects.count() == 1


@trouble
def test_the_api_confirms_no_order_that_it_cannot_keep(trouble, duel):  # noqa: F811
    token = ApiToken.objects.create(player_of(duel), name="test")[1]
    client = Client(headers={"Authorization": f"Token {token}", "Idempotency-Key": "1"})

    def order():
        body = json.dumps({"text": LONG})
        return client.post(f"/api/v1/matches/{duel.pk}/orders/", body, content_type="application/json")

    with trouble():
        answer = order()
        assert (answer.status_code, answer.json()["status"]) == (503, 503)
        assert "receipt" not in answer.json()
    assert not Order.objects.exists()
    assert order().status_code in (200, 201, 202)


def test_a_session_that_cannot_be_kept_was_not_deleted(browser, settings):
    """Django says 400 then, and that someone has signed out."""
    settings.SESSION_SAVE_EVERY_REQUEST = True
    with read_only():
        assert browser.get("/").status_code == 503
    assert browser.get("/").status_code == 200
    assert Session.objects.exists()


def test_a_program_gets_its_problem_as_json_wherever_it_arose(browser, settings):
    settings.SESSION_SAVE_EVERY_REQUEST = True
    with read_only():
        answer = browser.get("/api/v1/games/")
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")


def test_a_sheet_by_email_waits_until_it_can_be_kept(duel):  # noqa: F811
    """Not even ten tries make it the email's fault."""
    seat = seat_of(duel, on_turn(duel))
    mailboxes.receive(email_to(seat, LONG), reply_address(seat), "alice@example.org", "smtp")
    for _ in range(10):
        IncomingEmail.objects.update(due_at="2020-01-01T00:00:00Z")
        with full(), pytest.raises(OperationalError):
            inbox.read_due()
        assert IncomingEmail.objects.get().state == IncomingEmail.State.WAITING
    IncomingEmail.objects.update(due_at="2020-01-01T00:00:00Z")
    assert inbox.read_due() == 1
    assert Order.objects.get().text.endswith("end")


def test_an_email_that_was_sent_but_not_noted_is_not_sent_again(duel, mailoutbox, monkeypatch):  # noqa: F811
    """F15: each end of its lease would send it once more while the disk is full."""
    User.objects.update(mail_pdf=False)
    OutgoingEmail.objects.exclude(pk=OutgoingEmail.objects.order_by("pk")[0].pk).delete()
    note = delivery._note

    def failing(*_):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(delivery, "_note", failing)
    for _ in range(3):
        with pytest.raises(OperationalError):
            delivery.deliver_due()
        OutgoingEmail.objects.update(due_at="2020-01-01T00:00:00Z")
    monkeypatch.setattr(delivery, "_note", note)
    delivery.deliver_due()
    assert len(mailoutbox) == 1
    assert OutgoingEmail.objects.get().state == OutgoingEmail.State.SENT


def test_the_health_page_is_red_and_says_why(client, db, monkeypatch):
    """P21: a full disk still answers every question."""
    monkeypatch.setattr(health, "_kept", {})
    with read_only():
        answer = client.get("/healthz?parts=database")
    assert answer.status_code == 503
    assert "readonly database" in answer.json()["parts"]["database"]["why"]
    monkeypatch.setattr(health, "_kept", {})
    assert client.get("/healthz?parts=database").status_code == 200
