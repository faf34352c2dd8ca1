"""Deadlines under stress: outages, races at the last moment, two who do the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.engine.play.save import decode_save
from games.models import EventRow, HistoryChapter, Match, Order, RollRow, Seat
from games.services import lateness, orders, resolve
from games.services.access import match_for
from games.services.deadlines import reminders
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from games.services.scene import scene_of
from games.services.storage import LostRace
from post import heartbeat
from post.models import Heartbeat, OutgoingEmail
from post.tasks import deliver_emails, read_emails
from tests.catalogue import many
from tests.services.conftest import on_turn
from tests.services.together import together

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)
TERMS = Terms("scrappers", "Duel", {}, turn_hours=72)


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick does its own work here, and rings for nobody."""
    for task in (tasks.resolve_match, deliver_emails, read_emails):
        monkeypatch.setattr(task, "delay", lambda *ids: None)
    monkeypatch.setattr(reminders, "ring_reminders", reminders.write_reminders)


def begin(moment: datetime, *players: User, hours: int = 72) -> Seat:
    """A match that began at a moment; the seat that it waits for."""
    with time_machine.travel(moment, tick=False):
        terms = Terms("scrappers", "Duel", {}, turn_hours=hours)
        match = open_match(players[0], terms, [Place(player) for player in players])
    return match.seats.select_related("match", "user").get(number=on_turn(match))


def tick_at(moment: datetime) -> None:
    """One tick, and the workers that it would wake."""
    with time_machine.travel(moment, tick=False):
        tasks.tick()
        for pk in lateness.matches_left_behind():
            resolve.resolve(pk)


def fresh(seat: Seat) -> Seat:
    """The seat as it is now."""
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def extensions(seat: Seat) -> list[str]:
    """What the match was told of more time."""
    told = scene_of(match_for(seat.user, seat.match_id)).story()
    return [one.text for one in told if one.key == "extended"]


# P12: an outage costs nobody a turn.


@pytest.mark.parametrize("outage", [15.5 * MINUTE, 3 * HOUR, 48 * HOUR])
def test_an_outage_over_a_deadline_costs_nobody_a_turn(alice: User, bob: User, outage: timedelta) -> None:
    """P12, F16, F7: grace without an operator, told once."""
    seat = begin(NOON, alice, bob)
    due = NOON + 72 * HOUR
    tick_at(due - outage / 2)
    back = due + outage / 2
    tick_at(back)
    now = fresh(seat)
    assert now.due_at == max(due + outage, back + 6 * HOUR)
    assert (now.missed, Order.objects.count()) == (0, 0)
    assert len(extensions(seat)) == 1
    tick_at(back + MINUTE)
    assert fresh(seat).due_at == now.due_at
    assert len(extensions(seat)) == 1
    emails = OutgoingEmail.objects.filter(kind="reminder", user=seat.user, created_at__gte=back)
    assert [mail.facts["seats"] for mail in emails] == [[seat.pk]]


def test_after_its_grace_a_seat_is_late_as_usual(alice: User, bob: User) -> None:
    seat = begin(NOON, alice, bob)
    tick_at(NOON + 71 * HOUR)
    tick_at(NOON + 74 * HOUR)
    grace = fresh(seat).due_at
    assert grace == NOON + 80 * HOUR
    for minutes in range(10, 400, 10):
        tick_at(NOON + 74 * HOUR + minutes * MINUTE)
    assert fresh(seat).missed == 1


def test_what_would_have_been_due_soon_after_moves_too(alice: User, bob: User) -> None:
    seat = begin(NOON, alice, bob)
    tick_at(NOON + 60 * HOUR)
    tick_at(NOON + 70 * HOUR)
    now = fresh(seat)
    assert now.due_at == NOON + 82 * HOUR
    assert extensions(seat) == []


def test_what_is_due_long_after_an_outage_stays(alice: User, bob: User) -> None:
    seat = begin(NOON, alice, bob)
    tick_at(NOON + 1 * HOUR)
    tick_at(NOON + 4 * HOUR)
    assert fresh(seat).due_at == NOON + 72 * HOUR


def test_a_short_pause_of_the_tick_is_no_outage(alice: User, bob: User) -> None:
    seat = begin(NOON, alice, bob)
    tick_at(NOON + 72 * HOUR - 5 * MINUTE)
    tick_at(NOON + 72 * HOUR + 5 * MINUTE)
    assert fresh(seat).missed == 1


def test_who_was_late_before_the_outage_is_late(alice: User, bob: User) -> None:
    seat = begin(NOON, alice, bob)
    with time_machine.travel(NOON + 73 * HOUR, tick=False):
        tasks.tick()  # called, but no worker lived to play it
    tick_at(NOON + 80 * HOUR)
    assert fresh(seat).missed == 1


def test_an_order_accepted_in_an_outage_is_played(alice: User, bob: User) -> None:
    """P12: the pages were there, the workers were not."""
    seat = begin(NOON, alice, bob)
    tick_at(NOON + 70 * HOUR)
    with time_machine.travel(NOON + 71 * HOUR, tick=False):
        order = orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "k", "end"))
    tick_at(NOON + 75 * HOUR)
    order.refresh_from_db()
    assert order.receipt["problem"] is None
    assert on_turn(seat.match) != seat.number


def test_a_tick_that_dies_half_way_does_not_lose_the_outage(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P12: grace that could not be given is given by the next tick, before anybody is called late."""
    seat = begin(NOON, alice, bob)
    tick_at(NOON + 71 * HOUR)
    with monkeypatch.context() as broken:
        broken.setattr(lateness, "_give", _dies)
        tick_at(NOON + 74 * HOUR)
    assert Order.objects.count() == 0
    tick_at(NOON + 74 * HOUR + MINUTE)
    assert fresh(seat).due_at == NOON + 80 * HOUR + MINUTE
    assert fresh(seat).missed == 0


def test_an_outage_that_could_not_be_noted_is_noticed_again(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = begin(NOON, alice, bob)
    tick_at(NOON + 71 * HOUR)
    with monkeypatch.context() as broken:
        broken.setattr(lateness, "_notice_outage", _dies)
        tick_at(NOON + 74 * HOUR)
    assert heartbeat.last_beat("tick") == NOON + 71 * HOUR
    tick_at(NOON + 74 * HOUR + MINUTE)
    assert fresh(seat).missed == 0


def _dies(*anything: object) -> None:
    raise RuntimeError("killed")


def test_a_paused_match_needs_no_grace(alice: User, bob: User) -> None:
    seat = begin(NOON, alice, bob)
    Match.objects.update(paused_at=NOON)
    tick_at(NOON + 71 * HOUR)
    tick_at(NOON + 74 * HOUR)
    assert fresh(seat).due_at == NOON + 72 * HOUR
    assert not Heartbeat.objects.exclude(part="tick").exists()


@pytest.mark.django_db(transaction=True)
def test_two_schedulers_give_grace_once(alice: User, bob: User) -> None:
    """F6, F16."""
    seats = [begin(NOON, alice, bob) for _ in range(4)]
    tick_at(NOON + 71 * HOUR)
    with time_machine.travel(NOON + 74 * HOUR, tick=False):
        together([lateness.give_grace] * 3)
        lateness.give_grace()
        assert {fresh(seat).due_at for seat in seats} == {NOON + 80 * HOUR}
        assert [len(extensions(seat)) for seat in seats] == [1] * 4


# Races.


@pytest.mark.slow
@pytest.mark.catalogue
@pytest.mark.django_db(transaction=True)
def test_two_resolvers_of_the_same_turn_give_one_result(alice: User, bob: User) -> None:
    """F13, P2: turn after turn, two workers on each: one result, and nothing written twice."""
    played, turns = 0, many(50, 200)
    while played < turns:
        match = open_match(alice, TERMS, [Place(alice), Place(bob)])
        match_rows = match.event_rows.count()
        while match.status == Match.Status.RUNNING and played < turns:
            seat = match.seats.select_related("match").get(number=on_turn(match))
            order = orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.API, f"k{played}", "end"))
            before = match.version
            outcomes = together([partial(resolve.resolve, match.pk)] * 2)
            match.refresh_from_db()
            order.refresh_from_db()
            assert match.version == before + 1
            assert order.played_at is not None
            assert outcomes.count(True) == 1
            assert all(one in (True, False) or isinstance(one, LostRace) for one in outcomes), outcomes
            assert match.event_rows.count() > match_rows
            match_rows = match.event_rows.count()
            played += 1
        for rows in (EventRow, RollRow, HistoryChapter):
            numbers = list(rows.objects.filter(match=match).values_list("number", flat=True))
            assert numbers == list(range(1, len(numbers) + 1))
    emails = OutgoingEmail.objects.filter(kind="turn").values_list("mailbox", "facts__turn")
    assert len(emails) == len(set(emails))


@pytest.mark.django_db(transaction=True)
def test_at_the_deadline_accepted_means_used_and_refused_means_not(alice: User, bob: User) -> None:
    """C3: never a third thing."""
    for number in range(6):
        seat = begin(NOON, alice, bob)
        with time_machine.travel(NOON + 72 * HOUR, tick=False):

            def post(place: int, seat: Seat = seat, number: int = number) -> Order:
                wish = NewOrder(Order.Kind.ORDERS, Order.Door.API, f"{number}.{place}", "end")
                return accept(fresh(seat), wish)

            def late(seat: Seat = seat) -> None:
                lateness.call_late_seats()
                resolve.resolve(seat.match_id)

            outcomes = together([*(partial(post, place) for place in range(8)), late, late])
            while resolve.resolve(seat.match_id):
                pass
        accepted = [outcome.pk for outcome in outcomes if isinstance(outcome, Order)]
        assert len(accepted) == 8
        receipts = Order.objects.filter(pk__in=accepted).values_list("played_at", "receipt")
        for played_at, receipt in receipts:
            assert played_at is not None
            assert receipt["done"] or receipt["problem"] or receipt["kept"]


@pytest.mark.django_db(transaction=True)
def test_three_doors_at_once_make_one_final_version(alice: User, bob: User) -> None:
    """C4: what was last received counts, whole; no mixture."""
    for number in range(8):
        seat = begin(timezone.now(), alice, bob)
        other = Seat.objects.select_related("match").get(match=seat.match, number=3 - seat.number)

        def revise(door: Order.Door, seat: Seat = other, number: int = number) -> Order:
            return accept(
                seat, NewOrder(Order.Kind.ORDERS, door, f"{number} {door}", f"recruit {_DOORS[door]}\nend")
            )

        together([*(partial(revise, door) for door in _DOORS), partial(resolve.resolve, seat.match_id)])
        while resolve.resolve(seat.match_id):
            pass
        orders = list(Order.objects.filter(seat=other).order_by("pk"))
        assert all(order.played_at is not None for order in orders)
        assert len(orders) == 3
        assert orders[-1].receipt["kept"] == orders[-1].text
        sheets = decode_save(bytes(Match.objects.get(pk=other.match_id).save_data or b"")).sheets
        assert sheets[other.number].text == orders[-1].text


_DOORS = {Order.Door.WEB: "TER1", Order.Door.API: "TER2", Order.Door.MAIL: "MET1"}


def test_a_late_call_for_one_turn_does_not_hit_the_next(alice: User, bob: User) -> None:
    """Both have ordered for their turns already when the call is played: nobody was late."""
    seat = begin(NOON, alice, bob)
    other = Seat.objects.select_related("match").get(match=seat.match, number=3 - seat.number)
    with time_machine.travel(NOON + 72 * HOUR, tick=False):
        orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "1", "end"))
        orders.accept(other, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, "2", "end"))
        lateness.call_late_seats()
        resolve.resolve_all(seat.match_id)
    assert on_turn(seat.match) == seat.number
    assert fresh(seat).missed == 0
    assert fresh(seat).due_at == NOON + 144 * HOUR


def test_the_order_of_the_sweeps() -> None:
    """Grace before anybody is late, and the sign of life last."""
    assert tasks.SWEEPS[:2] == [lateness.give_grace, lateness.call_late_seats]
    assert reminders.send_due_reminders in tasks.SWEEPS
    assert tasks.SWEEPS[-1] is tasks.sweep_heartbeat
