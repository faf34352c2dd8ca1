"""The secrets of a user's seats made new: reply addresses, links, invitations."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from accounts.models import User, new_nonce
from games.models import Match, Seat
from games.services import invitations, seat_emails
from games.services.news import TURN


def renew(sender: Any, user: User, former: str, **more: Any) -> None:
    """Called when a user signs out everywhere or moves; whoever is asked gets the question again."""
    seats = list(Seat.objects.filter(user=user).select_related("match", "user"))
    _new_nonces(seats)
    seat_emails.end_confirmations(seats)
    for seat in seats:
        if seat.match.status == Match.Status.RUNNING and seat.waiting_since is not None:
            _ask_again(seat)
    _invite_again(_invited(former or user.email), user)


def _new_nonces(seats: list[Seat]) -> None:
    for seat in seats:
        seat.nonce = new_nonce()
    Seat.objects.bulk_update(seats, ["nonce"], batch_size=200)


def _ask_again(seat: Seat) -> None:
    """The emails that the player has cannot be answered any more; one that waits will carry new secrets."""
    if seat_emails.unsent(seat).filter(kind=TURN).exists():
        return
    facts = {"first": seat.told, "last": seat.told, "turn": seat.match.turn, "question": ""}
    seat_emails.queue_for_seat(TURN, seat, f"{TURN} {seat.pk} again {seat.nonce}", facts)


def _invited(address: str) -> QuerySet[Seat]:
    return Seat.objects.filter(invited=address, user=None, match__status=Match.Status.OPEN)


def _invite_again(seats: QuerySet[Seat], user: User) -> None:
    for seat in seats.select_related("match"):
        seat_emails.drop_unsent(seat, "the invitation was renewed")
        seat.invited, seat.nonce = user.email, new_nonce()
        seat.save(update_fields=["invited", "nonce"])
        invitations.send_invitation(seat)
