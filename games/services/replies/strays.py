"""Emails without orders: from strangers, or from another address than the player's. Answered at most once."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from accounts.readers import reading_as
from games.models import Seat
from games.services.seat_emails import mailbox
from games.services.seat_emails.mailbox import HELP
from games.services.texts import about_commands
from post import outbox
from post.mailboxes import Outcome
from post.models import IncomingEmail, OutgoingEmail
from post.parsing.email import ParsedEmail
from post.parsing.reader import Reading

CONFIRM = "confirm_mail"
MOST_QUESTIONS_AN_HOUR = 5  # about emails from other senders to one seat
State = IncomingEmail.State


class Stray:
    """An email without orders: its sender is told once how to play."""

    takes_long = False

    def __init__(self, email: IncomingEmail, reading: Reading, outcome: Outcome) -> None:
        self.email, self.reading, self.outcome = email, reading, outcome

    def prepare(self) -> None:
        """Nothing."""

    def finish(self) -> Outcome:
        _send_help_once(self.email, self.reading.email)
        return self.outcome


class Unconfirmed:
    """An email to the secret address of a seat, but not from its player, who may confirm it by a link."""

    takes_long = False

    def __init__(self, email: IncomingEmail, seat: Seat) -> None:
        self.email, self.seat = email, seat

    def prepare(self) -> None:
        """Nothing."""

    def finish(self) -> Outcome:
        if self._came_before():
            return Outcome(State.HANDLED, "a copy of an email that was handled")
        if self.seat.user is not None:
            IncomingEmail.objects.filter(pk=self.email.pk).update(nonce=new_nonce())
            if self._may_ask():
                key = f"confirm {self.email.pk}"
                mailbox.queue_for_seat(CONFIRM, self.seat, key, {"incoming": self.email.pk})
        return Outcome(State.UNCONFIRMED, "from another sender than the player")

    def _may_ask(self) -> bool:
        """A flood must not make us send one; the page of each question shows all that wait."""
        hour = timezone.now() - timedelta(hours=1)
        asked = OutgoingEmail.objects.filter(mailbox=self.seat.pk, kind=CONFIRM, created_at__gt=hour)
        return asked.count() < MOST_QUESTIONS_AN_HOUR

    def _came_before(self) -> bool:
        """Whether it is a copy that lost its verdict on the way: what it says has been done."""
        copies = IncomingEmail.objects.filter(mailbox=self.seat.pk, content=self.email.name)
        return copies.filter(state=State.HANDLED).exclude(pk=self.email.pk).exists()


def _in_answer_to(parsed: ParsedEmail) -> dict[str, str]:
    """What an answer must know of the email it answers."""
    return {"subject": parsed.subject[:200], "in_reply_to": parsed.message_id[:400]}


def _send_help_once(email: IncomingEmail, parsed: ParsedEmail) -> None:
    """One email a day about how to play, to anyone who wrote where no order can be accepted."""
    if not parsed.sender or parsed.sender != email.envelope_from.strip("<> ").lower():
        return  # a sender that cannot be checked at all may be anyone's address
    user = User.objects.filter(email=parsed.sender, is_active=True).first()
    day = f"{timezone.now():%Y-%m-%d}"
    recent = Q(kind=HELP, created_at__gt=timezone.now() - timedelta(hours=1))
    if OutgoingEmail.objects.filter(recent, user=None).count() >= settings.MOST_HELP_AN_HOUR:
        return
    with reading_as(user):
        text = _(
            "Your email was not a reply to an email about a match, so it was not read as orders. "
            "Reply to the email that says it is your turn, or open {url}."
        ).format(url=settings.SITE_URL)
        facts = {"text": f"{text}\n\n{about_commands()}"} | _in_answer_to(parsed)
        outbox.queue(HELP, parsed.sender, f"help {parsed.sender} {day}", user=user, facts=facts)
