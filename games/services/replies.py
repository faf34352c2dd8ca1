"""Carries out what a player's email says: orders are accepted, commands are answered.

It also decides when not to answer: two machines must never write to each other for long.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.readers import reading_as
from accounts.refusals import Refused
from accounts.services.users import try_mail_again
from games.models import Order, Seat
from games.services import deadlines, seat_emails
from games.services.access import Access, seats_of
from games.services.commands import Command, Sent, carry_out, take_apart
from games.services.orders import NewOrder, accept
from games.services.scene import Scene, scene_of
from games.services.strangers import HELP, Stray, Unconfirmed, about
from games.services.texts import about_help, indented
from post.authentication import is_authentic
from post.fields import normalise_address
from post.mailboxes import Outcome
from post.mailboxes import Reply as AnyReply
from post.models import IncomingEmail, OutgoingEmail
from post.parsing.automatic import Verdict
from post.parsing.email import ParsedEmail
from post.parsing.reader import Reading

ANSWER, RECEIPT = "answer", "receipt"
MOST_AN_HOUR = 30  # answers to the emails of one seat: more than a person needs
State = IncomingEmail.State


class SeatMailboxes:
    """See post.mailboxes.Owner."""

    def look_up(self, numbers: Collection[int]) -> Mapping[int, Seat]:
        return Seat.objects.select_related("match", "user").in_bulk(numbers)

    def understand(
        self, email: IncomingEmail, reading: Reading, whose: Seat | None, *, confirmed: bool = False
    ) -> AnyReply:
        # A copy: what one email does to its seat in hand must not reach the next if it is taken back.
        return _understood(email, reading, copy(whose), confirmed)


def _understood(email: IncomingEmail, reading: Reading, seat: Seat | None, confirmed: bool) -> AnyReply:
    """Who wrote it, and what to do about it."""
    if reading.verdict is Verdict.DOUBTFUL:
        return Stray(email, reading, Outcome(State.AUTOMATIC, reading.why))
    if seat is None:
        return Stray(email, reading, Outcome(State.REFUSED, "not sent to the address of a seat"))
    if not confirmed and not is_from_player(reading.email, seat):
        return Unconfirmed(email, seat)
    return Reply(email, seat, reading, confirmed_at=timezone.now() if confirmed else None)


def is_from_player(parsed: ParsedEmail, seat: Seat) -> bool:
    """Whether the seat's player sent it, as far as we can know."""
    if seat.user is None or normalise_address(parsed.sender) != seat.user.email:
        return False
    return not settings.MAIL_RECEIVER or is_authentic(parsed)


class Reply:
    """An email from a player. Its text is taken apart once."""

    def __init__(
        self, email: IncomingEmail, seat: Seat, reading: Reading, confirmed_at: datetime | None = None
    ) -> None:
        self.email, self.seat, self.reading = email, seat, reading
        self.is_confirmed = confirmed_at is not None
        self.moment = (
            confirmed_at or email.received_at
        )  # not when it was read, or when it says it was written
        self.parts = take_apart(reading.new_text)
        self.key = f"mail {email.name}"  # read again, the same email gives the same key
        self.answers: list[str] = []

    @property
    def takes_long(self) -> bool:
        """A preview may take long."""
        return bool(self.parts.commands)

    @cached_property
    def scene(self) -> Scene:
        """The match as the player may know it."""
        return scene_of(Access(self.seat.match, seats_of(self.seat.match), self.seat))

    def prepare(self) -> None:
        """Carry out everything but the orders. Safe to run again: keys depend on the email."""
        if self.seat.user is not None:
            try_mail_again(self.seat.user)  # the secret address that it was sent to is only in our emails
        if self.parts.commands:
            with reading_as(self.seat.user):
                sent = Sent(Order.Door.MAIL, self.key)
                self.answers = carry_out(self.scene, self.seat, self._commands_to_do(), sent)

    def finish(self) -> Outcome:
        """Accept the orders, and answer what needs an answer."""
        with reading_as(self.seat.user):
            order = self._take_orders() if self.parts.orders else None
            is_understood = bool(self.parts.commands or self.parts.orders)
            if not is_understood:
                self.answers.append(
                    _("Your email had no orders in it: there was nothing above the marker line.")
                )
                self.answers.append(about_help(self.scene, []))
            if any(self.answers):
                text = "\n\n".join(filter(None, self.answers))
                _send_answer(self.email, self.reading.email, self.seat, text, is_understood=is_understood)
        note = "confirmed by its owner" if self.is_confirmed else ""
        return Outcome(State.HANDLED, note, order.pk if order is not None else None)

    def _is_known(self) -> bool:
        """Whether the orders of this email were accepted before: it is read again."""
        return Order.objects.filter(seat=self.seat, key=self.key).exists()

    def _commands_to_do(self) -> list[Command]:
        """In an email that is read again, `drop` is already done: the orders below it are kept now."""
        commands = self.parts.commands
        return [command for command in commands if command.word != "drop"] if self._is_known() else commands

    def _take_orders(self) -> Order | None:
        """By email, orders are for the question that is open: a late reply must not play the next turn."""
        text = self.parts.orders
        if not self._is_known() and (why := self._why_not_now()):
            self.answers.append(why.format(text=indented(text)))
            return None
        new = NewOrder(Order.Kind.ORDERS, Order.Door.MAIL, self.key, text, received_at=self.moment)
        try:
            order = accept(self.seat, new)
        except Refused as why:
            self.answers.append(_("Your orders were not accepted: {why}.").format(why=why))
            return None
        self.answers.append(_kept_in_a_pause(self.seat, order))
        return order

    def _why_not_now(self) -> str:
        """Why these orders are for no question, or for one that has been decided; empty if they count."""
        since = self.seat.waiting_since
        if since is None:
            return _(
                "You are not being asked anything now, so your orders were not accepted:\n\n{text}\n\nReply "
                "to the email that comes with your next turn. You can leave orders for a later turn on "
                "the match page."
            )
        # A question from the future means that the clock was set back: then nobody can say what came first.
        if self.email.received_at < since <= timezone.now():
            return _(
                "Your email arrived before your present turn began, so its orders were not accepted:\n\n"
                "{text}\n\nIf you still want to play them, send them again."
            )
        if deadlines.has_passed(self.seat, self.moment):
            return _(
                "Your email arrived after the deadline, so its orders were not accepted:\n\n{text}\n\n"
                "Reply to the email that comes with your next turn."
            )
        return ""


def _kept_in_a_pause(seat: Seat, order: Order) -> str:
    """The receipt comes when the match resumes; until then the player must know that nothing is lost."""
    if seat.match.paused_at is None or order.played_at is not None or not _may_confirm(order):
        return ""
    return _(
        "The match is paused. Your orders are kept and will be played when it resumes:\n\n{text}\n\nNewer "
        "orders replace them; reply with “drop” to cancel them."
    ).format(text=indented(order.text))


def _may_confirm(order: Order) -> bool:
    """Whether to say that orders are kept in a pause: not to a machine that answers whatever we send."""
    earlier = Order.objects.filter(seat_id=order.seat_id, door=Order.Door.MAIL, pk__lt=order.pk)
    same = earlier.filter(text=order.text, received_at__gt=order.received_at - timedelta(days=1))
    quick = earlier.filter(received_at__gt=order.received_at - timedelta(minutes=1))
    return not same.exists() and quick.count() < 2


def _send_answer(
    email: IncomingEmail, parsed: ParsedEmail, seat: Seat, text: str, *, is_understood: bool
) -> None:
    """Answer a player. What we cannot understand is answered once a day: a machine may have sent it."""
    if seat.user is None or not _is_patient(seat):
        return
    key = f"answer {email.pk}" if is_understood else f"answer {seat.pk} {timezone.now():%Y-%m-%d}"
    facts = {"text": text} | about(parsed)
    seat_emails.queue(ANSWER, seat.user.email, key, user=seat.user, seat=seat, facts=facts)


def _is_patient(seat: Seat) -> bool:
    """Whether there is room for one more answer this hour."""
    hour = timezone.now() - timedelta(hours=1)
    answers = OutgoingEmail.objects.filter(
        mailbox=seat.pk, kind__in=[ANSWER, RECEIPT, HELP], created_at__gt=hour
    )
    return answers.count() < MOST_AN_HOUR
