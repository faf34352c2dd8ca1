"""Who wrote an email to a seat, and what kind of reply it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from copy import copy

from django.conf import settings
from django.utils import timezone

from games.models import Seat
from games.services.replies.invited import Acceptance, is_from_invited
from games.services.replies.players import Reply
from games.services.replies.strays import State, Stray, Unconfirmed
from post.authentication import is_authentic
from post.fields import normalise_address
from post.mailboxes import Outcome
from post.mailboxes import Reply as AnyReply
from post.models import IncomingEmail
from post.parsing.automatic import Verdict
from post.parsing.email import ParsedEmail
from post.parsing.reader import Reading


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
