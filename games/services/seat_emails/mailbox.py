"""Each seat is a mailbox: emails to its player, how many, and what links in them mute or confirm."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match, Seat
from games.services.access import MUTE, REPLY, seat_by_secret, seat_id_by_secret, seat_secret
from post import outbox, tokens, unsubscribe
from post.holding import NO_HOLD, Hold
from post.models import IncomingEmail, OutgoingEmail

MUTE_TOKENS = "match"  # what the tokens of links that mute a match begin with
CONFIRM = "confirm mail"  # the purpose of a secret
MOST_UNCONFIRMED = 50  # on one page
ANSWER, RECEIPT, HELP = "answer", "receipt", "help"  # kinds of email
MOST_AN_HOUR = 30  # answers to the emails of one seat: more than a person needs
MOST_REFUSALS_A_MINUTE = 3  # nobody writes that fast
REFUSAL = "refusal"  # a fact of an email that says that nothing was done


def new_email(
    kind: str,
    address: str,
    key: str,
    *,
    user: User | None = None,
    seat: Seat | None = None,
    facts: dict[str, Any] | None = None,
    hold: Hold = NO_HOLD,
) -> OutgoingEmail:
    """An email, not queued yet."""
    return outbox.new_email(
        kind,
        address,
        key,
        user=user,
        conversation=seat.match_id if seat is not None else None,
        mailbox=seat.pk if seat is not None else None,
        facts=facts,
        hold=hold,
    )


def queue(kind: str, address: str, key: str, **about: Any) -> None:
    """Put an email into the outbox, once per key."""
    outbox.queue_all([new_email(kind, address, key, **about)])


def queue_for_seat(
    kind: str, seat: Seat, key: str, facts: dict[str, Any] | None = None, hold: Hold = NO_HOLD
) -> None:
    """An email to the player in a seat; nothing for bots, empty seats and players who muted the match."""
    if seat.user is not None and seat.user.is_active and not seat.is_muted:
        queue(kind, seat.user.email, key, user=seat.user, seat=seat, facts=facts, hold=hold)


def seat_of(email: OutgoingEmail | IncomingEmail) -> Seat | None:
    """The seat that an email is about, with its match and its player."""
    if email.mailbox is None:
        return None
    return Seat.objects.select_related("match", "user").filter(pk=email.mailbox).first()


def unsent(seat: Seat) -> QuerySet[OutgoingEmail]:
    """Emails about a seat that wait to be sent."""
    states = [OutgoingEmail.State.WAITING, OutgoingEmail.State.SENDING]
    return OutgoingEmail.objects.filter(mailbox=seat.pk, state__in=states)


def drop_unsent(seat: Seat, why: str) -> None:
    """Emails that wait to be sent are not sent. One that carries others drops itself when it is written."""
    unsent(seat).filter(parts=None).update(state=OutgoingEmail.State.DROPPED, error=why)


def end_confirmations(seats: Iterable[Seat]) -> None:
    """Links that confirm emails to these seats stop working."""
    mailboxes = [seat.pk for seat in seats]
    IncomingEmail.objects.filter(mailbox__in=mailboxes).exclude(nonce="").update(nonce="")


def forget_match(sender: Any, instance: Match, **more: Any) -> None:
    """Emails go with the match they are about."""
    OutgoingEmail.objects.filter(conversation=instance.pk).delete()


def forget_seat(sender: Any, instance: Seat, **more: Any) -> None:
    """Emails go with the seat they are about."""
    OutgoingEmail.objects.filter(mailbox=instance.pk).delete()
    IncomingEmail.objects.filter(mailbox=instance.pk).delete()


def forget_order(sender: Any, instance: Any, **more: Any) -> None:
    """An email stays when the order that it brought is deleted."""
    IncomingEmail.objects.filter(outcome=instance.pk).update(outcome=None)


def find_mailbox(token: str) -> int | None:
    """The seat whose reply address has this token. The gateway asks for every email, so it must be cheap."""
    return seat_id_by_secret(REPLY, token)


def mute(seat: Seat, *, is_muted: bool = True) -> None:
    """Send no more emails about the match that a seat is in; or send them again."""
    is_muted = is_muted or seat.match.is_tutorial
    Seat.objects.filter(pk=seat.pk).update(is_muted=is_muted)
    seat.is_muted = is_muted


def mute_link(seat: Seat) -> str:
    """The page that mutes the match, for the player in the seat."""
    return unsubscribe.link(f"{MUTE_TOKENS}-{seat_secret(MUTE, seat)}")


@dataclass(frozen=True, slots=True)
class MatchSubscription:
    """All emails about one match: see post.unsubscribe.Subscription."""

    seat: Seat

    @property
    def reader(self) -> User | None:
        return self.seat.user

    @property
    def label(self) -> str:
        return _("emails about {match}").format(match=self.seat.match.name)

    @property
    def consequence(self) -> str:
        return _("Your seat stays yours, and its deadlines still pass.")

    @property
    def settings_path(self) -> str:
        return reverse("match", args=[self.seat.match_id])

    def is_on(self) -> bool:
        return not self.seat.is_muted

    def end(self) -> None:
        mute(self.seat)


def subscription_for(token: str) -> MatchSubscription | None:
    """What a link would mute; None for one that is wrong."""
    seat = seat_by_secret(MUTE, token)
    return MatchSubscription(seat) if seat is not None else None


def confirm_token(email: IncomingEmail) -> str:
    """What opens the page that confirms an email."""
    return tokens.token(CONFIRM, email)


def email_for(token: str) -> IncomingEmail | None:
    """The email that a token opens; None for one that is wrong."""
    number, _, letters = token.strip().lower().partition("-")
    if not (number.isascii() and number.isdigit() and len(number) <= 18):
        return None
    email = tokens.opened(IncomingEmail.objects.all(), CONFIRM, number, letters)
    return email if email is not None and _is_for_present_player(email) else None


def _is_for_present_player(email: IncomingEmail) -> bool:
    """Whether the seat has had no other player since: what a former one sent is nobody's."""
    seat = seat_of(email)
    return seat is not None and (seat.taken_at is None or email.received_at >= seat.taken_at)


def unconfirmed(seat: Seat) -> list[IncomingEmail]:
    """Emails to a seat that its player may still confirm, the newest first."""
    waiting = IncomingEmail.objects.filter(mailbox=seat.pk, state=IncomingEmail.State.UNCONFIRMED)
    mine = waiting if seat.taken_at is None else waiting.filter(received_at__gte=seat.taken_at)
    return list(mine.exclude(nonce="").defer("raw").order_by("-pk")[:MOST_UNCONFIRMED])


def answers_left(seat: int, *, refusal: bool = False) -> int:
    """How many answers a seat may have at this moment."""
    now = timezone.now()
    sent = OutgoingEmail.objects.filter(mailbox=seat, kind__in=[ANSWER, RECEIPT, HELP])
    left = MOST_AN_HOUR - sent.filter(created_at__gt=now - timedelta(hours=1)).count()
    if refusal and left > 0:
        quick = sent.filter(created_at__gt=now - timedelta(minutes=1), facts__refusal=True)
        left = min(left, MOST_REFUSALS_A_MINUTE - quick.count())
    return max(left, 0)


def last_answer() -> str:
    """What the last answer says before there are none for a while."""
    return _(
        "We have had many emails from you in a short time. Further emails are read, but for up to an hour "
        "they may get no answer. The match page always shows where you stand."
    )
