"""Who may see what: a match is fetched and the right to it checked in one step."""

from __future__ import annotations

from dataclasses import dataclass

from accounts import secrets
from accounts.models import User
from games.models import Match, Seat
from games.services.people import names_of

LINK = "seat link"  # purposes of computed secrets
REPLY = "reply address"
CLAIM = "claim"
MUTE = "mute"


class NotVisible(Exception):
    """There is no such match, as far as this reader may know."""


@dataclass(frozen=True, slots=True)
class Access:
    """A match as one reader comes to it; without a seat, a spectator or somebody who may join."""

    match: Match
    seats: list[Seat]
    seat: Seat | None

    @property
    def names(self) -> dict[int, str]:
        """What the players are called."""
        return names_of(self.seats)


def match_for(user: User | None, match_id: int) -> Access:
    """A match that this user may see: as a player, as its host, as a spectator, or to sit down in."""
    match = Match.objects.select_related("host").filter(pk=match_id).first()
    if match is None:
        raise NotVisible
    seats = seats_of(match)
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    if mine is not None or match.is_public or _may_look_in(user, match, seats):
        return Access(match, seats, mine)
    raise NotVisible


def _may_look_in(user: User | None, match: Match, seats: list[Seat]) -> bool:
    """Its host sees who sits where; who is invited, or could join, sees what is offered."""
    if user is None:
        return False
    if match.host_id == user.pk:
        return True
    if match.status != Match.Status.OPEN:
        return False
    return any(not seat.is_taken and seat.invited in ("", user.email) for seat in seats)


def seats_of(match: Match) -> list[Seat]:
    """All seats with their players, each knowing its match."""
    seats = list(match.seats.select_related("user").order_by("number"))
    for seat in seats:
        seat.match = match
    return seats


def seat_secret(purpose: str, seat: Seat) -> str:
    """What proves a right to one seat for one purpose: `<seat>-<letters>`, safe in addresses of any kind."""
    return f"{seat.pk}-{secrets.secret(purpose, seat.pk, seat.nonce)}"


def seat_by_secret(purpose: str, token: str) -> Seat | None:
    """The seat that a token opens; None for what is wrong, old, altered or cut, without saying which."""
    number, letters = _taken_apart(token)
    seat = Seat.objects.select_related("match", "user").filter(pk=number).first()
    return seat if _fits(purpose, number, letters, seat.nonce if seat is not None else "") else None


def seat_id_by_secret(purpose: str, token: str) -> int | None:
    """Its number alone: what is asked at the door for every letter must cost little."""
    number, letters = _taken_apart(token)
    nonces = list(Seat.objects.filter(pk=number).order_by().values_list("nonce", flat=True))
    return number if _fits(purpose, number, letters, nonces[0] if nonces else "") else None


def _taken_apart(token: str) -> tuple[int, str]:
    """The number of the seat, 0 if there is none, and the letters that prove the right to it."""
    number, _, letters = token.strip().lower().partition("-")
    is_number = number.isascii() and number.isdigit() and len(number) <= 18 and number[0] != "0"
    return int(number) if is_number else 0, letters


def _fits(purpose: str, number: int, letters: str, nonce: str) -> bool:
    """Computed for seats that are none, too: how long it takes must not tell which there are."""
    return secrets.fits(letters, purpose, number, nonce) and bool(nonce)
