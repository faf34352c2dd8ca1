"""Invitations as letters: to whom, how many, and under which key."""

from __future__ import annotations

import hashlib

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.fields import normalise_address
from accounts.models import User
from accounts.validators import validate_address
from games.models import Match, Seat
from games.services import limits, outbox
from games.services.access import seats_of
from games.services.refusals import Refused

INVITATION = "invitation"
REMATCH = "rematch"


def check(host: User, addresses: list[str]) -> None:
    """Refuse what is no address, the same one twice, and the host's own."""
    wanted = [checked(address) for address in addresses]
    if len(set(wanted)) < len(wanted) or host.email in wanted:
        raise Refused(_("each player is invited once, and you are here already"))


def checked(address: str) -> str:
    """One address, written as we keep it."""
    try:
        validate_address(address.strip())
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages)) from None
    return normalise_address(address)


def send(match: Match, kind: str = INVITATION) -> None:
    """Write to all whom seats of a new match are kept for. Raises Refused for too many in a day."""
    kept = [seat for seat in seats_of(match) if seat.invited and not seat.is_taken]
    if kind == INVITATION and match.host is not None:  # a rematch is among people who know each other
        limits.count_invitations(match.host, [seat.invited for seat in kept])
    for seat in kept:
        write(seat, kind)


def write(seat: Seat, kind: str = INVITATION) -> None:
    """Invite one. A registered player is written as such: in that player's language and zone."""
    user = User.objects.filter(email=seat.invited, is_active=True).first()
    outbox.queue(
        kind, seat.invited, f"{kind} {seat.pk} {_mark(seat)}", user=user, seat=seat, facts={"seat": seat.pk}
    )


def _mark(seat: Seat) -> str:
    """The same for one invitation, another for the next one to the same seat."""
    return hashlib.sha256(f"{seat.nonce} {seat.invited}".encode()).hexdigest()[:16]
