"""Emails that do not arrive: weighed, told to hosts once, shown to their reader; never a loop."""

from __future__ import annotations

from datetime import timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import SignIn, User
from accounts.services.sign_in import sign_in_code
from accounts.services.users import try_mail_again
from games.models import Match
from games.services.matches.new import Place, Terms, open_match
from games.services.seat_emails import mailbox
from post import delivery, inbox, mailboxes
from post.addresses import own_address
from post.compose import compose
from post.models import IncomingEmail, OutgoingEmail
from tests.post.inbox import post, seat_of
from tests.web.pages import text

State = OutgoingEmail.State
REFUSED = (550, b"5.1.1 no such user")
LATER = (450, b"4.2.2 mailbox full")


class Refusing:
    """A mail server that does not take emails to some addresses."""

    def __init__(self, refused: dict[str, tuple[int, bytes]]) -> None:
        self.refused = refused
        self.is_down = False

    def send_messages(self, messages: list[object]) -> int:
        for message in messages:
            if self.is_down:
                raise SMTPServerDisconnected("gone")
            for address in message.to:  # type: ignore[attr-defined]
                if address in self.refused:
                    raise SMTPRecipientsRefused({address: self.refused[address]})
        return len(messages)

    def close(self) -> None:
        """Nothing to close."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Refusing:
    refusing = Refusing({"bob@example.org": REFUSED})
    monkeypatch.setattr(delivery, "get_connection", lambda: refusing)
    return refusing


def send_all() -> None:
    """Everything that is due, and what that brings."""
    while delivery.deliver_due(100):
        pass


def told() -> list[OutgoingEmail]:
    rows = OutgoingEmail.objects.select_related("user").filter(kind="undelivered")
    return list(rows.order_by("pk"))


def last_id(address: str) -> str:
    """The Message-ID of the last email that was sent to an address."""
    sent = OutgoingEmail.objects.filter(address=address, state=State.SENT).order_by("-sent_at", "-pk")
    return sent.values_list("message_id", flat=True).first() or "<made-up@example.org>"


def bounce(address: str, code: str, number: int = 0, about: str = "") -> None:
    """A report of another mail server about one of our emails."""
    report = (
        "From: MAILER-DAEMON@mx.example.org\r\nTo: play@example.org\r\nSubject: Undelivered\r\n"
        f"Message-ID: <{address}.{code}.{number}@mx.example.org>\r\nReturn-Path: <>\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nSorry.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: {'failed' if code[0] == '5' else 'delayed'}\r\n"
        f"Status: {code}\r\n\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        f"From: play@example.org\r\nMessage-ID: {about or last_id(address)}\r\n--b--\r\n"
    )
    mailboxes.receive(report.encode(), own_address(), "", IncomingEmail.Source.SMTP)
    inbox.read_due()


def test_a_hard_refusal_is_told_to_the_host_once(
    duel: Match, alice: User, bob: User, server: Refusing
) -> None:
    for number in range(4):
        mailbox.queue_for_seat("press", seat_of(duel, 2), f"test {number}")
        mailbox.queue("started", bob.email, f"more {number}", user=bob, seat=seat_of(duel, 2))
    send_all()
    (mail,) = told()
    assert (mail.user, mail.mailbox, mail.state) == (alice, seat_of(duel, 2).pk, State.SENT)
    email = compose(mail)
    for body in (email.text, email.html):
        assert "Emails about A duel do not reach Bob (seat 2)." in " ".join(body.split())
        assert "/admin/" not in body
    bob.refresh_from_db()
    assert bob.bounced_at is not None


def test_the_player_sees_it_on_every_page_until_mail_arrives(
    duel: Match, bob: User, server: Refusing
) -> None:
    send_all()
    browser = Client()
    browser.force_login(bob)
    page = reverse("match", args=[duel.pk])
    OutgoingEmail.objects.all().delete()
    User.objects.filter(pk=bob.pk).update(bounced_at=None)
    assert "Our emails do not reach you." not in text(browser.get(page))
    mailbox.queue("started", bob.email, "one", user=bob, seat=seat_of(duel, 2))
    send_all()
    assert "Our emails do not reach you." in text(browser.get(page))
    assert "the hosts of your matches have been told" in text(browser.get(reverse("account")))
    browser.post(reverse("account_mail_again"))
    assert "Our emails do not reach you." not in text(browser.get(page))


def test_staff_hear_of_a_host_whom_no_mail_reaches(duel: Match, alice: User, server: Refusing) -> None:
    root = User.objects.create_superuser("root@example.org", "Root")
    server.refused = {"alice@example.org": REFUSED}
    mailbox.queue("started", alice.email, "one", user=alice, seat=seat_of(duel, 1))
    send_all()
    (mail,) = told()
    assert mail.user == root
    assert reverse("admin:games_match_change", args=[duel.pk]) in compose(mail).text


def test_when_nobody_can_be_reached_there_is_silence(duel: Match, bob: User, server: Refusing) -> None:
    """No email about an email about an email."""
    User.objects.create_superuser("root@example.org", "Root")
    server.refused = dict.fromkeys(["alice@example.org", "bob@example.org", "root@example.org"], REFUSED)
    for number, user in enumerate(User.objects.all()):
        mailbox.queue(
            "started", user.email, f"one {number}", user=user, seat=duel.seats.filter(user=user).first()
        )
    send_all()
    assert len(told()) <= 3
    assert not OutgoingEmail.objects.filter(state__in=[State.WAITING, State.SENDING]).exists()


def test_three_temporary_failures_count_little_and_a_hard_one_much(duel: Match, bob: User) -> None:
    """A3: the host is told over the threshold, not before."""
    send_all()
    for number in range(3):
        bounce("bob@example.org", "4.2.2", number)
    bob.refresh_from_db()
    assert (bob.mail_failures, bob.bounced_at, told()) == (3, None, [])
    bounce("bob@example.org", "5.1.1")
    bob.refresh_from_db()
    assert bob.bounced_at is not None
    assert len(told()) == 1


def test_many_temporary_failures_are_told_too(duel: Match, bob: User) -> None:
    send_all()
    for number in range(5):
        bounce("bob@example.org", "4.2.2", number)
    assert len(told()) == 1


def test_failures_are_forgotten_with_time(duel: Match, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(mail_failures=4, mail_failed_at=timezone.now() - timedelta(days=22))
    send_all()
    bounce("bob@example.org", "4.2.2")
    bob.refresh_from_db()
    assert (bob.mail_failures, bob.bounced_at) == (2, None)


def test_a_new_trouble_long_after_an_old_one_is_told_anew(duel: Match, bob: User, server: Refusing) -> None:
    mailbox.queue("started", bob.email, "one", user=bob, seat=seat_of(duel, 2))
    send_all()
    with time_machine.travel(timezone.now() + timedelta(days=60), tick=False):
        mailbox.queue("started", bob.email, "two", user=bob, seat=seat_of(duel, 2))
        send_all()
    assert len(told()) == 2


def test_an_email_put_off_for_two_days_counts_little(duel: Match, bob: User, server: Refusing) -> None:
    OutgoingEmail.objects.all().delete()
    server.is_down = True
    mailbox.queue("started", bob.email, "one", user=bob, seat=seat_of(duel, 2))
    for _ in range(delivery.MOST_ATTEMPTS):
        OutgoingEmail.objects.update(due_at=timezone.now())
        delivery.deliver_due()
    bob.refresh_from_db()
    assert OutgoingEmail.objects.get().state == State.FAILED
    assert (bob.mail_failures, bob.bounced_at) == (1, None)


def test_an_invented_report_marks_nobody(duel: Match, bob: User) -> None:
    """Nothing was sent to him lately: whoever wrote this does not know what he writes about."""
    OutgoingEmail.objects.all().delete()
    bounce("bob@example.org", "5.1.1")
    bob.refresh_from_db()
    assert (bob.bounced_at, bob.mail_failures) == (None, 0)


@pytest.mark.parametrize("about", ["<made-up@example.org>", "bob@example.org", "alice"])
def test_a_report_that_names_no_email_to_its_victim_marks_nobody(
    duel: Match, alice: User, bob: User, about: str
) -> None:
    """Not even with the id of an email that its writer got: that one counts against its own reader."""
    send_all()
    bounce("bob@example.org", "5.1.1", about=last_id(alice.email) if about == "alice" else about)
    bob.refresh_from_db()
    assert (bob.bounced_at, bob.mail_failures) == (None, 0)
    assert not OutgoingEmail.objects.filter(state=State.BOUNCED).exists()


def test_a_report_about_an_email_of_long_ago_marks_nobody(duel: Match, bob: User) -> None:
    send_all()
    with time_machine.travel(timezone.now() + timedelta(days=8)):
        bounce("bob@example.org", "5.1.1")
    bob.refresh_from_db()
    assert bob.mail_failures == 0


def test_the_same_report_twice_counts_once(duel: Match, bob: User) -> None:
    OutgoingEmail.objects.exclude(address=bob.email).delete()
    mailbox.queue("started", bob.email, "one", user=bob, seat=seat_of(duel, 2))
    send_all()
    about = last_id(bob.email)
    for number in range(2):
        bounce("bob@example.org", "5.1.1", number, about)
    bob.refresh_from_db()
    assert bob.mail_failures == 5


def test_an_invitation_that_comes_back_is_told_to_the_host(alice: User, server: Refusing) -> None:
    server.refused = {"dora@example.org": REFUSED}
    terms = Terms("scrappers", "A second duel", {})
    match = open_match(alice, terms, [Place(alice), Place(address="dora@example.org")])
    send_all()
    (mail,) = told()
    assert (mail.user, mail.conversation) == (alice, match.pk)
    assert "Your invitation to dora@example.org" in " ".join(compose(mail).text.split())
    assert "dora@example.org" in compose(mail).html


def test_what_is_fixed_before_the_email_leaves_is_not_told(duel: Match, bob: User, server: Refusing) -> None:
    mailbox.queue("started", bob.email, "one", user=bob, seat=seat_of(duel, 2))
    delivery.deliver_due(100)
    bob.refresh_from_db()
    try_mail_again(bob)
    send_all()
    assert [mail.state for mail in told()] == [State.DROPPED]


def test_who_answers_an_email_gets_mail_again(duel: Match, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(bounced_at=timezone.now(), mail_failures=9)
    post(seat_of(duel, 2), "status")
    bob.refresh_from_db()
    assert (bob.bounced_at, bob.mail_failures) == (None, 0)


def test_who_signs_in_by_an_email_gets_mail_again(bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(bounced_at=timezone.now(), mail_failures=9)
    browser = Client()
    browser.post(reverse("sign_in"), {"address": bob.email})
    code = sign_in_code(SignIn.objects.get())
    browser.post(reverse("sign_in_code"), {"code": code})
    bob.refresh_from_db()
    assert (bob.bounced_at, bob.mail_failures) == (None, 0)


def test_an_email_about_emails_that_fails_causes_no_other(duel: Match, bob: User, server: Refusing) -> None:
    """The host is unreached too: that is seen, and nobody is written to about it."""
    User.objects.create_superuser("root@example.org", "Root")
    OutgoingEmail.objects.all().delete()
    server.refused = dict.fromkeys(["alice@example.org", "bob@example.org"], REFUSED)
    mailbox.queue("started", bob.email, "one", user=bob, seat=seat_of(duel, 2))
    send_all()
    assert [mail.address for mail in told()] == ["alice@example.org"]
    assert User.objects.get(email="alice@example.org").bounced_at is not None
