"""A match taken back to the end of an earlier turn."""

from __future__ import annotations

from typing import Any

import msgspec
from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.contract.dice import Roll
from games.engine.contract.events import LASTING, Event
from games.engine.contract.text import Illegal, gettext_noop
from games.engine.language.lines import Problem
from games.engine.play import rewind as engine_rewind
from games.engine.play.orders import advance
from games.engine.play.receipts import Receipt, receipt_data
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun
from games.engine.play.save import Base, Chapter, Save, decode_save
from games.models import EventRow, Match, Order, Seat
from games.services import storage
from games.services.access import seats_of
from games.services.engines import ENGINES
from games.services.storage import ring_match


def turns_to_go_back_to(match: Match) -> list[int]:
    """The turns that the match can be rewound to."""
    if match.status != Match.Status.RUNNING or match.save_data is None:
        return []
    return list(range(_line(match, _save(match))[0].base.turns, match.turn))


def rewind(match_id: int, turn: int, reason: str = "") -> Match:
    """Try to rewind a match to the end of a turn. Raises LostRace if another process was faster."""
    match = Match.objects.get(pk=match_id)
    if match.status != Match.Status.RUNNING:
        raise Refused(_("only a running match can be rewound: the dice of a finished one are public"))
    save, seats = _save(match), seats_of(match)
    base = _base_after(match, save, turn)
    if base is None:
        raise Refused(_("the match cannot be rewound to turn {turn}").format(turn=turn))
    run: AnyRun = engine_rewind.rewind(ENGINES[match.game], save, base, reason, _seen_rolls(match, seats))
    storage.prepare(run, seats)
    advance(run)
    with transaction.atomic():
        _begin_anew(match, seats, run)
        _make_void(match, turn)
        storage.store(match, seats, run, [*_handed_back(match), *_left_on_the_table(seats, save)])
        ring_match(match.pk)  # a bot may be the first to play
    return match


def _save(match: Match) -> Save:
    return decode_save(bytes(match.save_data or b""))


def _base_after(match: Match, save: Save, turn: int) -> Base | None:
    """The last rest point of a turn, on the way that led here."""
    line = _line(match, save)
    place = max((at for at, chapter in enumerate(line) if chapter.base.turns <= turn), default=None)
    if place is None or turn >= match.turn:
        return None
    chapter, following = line[place], line[place + 1 :]
    after = following[0].base if following else None
    bases = [chapter.base, *engine_rewind.rest_points(ENGINES[match.game], save, chapter, after)]
    return next((base for base in reversed(bases) if base.turns == turn), None)


def _line(match: Match, save: Save) -> list[Chapter]:
    """The history up to now. What former rewinds left behind lies before the newest way to the same turns."""
    chapters = (_chapters.decode(bytes(data)) for data in match.chapters.values_list("data", flat=True))
    return [*chapters, Chapter(save.base, save.log, save.seeds.epoch)]


def _seen_rolls(match: Match, seats: list[Seat]) -> list[Roll]:
    """Rolls that were seen and not on record yet; of a match that cannot be loaded they are lost."""
    try:
        return storage.load(match, seats).seen_rolls()
    except Disagreement:
        return []


def _begin_anew(match: Match, seats: list[Seat], run: AnyRun) -> None:
    """Everyone is asked again, with the full time; players who left since then are back."""
    Match.objects.filter(pk=match.pk).update(stuck="", rewinds=Coalesce("rewinds", 0) + 1)
    for seat in seats:
        seat.waiting_since = seat.due_at = seat.reminder_at = seat.agreed_at = None
        if not run.has_left(seat.number):
            seat.resigned_at = None
    Seat.objects.bulk_update(seats, storage.CLOCK)


def _make_void(match: Match, turn: int) -> None:
    """What happened after that turn stays in the chain, where it can be checked, but leaves the story."""
    undone = EventRow.objects.filter(match=match, turn__gt=turn, is_void=False)
    rows = [(pk, at) for pk, at, data in undone.values_list("pk", "told_at", "data") if not _lasts(data)]
    if rows:
        EventRow.objects.filter(pk__in=[pk for pk, _at in rows]).update(is_void=True)
        # Told with the order that ended the turn before; orders played later than that are undone.
        began = min(at for _pk, at in rows)
        Order.objects.filter(match=match, played_at__gt=began).update(is_void=True)


def _lasts(data: bytes | memoryview) -> bool:
    return _events.decode(bytes(data)).key in LASTING


def _handed_back(match: Match) -> list[Order]:
    """Orders for a position that no longer exists, each with a receipt that says so."""
    orders = list(match.orders.waiting())
    for order in orders:
        order.receipt = _wound_back(order.text)
    return orders


def _left_on_the_table(seats: list[Seat], save: Save) -> list[Order]:
    """Kept lines for a later question: handed back in the same way."""
    found: list[Order] = []
    for seat in seats:
        order = seat.orders.filter(kind=Order.Kind.ORDERS).exclude(played_at=None).order_by("-pk").first()
        if seat.number in save.sheets and order is not None and order.receipt.get("kept"):
            done = order.receipt["done"]
            order.receipt = _wound_back(order.receipt["kept"]) | {"done": done}
            order.is_void = bool(done)
            order.save(update_fields=["is_void"])
            found.append(order)
    return found


def _wound_back(text: str) -> dict[str, Any]:
    gone = Illegal(gettext_noop("the match was rewound before this could be played"))
    return receipt_data(Receipt(problem=Problem(1, text[:80], gone), handed_back=text))


_events = msgspec.msgpack.Decoder(Event)
_chapters = msgspec.msgpack.Decoder(Chapter)
