"""Emails that wait for others, for their reader, or for the reader's one email a day."""

from __future__ import annotations

from datetime import datetime, time, timedelta

import pytest
from django.core import mail as django_mail
from django.utils import timezone

from accounts.models import User
from accounts.readers import next_at
from accounts.services import users
from games.models import Match, Order, Seat
from games.services import orders, press, resolve
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from post import delivery, holding
from post.compose import compose
from post.mime import Envelope
from post.models import OutgoingEmail
from post.parsing.reply_text import MARKER
from tests.post.emails import delivered
from tests.post.inbox import post, seat_of
from tests.services.conftest import on_turn

pytestmark = pytest.mark.usefixtures("media", "paperless")
State = OutgoingEmail.State
COMPANY, WAIT = timedelta(minutes=2), timedelta(minutes=5)


def later(by: timedelta) -> None:
    """Time passes for what waits in the outbox."""
    held = OutgoingEmail.objects.filter(state=State.WAITING).exclude(not_before=None)
    for email in held:
        moved = {name: getattr(email, name) - by for name in ("not_before", "due_at", "created_at")}
        OutgoingEmail.objects.filter(pk=email.pk).update(**moved)


def sent() -> list[Envelope]:
    """What leaves now."""
    django_mail.outbox.clear()
    delivery.deliver_due(100)
    return delivered()


def from_page(match: Match, text: str, door: str = Order.Door.WEB) -> None:
    """The player on turn plays on the page."""
    match.refresh_from_db()
    orders.accept(
        seat_of(match, on_turn(match)), NewOrder(Order.Kind.ORDERS, door, f"{timezone.now()}", text)
    )
    resolve.resolve(match.pk)
    match.refresh_from_db()


def turns(seat: Seat) -> list[OutgoingEmail]:
    return list(OutgoingEmail.objects.filter(kind="turn", mailbox=seat.pk).order_by("pk"))


def held_until(seat: Seat) -> datetime:
    """Until when the last turn email to a seat waits."""
    until = turns(seat)[-1].not_before
    assert until is not None
    return until


@pytest.fixture
def mover(duel: Match) -> Seat:
    """The seat whose turn it is; its first turn email has left."""
    assert len(sent()) == 2
    return seat_of(duel, on_turn(duel))


@pytest.fixture
def other(duel: Match, mover: Seat) -> Seat:
    return seat_of(duel, 3 - mover.number)


# Several as one.


def test_messages_within_two_minutes_become_one_email(mover, other):
    for number in range(3):
        press.say(other, f"word {number}", None, f"key {number}")
    assert sent() == []
    later(COMPANY)
    (email,) = sent()
    assert all(f"word {number}" in email.text for number in range(3))
    assert email.text.count(MARKER) == 1
    assert email.html.count("word 1") == 1
    assert email.subject.endswith(", and 2 more")
    states = OutgoingEmail.objects.filter(kind="press").values_list("state", flat=True)
    assert sorted(states) == [State.JOINED, State.JOINED, State.SENT]


def test_a_turn_takes_along_what_waits_and_comes_first(duel, mover, other, send):
    press.say(mover, "Your move!", None, "key")
    send(duel, mover.number, "end")
    (email,) = [one for one in sent() if one.to == [other.user.email]]
    assert email.text.index("YOUR OPTIONS") < email.text.index("Your move!")
    assert email.subject.startswith("A duel: your turn")
    assert email.extra_headers["Reply-To"] == compose(turns(other)[-1]).extra_headers["Reply-To"]


def test_answers_to_an_email_never_wait_and_take_nothing_along(mover, other):
    press.say(other, "hello", None, "key")
    post(mover, "status")
    (email,) = sent()
    assert "hello" not in email.text


def test_what_belongs_to_an_email_is_fixed_when_it_first_leaves(mover, other, monkeypatch):
    """D5: a repeat after a crash is the same email; what came later travels by itself."""
    press.say(other, "first", None, "1")
    press.say(other, "second", None, "2")
    later(COMPANY)
    claimed = delivery._claim(timezone.now())
    assert claimed is not None  # and now its postman dies
    press.say(other, "third", None, "3")
    later(COMPANY)
    OutgoingEmail.objects.filter(state=State.SENDING).update(due_at=timezone.now())
    emails = sorted(sent(), key=lambda email: email.extra_headers["Message-ID"] != claimed.message_id)
    assert [("first" in one.text, "second" in one.text, "third" in one.text) for one in emails] == [
        (True, True, False),
        (False, False, True),
    ]


def test_a_part_that_nobody_wants_any_more_is_left_out(mover, other):
    press.say(other, "first", None, "1")
    press.say(other, "second", None, "2")
    later(COMPANY)
    delivery._claim(timezone.now())
    OutgoingEmail.objects.filter(state=State.JOINED).update(kind="paused")  # and it has resumed since
    OutgoingEmail.objects.filter(state=State.SENDING).update(due_at=timezone.now())
    (email,) = sent()
    assert "first" in email.text
    assert "second" not in email.text
    assert email.subject == f"A duel: {other.user.name} wrote to you"
    assert OutgoingEmail.objects.get(kind="paused").state == State.DROPPED


def test_two_players_never_share_an_email(duel, mover, other):
    press.say(mover, "to you", None, "1")
    press.say(other, "to me", None, "2")
    later(COMPANY)
    assert {tuple(email.to) for email in sent()} == {(mover.user.email,), (other.user.email,)}


# Quick play on the page.


def test_a_turn_that_is_answered_on_the_page_within_minutes_owes_no_email(duel, mover, other):
    for _ in range(4):
        from_page(duel, "end")
    assert sent() == []
    from_page(duel, "end")
    later(WAIT)
    (email,) = sent()
    waiting = seat_of(duel, on_turn(duel))
    assert [str(waiting.user and waiting.user.email)] == email.to
    assert [one.state for one in turns(waiting)][-1] == State.SENT
    assert State.DROPPED in {one.state for one in turns(waiting)}


def test_each_event_is_told_in_exactly_one_email_all_the_same(duel, mover, other):
    for _ in range(7):
        from_page(duel, "end")
    later(WAIT)
    sent()
    for seat in (mover, other):
        emails = OutgoingEmail.objects.filter(mailbox=seat.pk, state=State.SENT).order_by("pk")
        told = [email.facts for email in emails if "last" in email.facts]
        ranges = [(facts["first"], facts["last"]) for facts in told]
        assert [first for first, _ in ranges[1:]] == [last for _, last in ranges[:-1]]
        assert ranges[0][0] == 0


def test_who_plays_by_email_never_waits(duel, mover, other):
    from_page(duel, "end", Order.Door.MAIL)
    from_page(duel, "end", Order.Door.MAIL)
    assert [email.not_before for email in turns(mover)] == [None, None]
    assert "your turn" in sent()[-1].subject


def test_who_went_back_to_email_does_not_wait_either(duel, mover, other):
    from_page(duel, "end")
    from_page(duel, "end")
    assert turns(mover)[-1].not_before is not None
    from_page(duel, "end", Order.Door.MAIL)
    from_page(duel, "end")
    assert turns(mover)[-1].not_before is None


def test_while_a_turn_is_being_played_its_email_waits_on(duel, mover, other):
    from_page(duel, "end")
    from_page(duel, "end")
    before = held_until(mover)
    later(timedelta(minutes=4))
    from_page(duel, "undo nothing")  # not an order, but its player is there
    assert turns(mover)[-1].state == State.WAITING
    assert abs(held_until(mover) - before) < timedelta(seconds=30)
    later(WAIT)
    assert [email.to for email in sent()] == [[mover.user.email]]


def test_a_short_deadline_leaves_no_time_to_wait(duel, mover, other):
    Match.objects.filter(pk=duel.pk).update(turn_hours=1)
    Seat.objects.filter(match=duel).update(due_at=timezone.now() + timedelta(minutes=10))
    from_page(duel, "end")
    from_page(duel, "end")
    waits = held_until(mover) - timezone.now()
    assert waits < timedelta(minutes=6)
    due = seat_of(duel, mover.number).due_at
    assert due is not None
    assert waits < (due - timezone.now()) / 9


# One email a day.


def test_the_hour_of_the_day_is_that_of_the_readers_clock():
    now = datetime.fromisoformat("2026-10-24T17:30:00Z")  # the night after, clocks go back
    assert next_at(time(20), "Europe/Warsaw", now) == datetime.fromisoformat("2026-10-24T18:00:00Z")
    assert next_at(time(19), "Europe/Warsaw", now) == datetime.fromisoformat("2026-10-25T18:00:00Z")
    assert next_at(None, "Europe/Warsaw", now) is None


@pytest.fixture
def daily(other: Seat) -> User:
    """The player who waits wants one email a day, and not within the next hours."""
    hour = (timezone.now() + timedelta(hours=10)).time().replace(second=0, microsecond=0)
    assert other.user is not None
    User.objects.filter(pk=other.user.pk).update(mail_daily_at=hour, time_zone="UTC")
    other.user.refresh_from_db()
    return other.user


def test_one_email_a_day_has_everything(duel, mover, other, daily, send):
    press.say(mover, "first", None, "1")
    send(duel, mover.number, "end")
    press.say(mover, "second", None, "2")
    later(timedelta(hours=9))
    assert [email for email in sent() if email.to == [daily.email]] == []
    later(timedelta(hours=1))
    (email,) = sent()
    assert email.to == [daily.email]
    assert "first" in email.text
    assert "second" in email.text
    assert "YOUR OPTIONS" in email.text


def test_matches_in_one_email_say_where_to_answer_each(duel, mover, other, daily, alice, bob):
    second = open_match(alice, Terms("scrappers", "Another", {}), [Place(alice), Place(bob)])
    press.say(mover, "in the duel", None, "1")
    press.say(second.seats.get(user=mover.user), "in the other", None, "2")
    later(timedelta(hours=10))
    (email,) = [one for one in sent() if one.to == [daily.email]]
    assert "Reply-To" not in email.extra_headers
    addresses = {
        compose(one).extra_headers["Reply-To"].partition("<")[2].rstrip(">")
        for one in OutgoingEmail.objects.filter(user=daily, kind="press")
    }
    assert len(addresses) == 2
    assert all(address in email.text and f"mailto:{address}" in email.html for address in addresses)


def test_a_turn_that_cannot_wait_a_day_comes_at_once(duel, mover, other, daily, send):
    Match.objects.filter(pk=duel.pk).update(turn_hours=12)
    send(duel, mover.number, "end")
    assert [email.to for email in sent()] == [[daily.email]]


def test_sign_in_emails_and_answers_do_not_wait_a_day(duel, other, daily):
    post(other, "status")
    assert [email.to for email in sent()] == [[daily.email]]


def test_who_wants_each_email_again_gets_what_has_waited(duel, mover, other, daily):
    press.say(mover, "hello", None, "1")
    users.change(daily, {"mail_daily_at": None})
    assert [email.to for email in sent()] == [[daily.email]]


@pytest.mark.parametrize(
    ("text", "hour", "told"),
    [
        ("daily 18:00", time(18), "one email a day, at 18:00"),
        ("Daily: 7", time(7), "one email a day, at 07:00"),
        ("daily 18.30", time(18, 30), "one email a day, at 18:30"),
        ("daily off", None, "each email separately"),
        ("daily", None, "write an hour, such as “daily 18:00”"),
    ],
)
def test_one_email_a_day_by_email(mover, text, hour, told):
    post(mover, text)
    assert User.objects.get(pk=mover.user.pk).mail_daily_at == hour
    answer = OutgoingEmail.objects.get(kind="answer")
    assert told in answer.facts["text"]


def test_a_sentence_may_begin_with_that_word(mover):
    post(mover, "Daily life is hard.\n\nend")
    assert Order.objects.get().text.splitlines()[-1] == "end"


# Clocks.


def test_nothing_waits_for_an_hour_that_a_wrong_clock_has_named(mover, other):
    press.say(other, "hello", None, "1")
    ahead = timezone.now() + timedelta(days=3)
    OutgoingEmail.objects.filter(kind="press").update(created_at=ahead, not_before=ahead, due_at=ahead)
    delivery.bring_forward()
    assert len(sent()) == 1


def test_what_waits_stays_waiting_when_the_outbox_is_swept(mover, other, daily):
    press.say(other, "hello", None, "1")
    press.say(mover, "hello", None, "2")
    delivery.bring_forward()
    assert sent() == []
    assert timedelta(days=1) < holding.LONGEST
