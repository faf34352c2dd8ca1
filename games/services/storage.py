"""Between rows and runs: a match is loaded into an engine, and the result is written in one go."""

from __future__ import annotations

import zlib
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext
from msgspec.msgpack import decode, encode

from accounts.refusals import Refused
from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot, standing_of
from games.engine.contract.dice import Roll
from games.engine.contract.engine import View
from games.engine.contract.events import LATE
from games.engine.contract.state import MatchState
from games.engine.play import tutoring
from games.engine.play.orders import advance, waiting_for
from games.engine.play.receipts import gone_on, receipt_data
from games.engine.play.run import AnyRun, Delivery, Run
from games.engine.play.save import Chapter, decode_save, encode_save
from games.models import EventRow, HistoryChapter, Match, Order, RollRow, Seat, TurnView, rows
from games.services.deadlines.hours import due_after
from games.services.deadlines.reminders import first_reminder
from games.services.engines import ENGINES
from games.services.seat_emails import news
from post.bell import ring
from post.broadcasts import tell_pages

CLOCK = ["waiting_since", "due_at", "reminder_at", "resigned_at", "agreed_at", "missed"]  # of a seat
MOST_BOT_ANSWERS = 2_000  # of bots in a row: a match of bots alone is played out in several goes


class LostRace(Exception):
    """Another process changed the match first: start over on fresh rows."""


def claim(match: Match, **changes: Any) -> None:
    """Change a match, unless someone else has since it was read: then LostRace is raised.

    Everything that is done to a match claims it, in the transaction that writes it.
    """
    mine = {"pk": match.pk, "version": match.version}
    if not rows.update(Match, mine, {"version": match.version + 1, "tries": 0, **changes}):
        raise LostRace(match.pk)
    tell_pages(match.pk)


def hold_open(match_id: int) -> None:
    """Hold a match that waits for players until the commit: seats and seeds change one at a time."""
    if not Match.objects.filter(pk=match_id, status=Match.Status.OPEN).update(version=F("version")):
        raise Refused(gettext("this match is no longer waiting for players"))
    tell_pages(match_id)


def ring_match(match_id: int) -> None:
    """Wake a worker once the transaction is committed: there is something to play in a match."""
    ring("games.tasks.resolve_match", match_id)


def load(match: Match, seats: list[Seat]) -> AnyRun:
    """The match as the engine knows it. Raises Disagreement if the rules changed under it."""
    if match.save_data is None:
        raise ValueError(f"match {match.pk} has not started")
    run: AnyRun = Run.load(ENGINES[match.game], decode_save(bytes(match.save_data)))
    prepare(run, seats)
    return run


def prepare(run: AnyRun, seats: list[Seat]) -> None:
    """Lay the players' standing orders on the table, and those that bots bring along."""
    orders = {seat.number: (seat.standing_version, seat.standing) for seat in seats if seat.standing_version}
    for seat in seats:
        text = standing_of(run.engine.slug, seat.bot)
        if text and seat.number not in orders:
            orders[seat.number] = (1, text)
    run.set_standing(orders)


def let_bots_play(run: AnyRun, seats: list[Seat], most: int = MOST_BOT_ANSWERS) -> None:
    """Play the seats of bots until it is a person's turn or the turn is over: each turn is kept."""
    bots = {seat.number: seat.bot for seat in seats if seat.bot}
    turn = run.turn
    for _ in range(most):
        number = next((seat for seat in waiting_for(run) if seat in bots), None)
        if number is None or run.turn != turn:
            return
        answer_by_bot(run, number, bots[number])


def answer_by_bot(run: AnyRun, number: int, name: str) -> None:
    """One answer of a bot. Its whims follow from the match, so that a retry gives the same ones."""
    decision = run.decision_for(number)
    if decision is None:
        return
    if tutoring.reply(run, number):
        advance(run)
        return
    bot = make_bot(run.engine.slug, name, run.decision_id(number))
    run.answer(number, bot.choose(glimpse_of(run, decision)))
    advance(run)


def store(match: Match, seats: list[Seat], run: AnyRun, played: list[Order], **changes: Any) -> None:
    """Write the result of a run, in a transaction of the caller. Raises LostRace if another was faster."""
    now = timezone.now()
    delivery = run.deliver()
    claim(match, **changes, save_data=encode_save(run.save()), turn=run.turn, **_ending(run, now))
    for order in played:
        order.played_at, order.turn = now, run.turn
        result = {"played_at": now, "turn": run.turn, "receipt": order.receipt}
        rows.update(Order, {"pk": order.pk}, result)
    last = _write_history(match, run, delivery, now)
    handed_back = _write_receipts(seats, delivery)
    _write_views(match, run, delivery)
    was_waiting = {seat.number for seat in seats if seat.waiting_since is not None}
    clocks = [_clock(seat) for seat in seats]
    _count_missed(seats, played, delivery)
    _set_clocks(match, seats, run, now)
    _write_seats([seat for seat, was in zip(seats, clocks, strict=True) if _clock(seat) != was])
    before = last - len(delivery.events)
    news.announce(news.Progress(match, seats, run, played, before, last, was_waiting, handed_back))


def _write_views(match: Match, run: AnyRun, delivery: Delivery) -> None:
    """The table at the end of every turn that is over; of a match that has just begun, as it stands."""
    states = {turn: run.engine.decode(state) for turn, state in delivery.turn_ends.items()}
    if run.result is not None or (match.version == 0 and run.turn == 0):
        states[run.turn] = run.state
    first = min([run.turn, *states])
    if first < match.turn or first == 0:
        _forget_views(match, first)  # a turn that was taken back or rewound is not over any more
    for turn, state in states.items():
        _keep_views(match, run, turn, state)


def _keep_views(match: Match, run: AnyRun, turn: int, state: MatchState) -> None:
    """Save what each reader sees at the end of a turn; nothing may be kept of it yet."""
    readers = (0, *run.seats)
    views = run.engine.views_of(state, [reader or None for reader in readers])
    kept = [(match.pk, turn, reader, encode_view(view)) for reader, view in zip(readers, views, strict=True)]
    rows.insert(TurnView, ("match", "turn", "seat", "data"), kept)


def _forget_views(match: Match, turn: int) -> None:
    """From this turn on, no view is to be kept."""
    TurnView.objects.filter(match=match, turn__gte=turn).delete()


def encode_view(view: View) -> bytes:
    """A view for its row."""
    return zlib.compress(encode(view))


def decode_view(data: bytes) -> View:
    """A view from its row."""
    view: View = decode(zlib.decompress(data))
    return view


def _write_receipts(seats: list[Seat], delivery: Delivery) -> dict[int, int]:
    """A sheet that went on while others acted: its news belongs to the order that brought it.

    Whose sheet came to a line that cannot be carried out, and with which order it came.
    """
    handed_back = dict[int, int]()
    for seat in seats:
        receipt = delivery.receipts.get(seat.number)
        if receipt is None:
            continue
        order = seat.orders.filter(kind=Order.Kind.ORDERS).order_by("-pk").first()
        if order is not None:
            told = gone_on(order.receipt, receipt_data(receipt))
            Order.objects.filter(pk=order.pk).update(receipt=told)
            if receipt.problem is not None or receipt.stopped:
                handed_back[seat.number] = order.pk
    return handed_back


def _ending(run: AnyRun, now: datetime) -> dict[str, Any]:
    if run.result is None:
        return {}
    result: dict[str, Any] = {
        "winners": list(run.result.winners),
        "scores": {str(seat): score for seat, score in run.result.scores.items()},
        "reason": run.result.reason.template,
    }
    if run.result.reason.values:
        result["values"] = {name: str(value) for name, value in run.result.reason.values.items()}
    return {"status": Match.Status.FINISHED, "finished_at": now, "result": result}


def _write_history(match: Match, run: AnyRun, delivery: Delivery, now: datetime) -> int:
    """Events, rolls and bases left behind; the number of the last event."""
    first = rows.last_number(EventRow, match.pk) + 1
    links = iter(delivery.links)
    rows.insert(
        EventRow,
        ("match", "number", "turn", "data", "link", "told_at", "is_void"),
        (
            (
                match.pk,
                number,
                event.turn,
                encode(event),
                encode(next(links)) if event.only is None else None,
                now,
                False,
            )
            for number, event in enumerate(delivery.events, first)
        ),
    )
    _write_rolls(match, delivery.rolls)
    _write_chapters(match, delivery.chapters)
    return first + len(delivery.events) - 1


def _write_rolls(match: Match, rolls: list[Roll]) -> None:
    if rolls:
        first = rows.last_number(RollRow, match.pk) + 1
        told = ((match.pk, number, encode(roll)) for number, roll in enumerate(rolls, first))
        rows.insert(RollRow, ("match", "number", "data"), told)


def _write_chapters(match: Match, chapters: list[Chapter]) -> None:
    if chapters:
        first = rows.last_number(HistoryChapter, match.pk) + 1
        told = (
            (match.pk, number, chapter.base.turns, encode(chapter))
            for number, chapter in enumerate(chapters, first)
        )
        rows.insert(HistoryChapter, ("match", "number", "turn", "data"), told)


def _clock(seat: Seat) -> list[object]:
    return [getattr(seat, name) for name in CLOCK]


def _write_seats(changed: list[Seat]) -> None:
    """Only those that changed: a reminder claimed in the meantime must not become due again."""
    for seat in changed:
        rows.update(Seat, {"pk": seat.pk}, {name: getattr(seat, name) for name in CLOCK})


def _count_missed(seats: list[Seat], played: list[Order], delivery: Delivery) -> None:
    """How many deadlines each seat has missed in a row: sending anything resets the count."""
    late = {event.values["seat"] for event in delivery.events if event.key == LATE}
    by_pk = {seat.pk: seat for seat in seats}
    for order in played:
        seat = by_pk[order.seat_id]
        if order.kind != Order.Kind.LATE:
            seat.missed = 0
        elif seat.number in late:
            seat.missed += 1
            if seat.is_abandoned:
                news.offer_seat(seat)


def _set_clocks(match: Match, seats: list[Seat], run: AnyRun, now: datetime) -> None:
    """Who the match is waiting for, and until when. Playing on within a turn does not give more time."""
    waiting = set(waiting_for(run)) if run.result is None else set()
    for seat in seats:
        if seat.number not in waiting:
            seat.waiting_since = seat.due_at = seat.reminder_at = None
        elif match.is_tutorial:
            seat.waiting_since = seat.waiting_since or now  # nobody is in a hurry
        elif seat.due_at is None or match.turn != run.turn:
            seat.waiting_since = now
            seat.due_at = due_after(seat, now, timedelta(hours=match.turn_hours))
            seat.reminder_at = first_reminder(seat)
        if run.has_left(seat.number) and seat.resigned_at is None:
            seat.resigned_at = now
        if match.turn != run.turn:
            seat.agreed_at = None  # to end a match as it stood then
