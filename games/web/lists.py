"""Lists of matches: mine, those waiting for me, those that anyone may join."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.engine.contract.engine import AnyEngine
from games.models import Match, Seat
from games.services import invitations, seats
from games.services.access import Access
from games.services.engines import ENGINES
from games.services.matches import tutorials
from games.services.stories.told import outcome
from games.services.texts import Variant, variants_of
from games.web import match_parts
from games.web.access import reader_of, signed_in
from games.web.match_parts import SeatRow, WhoseTurn
from games.web.times import When, when

PAGE = 20
SHOWN_IN_LOBBY = 100


@dataclass(frozen=True, slots=True)
class Claim:
    """An abandoned seat, and the link to take it over."""

    name: str
    address: str


def claims_of(rows: list[SeatRow]) -> list[Claim]:
    """The seats of a match that someone may take over."""
    offered = [row for row in rows if seats.may_be_claimed(row.seat)]
    return [Claim(row.name, reverse("claim", args=[seats.claim_token(row.seat)])) for row in offered]


@dataclass(frozen=True, slots=True)
class Row:
    """A match in a list."""

    match: Match
    engine: AnyEngine
    seats: list[SeatRow]
    turn: WhoseTurn
    outcome: str
    finished: When | None
    invitation: str = ""  # where the reader answers one

    @property
    def variants(self) -> list[Variant]:
        """Options that differ from the standard rules."""
        return variants_of(self.match)

    @property
    def free(self) -> list[SeatRow]:
        """Seats that are open to everyone."""
        return [row for row in self.seats if not row.seat.is_taken and not row.seat.invited]

    @property
    def claims(self) -> list[Claim]:
        """Abandoned seats."""
        return claims_of(self.seats)


def row_of(match: Match, user: User | None) -> Row:
    """A match for a list; its seats and players must be prefetched."""
    seats = sorted(match.seats.all(), key=lambda seat: seat.number)
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    access = Access(match, seats, mine)
    rows = match_parts.seat_rows(access)
    turn = match_parts.whose_turn(match, rows)
    return Row(match, ENGINES[match.game], rows, turn, outcome(match, access.names), when(match.finished_at))


def _fetched(matches: QuerySet[Match]) -> QuerySet[Match]:
    return (
        matches.filter(game__in=ENGINES)
        .select_related("host")
        .prefetch_related("seats__user")
        .defer("save_data")
    )


@require_safe
@never_cache
@login_required
def my_matches(request: HttpRequest) -> HttpResponse:
    """Matches waiting for me, then for others, then not started yet; below, the archive."""
    user = signed_in(request)
    mine = _fetched(Match.objects.filter(seats__user=user, is_tutorial=False))
    running = [row_of(match, user) for match in mine.filter(status=Match.Status.RUNNING)]
    open_ones = Match.objects.filter(status=Match.Status.OPEN)
    waiting = open_ones.among(open_ones.filter(host=user).values("pk"), user.seats.values("match"))
    archive = mine.filter(status=Match.Status.FINISHED).order_by("-finished_at", "-pk")
    page = Paginator(archive, PAGE).get_page(request.GET.get("page"))
    context = {
        "mine": _by_deadline([row for row in running if row.turn.is_mine]),
        "theirs": _by_deadline([row for row in running if not row.turn.is_mine]),
        "waiting": [row_of(match, user) for match in _fetched(waiting).order_by("-pk")],
        "invitations": [_invited(match, user) for match in _invitations(user)],
        "archive": [row_of(match, user) for match in page.object_list],
        "page": page,
        "tutorials": tutorials.progress_of(user),
        "key": secrets.token_urlsafe(12),
    }
    return render(request, "games/my_matches.html", context)


def _by_deadline(rows: list[Row]) -> list[Row]:
    """What is due first comes first; what has no deadline last."""
    return sorted(
        rows, key=lambda row: (row.turn.until is None, row.turn.until.at.timestamp() if row.turn.until else 0)
    )


def _invitations(user: User) -> QuerySet[Match]:
    seats = invitations.seats_for(user).filter(declined_at=None)
    return _fetched(Match.objects.filter(status=Match.Status.OPEN).among(seats.values("match"))).order_by(
        "-pk"
    )


def _invited(match: Match, user: User) -> Row:
    seat = next(seat for seat in match.seats.all() if seat.invited == user.email and not seat.is_taken)
    return replace(row_of(match, user), invitation=reverse("invitation", args=[invitations.token(seat)]))


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Open seats, and abandoned seats of public matches."""
    user = reader_of(request)
    watched = _fetched(Match.objects.running().filter(is_public=True)).order_by("-started_at", "-pk")
    context = {
        "open": [row_of(match, user) for match in _open_to_all()],
        "abandoned": [row for row in _rows(_given_up(), user) if row.claims],
        "watched": [row_of(match, user) for match in watched[:PAGE]],
    }
    return render(request, "games/lobby.html", context)


def _open_to_all() -> QuerySet[Match]:
    free = Seat.objects.filter(match=OuterRef("pk"), user=None, bot="", invited="")
    found = _fetched(Match.objects.filter(Exists(free), status=Match.Status.OPEN))
    return found.order_by("-created_at")[:SHOWN_IN_LOBBY]


def _given_up() -> QuerySet[Match]:
    """Public matches with a seat whose player has stopped playing or has left the server."""
    seats = Seat.objects.filter(resigned_at=None, bot="")
    silent, gone = seats.filter(missed__gte=2), seats.filter(user=None)
    found = Match.objects.running().filter(is_public=True)
    return _fetched(found.among(silent.values("match"), gone.values("match"))).order_by("-pk")[
        :SHOWN_IN_LOBBY
    ]


def _rows(found: QuerySet[Match], user: User | None) -> list[Row]:
    """Those in which the reader has no seat."""
    rows = [row_of(match, user) for match in found]
    return [row for row in rows if not any(seat.is_me for seat in row.seats)]
