"""What providers tell about our emails: bounces, and readers who called one spam."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from post import inbox, mailboxes
from post.addresses import own_address
from post.compose import compose
from post.models import IncomingEmail, OutgoingEmail, Refusal
from post.parsing.reader import read
from tests.post.emails import MAKING, invited
from tests.post.test_webhook import credentials, hook  # noqa: F401

State = OutgoingEmail.State
PATH = "/anymail/postmark/tracking/"


def sent(email: OutgoingEmail) -> OutgoingEmail:
    OutgoingEmail.objects.filter(pk=email.pk).update(state=State.SENT, sent_at=timezone.now())
    return OutgoingEmail.objects.select_related("user").get(pk=email.pk)


def told(email: OutgoingEmail, **fields: object) -> int:
    """Postmark tells what became of an email, with what we gave it along."""
    fields |= {"Email": email.address, "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483"}
    fields |= {"Metadata": compose(email).metadata}
    answer = Client().post(PATH, fields, content_type="application/json", headers=credentials())
    return answer.status_code


@pytest.mark.parametrize(
    ("kind", "said", "weight"),
    [
        ("HardBounce", "The server was unable to deliver your message (ex: unknown user).", 5),
        ("HardBounce", "smtp;550 5.1.1 no such user", 5),
        ("SoftBounce", "Unable to temporarily deliver message (i.e. mailbox full, exceeds quota).", 1),
        ("HardBounce", "smtp;552 5.2.2 over quota", 1),
        ("Blocked", "Blocked by the ISP", 1),
        ("Transient", "The server could not temporarily deliver your message.", 0),
    ],
)
def test_a_bounce_counts_once_against_its_reader(hook, duel, player, kind, said, weight):  # noqa: F811
    """A19: however often the provider calls."""
    email = sent(MAKING["turn"](duel, player))
    for _ in range(3):
        assert told(email, RecordType="Bounce", Type=kind, Description=said, ID=42) == 200
    player.refresh_from_db()
    assert player.mail_failures == weight
    email.refresh_from_db()
    assert email.state == (State.BOUNCED if weight else State.SENT)


def test_who_calls_an_email_spam_gets_no_more_of_its_category(hook, duel, player):  # noqa: F811
    email = sent(MAKING["press"](duel, player))
    for _ in range(2):
        assert told(email, RecordType="SpamComplaint", Type="SpamComplaint", ID=42) == 200
    user = User.objects.get(pk=player.pk)
    assert (user.mail_press, user.mail_turns, user.mail_failures) == (False, True, 0)


def test_without_the_secret_nothing_is_believed(hook, duel, player):  # noqa: F811
    email = sent(MAKING["press"](duel, player))
    fields = {"RecordType": "SpamComplaint", "Metadata": compose(email).metadata}
    answer = Client().post(PATH, fields, content_type="application/json", headers=credentials("hook:wrong"))
    assert answer.status_code in (400, 403)
    assert User.objects.get(pk=player.pk).mail_press


def complaint(message_id: str, kind: str = "abuse") -> bytes:
    """As the big providers write it (RFC 5965)."""
    return f"""From: <abuse@isp.example>\r
To: <{own_address()}>\r
Subject: FW: A duel: your turn\r
Message-ID: <arf-{kind}@isp.example>\r
MIME-Version: 1.0\r
Content-Type: multipart/report; report-type=feedback-report; boundary="part"\r
\r
--part\r
Content-Type: text/plain\r
\r
This is an email abuse report.\r
--part\r
Content-Type: message/feedback-report\r
\r
Feedback-Type: {kind}\r
User-Agent: SomeGenerator/1.0\r
Version: 1\r
\r
--part\r
Content-Type: message/rfc822\r
\r
From: <{own_address()}>\r
Message-ID: {message_id}\r
Subject: A duel: your turn\r
\r
Your turn.\r
--part--\r
""".encode()


def arrives(raw: bytes) -> IncomingEmail:
    email = mailboxes.receive(raw, own_address(), "abuse@isp.example", IncomingEmail.Source.SMTP)
    inbox.read_due()
    email.refresh_from_db()
    return email


def test_a_complaint_by_email_ends_the_category_and_is_not_answered(duel, player):
    """A2: a report is a machine's, and counts against the email it names."""
    email = sent(MAKING["reminder"](duel, player))
    before = OutgoingEmail.objects.count()
    assert arrives(complaint(email.message_id)).state == IncomingEmail.State.AUTOMATIC
    assert not User.objects.get(pk=player.pk).mail_reminders
    assert OutgoingEmail.objects.count() == before


def test_a_stranger_who_complains_about_an_invitation_gets_no_more(alice):
    email = sent(invited(alice))
    arrives(complaint(email.message_id))
    assert Refusal.objects.count() == 1


@pytest.mark.parametrize("kind", ["not-spam", "auth-failure", "dkim"])
def test_a_report_of_another_sort_is_no_complaint(kind):
    assert not read(complaint("<turn.1@example.org>", kind)).bounced.is_complaint


def test_a_complaint_about_an_email_that_was_never_sent_changes_nothing(duel, player):
    arrives(complaint("<turn.made-up@example.org>"))
    assert User.objects.get(pk=player.pk).mail_turns
    assert not Refusal.objects.exists()
