"""Carries out what a player's email says: orders are accepted, commands are answered.

It also decides when not to answer: two machines must never write to each other for long.
"""

from __future__ import annotations

from datetime import datetime
from functools import cached_property

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.readers import reading_as
from accounts.refusals import Refused
from accounts.services.users import try_mail_again
from games.engine.language.prose import Letter, without_prose
from games.models import Order, Seat
from games.services import lateness
from games.services.access import Access, seats_of
from games.services.commands.execution import Sent, carry_out
from games.services.commands.held import held_for, may_say_yes, says_yes
from games.services.commands.parts import Command, letter_of, parts_of
from games.services.orders import NewOrder, accept
from games.services.replies.strays import State, _in_answer_to
from games.services.scene import Scene, scene_of
from games.services.seat_emails import mailbox
from games.services.seat_emails.mailbox import ANSWER, REFUSAL, answers_left, last_answer
from games.services.texts import about_help, about_prose, indented
from post.mailboxes import Outcome
from post.models import IncomingEmail
from post.parsing.reader import Reading


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
        """The orders, and the prose around them; "yes" stands for the orders that are held."""
        held = self._held() if may_say_yes(self.parts.orders) else ""
        return Letter(held) if held else self._letter_of(self.parts.orders)

    def _held(self) -> str:
        """The held orders that this email says yes to."""
        known = Order.objects.filter(seat=self.seat, key=self.key).first()
        if known is not None:
            return known.text  # it is read again
        return held_for(self.seat) if says_yes(self.parts.orders, self.scene) else ""

    def _letter_of(self, text: str) -> Letter:
        language = self.seat.user.language if self.seat.user is not None else ""
        return letter_of(text, self.seat.match.game, lambda: self.scene, language)

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
        if lateness.has_passed(self.seat, self.moment):
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
    mailbox.queue(ANSWER, seat.user.email, f"answer {reply.email.pk}", user=seat.user, seat=seat, facts=facts)
