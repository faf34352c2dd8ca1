"""Carries out what a player's email says: orders are accepted, commands are answered.

It also decides when not to answer: two machines must never write to each other for long.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy
from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from accounts.readers import reading_as
from accounts.refusals import Refused
from accounts.services.users import try_mail_again
from games.engine.language.prose import Letter, without_prose
from games.models import Order, Seat
from games.services import deadlines, seat_emails
from games.services.acceptances import Acceptance, is_from_invited
from games.services.access import Access, seats_of
from games.services.commands import Sent, carry_out
from games.services.letters import Command, letter_of, parts_of
from games.services.orders import NewOrder, accept
from games.services.scene import Scene, scene_of
from games.services.seat_emails import ANSWER, HELP, REFUSAL, answers_left, last_answer
from games.services.texts import about_commands, about_help, about_prose, indented
from post import outbox
from post.authentication import is_authentic
from post.fields import normalise_address
from post.mailboxes import Outcome
from post.mailboxes import Reply as AnyReply
from post.models import IncomingEmail, OutgoingEmail
from post.parsing.automatic import Verdict
from post.parsing.email import ParsedEmail
from post.parsing.reader import Reading

CONFIRM = "confirm_mail"
MOST_QUESTIONS_AN_HOUR = 5  # about emails from other senders to one seat
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
    if seat.user is None and seat.invited and is_from_invited(reading.email, seat):
        return Acceptance(email, seat, reading)
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
        self.parts = parts_of(reading, seat.match.game, seat.match.name)
        self.key = f"mail {email.name}"  # read again, the same email gives the same key
        self.answers: list[str] = []
        self.is_refused = False

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

    @cached_property
    def letter(self) -> Letter:
        """The orders, and the prose around them."""
        return self._letter_of(self.parts.orders)

    def _letter_of(self, text: str) -> Letter:
        return letter_of(text, self.seat.match.game, lambda: self.scene)

    def finish(self) -> Outcome:
        """Accept the orders, and answer what needs an answer."""
        with reading_as(self.seat.user):
            has_orders = bool(self.parts.orders) and self.letter.has_orders
            order = self._take_orders() if has_orders else None
            if not (self.parts.commands or has_orders):
                self._say_what_is_missing()
            if any(self.answers):
                _send_answer(self)
        note = "confirmed by its owner" if self.is_confirmed else ""
        return Outcome(State.HANDLED, note, order.pk if order is not None else None)

    def _say_what_is_missing(self) -> None:
        self.is_refused = True
        if self.parts.orders:
            self.answers.append(_("Your email had no orders in it that we could find."))
            self.answers.append(about_prose(self.letter.prose))
        else:
            self.answers.append(_("Your email had no orders in it: there was nothing above the marker line."))
        self.answers.append(about_help(self.scene, []))

    def _is_known(self) -> bool:
        """Whether the orders of this email were accepted before: it is read again."""
        return Order.objects.filter(seat=self.seat, key=self.key).exists()

    def _commands_to_do(self) -> list[Command]:
        """In an email that is read again, `drop` is already done: the orders below it are kept now."""
        dropped = self._is_known()
        return [
            Command(command.word, self._letter_of(command.text).orders)
            if command.word == "preview"
            else command
            for command in self.parts.commands
            if not (dropped and command.word == "drop")
        ]

    def _take_orders(self) -> Order | None:
        """By email, orders are for the question that is open: a late reply must not play the next turn."""
        if (why := self._why_not_now()) and not self._is_known():  # one that is read again counts
            self.answers.append(why.format(text=indented(self.parts.orders)))
            return None
        try:
            order = accept(self.seat, self._new_order())
        except Refused as refused:
            self.answers.append(_("Your orders were not accepted: {why}.").format(why=refused))
            return None
        if kept := _kept_in_a_pause(self.seat, order):
            self.is_refused = True  # it may be a machine that answers whatever we send
            self.answers.append(kept)
        return order

    def _new_order(self) -> NewOrder:
        text = self.letter.orders
        return NewOrder(Order.Kind.ORDERS, Order.Door.MAIL, self.key, text, received_at=self.moment)

    def _why_not_now(self) -> str:
        """Why these orders are for no question, or for one that has been decided; empty if they count."""
        since = self.seat.waiting_since
        if since is None:
            return _(
                "There is no question for you right now, so your orders were not "
                "accepted:\n\n{text}\n\nReply "
                "to the email that comes with your next turn. You can leave orders for a later turn on "
                "the match page."
            )
        # A question from the future means that the clock was set back: then nobody can say what came first.
        if self.email.received_at < since <= timezone.now():
            return _(
                "Your email arrived before your current turn began, so its orders were not accepted:\n\n"
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
    if seat.match.paused_at is None or order.played_at is not None:
        return ""
    return _(
        "The match is paused. Your orders are kept and will be played when it resumes:\n\n{text}\n\nNewer "
        "orders replace them; reply with “drop” to cancel them."
    ).format(text=indented(without_prose(order.text)))


def _send_answer(reply: Reply) -> None:
    """Answer a player; the last answer before there are none for a while says so."""
    seat, refused = reply.seat, reply.is_refused
    left = answers_left(seat.pk, refusal=refused)
    if seat.user is None or not left:
        return
    text = "\n\n".join(filter(None, [*reply.answers, last_answer() if left == 1 else ""]))
    facts = {"text": text, REFUSAL: refused} | _in_answer_to(reply.reading.email)
    seat_emails.queue(
        ANSWER, seat.user.email, f"answer {reply.email.pk}", user=seat.user, seat=seat, facts=facts
    )


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
                seat_emails.queue_for_seat(CONFIRM, self.seat, key, {"incoming": self.email.pk})
        return Outcome(State.UNCONFIRMED, "from another sender than the player")

    def _may_ask(self) -> bool:
        """A flood must not become one of ours; the page of each question shows all that wait."""
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
