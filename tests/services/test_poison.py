"""A match whose rules fail, loop or eat memory is parked: its host is told, and all others play on."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.engine.contract.table import Table
from games.models import EventRow, Match, Order
from games.services import access, lateness, orders, resolve, storage
from games.services.engines import ENGINES
from games.services.hosting import acts
from games.services.orders import NewOrder
from games.services.resolve import RulesFailed
from games.services.seat_emails import mailbox
from games.services.storage import LostRace
from post import delivery, outbox
from post.children.budget import Allowance
from post.models import OutgoingEmail
from tests.services.conftest import Send, on_turn

Poison = Callable[[Callable[[], object]], None]
QUICK = Allowance(cpu=0.2, clock=20, memory=256 << 20)


def loop() -> None:
    while True:
        pass


def recurse() -> None:
    recurse()


def fail() -> None:
    raise KeyError("TER1")


@pytest.fixture
def poison(monkeypatch: pytest.MonkeyPatch, duel: Match) -> Poison:
    """From the next turn on, the rules of the duel do this instead."""
    honest = Table.begin_turn

    def poisoning(act: Callable[[], object]) -> None:
        def begin_turn(table: Table[Any], seat: int | None = None) -> None:
            if table.turns >= duel.turn:
                act()
            honest(table, seat)

        monkeypatch.setattr(Table, "begin_turn", begin_turn)

    monkeypatch.setattr(resolve, "RESOLVING", QUICK)
    return poisoning


def sent(match: Match) -> Order:
    """An order that ends the turn, accepted and not played."""
    wish = NewOrder(Order.Kind.ORDERS, Order.Door.API, "poison", "end")
    return orders.accept(match.seats.select_related("match").get(number=on_turn(match)), wish)


def tried(match: Match, times: int) -> None:
    """What a worker does with a bell, so many times."""
    for _ in range(times):
        with suppress(RulesFailed):
            resolve.resolve(match.pk)
    match.refresh_from_db()


def emails_to(user: User, kind: str = "stuck") -> int:
    return OutgoingEmail.objects.filter(user=user, kind=kind).count()


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (fail, "the rules failed"),
        (loop, "the rules took too long"),
        (recurse, "the rules failed"),
        (lambda: time.sleep(99), "the rules took too long"),
        (lambda: bytearray(1 << 50), "the rules took too much memory"),
    ],
)
def test_a_poisoned_match_is_parked_after_three_tries_and_its_host_told(
    duel: Match,
    poison: Poison,
    alice: User,
    act: Callable[[], object],
    why: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resolve, "RESOLVING", Allowance(cpu=0.2, clock=1.0, memory=256 << 20))
    poison(act)
    order = sent(duel)
    before = EventRow.objects.filter(match=duel).count()
    tried(duel, 2)
    assert (duel.stuck, emails_to(alice)) == ("", 0)
    tried(duel, 1)
    order.refresh_from_db()
    assert duel.stuck.startswith(f"scrappers: {why}")
    assert emails_to(alice) == 1
    assert order.played_at is None
    assert EventRow.objects.filter(match=duel).count() == before
    assert duel.pk not in lateness.matches_left_behind()


def test_a_try_that_its_worker_died_of_counts(duel: Match, alice: User) -> None:
    """Nobody was left to say why: the next worker finds three tries without an end."""
    sent(duel)
    long_ago = timezone.now() - timedelta(minutes=1)
    Match.objects.filter(pk=duel.pk).update(tries=3, tried_at=long_ago)
    tried(duel, 1)
    assert duel.stuck == "scrappers: no try came to an end"
    assert emails_to(alice) == 1


def test_a_match_that_several_workers_play_right_now_is_not_parked(duel: Match) -> None:
    sent(duel)
    Match.objects.filter(pk=duel.pk).update(tries=3, tried_at=timezone.now())
    with pytest.raises(LostRace):
        resolve.resolve(duel.pk)
    duel.refresh_from_db()
    assert duel.stuck == ""


def test_a_database_that_is_away_says_nothing_about_a_match(
    duel: Match, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*args: object) -> None:
        raise OperationalError("the database is away")

    sent(duel)
    with monkeypatch.context() as broken:
        broken.setattr(storage, "_write_history", away)
        for _ in range(5):
            with pytest.raises(OperationalError):
                resolve.resolve(duel.pk)
    assert resolve.resolve(duel.pk)
    duel.refresh_from_db()
    assert (duel.stuck, duel.tries) == ("", 0)


def test_the_host_tries_again_when_the_rules_are_fixed(
    duel: Match, poison: Poison, monkeypatch: pytest.MonkeyPatch
) -> None:
    poison(fail)
    order = sent(duel)
    tried(duel, 3)
    poison(lambda: None)
    acts.unstick(duel)
    tried(duel, 1)
    order.refresh_from_db()
    assert order.played_at is not None
    assert duel.stuck == ""


def test_a_match_that_is_still_poisoned_is_parked_again_and_the_host_told_again(
    duel: Match, poison: Poison, alice: User
) -> None:
    poison(fail)
    sent(duel)
    tried(duel, 3)
    acts.unstick(duel)
    tried(duel, 3)
    assert duel.stuck
    assert emails_to(alice) == 2


def test_the_pages_of_a_parked_match_say_so(duel: Match, poison: Poison, alice: User, client: Client) -> None:
    poison(fail)
    sent(duel)
    tried(duel, 3)
    client.force_login(alice)
    page = client.get(f"/matches/{duel.pk}/")
    assert page.status_code == 200
    assert "This match is stuck" in page.text


@pytest.mark.parametrize("act", [fail, loop])
def test_a_page_whose_rules_fail_shows_the_last_known_board(
    duel: Match, alice: User, client: Client, act: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody has noticed yet: no worker had anything to play."""
    monkeypatch.setattr(access, "READING", QUICK)
    monkeypatch.setattr(type(ENGINES[duel.game]), "view", lambda *args: act())
    client.force_login(alice)
    assert client.get(f"/matches/{duel.pk}/").status_code == 200
    assert client.get(f"/api/v1/matches/{duel.pk}/").status_code == 200


def test_a_page_whose_board_cannot_be_drawn_is_shown_without_one(
    duel: Match, alice: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(ENGINES[duel.game]), "board", lambda *args: fail())
    client.force_login(alice)
    assert client.get(f"/matches/{duel.pk}/").status_code == 200


def test_an_answer_by_rest_that_takes_too_long_is_a_503(
    duel: Match, alice: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "READING", QUICK)
    monkeypatch.setattr(type(ENGINES[duel.game]), "picture", lambda *args: loop())
    client.force_login(alice)
    assert client.get(f"/api/v1/matches/{duel.pk}/board.svg").status_code == 503


# Emails.


@pytest.mark.parametrize("act", [fail, loop])
def test_an_email_that_cannot_be_written_holds_up_no_other_and_is_given_up(
    duel: Match, alice: User, bob: User, act: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """P3: nothing is held against the reader, whose address is fine; the staff can have it tried again."""
    monkeypatch.setattr(delivery, "WRITING", QUICK)
    monkeypatch.setattr(type(ENGINES[duel.game]), "board", lambda *args: act())
    OutgoingEmail.objects.all().delete()
    mailbox.queue_for_seat("turn", duel.seats.get(user=alice), "poisoned", {"first": 0, "last": 1})
    outbox.queue("help", bob.email, "harmless", user=bob, facts={"text": "Help."})
    for _ in range(delivery.MOST_WRITINGS):
        OutgoingEmail.objects.filter(state="waiting").update(due_at=timezone.now())
        delivery.deliver_due()
    states = dict(OutgoingEmail.objects.values_list("kind", "state"))
    assert states == {"turn": "failed", "help": "sent"}
    alice.refresh_from_db()
    assert alice.bounced_at is None


def test_an_email_that_its_writers_died_of_is_given_up(duel: Match, alice: User) -> None:
    OutgoingEmail.objects.all().delete()
    mailbox.queue_for_seat("turn", duel.seats.get(user=alice), "deadly", {"first": 0, "last": 1})
    OutgoingEmail.objects.update(state="sending", attempts=delivery.MOST_CLAIMS, due_at=timezone.now())
    delivery.deliver_due()
    assert OutgoingEmail.objects.get().state == "failed"
