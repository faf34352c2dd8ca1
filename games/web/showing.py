"""What a match page shows, finished for its template: no query, no rule, no sum is left to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import EventRow, Match, Order, OutgoingMail, Press, Seat
from games.services.access import Access
from games.services.keeping import Kept
from games.services.people import names_of
from games.services.receipts import ShownReceipt, shown
from games.services.scene import Scene
from games.services.stories import paragraphs
from games.web.times import When, when

RECENT_MAILS = 5
RECENT_PRESS = 50


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One player, as all see it."""

    seat: Seat
    name: str
    is_me: bool
    is_waited_for: bool
    since: When | None
    until: When | None
    state: str
    score: int | None = None
    has_won: bool = False


@dataclass(frozen=True, slots=True)
class WhoseTurn:
    """The one thing to read at a glance."""

    text: str
    is_mine: bool = False
    since: When | None = None
    until: When | None = None


@dataclass(frozen=True, slots=True)
class TurnStory:
    """What a turn brought."""

    turn: int
    told: list[str]  # its paragraphs


@dataclass(frozen=True, slots=True)
class ShownOrder:
    """An order of the reader, and what became of it."""

    order: Order
    text: str
    at: When | None
    receipt: ShownReceipt
    problem: list[str] = field(default_factory=list[str])

    @property
    def is_played(self) -> bool:
        return self.order.played_at is not None

    def is_but(self, kept: Kept) -> bool:
        """Whether it is what is kept and nothing has come of it, so that showing it once will do."""
        if not self.is_played:
            return kept.until_resumed and self.text == kept.text
        return bool(kept.text) and not self.receipt.done and self.receipt.kept == kept.text


@dataclass(frozen=True, slots=True)
class Message:
    """A message among players."""

    name: str
    to: str  # empty: to all
    text: str
    at: When | None
    is_mine: bool
    is_to_me: bool


@dataclass(frozen=True, slots=True)
class Mail:
    """A letter of this match to the reader, and whether it arrived."""

    about: str
    state: str
    at: When | None
    went_wrong: bool


def board(scene: Scene) -> SafeString:
    """The picture, to stand in a page. It is the engine's own drawing, with all names escaped by it."""
    return mark_safe(scene.picture())  # noqa: S308


def chart(scene: Scene, links: dict[str, str]) -> SafeString:
    """The map with places to click on: the engine's own drawing, with all addresses escaped by it."""
    return mark_safe(scene.chart(links))  # noqa: S308


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
        state=_state(access.match, seat),
        score=scores.get(str(seat.number)) if isinstance(scores, dict) else None,
        has_won=isinstance(winners, list) and seat.number in winners,
    )


def _state(match: Match, seat: Seat) -> str:
    if seat.resigned_at is not None:
        return _("has resigned")
    if match.status == Match.Status.OPEN and not seat.is_taken:
        if seat.declined_at is not None:
            return _("has declined")
        return _("invited, not answered yet") if seat.invited else _("free")
    if match.status == Match.Status.RUNNING and seat.agreed_at is not None:
        return _("would end the match here")
    if match.status == Match.Status.RUNNING and seat.is_abandoned:
        return _("silent for {count} deadlines").format(count=seat.missed)
    return ""


def whose_turn(match: Match, rows: list[SeatRow]) -> WhoseTurn:
    """Who is waited for and until when, in a few words."""
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
    return WhoseTurn(_("{names} to move").format(names=names), False, first.since, first.until)


def recent_turns(scene: Scene) -> list[TurnStory]:
    """The turn under way and one of each player before it, the latest first."""
    last = scene.match.turn
    first = max(0, last - len(scene.access.seats))
    stories = [TurnStory(turn, paragraphs(scene.story(turn=turn))) for turn in range(last, first - 1, -1)]
    return [story for story in stories if story.told]


def undone_turns(match: Match) -> list[int]:
    """Turns that were wound back and have not been reached again."""
    undone = EventRow.objects.filter(match=match, turn__gt=match.turn, is_void=True)
    return sorted(set(undone.values_list("turn", flat=True)))


def shown_order(seat: Seat, names: dict[int, str], wanted: str = "") -> ShownOrder | None:
    """The order that a reader asks about, or the last one of this turn."""
    orders = Order.objects.of(seat).exclude(kind=Order.Kind.LATE).order_by("-pk")
    orders = orders if wanted else orders.exclude(is_void=True)
    if wanted.isascii() and wanted.isdigit() and len(wanted) < 19:
        order = orders.filter(pk=int(wanted)).first()
    else:
        order = orders.filter(turn__in=[0, seat.match.turn]).first()
        if order is not None and order.played_at is not None and order.turn != seat.match.turn:
            order = None
    if order is None:
        return None
    receipt = shown(order.receipt, names)
    return ShownOrder(order, _written(order), when(order.received_at), receipt, receipt.problem.splitlines())


def _written(order: Order) -> str:
    """The order in its player's words."""
    match order.kind:
        case Order.Kind.TAKE_BACK:
            return _("Take the last order back")
        case Order.Kind.RESIGN:
            return _("Resign")
        case Order.Kind.ANSWER:
            return " ".join(order.path)
        case _:
            return order.text


def messages_for(access: Access) -> list[Message]:
    """What the reader may read of what was written, the latest last."""
    seat = access.seat
    rows = Press.objects.filter(match=access.match).seen_by(seat).order_by("-pk")[:RECENT_PRESS]
    names = names_of(access.seats)
    numbers = {one.pk: one.number for one in access.seats}
    return [
        Message(
            name=row.name,
            to=names[numbers[row.to_id]] if row.to_id is not None else "",
            text=row.text,
            at=when(row.sent_at),
            is_mine=seat is not None and row.sender_id == seat.pk,
            is_to_me=seat is not None and row.to_id == seat.pk,
        )
        for row in reversed(rows)
    ]


def mails_for(seat: Seat) -> list[Mail]:
    """The last letters of this match to a player."""
    to_me = OutgoingMail.objects.filter(
        seat=seat, user=seat.user
    )  # not those to a former player of this seat
    rows = to_me.order_by("-created_at")[:RECENT_MAILS]
    bad = (OutgoingMail.State.FAILED, OutgoingMail.State.BOUNCED)
    return [
        Mail(_kind(row.kind), row.get_state_display(), when(row.sent_at or row.created_at), row.state in bad)
        for row in rows
    ]


def _kind(kind: str) -> str:
    """What a letter is about."""
    known = {
        "turn": _("It is your turn"),
        "report": _("A turn of others"),
        "started": _("The match has begun"),
        "finished": _("The match is over"),
        "receipt": _("What became of your orders"),
        "press": _("A message"),
        "reminder": _("A reminder"),
        "paused": _("The match is paused"),
        "resumed": _("The match goes on"),
        "extended": _("More time for you"),
        "rewound": _("The match was wound back"),
        "answer": _("An answer to your mail"),
        "invitation": _("An invitation"),
    }
    return known.get(kind, kind.replace("_", " "))
