"""A turn through a real mail server, set up as the hosts' guide says."""

from __future__ import annotations

import smtplib
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from io import StringIO

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Match
from games.services import resolve
from games.services.matches.new import Place, Terms, open_match
from post import delivery, inbox
from post.models import IncomingEmail
from tests.post.conftest import port  # noqa: F401
from tests.real.postfix import DOMAIN, PLAYERS, RECEIVER, MailServer, mail_server
from tests.real.smtp import Sink
from tests.timing import wait_for

ALICE = f"alice@{PLAYERS}"
MADE_UP = f"Authentication-Results: {RECEIVER}; dkim=pass header.d={PLAYERS}\r\n".encode()
State = IncomingEmail.State


@pytest.fixture
def mailbox() -> Iterator[Sink]:
    """The server of the players' provider."""
    sink = Sink()
    yield sink
    sink.stop()


@pytest.fixture
def server(port: int, mailbox: Sink, settings) -> Iterator[MailServer]:  # noqa: F811
    with mail_server(port, mailbox.port) as made:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", made.port
        settings.MAIL_DOMAIN, settings.MAIL_RECEIVER = DOMAIN, RECEIVER
        settings.DEFAULT_FROM_EMAIL = f"edgepbem@{DOMAIN}"
        yield made


@pytest.fixture
def match(server: MailServer) -> Match:
    alice = User.objects.create_user(ALICE, "Alice", mail_pdf=False)
    terms = Terms("scrappers", "Through Postfix", {})
    return open_match(alice, terms, [Place(alice), Place(bot="random")])


def send(server: MailServer, to: str, text: str, *, signed: bool = True, above: bytes = b"") -> None:
    """From the players' provider, another machine as far as the mail server knows."""
    message = EmailMessage(policy=policy.SMTP)
    message["From"], message["To"], message["Subject"] = f"Alice <{ALICE}>", to, "Re: your turn"
    message["Message-ID"] = make_msgid(domain=PLAYERS)
    message.set_content(text)
    raw = message.as_bytes()
    with smtplib.SMTP("127.0.0.1", server.port, PLAYERS, source_address=("127.0.0.2", 0)) as client:
        client.sendmail(ALICE, [to], above + (server.signed(raw) if signed else raw))


def came_in(number: int) -> IncomingEmail:
    """What the mail server has handed to the gateway, read."""
    wait_for(lambda: IncomingEmail.objects.count() >= number, what="the reply")
    inbox.read_due()
    return IncomingEmail.objects.latest("pk")


def test_a_turn_goes_out_signed_and_its_answer_is_played(server, match, mailbox):
    resolve.resolve_all(match.pk)
    delivery.deliver_due()
    turn = mailbox.wait_for(ALICE)[0].message
    signature = str(turn["DKIM-Signature"])
    assert f"d={DOMAIN}" in signature
    assert "List-Unsubscribe-Post" in "".join(signature.split())
    send(server, parseaddr(str(turn["Reply-To"]))[1], "Hi,\n\nend\n\nAlice\n")
    reply = came_in(1)
    assert (reply.state, reply.outcome is not None) == (State.HANDLED, True)
    resolve.resolve_all(match.pk)
    delivery.deliver_due()
    subjects = [str(mail.message["Subject"]) for mail in mailbox.wait_for(ALICE, 2)]
    assert "Re: Through Postfix: your turn" in subjects


def test_who_is_not_the_player_plays_nothing(server, match, mailbox):
    resolve.resolve_all(match.pk)
    delivery.deliver_due()
    address = parseaddr(str(mailbox.wait_for(ALICE)[0].message["Reply-To"]))[1]
    send(server, address, "end\n", signed=False)
    assert came_in(1).state == State.UNCONFIRMED
    send(server, address, "end \n", signed=False, above=MADE_UP)  # what the sender says about the sender
    assert came_in(2).state == State.UNCONFIRMED
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
        send(server, f"play+1-madeup@{DOMAIN}", "end\n")
    assert refused.value.recipients[f"play+1-madeup@{DOMAIN}"][0] == 550


def test_the_check_of_the_guide_tells_how_things_are(server, match):
    told = StringIO()
    call_command("check_mail", seconds=15, stdout=told)
    assert "In: it came back by mail gateway." in told.getvalue()
    assert f"Signed by {DOMAIN}, selector mail.\n" in told.getvalue()
