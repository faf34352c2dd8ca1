"""Who is told what: players each event in exactly one turn email, hosts of players who are gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Match, Order, Seat, rows
from games.services.seat_emails import mailbox
from games.services.seat_emails.mailbox import RECEIPT, REFUSAL, answers_left
from post import holding, outbox
from post.failures import MUCH
from post.holding import NO_HOLD, Hold
from post.models import OutgoingEmail
from post.prepared import Prepared

if TYPE_CHECKING:  # every process that starts loads this module, and needs no engine for it
    from games.engine.play.run import AnyRun

TURN = "turn"  # it is your turn, and what happened since the last email
REPORT = "report"  # another player's turn is over, for players who want every turn
FINISHED = "finished"
STARTED = "started"
CLAIM = "claim"  # a player has stopped playing, and someone may take over
UNDELIVERED = "undelivered"
_INVITATIONS = ("invitation", "rematch")
_PLAYED = (Match.Status.OPEN, Match.Status.RUNNING)
PLAYING = timedelta(minutes=10)  # after an order from the page, its player is probably still there
_PAGES = (Order.Door.WEB, Order.Door.LINK, Order.Door.API)


@dataclass(frozen=True, slots=True)
class Progress:
    """What a run has brought, as it is written."""

    match: Match  # as it was before
    seats: list[Seat]  # as they are now
    run: AnyRun
    played: list[Order]
    before: int  # the number of the last event before this run
    last: int  # and of the last one in it
    was_waiting: set[int]
    handed_back: dict[int, int] = field(default_factory=dict[int, int])  # seat to the order that was kept


def announce(progress: Progress) -> None:
    """Queue the emails that this progress calls for, in the transaction that writes it."""
    for order in progress.played:
        _receipt(progress, order)
    for seat in progress.seats:
        if seat.user_id is not None and seat.number in progress.was_waiting:
            _spare(progress, seat)
    for seat, kind in _emails(progress):
        if kind != STARTED:
            _take_up(seat, "a newer email tells it")
        facts = {
            "first": seat.told,
            "last": progress.last,
            "turn": progress.run.turn,
            "question": _question(progress, seat),
        }
        if seat.number in progress.handed_back:
            facts["handed_back"] = progress.handed_back[seat.number]
        key = f"{kind} {seat.pk} {progress.match.pk} {progress.match.version + 1}"
        hold = _hold_of_turn(seat) if kind == TURN else NO_HOLD
        mailbox.queue_for_seat(kind, seat, key, facts, hold)
        rows.update(Seat, {"pk": seat.pk}, {"told": progress.last})


def _spare(progress: Progress, seat: Seat) -> None:
    """An email about a turn that was answered before it left is not needed; while it is played, it waits."""
    if seat.waiting_since is None or progress.run.turn != progress.match.turn:
        _take_up(seat, "answered before it was sent")
    elif any(order.seat_id == seat.pk for order in progress.played):
        hold = _hold_of_turn(seat)
        holding.hold_back(seat.pk, [TURN], timezone.now() + hold.wait)


# When a turn email waits: its player is playing on the page right now, or wants one email a day. Nobody who
# plays by email waits: what came by email is followed by email at once.


def _hold_of_turn(seat: Seat) -> Hold:
    """How long the email about a turn may wait: never long, as measured by the time for the turn."""
    now = timezone.now()
    wait = timedelta(seconds=settings.MAIL_PLAYING_SECONDS) if _is_playing(seat, now) else timedelta()
    if seat.due_at is None or seat.waiting_since is None:
        return Hold(wait)
    wait = min(wait, max(seat.due_at - now, timedelta()) / 10)
    return Hold(wait, latest=seat.waiting_since + (seat.due_at - seat.waiting_since) / 2)


def _is_playing(seat: Seat, now: datetime) -> bool:
    """Whether the player in a seat has just sent an order, and not by email."""
    return next(iter(_doors(seat.pk, seat.taken_at, now - PLAYING)), None) in _PAGES


def _doors_since(seat: int, taken_at: datetime | None, moment: datetime) -> QuerySet[Order, str]:
    """The door of the newest order."""
    recent = Order.objects.of(Seat(pk=seat, taken_at=taken_at)).filter(received_at__gt=moment)
    return recent.order_by("-received_at", "-pk").values_list("door", flat=True)[:1]


_doors = Prepared(_doors_since)


def _take_up(seat: Seat, why: str) -> None:
    """Withdraw emails that have not left; what they would have told, the next one tells."""
    untold = [facts.get("first", seat.told) for facts in holding.withdraw(seat.pk, [TURN, REPORT], why)]
    if untold:
        seat.told = min(untold)
        rows.update(Seat, {"pk": seat.pk}, {"told": seat.told})


def _emails(progress: Progress) -> Iterator[tuple[Seat, str]]:
    """Who gets an email, and why."""
    over = progress.run.result is not None
    new_turn = progress.run.turn != progress.match.turn
    for seat in progress.seats:
        if seat.user is None:
            continue
        asked = seat.waiting_since is not None and (new_turn or seat.number not in progress.was_waiting)
        if over:
            yield seat, FINISHED
        elif asked and seat.user.mail_turns:
            yield seat, TURN
        elif progress.match.version == 0:
            yield seat, STARTED
        elif new_turn and seat.user.mail_every_turn and seat.resigned_at is None:
            yield seat, REPORT


def _question(progress: Progress, seat: Seat) -> str:
    run = progress.run
    return run.decision_id(seat.number) if run.decision_for(seat.number) is not None else ""


def _receipt(progress: Progress, order: Order) -> None:
    """An email gets an answer that says line by line what was understood."""
    if order.door != Order.Door.MAIL:
        return
    refusal = order.receipt.get("problem") is not None and not order.receipt.get("done")
    left = answers_left(order.seat_id, refusal=True) if refusal else 2
    if left:
        seat = next(seat for seat in progress.seats if seat.pk == order.seat_id)
        facts = {"order": order.pk, "first": progress.before, "last": progress.last}
        facts |= {REFUSAL: True, "is_last_answer": left == 1} if refusal else {}
        mailbox.queue_for_seat(RECEIPT, seat, f"receipt {order.pk}", facts)


def offer_seat(seat: Seat) -> None:
    """A player has stopped playing: the host, else the other players, get the link to take over."""
    match = seat.match
    host = User.objects.filter(pk=match.host_id or 0, is_active=True).exclude(pk=seat.user_id or 0)
    others = User.objects.filter(seats__match=match, is_active=True).exclude(pk=seat.user_id or 0)
    outbox.queue_all(
        [
            mailbox.new_email(
                CLAIM, user.email, f"{CLAIM} {seat.pk} {match.version} {user.pk}", user=user, seat=seat
            )
            for user in host or others
        ]
    )


def tell_of_player(sender: Any, user: User, email: OutgoingEmail, **more: Any) -> None:
    """No email reaches a player: the hosts of the player's matches are told, once for each trouble."""
    if email.kind == UNDELIVERED:
        return  # no email about an email about failing emails
    since = user.bounced_at.isoformat() if user.bounced_at is not None else ""
    seats = Seat.objects.filter(user=user, resigned_at=None, match__status__in=_PLAYED)
    outbox.queue_all(
        [
            mailbox.new_email(
                UNDELIVERED,
                keeper.email,
                f"{UNDELIVERED} {seat.pk} {keeper.pk} {since}",
                user=keeper,
                seat=seat,
            )
            for seat in seats.select_related("match")
            for keeper in _reachable_keepers(seat.match, user.pk)
        ]
    )


def tell_of_invitation(sender: Any, email: OutgoingEmail, weight: int, **more: Any) -> None:
    """An invitation did not arrive: the host may have mistyped the address."""
    seat = mailbox.seat_of(email)
    if email.kind not in _INVITATIONS or email.user_id is not None or seat is None or weight < MUCH:
        return
    outbox.queue_all(
        [
            mailbox.new_email(
                UNDELIVERED,
                keeper.email,
                f"{UNDELIVERED} mail {email.pk} {keeper.pk}",
                user=keeper,
                seat=seat,
                facts={"address": email.address},
            )
            for keeper in _reachable_keepers(seat.match, 0)
        ]
    )


def _reachable_keepers(match: Match, reader: int) -> Iterable[User]:
    """The host, if emails reach the host; else the staff."""
    reached = User.objects.filter(is_active=True, bounced_at=None).exclude(pk=reader)
    return reached.filter(pk=match.host_id or 0) or reached.filter(is_staff=True)
