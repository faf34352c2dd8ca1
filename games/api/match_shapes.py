"""A match as its readers get it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from accounts.models import User
from games.api.pagination import Page
from games.engine.contract.engine import Setting
from games.models import MOST_ABSENCE, USUAL_ABSENCE, Match, Seat
from games.services.access import names_of
from games.services.fairness import LONGEST_SEED
from games.services.scene import Scene

Status = Literal["open", "running", "finished", "withdrawn"]
Lateness = Literal["default", "bot", "resign"]
SeatKind = Literal["person", "bot", "invited", "open", "left"]

OwnSeed = Annotated[str, Meta(max_length=LONGEST_SEED)]

_AT = datetime(2026, 11, 17, 18, tzinfo=UTC)


class SeatShape(msgspec.Struct):
    """A place in a match and its player."""

    number: int
    name: str
    kind: SeatKind
    is_me: bool
    has_resigned: bool
    waiting_since: datetime | None
    due_at: datetime | None


class MatchBrief(msgspec.Struct):
    """A match in a list."""

    id: int
    name: str
    game: str
    status: Status
    turn: int
    is_public: bool
    my_seat: int | None
    seats: list[SeatShape]
    waits_for_me: bool
    due_at: datetime | None
    created_at: datetime
    url: str


class MatchPage(Page):
    """A page of matches, the newest first."""

    results: list[MatchBrief]


class Terms(msgspec.Struct):
    """How the match is played."""

    options: dict[str, Setting]
    turn_hours: int
    lateness: Lateness
    absence_days: int  # a year, for which deadlines wait for a player who is absent


class Result(msgspec.Struct):
    """How the match ended."""

    winners: list[int]
    scores: dict[str, int]
    told: str


class MatchLinks(msgspec.Struct):
    """Where to go from here."""

    decision: str
    orders: str
    turns: str
    board_svg: str
    standing_orders: str
    press: str
    verification: str
    page: str


class MatchShape(msgspec.Struct):
    """A match as the caller may see it, without anything hidden from the caller."""

    id: int
    name: str
    game: str
    status: Status
    turn: int
    is_public: bool
    is_tutorial: bool
    is_host: bool
    my_seat: int | None
    terms: Terms
    seats: list[SeatShape]
    sides: list[list[int]]
    paused_since: datetime | None
    is_stuck: bool
    asked: bool
    can_take_back: bool
    view: dict[str, Any] | None
    board: str
    result: Result | None
    commitment: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    links: MatchLinks


def match_url(match_id: int) -> str:
    """The address of a match in the API."""
    return f"/api/v1/matches/{match_id}/"


def seat_shape(seat: Seat, name: str, reader: User | None) -> SeatShape:
    """One seat; only the invited player sees the invited address."""
    return SeatShape(
        number=seat.number,
        name=name,
        kind=_kind(seat),
        is_me=reader is not None and seat.user_id == reader.pk,
        has_resigned=seat.resigned_at is not None,
        waiting_since=_utc(seat.waiting_since),
        due_at=_utc(seat.due_at),
    )


def _kind(seat: Seat) -> SeatKind:
    if seat.user_id is not None:
        return "person"
    if seat.bot:
        return "bot"
    if seat.match.status not in (Match.Status.OPEN, Match.Status.WITHDRAWN):
        return "left"
    return "invited" if seat.invited else "open"


def _utc(at: datetime | None) -> datetime | None:
    return at.astimezone(UTC) if at is not None else None


def brief(match: Match, seats: list[Seat], reader: User) -> MatchBrief:
    """A match for a list. The seats must know their match and their users."""
    names = names_of(seats)
    mine = next((seat for seat in seats if seat.user_id == reader.pk), None)
    return MatchBrief(
        id=match.pk,
        name=match.name,
        game=match.game,
        status=match.status,  # type: ignore[arg-type]
        turn=match.turn,
        is_public=match.is_public,
        my_seat=mine.number if mine is not None else None,
        seats=[seat_shape(seat, names[seat.number], reader) for seat in seats],
        waits_for_me=mine is not None and mine.waiting_since is not None,
        due_at=_utc(mine.due_at) if mine is not None else None,
        created_at=match.created_at.astimezone(UTC),
        url=match_url(match.pk),
    )


def match_shape(scene: Scene, reader: User | None) -> MatchShape:
    """A match as a whole, from the scene alone."""
    match = scene.match
    return MatchShape(
        id=match.pk,
        name=match.name,
        game=match.game,
        status=match.status,  # type: ignore[arg-type]
        turn=match.turn,
        is_public=match.is_public,
        is_tutorial=match.is_tutorial,
        is_host=reader is not None and match.host_id == reader.pk,
        my_seat=scene.number,
        terms=Terms(match.options, match.turn_hours, match.lateness, match.absence_days),  # type: ignore[arg-type]
        seats=[seat_shape(seat, scene.names[seat.number], reader) for seat in scene.access.seats],
        sides=[list(side) for side in scene.access.sides],
        paused_since=_utc(match.paused_at),
        is_stuck=bool(match.stuck),
        asked=scene.question is not None and scene.question.is_waited_for,
        can_take_back=scene.can_take_back,
        view=dict(scene.view) if scene.view is not None else None,
        board=scene.board(),
        result=_result(scene),
        commitment=match.commitment,
        created_at=match.created_at.astimezone(UTC),
        started_at=_utc(match.started_at),
        finished_at=_utc(match.finished_at),
        links=_links(match.pk),
    )


def _result(scene: Scene) -> Result | None:
    kept = scene.match.result
    if scene.match.status != Match.Status.FINISHED:
        return None
    return Result(list(kept.get("winners", [])), dict(kept.get("scores", {})), scene.outcome)


def _links(match_id: int) -> MatchLinks:
    here = match_url(match_id)
    return MatchLinks(
        decision=f"{here}decision/",
        orders=f"{here}orders/",
        turns=f"{here}turns/",
        board_svg=f"{here}board.svg",
        standing_orders=f"{here}standing-orders/",
        press=f"{here}press/",
        verification=f"{here}verification/",
        page=f"/matches/{match_id}/",
    )


# What is sent to open a match.


class Me(msgspec.Struct, tag_field="kind", tag="me", forbid_unknown_fields=True):
    """A seat for the player who opens the match."""


class Address(msgspec.Struct, tag_field="kind", tag="address", forbid_unknown_fields=True):
    """A seat reserved for someone who is invited by email."""

    address: Annotated[str, Meta(min_length=3, max_length=254)]


class Open(msgspec.Struct, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat for anyone."""


class Bot(msgspec.Struct, tag_field="kind", tag="bot", forbid_unknown_fields=True):
    """A seat for a bot; the game's best one if none is named."""

    bot: Annotated[str, Meta(max_length=40)] = ""


class NewMatch(msgspec.Struct, forbid_unknown_fields=True):
    """A match to open."""

    game: Annotated[str, Meta(min_length=1, max_length=40)]
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    seats: Annotated[list[Me | Address | Open | Bot], Meta(min_length=1, max_length=12)]
    options: dict[str, Setting] = {}
    turn_hours: Annotated[int, Meta(ge=1, le=24 * 60)] = 72
    lateness: Lateness = "default"
    absence_days: Annotated[int, Meta(ge=0, le=MOST_ABSENCE)] = USUAL_ABSENCE
    is_public: bool = False
    seed: OwnSeed = ""  # what you add to the dice, if you play


class SeatChoice(msgspec.Struct, forbid_unknown_fields=True):
    """Which seat to take. Without a number: the one reserved for you, else the first free one."""

    seat: Annotated[int, Meta(ge=1, le=12)] | None = None
    seed: OwnSeed = ""  # what you add to the dice


class Nothing(msgspec.Struct, forbid_unknown_fields=True):
    """An empty object, or nothing at all."""


# Examples for the schema.

_SEATS = [
    SeatShape(1, "Alice", "person", True, False, _AT, _AT),
    SeatShape(2, "Bob", "person", False, False, None, None),
]
BRIEF_EXAMPLE = MatchBrief(
    17, "A duel", "scrappers", "running", 3, False, 1, _SEATS, True, _AT, _AT, match_url(17)
)
PAGE_EXAMPLE = MatchPage(1, None, None, [BRIEF_EXAMPLE])
MATCH_EXAMPLE = MatchShape(
    id=17,
    name="A duel",
    game="scrappers",
    status="running",
    turn=3,
    is_public=False,
    is_tutorial=False,
    is_host=True,
    my_seat=1,
    terms=Terms({"factions": "random"}, 72, "default", 21),
    seats=_SEATS,
    sides=[[1], [2]],
    paused_since=None,
    is_stuck=False,
    asked=True,
    can_take_back=False,
    view={"cave_in": 2},
    board="Star Scrappers: Cave-In, turn 3",
    result=None,
    commitment="9f2b…",
    created_at=_AT,
    started_at=_AT,
    finished_at=None,
    links=_links(17),
)
NEW_MATCH_EXAMPLE = NewMatch(
    "scrappers", "A duel", [Me(), Address("bob@example.org"), Bot()], {"factions": "first game"}
)
