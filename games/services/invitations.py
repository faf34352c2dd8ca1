"""Invitations: a seat reserved for an address, and the email that opens it to its reader."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from accounts.refusals import Refused
from accounts.validators import validate_address
from games.models import Match, Seat
from games.models.seat import SeatQuerySet
from games.services import access, seats
from games.services.access import seats_of
from games.services.seat_emails import mailbox
from post import limiter, refusals
from post.fields import normalise_address

INVITATION = "invitation"  # the kind of email, and the purpose of its secret

DECLINED = "declined"
CATEGORY = "invitations"  # of emails that their readers can stop


def token(seat: Seat) -> str:
    """What the email carries: it proves that its holder reads email at the address."""
    return access.seat_secret(INVITATION, seat)


def seat_for(token: str) -> Seat | None:
    """The seat that an email offers; None once it was declined or someone else was invited."""
    return access.seat_by_secret(INVITATION, token)


def seats_for(user: User) -> SeatQuerySet:
    """The seats that are reserved for a user's address and not taken yet."""
    return Seat.objects.filter(invited=user.email, user=None, bot="")


def accept(seat_id: int, user: User, seed: str = "") -> Seat:
    """Take the seat that the email offers; accepting twice changes nothing.

    The door has checked the token: it was mailed to the address, so its reader may sign in under another.
    """
    seat = Seat.objects.select_related("match", "user").get(pk=seat_id)
    if seat.user_id == user.pk:
        return seat
    if not seat.invited:
        raise Refused(_("this invitation is no longer open"))
    still = Seat.objects.filter(nonce=seat.nonce).exclude(invited="")
    with transaction.atomic():
        taken = seats.take_seat(seat, user, still, seed)
        if user.email != seat.invited:  # the reader of that address must not answer for this player
            taken.nonce = new_nonce()
            taken.save(update_fields=["nonce"])
    return taken


def decline(seat_id: int) -> None:
    """Free the seat for someone else; the host is told, and the link stops working."""
    with transaction.atomic():
        seat = Seat.objects.select_related("match__host").get(pk=seat_id)
        kept = Seat.objects.filter(pk=seat_id, nonce=seat.nonce, user=None, bot="").exclude(invited="")
        if seat.match.status != Match.Status.OPEN:
            raise Refused(_("this match is no longer waiting for players"))
        if not kept.update(declined_at=timezone.now(), invited="", nonce=new_nonce()):
            raise Refused(_("this invitation is no longer open"))
        _tell_host(seat)


def _tell_host(seat: Seat) -> None:
    host = seat.match.host
    if host is not None and host.is_active:
        facts = {"seat": seat.pk, "address": seat.invited}  # the host wrote it there
        mailbox.queue(
            DECLINED,
            host.email,
            f"{DECLINED} {seat.pk} {timezone.now():%s%f}",
            user=host,
            seat=seat,
            facts=facts,
        )


def invite(match: Match, number: int, address: str, by: User) -> Seat:
    """The host reserves a free seat for an address; an earlier invitation to it stops working."""
    wanted = checked_address(address)
    if match.host_id != by.pk:
        raise Refused(_("only the host can invite players"))
    if Seat.objects.filter(match=match, user__email=wanted).exists() or _is_invited(match, number, wanted):
        raise Refused(_("you cannot invite yourself or someone who is already invited"))
    count_invitations(by, [wanted])
    with transaction.atomic():
        free = Seat.objects.filter(
            match=match, number=number, user=None, bot="", match__status=Match.Status.OPEN
        )
        if not free.update(invited=wanted, declined_at=None, nonce=new_nonce()):
            raise Refused(_("this seat is taken"))
        seat = Seat.objects.select_related("match").get(match=match, number=number)
        send_invitation(seat)
    return seat


def _is_invited(match: Match, number: int, address: str) -> bool:
    return Seat.objects.filter(match=match, invited=address).exclude(number=number).exists()


REMATCH = "rematch"


def check_addresses(host: User, addresses: list[str]) -> None:
    """Refuse invalid addresses, duplicates, and the host's own."""
    wanted = [checked_address(address) for address in addresses]
    if len(set(wanted)) < len(wanted) or host.email in wanted:
        raise Refused(_("you cannot invite yourself or someone who is already invited"))


def checked_address(address: str) -> str:
    """One address, in the form we store."""
    try:
        validate_address(address.strip())
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages)) from None
    return normalise_address(address)


def send_invitations(match: Match, kind: str = INVITATION) -> None:
    """Invite everyone who has a reserved seat in a new match. Raises Refused for too many in a day."""
    kept = [seat for seat in seats_of(match) if seat.invited and not seat.is_taken]
    if kind == INVITATION and match.host is not None:  # a rematch is among people who know each other
        count_invitations(match.host, [seat.invited for seat in kept])
    for seat in kept:
        send_invitation(seat, kind)


def send_invitation(seat: Seat, kind: str = INVITATION) -> None:
    """Invite one person; a registered player in their own language and time zone."""
    user = User.objects.filter(email=seat.invited, is_active=True).first()
    mailbox.queue(
        kind, seat.invited, f"{kind} {seat.pk} {_mark(seat)}", user=user, seat=seat, facts={"seat": seat.pk}
    )


def _mark(seat: Seat) -> str:
    """The same for one invitation, different for the next one to the same seat."""
    return hashlib.sha256(f"{seat.nonce} {seat.invited}".encode()).hexdigest()[:16]


INVITATIONS = "30/day"  # of one host
TO_ACQUAINTANCE = "10/day"  # by one host, to someone they have played with
TO_STRANGER = "3/day"  # by one host
STRANGERS = "5/day"  # hosts who write to one address, of each standing
SETTLED = timedelta(days=7)


def count_invitations(host: User, addresses: list[str]) -> None:
    """Count invitations; Refused above a limit.

    Nobody's mailbox may be flooded, and nobody may use up what others can send there: a host counts once
    among the strangers who write to an address, and people who have played together do not count as such.
    Accounts can be made by the dozen, but not a week ago: those of today share one number, older ones that
    have played another.
    """
    for address in addresses:
        if refusals.is_refused(address, CATEGORY) and not User.objects.filter(email=address).exists():
            raise Refused(_("the person at {address} does not want invitations").format(address=address))
        if not limiter.allow("invitations", str(host.pk), rate=INVITATIONS):
            raise Refused(_("you have sent many invitations today; please try again tomorrow"))
        if not _may_invite(host, address):
            raise Refused(_("{address} has received many invitations today").format(address=address))


def _may_invite(host: User, address: str) -> bool:
    pair = (str(host.pk), address)
    if _have_played(host, address):
        return limiter.allow("invited by", *pair, rate=TO_ACQUAINTANCE)
    if limiter.may("first invitation", *pair, rate="1/day"):
        if not limiter.allow("invited", address, _standing_of(host), rate=STRANGERS):
            return False
        limiter.allow("first invitation", *pair, rate="1/day")
    return limiter.allow("invited by", *pair, rate=TO_STRANGER)


def _standing_of(host: User) -> str:
    """Whether someone is new here, or was here last week and has played with someone else."""
    before = timezone.now() - SETTLED
    if host.date_joined > before:
        return "new"
    played = Match.objects.filter(seats__user=host, started_at__lt=before)
    others = Seat.objects.filter(match__in=played, user__isnull=False).exclude(user=host)
    return "settled" if others.exists() else "new"


def _have_played(host: User, address: str) -> bool:
    """Whether they have played in the same match, or one in a match that the other opened."""
    theirs = Seat.objects.filter(user__email=address).exclude(match__started_at=None)
    return theirs.filter(Q(match__seats__user=host) | Q(match__host=host)).exists()
