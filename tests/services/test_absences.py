"""A player is absent: deadlines wait, once and within the limit; opponents are told; nobody is reminded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import Absence, User
from accounts.refusals import Refused
from accounts.services import absences, cleanup, deletion, tokens
from accounts.services.absences import Span
from accounts.services.dates import Days
from games import tasks
from games.engine.play.replay import Disagreement
from games.models import Match, Order, Seat
from games.services import lateness, resolve, seats, storage
from games.services.access import match_for
from games.services.deadlines import hours, reminders
from games.services.hosting import acts
from games.services.matches.new import Place, Terms, open_match
from games.services.scene import scene_of
from post.children.budget import Overrun
from post.compose import compose
from post.models import OutgoingEmail
from post.tasks import deliver_emails, read_emails
from tests.post.inbox import post
from tests.services.conftest import on_turn
from tests.web.pages import text

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)  # a Monday; 13:00 in Warsaw


@pytest.fixture(autouse=True)
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick does its own work here, and rings for nobody."""
    for task in (tasks.resolve_match, deliver_emails, read_emails):
        monkeypatch.setattr(task, "delay", lambda *ids: None)
    monkeypatch.setattr(reminders, "ring_reminders", reminders.write_reminders)


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def seat(alice: User, bob: User, clock: Any) -> Seat:
    """Alice's or Bob's: the match waits for it, for three days from Monday noon."""
    return begin(alice, bob)


def begin(*players: User, **terms: int) -> Seat:
    wanted = Terms("scrappers", "Duel", {}, **{"turn_hours": 72, **terms})  # type: ignore[arg-type]
    match = open_match(players[0], wanted, [Place(player) for player in players])
    for user in players:
        User.objects.filter(pk=user.pk).update(time_zone="Europe/Warsaw")
    return match.seats.select_related("match", "user").get(number=on_turn(match))


def fresh(seat: Seat) -> Any:
    """The seat as it is now; it has a deadline, which mypy cannot know."""
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def player(seat: Seat) -> User:
    assert seat.user is not None
    return User.objects.get(pk=seat.user.pk)


def opponent(seat: Seat) -> Seat:
    return seat.match.seats.select_related("match", "user").exclude(pk=seat.pk).get()


def day(number: int, month: int = 3, year: int = 2027) -> date:
    return date(year, month, number)


def midnight(number: int, month: int = 3) -> datetime:
    """The beginning of a day in Warsaw, in winter."""
    return datetime(2027, month, number, tzinfo=UTC) - HOUR


def tick() -> None:
    tasks.tick()
    for pk in lateness.matches_left_behind():
        resolve.resolve(pk)


def story(seat: Seat) -> list[str]:
    return [one.text for one in scene_of(match_for(seat.user, seat.match_id)).story()]


def told(kind: str) -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(kind=kind).select_related("user").order_by("pk"))


# Deadlines.


def test_the_clock_stands_still_while_its_player_is_absent(seat):
    due = seat.due_at
    absences.declare(player(seat), Days(day(3), day(7)))
    assert fresh(seat).due_at == due + 5 * DAY


def test_what_was_left_before_is_left_after(seat, clock):
    absences.declare(player(seat), Days(day(3), day(7)))
    clock.move_to(midnight(8) - HOUR)
    tick()
    assert not Order.objects.exists()
    assert fresh(seat).due_at == midnight(8) + 3 * DAY - (midnight(3) - NOON)
    clock.move_to(fresh(seat).due_at + HOUR)
    heartbeat_was_near(clock)
    tick()
    assert fresh(seat).missed == 1


def heartbeat_was_near(clock):
    """As if the server had run all the time."""
    from post import heartbeat

    heartbeat.beat(lateness.TICK)


def test_a_deadline_before_the_absence_stays(seat):
    due = seat.due_at
    absences.declare(player(seat), Days(day(20), day(25)))
    assert fresh(seat).due_at == due


def test_a_match_that_begins_to_wait_knows_of_the_absence(alice, bob, clock):
    for user in (alice, bob):
        absences.declare(user, Days(day(2), day(4)))
    seat = begin(alice, bob)
    begun = max(one.begins_at for one in player(seat).absences.all())
    assert seat.due_at == NOON + 3 * DAY + (player(seat).absences.get().ends_at - begun)


def test_the_other_seats_clock_runs(seat):
    due = seat.due_at
    absences.declare(player(opponent(seat)), Days(day(1), day(7)))
    assert fresh(seat).due_at == due


def test_an_absence_from_today_begins_now(seat):
    absence = absences.declare(player(seat), Days(day(1), day(2)))
    assert absence.begins_at == NOON
    assert fresh(seat).due_at == midnight(3) + 3 * DAY


def test_a_deadline_that_has_passed_does_not_come_back(seat, clock):
    due = seat.due_at
    clock.move_to(due + HOUR)
    absences.declare(player(seat), Days(None, day(20)))
    assert fresh(seat).due_at == due
    heartbeat_was_near(clock)
    tick()
    assert fresh(seat).missed == 1


def test_it_waits_no_longer_than_the_match_allows(seat):
    Match.objects.update(absence_days=2)
    absences.declare(player(seat), Days(day(3), day(20)))
    assert fresh(seat).due_at == NOON + 3 * DAY + 2 * DAY


def test_a_match_that_allows_none_does_not_wait(alice, bob, clock):
    seat = begin(alice, bob, absence_days=0)
    due = seat.due_at
    absences.declare(player(seat), Days(day(2), day(20)))
    assert fresh(seat).due_at == due


def test_several_absences_share_one_limit(seat):
    Match.objects.update(absence_days=4)
    absences.declare(player(seat), Days(day(2), day(4)))
    absences.declare(player(seat), Days(day(6), day(8)))
    assert fresh(seat).due_at == NOON + 3 * DAY + 4 * DAY


def test_back_early_the_clock_runs_again(seat, clock):
    due = seat.due_at
    absences.declare(player(seat), Days(day(2), day(20)))
    clock.move_to(midnight(4))
    absences.end(player(seat))
    assert fresh(seat).due_at == due + 2 * DAY
    assert story(seat)[-1] == f"{player(seat).name} cancelled the absence from 2027-03-02 to 2027-03-03."


def test_called_off_before_it_begins_nothing_is_left_of_it(seat):
    due = seat.due_at
    absence = absences.declare(player(seat), Days(day(2), day(20)))
    absences.call_off(player(seat), absence)
    assert fresh(seat).due_at == due
    assert not Absence.objects.exists()


def test_a_pause_of_the_host_is_not_counted_twice(seat, clock):
    due = seat.due_at
    absences.declare(player(seat), Days(day(2), day(7)))  # six days
    clock.move_to(midnight(5))
    acts.pause(seat.match, "a move")
    clock.move_to(midnight(11))
    acts.resume(Match.objects.get())
    assert fresh(seat).due_at == due + 9 * DAY  # from the 2nd to the 10th


def test_an_absence_declared_in_a_pause_is_not_counted_twice(seat, clock):
    due = seat.due_at
    clock.move_to(midnight(2))
    acts.pause(seat.match, "a move")
    clock.move_to(midnight(3))
    absences.declare(player(seat), Days(None, day(6)))
    clock.move_to(midnight(5))
    acts.resume(Match.objects.get())
    assert fresh(seat).due_at == due + 5 * DAY  # from the 2nd to the 6th


def test_time_that_the_host_gives_is_not_spent_in_the_absence(seat):
    absences.declare(player(seat), Days(day(5), day(9)))
    due = fresh(seat).due_at
    assert due == NOON + 3 * DAY
    acts.extend(fresh(seat), 24)
    assert fresh(seat).due_at == due + DAY + 5 * DAY


def test_an_outage_within_an_absence_gives_nothing_more(seat, clock):
    absences.declare(player(seat), Days(day(3), day(7)))
    due = fresh(seat).due_at
    clock.move_to(midnight(6))
    heartbeat_was_near(clock)
    clock.move_to(midnight(8) - HOUR)
    tick()
    assert fresh(seat).due_at == due


def test_a_worker_that_began_before_starts_over(seat):
    """A match is claimed: whoever loaded it before the absence must not write a deadline without it."""
    before = seat.match.version
    absences.declare(player(seat), Days(day(3), day(7)))
    assert Match.objects.get().version > before


def test_a_new_player_brings_own_absences(seat, charlie):
    absences.declare(charlie, Days(day(2), day(3)))
    seats.replace_player(seat, User.objects.get(pk=charlie.pk), User(is_staff=True))
    assert fresh(seat).due_at == NOON + 3 * DAY + 2 * DAY


def test_a_stuck_match_does_not_keep_its_player_from_a_holiday(seat):
    Match.objects.update(stuck="a fault")
    due = seat.due_at
    absences.declare(player(seat), Days(day(3), day(7)))
    assert fresh(seat).due_at == due + 5 * DAY


@pytest.mark.parametrize("fault", [KeyError("gone"), Overrun(), Disagreement("other rules")])
def test_nor_does_one_whose_rules_fail(seat, monkeypatch, fault):
    """F3: and whoever had loaded it before starts over."""

    def load(*_):
        raise fault

    monkeypatch.setattr(storage, "load", load)
    due, version = seat.due_at, seat.match.version
    absences.declare(player(seat), Days(day(3), day(7)))
    assert fresh(seat).due_at == due + 5 * DAY
    assert fresh(seat).match.version == version + 1


def test_matches_against_bots_need_no_rules(seat, monkeypatch):
    """P18: however many of them one player has, an absence is declared at once."""
    due = seat.due_at
    seat.match.seats.exclude(pk=seat.pk).update(user=None, bot="random")
    monkeypatch.setattr(storage, "load", None)
    absences.declare(player(seat), Days(day(3), day(7)))
    assert fresh(seat).due_at == due + 5 * DAY


# The arithmetic.


def test_in_any_year_no_more_than_the_limit_is_granted():
    spans = [Span(NOON + at * DAY, NOON + (at + 20) * DAY) for at in range(0, 1100, 30)]
    held = hours.granted(spans, 21)
    for start in range(0, 1100, 5):
        begin_, end = NOON + start * DAY, NOON + start * DAY + hours.YEAR
        taken = sum(
            (max(min(one.end, end) - max(one.begin, begin_), timedelta()) for one in held), timedelta()
        )
        assert taken <= 21 * DAY
    assert len(held) > 3  # it begins anew


@pytest.mark.parametrize("begins", range(-3, 5))
@pytest.mark.parametrize("lasts", range(1, 6))
def test_what_is_left_is_what_was_given(begins, lasts):
    held = [Span(NOON + begins * DAY, NOON + (begins + lasts) * DAY), Span(NOON + 9 * DAY, NOON + 10 * DAY)]
    for given in (HOUR, 2 * DAY, 8 * DAY):
        assert hours.left(NOON, hours.after(NOON, given, held), held) == given


# Telling.


def test_who_waits_for_the_player_gets_an_email(seat):
    absences.declare(player(seat), Days(day(3), day(7)))
    (email,) = told("absent")
    assert email.user == opponent(seat).user
    content = compose(email)
    assert content.subject == f"Duel: {player(seat).name} is absent"
    for body in (content.text, content.html):
        assert "Wed 3 March 2027 to Sun 7 March 2027" in " ".join(body.split())
    assert "Tue 9 Mar" in " ".join(content.text.split())
    assert f"{player(seat).name} is absent from 2027-03-03 to 2027-03-07." in story(seat)


def test_who_does_not_wait_reads_it_in_the_story_and_in_the_list_of_players(seat):
    absences.declare(player(opponent(seat)), Days(day(3), day(7)))
    assert not told("absent")
    client = Client()
    client.force_login(player(seat))
    page = text(client.get(reverse("match", args=[seat.match_id])))
    assert "absent from Wed 3 Mar to Sun 7 Mar" in page


def test_an_email_that_is_out_of_date_is_not_sent(seat):
    from post.kinds import NotNeeded

    absence = absences.declare(player(seat), Days(day(3), day(7)))
    absences.call_off(player(seat), absence)
    with pytest.raises(NotNeeded):
        compose(told("absent")[0])


def test_nobody_is_reminded_while_absent_and_once_afterwards(seat, clock):
    absences.declare(player(seat), Days(day(2), day(9)))
    for hour in range(10 * 24):
        clock.move_to(NOON + hour * HOUR)
        heartbeat_was_near(clock)
        tick()
    moments = [email.created_at for email in told("reminder")]
    assert moments
    assert not any(midnight(2) <= moment < midnight(10) for moment in moments)
    assert midnight(10) <= moments[0] <= midnight(10) + HOUR


def test_who_is_absent_without_a_match_that_waits_is_reminded_in_time(alice, bob, clock):
    seat = begin(alice, bob, absence_days=0)
    absences.declare(player(seat), Days(day(1), day(20)))
    for hour in range(3 * 24):
        clock.move_to(NOON + hour * HOUR)
        heartbeat_was_near(clock)
        tick()
    assert [email.created_at + HOUR for email in told("reminder")] == [seat.due_at]


# What is refused.


@pytest.mark.parametrize(
    ("days", "why"),
    [
        (Days(day(20, 2), day(28, 2)), "these days are over"),
        (Days(day(9), day(7)), "before the first"),
        (Days(day(1), day(1, 9)), "at most 92 days"),
        (Days(day(1, 6, 2028), day(2, 6, 2028)), "within a year"),
    ],
)
def test_an_absence_that_cannot_be(seat, days, why):
    with pytest.raises(Refused, match=why):
        absences.declare(player(seat), days)
    assert not Absence.objects.exists()


def test_no_day_is_taken_twice(seat):
    absences.declare(player(seat), Days(day(3), day(7)))
    with pytest.raises(Refused, match="Wed 3 March 2027 to Sun 7 March 2027"):
        absences.declare(player(seat), Days(day(7), day(9)))
    absences.declare(player(seat), Days(day(8), day(9)))


def test_the_same_days_again_change_nothing(seat):
    first = absences.declare(player(seat), Days(day(1), day(7)))
    assert absences.declare(player(seat), Days(day(1), day(7))) == first
    assert absences.declare(player(seat), Days(None, day(7))) == first
    assert len([line for line in story(seat) if "is absent" in line]) == 1


def test_until_moves_the_end_of_an_absence_that_has_begun(seat, clock):
    due = seat.due_at
    absences.declare(player(seat), Days(day(2), day(7)))
    clock.move_to(midnight(4))
    absences.declare(player(seat), Days(None, day(9)))
    assert fresh(seat).due_at == due + 8 * DAY
    absences.declare(player(seat), Days(None, day(5)))
    assert fresh(seat).due_at == due + 4 * DAY


# The doors.


def answer() -> str:
    return str(told("answer")[-1].facts["text"])


def test_by_email_an_absence_is_declared_listed_and_ended(seat):
    due = seat.due_at
    post(seat, "Hi,\n\nabsent 3–7 March\n\nCheers")
    assert "You are absent from Wed 3 March 2027 to Sun 7 March 2027." in answer()
    assert fresh(seat).due_at == due + 5 * DAY
    post(seat, "absent")
    assert "Wed 3 March 2027 to Sun 7 March 2027" in answer()
    post(seat, "back")
    assert "you are not absent now" in answer()
    post(seat, "absent off 5 March")
    assert "Cancelled: Wed 3 March" in answer()
    assert fresh(seat).due_at == due


def test_by_email_the_reason_is_told(seat):
    post(seat, "absent 31 February")
    assert "“absent” did not work: there is no such date: 2027-02-31." in answer()
    assert not Absence.objects.exists()


def test_the_same_email_again_declares_it_once(seat):
    for _ in range(2):
        post(seat, "absent 3-7 March", message_id="<same@example.org>")
    assert Absence.objects.count() == 1


def test_the_answer_names_matches_that_wait_for_a_part_only(seat):
    Match.objects.update(absence_days=2)
    post(seat, "absent 3-20 March")
    assert "Duel: deadlines wait until Fri 5 Mar, 00:00 (Europe/Warsaw) (it allows 2 days" in answer()
    assert "2 days" in answer()


def test_a_sentence_that_begins_with_absent_is_prose(seat):
    post(seat, "Absent friends are missed.\nend")
    assert not Absence.objects.exists()
    assert Order.objects.get().text


def test_help_lists_it(seat):
    post(seat, "help")
    assert "absent 3-17 May" in answer()


def test_by_the_page(seat):
    client = Client()
    client.force_login(player(seat))
    url = reverse("account_absence")
    client.post(url, {"first": "2027-03-03", "last": "2027-03-07"})
    assert "Wed 3 March 2027 to Sun 7 March 2027" in text(client.get(url))
    assert "Wed 3 March 2027" in text(client.get(reverse("account")))
    assert "before the first" in text(client.post(url, {"first": "2027-04-07", "last": "2027-04-03"}))
    client.post(reverse("account_absence_call_off"), {"first": "2027-03-03"})
    assert not Absence.objects.exists()
    for first in ("2027-03-03", "nonsense"):
        assert client.post(reverse("account_absence_call_off"), {"first": first}).status_code == 302


def test_by_a_program(seat):
    client = Client(headers={"Authorization": f"Token {tokens.make(player(seat), 'test')}"})
    url = "/api/v1/me/absences/"
    sent = {"first": "2027-03-03", "last": "2027-03-07"}
    made = client.post(url, sent, content_type="application/json")
    assert (made.status_code, made.json()["first"]) == (201, "2027-03-03")
    assert client.get(url).json()["results"] == [made.json()]
    again = client.post(url, sent | {"last": "2027-03-08"}, content_type="application/json")
    assert again.status_code == 409
    assert client.delete(f"{url}2027-03-03/").json() == {"called_off": "2027-03-03"}
    assert client.delete(f"{url}2027-03-03/").status_code == 409
    assert client.get(url).json()["results"] == []


def test_a_match_says_for_how_long_it_waits(seat, alice):
    client = Client()
    client.force_login(alice)
    shown = text(client.get(reverse("match", args=[seat.match_id])))
    assert "deadlines wait for up to 21 days a year" in shown
    client.post(
        reverse("new_match"),
        {
            "game": "scrappers",
            "name": "Strict",
            "turn_hours": 72,
            "lateness": "default",
            "absence_days": 5,
            "who-1": "me",
            "who-2": "open",
            "who-3": "nobody",
            "who-4": "nobody",
        },
    )
    assert Match.objects.get(name="Strict").absence_days == 5


# Data.


def test_what_is_kept_is_exported_and_deleted(seat, clock):
    user = player(seat)
    absences.declare(user, Days(day(3), day(7)))
    from accounts.services.export import archive

    assert b"account.json" in archive(user)
    clock.move_to(NOON + 800 * DAY)
    cleanup.tidy()
    assert not Absence.objects.exists()
    absences.declare(User.objects.get(pk=user.pk), Days(None, day(1, 6, 2029)))
    deletion.remove(User.objects.get(pk=user.pk))
    assert not Absence.objects.exists()


def test_a_guest_has_no_holidays(guest_user):
    with pytest.raises(Refused, match="sign up"):
        absences.declare(guest_user, Days(None, day(7)))


@pytest.fixture
def guest_user(alice, clock):
    User.objects.filter(pk=alice.pk).update(is_guest=True)
    return User.objects.get(pk=alice.pk)
