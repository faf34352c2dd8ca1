"""What becomes of an email that the receiving mail server does not take, in a real conversation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from anymail.exceptions import AnymailRecipientsRefused, AnymailRequestsAPIError

from accounts.models import User
from games.models import Match
from post import delivery
from post.models import OutgoingEmail
from post.rejections import Rejection, rejection
from tests.post.emails import of_turn
from tests.real.machine import free_port

State = OutgoingEmail.State
PDF = b"%PDF-1.7 " + b"x" * 60_000


@dataclass
class Receiver:
    """Answers as told; `limit` is what it announces with SIZE, `most` what it really takes."""

    at_mail: str = "250 OK"
    at_rcpt: str = "250 OK"
    at_data: str = "250 OK"
    most: int = 10_000_000
    too_large: str = "552 5.3.4 message too large"
    tries: int = 0
    taken: list[bytes] = field(default_factory=list)

    async def handle_MAIL(  # noqa: N802 (aiosmtpd calls it so)
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.at_mail

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.tries += 1
        if self.at_rcpt.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.at_rcpt

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        raw = envelope.content if isinstance(envelope.content, bytes) else b""
        if len(raw) > self.most:
            return self.too_large
        if self.at_data.startswith("250"):
            self.taken.append(raw)
        return self.at_data


@pytest.fixture
def receiver() -> Receiver:
    return Receiver()


@pytest.fixture
def size_limit() -> int | None:
    """What the server announces; tests that are about it choose another."""
    return None


@pytest.fixture
def mail_server(receiver: Receiver, size_limit: int | None, settings: object) -> Iterator[None]:
    port = free_port()
    controller = Controller(receiver, hostname="127.0.0.1", port=port, data_size_limit=size_limit)
    controller.start()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"  # type: ignore[attr-defined]
    settings.EMAIL_HOST = "127.0.0.1"  # type: ignore[attr-defined]
    settings.EMAIL_PORT = port  # type: ignore[attr-defined]
    yield
    controller.stop()


@pytest.fixture
def email(duel: Match, alice: User, monkeypatch: pytest.MonkeyPatch, media: None) -> OutgoingEmail:
    """The turn email of the player in seat 1, with a report of 60 KB and a picture of 20."""
    monkeypatch.setattr("games.services.reports.render", lambda *_, **__: PDF)
    monkeypatch.setattr("games.emails.turns.picture_png", lambda *_, **__: b"\x89PNG" + b"y" * 20_000)
    OutgoingEmail.objects.all().delete()
    return of_turn("started", duel, alice)


def deliver(email: OutgoingEmail) -> OutgoingEmail:
    delivery.deliver_due()
    email.refresh_from_db()
    return email


def parts(raw: bytes) -> list[str]:
    message = message_from_bytes(raw, policy=policy.default)
    return [part.get_content_type() for part in message.walk() if not part.is_multipart()]


def text_of(raw: bytes) -> str:
    body = message_from_bytes(raw, policy=policy.default).get_body(("plain",))
    return str(body.get_content()) if body is not None else ""


SAID = [
    "552 5.3.4 message too large",
    "552 message exceeds fixed maximum message size",
    "552-5.2.3 Your message exceeded the limits.\r\n552 5.2.3 See our pages",
    "523 the message is too long",
    "550 5.3.4 Message size exceeds limit",
    "554 message too big for system",
    "552 Requested mail action aborted",
]


@pytest.mark.parametrize("said", SAID)
def test_an_email_that_is_too_large_goes_again_without_its_report_and_with_a_link(
    said: str, receiver: Receiver, mail_server: None, email: OutgoingEmail, duel: Match
) -> None:
    receiver.most, receiver.too_large = 60_000, said
    assert deliver(email).state == State.SENT
    (raw,) = receiver.taken
    assert parts(raw) == ["text/plain", "text/html", "image/png"]
    assert f"/matches/{duel.pk}/turns/{duel.turn}/report.pdf" in text_of(raw)
    assert "is attached" not in text_of(raw)
    assert (receiver.tries, email.attempts) == (2, 1)  # at once


def test_it_may_have_to_go_without_pictures_too(
    receiver: Receiver, mail_server: None, email: OutgoingEmail
) -> None:
    receiver.most = 20_000
    assert deliver(email).state == State.SENT
    assert parts(receiver.taken[0]) == ["text/plain", "text/html"]
    assert "cid:" not in receiver.taken[0].decode()


def test_an_email_that_fits_nowhere_is_given_up(
    receiver: Receiver, mail_server: None, email: OutgoingEmail, alice: User
) -> None:
    receiver.most = 10
    assert (deliver(email).state, receiver.tries) == (State.FAILED, 3)
    alice.refresh_from_db()
    assert alice.bounced_at is None  # the mailbox is there
    assert alice.mail_failures == 1


@pytest.mark.parametrize("size_limit", [60_000])
def test_the_size_that_a_server_announces_is_heeded(
    receiver: Receiver, mail_server: None, email: OutgoingEmail
) -> None:
    assert deliver(email).state == State.SENT
    assert (parts(receiver.taken[0]), receiver.tries) == (["text/plain", "text/html", "image/png"], 1)


REFUSED = {
    "550 5.7.1 message content rejected": 1,
    "554 5.7.1 spam": 1,
    "550 no thanks": 1,
    "550 5.6.0 invalid content": 1,
    "550 5.1.1 no such user": 5,
    "552 5.2.2 mailbox full": 1,
    "552 quota exceeded": 1,
}


@pytest.mark.parametrize(("said", "count"), REFUSED.items())
def test_an_email_that_is_refused_after_it_was_read_is_counted_and_not_tried_for_days(
    said: str, count: int, receiver: Receiver, mail_server: None, email: OutgoingEmail, alice: User
) -> None:
    receiver.at_data = said
    assert deliver(email).state == State.FAILED
    assert said in email.error
    deliver(email)
    assert receiver.tries == 1
    alice.refresh_from_db()
    assert alice.mail_failures == count


@pytest.mark.parametrize(
    ("stage", "said"),
    [
        ("at_rcpt", "450 4.2.0 greylisted, come again"),
        ("at_data", "451 4.3.0 try again later"),
        ("at_mail", "421 4.7.0 too many connections"),
        ("at_mail", "550 5.7.1 sender refused"),  # about us: not a fault of the reader
        ("at_mail", "530 5.7.0 authentication required"),
        ("at_data", "452 4.3.1 mail system full"),
    ],
)
def test_what_may_pass_is_tried_again_and_counts_against_nobody(
    stage: str, said: str, receiver: Receiver, mail_server: None, email: OutgoingEmail, alice: User
) -> None:
    """P3."""
    setattr(receiver, stage, said)
    assert deliver(email).state == State.WAITING
    alice.refresh_from_db()
    assert alice.mail_failures == 0
    setattr(receiver, stage, "250 OK")
    OutgoingEmail.objects.update(due_at=email.created_at)
    assert deliver(email).state == State.SENT
    assert parts(receiver.taken[0])[-1] == "application/pdf"


@pytest.mark.parametrize(("said", "count"), [("550 5.1.1 unknown", 5), ("554 5.7.1 blocked", 1)])
def test_a_refusal_at_the_address_is_final(
    said: str, count: int, receiver: Receiver, mail_server: None, email: OutgoingEmail, alice: User
) -> None:
    """A3: being on a block list is no missing mailbox."""
    receiver.at_rcpt = said
    assert deliver(email).state == State.FAILED
    alice.refresh_from_db()
    assert alice.mail_failures == count


def test_one_refused_reader_does_not_cost_the_others_their_emails(
    receiver: Receiver, mail_server: None, email: OutgoingEmail, duel: Match, bob: User
) -> None:
    """P3."""
    other = of_turn("started", duel, bob)
    receiver.at_rcpt = "550 5.1.1 unknown"
    delivery.deliver_due(1)
    receiver.at_rcpt = "250 OK"
    delivery.deliver_due()
    states = dict(OutgoingEmail.objects.values_list("pk", "state"))
    assert (states[email.pk], states[other.pk]) == (State.FAILED, State.SENT)


def test_providers_refuse_in_their_own_words() -> None:
    assert rejection(AnymailRecipientsRefused()) is Rejection.NO_MAILBOX
    assert rejection(AnymailRequestsAPIError("x", status_code=413)) is Rejection.TOO_LARGE
    assert rejection(AnymailRequestsAPIError("x", status_code=503)) is Rejection.LATER
