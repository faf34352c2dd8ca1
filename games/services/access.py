"""Who may see what, how often and for how long.

A match is fetched and the right to it checked in one step, by sign-in or by secret.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Order, Seat, rows
from post import secrets
from post.children.budget import Allowance, Overrun, budget
from post.limiter import Limit
from post.prepared import Prepared

REPLY = "reply address"  # purposes of computed secrets
CLAIM = "claim"
MUTE = "mute"
TURN_LINK = "turn link"
_LINK = re.compile(r"([1-9][0-9]{0,17})-([0-9]{1,9})-([a-z2-7]{32})")


class Look(Enum):
    """How much of a match is shown: less if its rules fail."""

    NOW = "now"
    LAST_KNOWN = "the end of the last turn"
    NO_BOARD = "no board"


class NotVisible(Exception):
    """The match does not exist, or this reader may not know of it."""


@dataclass(frozen=True, slots=True)
class Access:
    """A match and the reader's seat in it; without a seat, a spectator or someone who may join."""

    match: Match
    seats: list[Seat]
    seat: Seat | None
    look: Look = Look.NOW

    @property
    def sides(self) -> list[tuple[int, ...]]:
        """The seats that win together, grouped by side."""
        from games.engine.contract.engine import DRAWN_SEATS
        from games.services.engines import sides_of  # which loads rules: the mail gateway needs none

        numbers = [seat.number for seat in self.seats]
        if self.match.status == Match.Status.OPEN and self.match.options.get(DRAWN_SEATS.name):
            return [(number,) for number in numbers]  # nobody knows yet
        return sides_of(self.match.game, self.match.options, numbers)

    @property
    def allies(self) -> list[Seat]:
        """The seats that win together with the reader's."""
        if self.seat is None:
            return []
        own = next(side for side in self.sides if self.seat.number in side)
        return [seat for seat in self.seats if seat.number in own and seat.pk != self.seat.pk]

    @property
    def names(self) -> dict[int, str]:
        """What the players are called."""
        return names_of(self.seats)


def match_for(user: User | None, match_id: int) -> Access:
    """A match that this user may see: as a player, as its host, as a spectator, or to join it."""
    match = next(iter(_matches(match_id)), None)
    if match is None:
        raise NotVisible
    seats = seats_of(match)
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    if mine is not None or match.is_public or _may_look_in(user, match, seats):
        return Access(match, seats, mine)
    raise NotVisible


def _may_look_in(user: User | None, match: Match, seats: list[Seat]) -> bool:
    """The host sees the seats; anyone who is invited or could join sees what is offered."""
    if user is None:
        return False
    if match.host_id == user.pk:
        return True
    if match.status != Match.Status.OPEN:
        return False
    return any(not seat.is_taken and seat.invited in ("", user.email) for seat in seats)


def seats_of(match: Match) -> list[Seat]:
    """All seats with their players, each knowing its match."""
    seats = _seats(match.pk)
    for seat in seats:
        seat.match = match
    return seats


def _seats_with_players(match: int) -> QuerySet[Seat]:
    return Seat.objects.filter(match=match).select_related("user").order_by("number")


_matches = Prepared(lambda pk: Match.objects.filter(pk=pk).select_related("host"))
_seats = Prepared(_seats_with_players)


def seat_secret(purpose: str, seat: Seat) -> str:
    """What proves a right to one seat for one purpose: `<seat>-<characters>`, safe in any address."""
    return f"{seat.pk}-{secrets.secret(purpose, seat.pk, seat.nonce)}"


def seat_by_secret(purpose: str, token: str) -> Seat | None:
    """The seat that a token opens; None if it is wrong, old, altered or cut off, without saying which."""
    number, letters = _taken_apart(token)
    seat = Seat.objects.select_related("match", "user").filter(pk=number).first()
    return seat if _fits(purpose, number, letters, seat.nonce if seat is not None else "") else None


def seat_id_by_secret(purpose: str, token: str) -> int | None:
    """Only its number: the gateway asks for every email, so it must be cheap."""
    number, letters = _taken_apart(token)
    nonces = rows.read(Seat, ("nonce",), {"pk": number})
    return number if _fits(purpose, number, letters, nonces[0][0] if nonces else "") else None


def _taken_apart(token: str) -> tuple[int, str]:
    """The number of the seat, 0 if there is none, and the letters that prove the right to it."""
    number, _, letters = token.strip().lower().partition("-")
    is_number = number.isascii() and number.isdigit() and len(number) <= 18 and number[0] != "0"
    return int(number) if is_number else 0, letters


def _fits(purpose: str, number: int, letters: str, nonce: str) -> bool:
    """Computed even for seats that do not exist: the time it takes must not reveal which do."""
    return secrets.fits(letters, purpose, number, nonce) and bool(nonce)


@dataclass(frozen=True, slots=True)
class SeatLink:
    """What a link in an email stands for: the question of that email, in that turn, and nothing after it."""

    seat: Seat
    turn: int

    @property
    def is_open(self) -> bool:
        """Whether its question can be answered: the turn goes on, and the match waits for this player."""
        match = self.seat.match
        if match.status != Match.Status.RUNNING or match.turn != self.turn:
            return False
        return self.seat.waiting_since is not None or Order.objects.filter(seat=self.seat).waiting().exists()


def link_token(seat: Seat) -> str:
    """What an email to the player in a seat carries. Needs `match` selected."""
    return f"{seat.pk}-{seat.match.turn}-{_link_letters(seat, seat.match.turn)}"


def seat_link(token: str) -> SeatLink | None:
    """What a token stands for; None for damaged, ended and invented ones alike."""
    parts = _LINK.fullmatch(token.strip().lower())
    if parts is None:
        return None
    seat, turn = Seat.objects.select_related("match", "user").filter(pk=int(parts[1])).first(), int(parts[2])
    fit = secrets.fits(parts[3], TURN_LINK, *_link_facts(seat, turn))
    return SeatLink(seat, turn) if seat is not None and fit else None


def _link_letters(seat: Seat, turn: int) -> str:
    return secrets.secret(TURN_LINK, *_link_facts(seat, turn))


def _link_facts(seat: Seat | None, turn: int) -> tuple[object, ...]:
    """A turn that is played again after a rewind is another turn."""
    if seat is None:
        return 0, "", turn, 0  # compared all the same: time must not tell which seats exist
    return seat.pk, seat.nonce, turn, seat.match.rewinds or 0


def name_of(seat: Seat) -> str:
    """The player's name, a bot's, or what an empty seat is called. Needs `user` selected."""
    if seat.user is not None:
        return seat.user.name
    if seat.bot:
        return _("Bot {name}").format(name=seat.bot)
    if seat.match.status in (Match.Status.OPEN, Match.Status.WITHDRAWN):
        return _("invited") if seat.invited else _("free seat")
    return _("former player {number}").format(number=seat.number)


def names_of(seats: Iterable[Seat]) -> dict[int, str]:
    """The names of all seats by number. Two players of one name are told apart by their seats."""
    named = {seat.number: name_of(seat) for seat in seats}
    shared = {name for name in named.values() if list(named.values()).count(name) > 1}
    return {number: f"{name} ({number})" if name in shared else name for number, name in named.items()}


# How often a user may do what costs others something, counted for all doors together.

ALL = Limit("all", 600, "minute")
ANONYMOUS = Limit("anonymous", 120, "minute")
BAD_TOKENS = Limit("bad tokens", 30, "minute")
ORDERS = Limit("orders", 120, "minute")
PREVIEWS = Limit("previews", 60, "minute")
REPORTS = Limit("reports", 30, "minute")
PRESS = Limit("press", 30, "minute")
MATCHES = Limit("matches", 60, "hour")

# How long rules may run while someone waits: to show a match, and to do what was asked for.

READING = Allowance(1, 30, 512 << 20)
ACTING = Allowance(3, 30, 512 << 20)
REMEMBERED = 1_000


@contextmanager
def for_a_reader(allowance: Allowance = READING) -> Iterator[None]:
    """Limit rules that run while someone waits for an answer."""
    try:
        with budget(allowance):
            yield
    except Overrun:
        raise Refused(_("the rules of this match took too long")) from None


class Remembered:
    """The last things that took too long, so that this process does not try them again for every reader."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._names: OrderedDict[tuple[int, ...], None] = OrderedDict()

    def has(self, *name: int) -> bool:
        """Whether it is known to take long."""
        with self._lock:
            return name in self._names

    def add(self, *name: int) -> None:
        """Remember that it has just taken too long."""
        with self._lock:
            self._names[name] = None
            while len(self._names) > REMEMBERED:
                self._names.popitem(last=False)
