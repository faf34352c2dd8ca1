"""What a match page shows, ready for its template: no queries, rules or arithmetic are left to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from html import escape
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import Match, Order, Press, Seat
from games.models.order import OrderQuerySet
from games.services.access import Access, names_of
from games.services.commands.held import line_in_doubt, prose_of
from games.services.engines import ENGINES
from games.services.orders import KeptOrders
from games.services.scene import Scene
from games.services.stories.receipts import ShownReceipt, shown_receipt
from games.services.texts import by_turn, paragraphs, seat_state
from games.web.times import When, distance, when
from post.kinds import label_of
from post.models import OutgoingEmail
from post.prepared import Prepared

RECENT_MAILS = 5
RECENT_PRESS = 50
MOST_CAME = 4  # paragraphs


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player, as everyone sees it."""

    seat: Seat
    name: str
    is_me: bool
    is_waited_for: bool
    since: When | None
    until: When | None
    state: str
    score: str = ""  # of a match that is over, in the words of the game
    has_won: bool = False
    is_ally: bool = False  # of the reader
    team: str = ""  # the names of all who win together, where they are several


@dataclass(frozen=True, slots=True)
class WhoseTurn:
    """The one thing to read at a glance."""

    text: str
    is_mine: bool = False
    since: When | None = None
    until: When | None = None


@dataclass(frozen=True, slots=True)
class TurnStory:
    """What happened in a turn."""

    turn: int
    told: list[str]  # its paragraphs


@dataclass(frozen=True, slots=True)
class ShownOrder:
    """An order of the reader, and its result."""

    order: Order
    text: str
    at: When | None
    receipt: ShownReceipt
    problem: list[str] = field(default_factory=list[str])

    @property
    def remarks(self) -> str:
        """What an email said apart from its orders, in one sentence."""
        return prose_of(self.order)

    @property
    def is_played(self) -> bool:
        return self.order.played_at is not None

    @property
    def needs_reading(self) -> bool:
        """Whether there is more to say about it than that it was done: then it stands above the question."""
        receipt = self.receipt
        return not self.is_played or bool(self.problem or self.remarks or receipt.rest or receipt.dropped)

    def is_but(self, kept: KeptOrders) -> bool:
        """Whether it is the kept order, unplayed: then it is shown only once."""
        if not self.is_played:
            return kept.until_resumed and self.text == kept.text
        return bool(kept.text) and not self.receipt.done and self.receipt.kept == kept.text


@dataclass(frozen=True, slots=True)
class Message:
    """A message among players."""

    name: str
    to: str  # empty: to everyone
    text: str
    ago: str
    is_mine: bool
    is_to_me: bool


@dataclass(frozen=True, slots=True)
class Mail:
    """An email of this match to the reader, and whether it arrived."""

    about: str
    state: str
    ago: str
    went_wrong: bool


def board(scene: Scene) -> SafeString:
    """The picture, to stand in a page. It is the engine's own drawing, with all names escaped by it."""
    return mark_safe(scene.picture())  # noqa: S308


def seat_rows(access: Access) -> list[SeatRow]:
    """All players, in the order of their seats."""
    names, match = access.names, access.match
    return [_seat_row(access, seat, names[seat.number], match.result) for seat in access.seats]


def _seat_row(access: Access, seat: Seat, name: str, result: dict[str, object]) -> SeatRow:
    scores = result.get("scores")
    winners = result.get("winners")
    return SeatRow(
        seat=seat,
        name=name,
        is_me=access.seat is not None and seat.pk == access.seat.pk,
        is_waited_for=seat.waiting_since is not None and access.match.status == Match.Status.RUNNING,
        since=when(seat.waiting_since),
        until=when(seat.due_at),
        state=seat_state(access.match, seat),
        score=_score(access.match, scores.get(str(seat.number)) if isinstance(scores, dict) else None),
        has_won=isinstance(winners, list) and seat.number in winners,
        is_ally=seat in access.allies,
        team=_team(access, seat),
    )


def _team(access: Access, seat: Seat) -> str:
    """Which team it is: A, B, in the order of seats."""
    teams = [side for side in access.sides if len(side) > 1]
    return next((_TEAMS[n] for n, team in enumerate(teams) if seat.number in team), "")


_TEAMS = "ABCDEF"


def _score(match: Match, number: int | None) -> str:
    return _(ENGINES[match.game].score).format(score=number) if number is not None else ""


def whose_turn(match: Match, rows: list[SeatRow]) -> WhoseTurn:
    """Whose turn it is and until when, in a few words."""
    if match.status != Match.Status.RUNNING:
        return WhoseTurn(match.get_status_display().capitalize())
    waiting = [row for row in rows if row.is_waited_for]
    mine = next((row for row in waiting if row.is_me), None)
    if match.paused_at is not None:
        return WhoseTurn(_("Paused"), since=when(match.paused_at))
    if mine is not None:
        return WhoseTurn(_("Your turn"), True, mine.since, mine.until)
    if not waiting:
        return WhoseTurn(_("Being played"))
    first = min(waiting, key=lambda row: row.seat.due_at.timestamp() if row.seat.due_at else 0)
    names = _(" and ").join(row.name for row in waiting)
    return WhoseTurn(_("{names} to play").format(names=names), False, first.since, first.until)


def recent_turns(scene: Scene) -> list[TurnStory]:
    """The current turn and one turn of each player before it, newest first."""
    first = max(0, scene.match.turn - len(scene.access.seats))
    told = by_turn(scene.story(since_turn=first))
    return [TurnStory(turn, story) for turn, story in reversed(told)]


def turn_links(match: Match) -> SafeString:
    """A link for each turn: of a long match there are hundreds."""
    here, set_up = reverse("match", args=[match.pk]), escape(_("set-up"))
    links = (f'<li><a href="{here}turns/{turn}/">{turn or set_up}</a></li>' for turn in range(match.turn + 1))
    return mark_safe("".join(links))  # noqa: S308 (numbers, and a text of ours)


def undone_turns(scene: Scene) -> list[int]:
    """Turns that a rewind has undone and that have not been played again."""
    later = scene.happened(scene.match.turn + 1)
    return sorted({one.turn for one in later if one.is_void})


def shown_order(seat: Seat, names: dict[int, str], wanted: str = "") -> ShownOrder | None:
    """The order that a reader asks about, or the last one of this turn."""
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 19:
        order = _orders_of(seat.pk, seat.taken_at).known_as(int(wanted)).first()
    else:
        order = next(iter(_of_turn(seat.pk, seat.taken_at, seat.match.turn)), None)
        if order is not None and order.played_at is not None and order.turn != seat.match.turn:
            order = None
    if order is None:
        return None
    order.seat, order.match = seat, seat.match
    receipt = shown_receipt(order.receipt, names)
    # A line of talk that put orders in doubt is no wrong order: the remark says what is the matter.
    problem = receipt.problem.splitlines() if line_in_doubt(order) is None else []
    return ShownOrder(order, _written(order), when(order.received_at), receipt, problem)


def _orders_of(seat: int, taken_at: datetime | None) -> OrderQuerySet:
    sent = Order.objects.of(Seat(pk=seat, taken_at=taken_at))
    return sent.exclude(kind=Order.Kind.LATE).order_by("-pk")


def _orders_of_turn(seat: int, taken_at: datetime | None, turn: int) -> QuerySet[Order]:
    return _orders_of(seat, taken_at).exclude(is_void=True).filter(turn__in=[0, turn])[:1]


_of_turn = Prepared(_orders_of_turn)


def _written(order: Order) -> str:
    """The order in its player's words."""
    match order.kind:
        case Order.Kind.TAKE_BACK:
            return _("Take back my last order")
        case Order.Kind.RESIGN:
            return _("Resign")
        case Order.Kind.ANSWER:
            return " ".join(map(ENGINES[order.match.game].vocabulary.spoken, order.path))
        case _:
            return order.text


@dataclass(frozen=True, slots=True)
class Came:
    """What an order brought about: what was won and lost by it, and all of the story."""

    stakes: str
    told: list[str]


def came_of(scene: Scene, order: ShownOrder | None) -> Came | None:
    """How the dice fell, and what that did; nothing of an order that can be taken back or says it all."""
    if order is None or order.order.played_at is None or order.order.is_void or scene.take_back_id:
        return None
    told = scene.told_at(order.order.played_at, max(0, order.order.turn - 1))
    stakes = " ".join(one.text for one in told if one.key in scene.engine.stakes)
    return Came(stakes, paragraphs(told)[:MOST_CAME]) if any(one.is_detail for one in told) else None


def messages_for(access: Access) -> list[Message]:
    """The messages that the reader may read, newest last."""
    seat = access.seat
    rows = _press(access.match.pk, seat.pk, seat.taken_at) if seat is not None else []
    names, now = names_of(access.seats), timezone.now()
    numbers = {one.pk: one.number for one in access.seats}
    return [
        Message(
            name=row.name,
            to=names[numbers[row.to_id]] if row.to_id is not None else "",
            text=row.text,
            ago=distance(row.sent_at, now),
            is_mine=seat is not None and row.sender_id == seat.pk,
            is_to_me=seat is not None and row.to_id == seat.pk,
        )
        for row in reversed(rows)
    ]


def _read_by(match: int, seat: int, taken_at: datetime | None) -> QuerySet[Press]:
    read = Press.objects.filter(match=match).seen_by(Seat(pk=seat, taken_at=taken_at))
    return read.order_by("-pk")[:RECENT_PRESS]


_press = Prepared(_read_by)


def mails_for(seat: Seat) -> list[Mail]:
    """The last emails about this match to a player."""
    bad, now = (OutgoingEmail.State.FAILED, OutgoingEmail.State.BOUNCED), timezone.now()
    return [
        Mail(
            label_of(kind),
            str(OutgoingEmail.State(state).label),
            distance(sent_at or created_at, now),
            state in bad,
        )
        for kind, state, sent_at, created_at in _mails(seat.pk, seat.user_id)
    ]


def _mails_to(seat: int, user: int | None) -> QuerySet[OutgoingEmail, Any]:
    """Not those to a former player of this seat."""
    found = OutgoingEmail.objects.filter(mailbox=seat, user=user).order_by("-created_at")
    return found.values_list("kind", "state", "sent_at", "created_at")[:RECENT_MAILS]


_mails = Prepared(_mails_to)
