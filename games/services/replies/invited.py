"""Invitations answered by a reply: `join`, `join as Bob`, `decline`.

A reply comes from the person who reads email at the invited address, as far as we can know: by the secret
address that it was sent to and by its sender, as for orders.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.readers import reading_as
from accounts.refusals import Refused
from accounts.services import users
from games.models import Match, Seat
from games.services import invitations
from games.services.commands.parts import STOP_WORDS, is_lone_word
from games.services.seat_emails.mailbox import HELP
from post import limiter, outbox, unsubscribe
from post.authentication import is_authentic
from post.fields import normalise_address
from post.kinds import categories
from post.mailboxes import Outcome
from post.models import IncomingEmail
from post.parsing.email import ParsedEmail
from post.parsing.reader import Reading

ANSWERS = "10/hour"  # to one address
_YES, _NO = ("join", "accept"), ("decline", "no thanks", "no, thanks", "no thank you")
_AS = re.compile(r"(?:join|accept) as (?P<name>\S.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a reply to an invitation says; neither if it cannot be understood."""

    joins: bool = False
    declines: bool = False
    name: str = ""  # of someone who is new here


def wish_in(text: str) -> Wish:
    """Only a line of its own counts: an email may well speak of joining.

    >>> wish_in("Hi Alice,\\n\\nJoin!\\n\\nBob").joins
    True
    >>> wish_in("I may join later."), wish_in("join\\ndecline")
    (Wish(joins=False, declines=False, name=''), Wish(joins=False, declines=False, name=''))
    """
    lines = [" ".join(line.split()).strip("*_.!> ") for line in text.splitlines()]
    named = [found["name"].strip("\"'“”") for line in lines if (found := _AS.fullmatch(line))]
    joins = bool(named) or any(line.lower() in _YES for line in lines)
    declines = any(line.lower() in _NO for line in lines)
    if joins == declines:
        return Wish()
    return Wish(joins, declines, named[0] if named else "")


def is_from_invited(parsed: ParsedEmail, seat: Seat) -> bool:
    """Whether the invited person sent it, as far as we can know."""
    if normalise_address(parsed.sender) != seat.invited:
        return False
    return not settings.MAIL_RECEIVER or is_authentic(parsed)


class Acceptance:
    """An answer to an invitation. See post.mailboxes.Reply."""

    takes_long = False

    def __init__(self, email: IncomingEmail, seat: Seat, reading: Reading) -> None:
        self.email, self.seat, self.reading = email, seat, reading
        self.address = seat.invited
        self.user = User.objects.filter(email=seat.invited).first()

    def prepare(self) -> None:
        """Nothing."""

    def finish(self) -> Outcome:
        """Take or free the seat, and say so."""
        with reading_as(self.user):
            try:
                with transaction.atomic():  # a newcomer who could not join has not signed up either
                    told = self._act(self.reading.new_text)
            except Refused as why:
                told = _("That did not work: {why}.").format(why=str(why).rstrip("."))
            self._answer(told)
        return Outcome(IncomingEmail.State.HANDLED)

    def _act(self, text: str) -> str:
        said = text.strip() or self.reading.email.subject.rpartition(":")[2]
        if any(is_lone_word(said.splitlines(), word) for word in STOP_WORDS):
            return self._stop()
        wish = wish_in(text)
        if wish.declines:
            invitations.decline(self.seat.pk)
            return _("You have declined the invitation. The host has been told.")
        if not wish.joins:
            return _(
                "Reply with “join” to play, or with “decline”, in a line of its own; or open the link in the "
                "invitation."
            )
        if self.user is None and not wish.name:
            return _(
                "You are new here. Reply with “join as” and the name that other players will see, such as "
                "“join as Bob”; or open the link in the invitation, to choose a time zone and a language too."
            )
        return self._join(self.user or self._newcomer(wish.name))

    def _stop(self) -> str:
        """No more invitations; this one stays open."""
        wanted = unsubscribe.subscription(self.user, self.address, categories()[invitations.CATEGORY])
        if wanted is not None:
            wanted.end()
        return _("You will get no more invitations from this server.")

    def _join(self, user: User) -> str:
        if not user.is_active:
            raise Refused(_("this account is closed"))
        seat = invitations.accept(self.seat.pk, user)
        has_started = seat.match.status == Match.Status.RUNNING
        now, later = (
            _("The match has started: its first email is on its way."),
            _("You get an email when it starts."),
        )
        zone = _("Times are shown in the zone {zone}; you can change that in your account.")
        joined = _("You have joined {match}.").format(match=seat.match.name)
        return " ".join([joined, now if has_started else later, zone.format(zone=user.time_zone)])

    def _newcomer(self, name: str) -> User:
        """The address is proved as well as by a link that was sent to it."""
        profile = {"name": name, "time_zone": "UTC", "language": get_language() or settings.LANGUAGE_CODE}
        try:
            return users.welcome(self.address, profile)
        except ValidationError as wrong:
            raise Refused(" ".join(wrong.messages)) from None

    def _answer(self, told: str) -> None:
        """Two machines must not write to each other for long."""
        if not limiter.allow("answers to the invited", self.address, rate=ANSWERS):
            return
        parsed = self.reading.email
        facts = {"text": told, "subject": parsed.subject[:200], "in_reply_to": parsed.message_id[:400]}
        user = self.user or User.objects.filter(email=self.address).first()
        outbox.queue(HELP, self.address, f"invited {self.email.pk}", user=user, facts=facts)
