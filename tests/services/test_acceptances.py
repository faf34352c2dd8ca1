"""An invitation is answered by a reply, as safely as an order is given."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import make_msgid

import pytest

from accounts.models import User
from games.models import Match, Seat
from games.services import invitations
from games.services.matches.new import Place, Terms, open_match
from post import inbox, mailboxes, refusals
from post.compose import compose
from post.models import IncomingEmail, OutgoingEmail
from tests.mailboxes import reply_address
from tests.post.inbox import post


@pytest.fixture
def kept(alice: User) -> Seat:
    """The seat that is kept for Bob's address."""
    terms = Terms("scrappers", "Friday's mine", {})
    match = open_match(alice, terms, [Place(alice), Place(address="bob@example.org")])
    return match.seats.select_related("match").get(number=2)


def reply(seat: Seat, text: str, sender: str = "bob@example.org", **headers: str) -> None:
    """As a mail program answers the invitation."""
    to = reply_address(seat)
    message = EmailMessage()
    message["From"], message["To"] = sender, to
    message["Subject"] = headers.pop("subject", "Re: Alice invites you")
    message["Message-ID"] = make_msgid()
    for name, value in headers.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    mailboxes.receive(message.as_bytes(), to, sender, IncomingEmail.Source.SMTP)
    inbox.read_due()


def fresh(seat: Seat) -> Seat:
    return Seat.objects.select_related("match", "user").get(pk=seat.pk)


def answers() -> list[str]:
    rows = OutgoingEmail.objects.filter(kind="help").order_by("pk").select_related("user")
    return [" ".join(compose(row).text.split()) for row in rows]


def test_the_invitation_says_how_to_answer_it(kept, bob):
    email = compose(OutgoingEmail.objects.get(kind="invitation"))
    assert "reply with “join as” and the name" in " ".join(email.text.split())
    assert "join as Bob" in email.html
    assert reply_address(kept) in str(email.extra_headers["Reply-To"])
    invitations.invite(kept.match, 2, "bob@example.org", kept.match.host)
    email = compose(OutgoingEmail.objects.filter(kind="invitation").latest("pk"))
    assert "reply with “join”; to decline" in " ".join(email.text.split())
    assert "--=#" in email.text


@pytest.mark.parametrize("text", ["join", "Hi Alice!\n\nJoin.\n\nCheers\nBob", "*join*", "Accept"])
def test_who_has_an_account_joins_by_one_word(kept, bob, text):
    reply(kept, text)
    seat = fresh(kept)
    assert (seat.user, seat.match.status) == (bob, Match.Status.RUNNING)
    assert "You have joined Friday's mine. The match has started" in answers()[0]
    assert OutgoingEmail.objects.filter(kind__in=["started", "turn"], user=bob).exists()


def test_who_is_new_joins_by_a_name(kept):
    reply(kept, "join")
    assert "join as Bob" in answers()[0]
    assert fresh(kept).user is None
    reply(kept, "join as Bob the Builder")
    user = fresh(kept).user
    assert user is not None
    assert (user.email, user.name, user.has_usable_password()) == (
        "bob@example.org",
        "Bob the Builder",
        False,
    )


def test_a_name_that_cannot_be_is_refused_and_nobody_is_signed_up(kept):
    reply(kept, "join as \u200b")
    reply(kept, f"join as {'x' * 200}")
    assert fresh(kept).user is None
    assert not User.objects.filter(email="bob@example.org").exists()
    assert "That did not work" in answers()[-1]


def test_who_comes_too_late_is_not_signed_up(kept):
    Match.objects.update(status=Match.Status.WITHDRAWN)
    reply(kept, "join as Bob")
    assert "no longer waiting" in answers()[0]
    assert not User.objects.filter(email="bob@example.org").exists()


def test_declining_tells_the_host(kept):
    reply(kept, "Sorry, no time.\n\ndecline")
    assert fresh(kept).declined_at is not None
    assert OutgoingEmail.objects.filter(kind="declined").exists()


@pytest.mark.parametrize("text", ["I would love to join, but when?", "join\ndecline", "Who will join?"])
def test_what_is_not_clear_does_nothing(kept, bob, text):
    reply(kept, text)
    seat = fresh(kept)
    assert (seat.user, seat.invited) == (None, "bob@example.org")
    assert "in a line of its own" in answers()[0]


def test_what_is_quoted_is_not_said(kept, bob):
    reply(kept, "Hm, let me think.\n\nOn Mon, Alice wrote:\n> To accept, reply with:\n> join\n")
    assert fresh(kept).user is None


def test_another_sender_cannot_take_the_seat(kept, charlie):
    reply(kept, "join", sender="charlie@example.org")
    assert fresh(kept).user is None
    assert "join" not in " ".join(answers())


def test_a_sender_that_our_server_does_not_vouch_for_cannot(kept, bob, settings):
    settings.MAIL_RECEIVER = "mx.example.net"
    reply(kept, "join")
    assert fresh(kept).user is None
    reply(kept, "join", Authentication_Results="mx.example.net; dmarc=pass header.from=example.org")
    assert fresh(kept).user == bob


def test_an_answering_machine_joins_nothing(kept, bob):
    reply(kept, "join", Auto_Submitted="auto-replied")
    assert fresh(kept).user is None


@pytest.mark.parametrize("where", ["subject", "text"])
def test_stop_ends_invitations(kept, where):
    reply(kept, "" if where == "subject" else "stop", subject="stop")
    assert refusals.is_refused("bob@example.org", "invitations")


def test_an_old_invitation_is_worth_nothing(kept, bob, alice):
    address = reply_address(kept)
    invitations.invite(kept.match, 2, "dora@example.org", alice)
    with pytest.raises(mailboxes.NoSuchMailbox):
        mailboxes.mailbox(address)


def test_who_accepts_under_another_address_gets_a_new_secret(kept, bob, charlie):
    """The one who was invited must not be able to write orders for the one who plays."""
    address = reply_address(kept)
    invitations.accept(kept.pk, charlie)
    with pytest.raises(mailboxes.NoSuchMailbox):
        mailboxes.mailbox(address)


def test_joining_again_is_answered_kindly(kept, bob):
    reply(kept, "join")
    post(fresh(kept), "join")
    told = OutgoingEmail.objects.filter(kind="answer").latest("pk").facts["text"]
    assert told.startswith("You have joined this match.")
    assert fresh(kept).user == bob


def test_a_chatty_machine_is_answered_ten_times_an_hour(kept):
    for number in range(14):
        reply(kept, f"Ticket {number}")
    assert len(answers()) == 10
