"""Invitations: a seat kept for an address, and the letter that opens it to whoever reads mail there."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, new_nonce
from games.models import Match, Seat
from games.services import access, inviting, limits, matches, outbox
from games.services.inviting import send
from games.services.refusals import Refused

__all__ = ["INVITATION", "accept", "decline", "invite", "seat_for", "send", "token"]

INVITATION = "invitation"  # the purpose of the secret
DECLINED = "declined"


def token(seat: Seat) -> str:
    """What the letter carries: whoever shows it has read mail at the address."""
    return access.seat_secret(INVITATION, seat)


def seat_for(token: str) -> Seat | None:
    """The seat that a letter invited to; None once it was declined or somebody else was invited."""
    return access.seat_by_secret(INVITATION, token)


def accept(seat_id: int, user: User) -> Seat:
    """Sit down where the letter invited to; the same person twice sits there once.

    The door has checked the token: it was mailed to the address, so its reader may sign in under another.
    """
    seat = Seat.objects.select_related("match", "user").get(pk=seat_id)
    if seat.user_id == user.pk:
        return seat
    if not seat.invited:
        raise Refused(_("this invitation is not open any more"))
    return matches.take_seat(seat, user, Seat.objects.filter(nonce=seat.nonce).exclude(invited=""))


def decline(seat_id: int) -> None:
    """Leave the seat to somebody else; the host is told, and the letter is worth nothing from now on."""
    with transaction.atomic():
        seat = Seat.objects.select_related("match__host").get(pk=seat_id)
        kept = Seat.objects.filter(pk=seat_id, nonce=seat.nonce, user=None, bot="").exclude(invited="")
        if seat.match.status != Match.Status.OPEN:
            raise Refused(_("this match does not wait for players any more"))
        if not kept.update(declined_at=timezone.now(), invited="", nonce=new_nonce()):
            raise Refused(_("this invitation is not open any more"))
        _tell_host(seat)


def _tell_host(seat: Seat) -> None:
    host = seat.match.host
    if host is not None and host.is_active:
        facts = {"seat": seat.pk, "address": seat.invited}  # the host wrote it there
        outbox.queue(
            DECLINED,
            host.email,
            f"{DECLINED} {seat.pk} {timezone.now():%s%f}",
            user=host,
            seat=seat,
            facts=facts,
        )


def invite(match: Match, number: int, address: str, by: User) -> Seat:
    """The host keeps a free seat for an address; who was invited to it before is not any more."""
    wanted = inviting.checked(address)
    if match.host_id != by.pk:
        raise Refused(_("only its host invites to a match"))
    if Seat.objects.filter(match=match, user__email=wanted).exists() or _is_invited(match, number, wanted):
        raise Refused(_("each player is invited once, and you are here already"))
    limits.count_invitations(by, [wanted])
    with transaction.atomic():
        free = Seat.objects.filter(
            match=match, number=number, user=None, bot="", match__status=Match.Status.OPEN
        )
        if not free.update(invited=wanted, declined_at=None, nonce=new_nonce()):
            raise Refused(_("this seat is taken"))
        seat = Seat.objects.select_related("match").get(match=match, number=number)
        inviting.write(seat)
    return seat


def _is_invited(match: Match, number: int, address: str) -> bool:
    return Seat.objects.filter(match=match, invited=address).exclude(number=number).exists()
