"""Letters that do not arrive: weighed for each reader, told to hosts once, shown to the reader."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Match, OutgoingMail, Seat
from games.services import outbox

UNDELIVERED = "undelivered"
LITTLE, MUCH = 1, 5  # a full mailbox, a server that was away; an address that does not exist
TOO_MUCH = 5
FORGETTING = timedelta(days=7)  # one failure weighs less by one for each of these
_INVITING = ("invitation", "rematch")
_PLAYED = (Match.Status.OPEN, Match.Status.RUNNING)


def count(mail: OutgoingMail, weight: int) -> None:
    """A letter did not arrive: weigh its reader's failures, and tell hosts of what is past bearing."""
    with transaction.atomic():
        if mail.kind in _INVITING and mail.user_id is None:
            _tell_of_invitation(mail, weight)
        reader = User.objects.select_for_update().filter(pk=mail.user_id or 0, is_active=True).first()
        if reader is None:
            return
        _weigh(reader, weight)
        # No letter about a letter: whoever is told of others' troubles has had this one told by them.
        if reader.bounced_at is not None and mail.kind != UNDELIVERED:
            _tell_of_player(reader, reader.bounced_at)


def _weigh(reader: User, weight: int) -> None:
    now = timezone.now()
    was = _left(reader, now)
    if was < TOO_MUCH:
        reader.bounced_at = None  # an old trouble; a new one is told anew
    reader.mail_failures, reader.mail_failed_at = was + weight, now
    if reader.mail_failures >= TOO_MUCH and reader.bounced_at is None:
        reader.bounced_at = now
    reader.save(update_fields=["mail_failures", "mail_failed_at", "bounced_at"])


def _left(reader: User, now: datetime) -> int:
    """What earlier failures still weigh."""
    if reader.mail_failed_at is None:
        return 0
    return min(max(0, reader.mail_failures - (now - reader.mail_failed_at) // FORGETTING), 4 * TOO_MUCH)


def _tell_of_player(reader: User, since: datetime) -> None:
    """Whoever opened the matches this player sits in, once for each trouble; the keys see to that."""
    seats = Seat.objects.filter(user=reader, resigned_at=None, match__status__in=_PLAYED)
    outbox.queue_all(
        [
            outbox.letter(
                UNDELIVERED,
                keeper.email,
                f"{UNDELIVERED} {seat.pk} {keeper.pk} {since.isoformat()}",
                user=keeper,
                seat=seat,
            )
            for seat in seats.select_related("match")
            for keeper in _keepers(seat.match, reader.pk)
        ]
    )


def _tell_of_invitation(mail: OutgoingMail, weight: int) -> None:
    """Nobody knows the reader yet; the host has typed the address and may have mistyped it."""
    seat = mail.seat
    if seat is None or weight < MUCH:
        return
    outbox.queue_all(
        [
            outbox.letter(
                UNDELIVERED,
                keeper.email,
                f"{UNDELIVERED} mail {mail.pk} {keeper.pk}",
                user=keeper,
                seat=seat,
                facts={"address": mail.address},
            )
            for keeper in _keepers(seat.match, 0)
        ]
    )


def _keepers(match: Match, reader: int) -> Iterable[User]:
    """The host, if mail reaches the host; else those who run the server."""
    reached = User.objects.filter(is_active=True, bounced_at=None).exclude(pk=reader)
    return reached.filter(pk=match.host_id or 0) or reached.filter(is_staff=True)
