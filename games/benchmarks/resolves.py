"""What a worker spends on one order of The Edge, rows and emails included, against the bare rules."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice

from django.db import connection

from accounts.models import User
from games.benchmarks.clock import cpu
from games.benchmarks.scratch import scratch_database
from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot
from games.engine.language.paths import write
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.run import Run
from games.engine.play.save import decode_save, encode_save
from games.models import Match, Order, Seat
from games.services import resolve, storage
from games.services.access import seats_of
from games.services.engines import ENGINES
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept

GAME, BOT = "edge", "warlord"
ORDERS = 10  # in one round: a turn may be long or just passed
FIRST_TURN = 2  # both armies stand


@dataclass(frozen=True, slots=True)
class Sheet:
    """A saved match, and the lines that its player sends for one turn."""

    save: bytes
    seat: int
    text: str

    def play(self) -> bytes:
        """Load, read, check, apply, save: all that the rules have to do with it."""
        run = Run.load(ENGINES[GAME], decode_save(self.save))
        receipt = submit(run, self.seat, self.text)
        advance(run)
        if receipt.problem is not None or not receipt.done:
            raise ValueError(f"the order was not carried out: {self.text!r}")
        return encode_save(run.save())


def resolve_vs_engine(rounds: int) -> float:
    """CPU of a worker and its database for an order, against load, apply and save of the same."""
    if connection.vendor != "sqlite":
        raise ValueError("the time of a database in another process is not seen: measure on SQLite")
    with scratch_database():
        orders = orders_of_duels()
        _round(orders)  # warm caches and imports
        gc.collect()
        gc.disable()
        try:
            return statistics.median(_round(orders) for _ in range(rounds))
        finally:
            gc.enable()


def _round(orders: Iterator[tuple[Match, Sheet]]) -> float:
    ours = theirs = 0.0
    for number, (match, sheet) in enumerate(islice(orders, ORDERS)):
        if number % 2:  # the second one finds the words of the order in caches
            theirs += cpu(sheet.play)
        ours += cpu(partial(resolve.resolve, match.pk))
        if not number % 2:
            theirs += cpu(sheet.play)
    return ours / theirs


def orders_of_duels() -> Iterator[tuple[Match, Sheet]]:
    """Orders that wait to be played, one after the other; when a duel is over, the next one begins."""
    people = [User.objects.create_user(f"{name}@example.org", name) for name in ("ann", "ben")]
    while True:
        match = open_match(people[0], Terms(GAME, "Bench", {}), [Place(person) for person in people])
        while match.status == Match.Status.RUNNING:
            sheet, seat = _next(match)
            _send(match, sheet, seat)
            if match.turn < FIRST_TURN:
                resolve.resolve(match.pk)
            else:
                yield match, sheet
            match.refresh_from_db()


def _send(match: Match, sheet: Sheet, seat: Seat) -> None:
    accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"{match.pk} {match.version}", sheet.text))


def _next(match: Match) -> tuple[Sheet, Seat]:
    """What a bot would do in the place of the player whose turn it is, as this player would write it."""
    seats = seats_of(match)
    run = storage.load(match, seats)
    number, turn, lines = waiting_for(run)[0], run.turn, list[str]()
    while run.turn == turn and number in waiting_for(run):
        decision = run.decision_for(number)
        if decision is None:
            raise ValueError("nobody is asked")
        path = make_bot(GAME, BOT, run.decision_id(number)).choose(glimpse_of(run, decision))
        lines.append(write(decision, path))
        run.answer(number, path)
        advance(run)
    seat = next(seat for seat in seats if seat.number == number)
    return Sheet(bytes(match.save_data or b""), number, "\n".join(lines)), seat
