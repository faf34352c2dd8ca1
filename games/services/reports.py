"""What is printed: turns as PDF, made once for each reader and kept in Django's storage; cards of a game."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence

from django.core.files.base import ContentFile
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.contract.engine import AnyEngine
from games.engine.contract.reference import Entry
from games.models import EventRow, Match, Report
from games.reports import content
from games.reports.cards import Card, print_cards
from games.reports.content import Asked, OrderForm, Section, Table
from games.reports.pdf import RenderFailed, render
from games.services import fairness
from games.services.access import Access
from games.services.scene import Question, Scene, scene_after, scene_of
from games.services.stories.told import Told
from games.services.texts import by_turn, draft, moment, offers, seat_state

Storyteller = Callable[[], Sequence[Told]]

__all__ = ["NoReport", "RenderFailed", "cards_of", "content_of", "report_for", "report_now"]


class NoReport(Exception):
    """The turn does not exist, or this reader may not know of it."""


def report_for(access: Access, turn: int, first: int | None = None, last: int | None = None) -> Report:
    """The report of a turn, or of events after `first` up to `last`, for this reader.

    Raises NoReport for what the reader may not see or what does not exist, RenderFailed if printing failed.
    """
    match = access.match
    if match.status not in (Match.Status.RUNNING, Match.Status.FINISHED) or not 0 <= turn <= match.turn:
        raise NoReport
    if first is not None or last is not None:
        return report_now(scene_of(access), turn, first or 0, last)
    is_over = turn < match.turn or match.status == Match.Status.FINISHED
    scene = scene_after(access, turn) if is_over else scene_of(access)
    if scene is None or scene.view is None:
        raise NoReport
    newest = EventRow.objects.filter(match=match, turn__lte=turn).aggregate(last=Max("number"))["last"]
    # A past turn changes only after a rewind, which adds events; the current one with each version.
    state = f"turn {newest}" if is_over else f"now {match.version}"
    return _kept(scene, turn, state, lambda: scene.story(turn=turn), newest)


def report_now(scene: Scene, turn: int, first: int, last: int | None) -> Report:
    """The current board, and what happened since an email: for the next email."""
    if scene.view is None:
        raise NoReport
    state = f"letter {first} {last} {scene.match.version}"
    return _kept(scene, turn, state, lambda: scene.story(first, last), last)


def content_of(report: Report) -> bytes:
    """The PDF. Raises OSError if the storage has lost it."""
    with report.file.open("rb") as file:
        data: bytes = file.read()
        return data


def _kept(scene: Scene, turn: int, state: str, told: Storyteller, last: int | None) -> Report:
    key = _key(scene, turn, state)
    found = Report.objects.filter(key=key).first()
    if found is not None and found.file.storage.exists(found.file.name):
        return found
    data = render(content_for(scene, turn, told(), fairness.head(scene.match, last)))
    if found is not None:  # the row is there, its file is gone
        found.file.save(_file_name(), ContentFile(data))
        return found
    return _keep(Report(match=scene.match, seat=scene.seat, turn=turn, key=key), data)


def _keep(report: Report, data: bytes) -> Report:
    """Write file and row; if two processes make the same report, one is kept."""
    report.file.save(_file_name(), ContentFile(data), save=False)
    try:
        with transaction.atomic():
            report.save(force_insert=True)
    except IntegrityError:
        _drop_file(report)
        return Report.objects.get(key=report.key)
    except DatabaseError:
        _drop_file(report)  # without a row nobody would ever find it
        raise
    return report


def _drop_file(report: Report) -> None:
    report.file.storage.delete(report.file.name)


def _file_name() -> str:
    return f"{secrets.token_hex(12)}.pdf"  # the name reveals nothing about its reader


def _key(scene: Scene, turn: int, state: str) -> str:
    """Match, turn and reader; language, zone, name and what is told in it as a hash."""
    seat = scene.seat
    who = (seat.pk, seat.user_id) if seat is not None else (0, 0)
    parts = (state, who, scene.names, get_language(), timezone.get_current_timezone_name(), scene.match.name)
    told = hashlib.sha256(repr(parts).encode("utf-8", "replace")).hexdigest()[:40]
    return f"{scene.match.pk}/{turn}/{who[0]}/{told}"


# What is in it.


def content_for(scene: Scene, turn: int, told: Sequence[Told], head: str = "") -> content.Report:
    """What the report of a turn says to the reader of a scene."""
    question = scene.question if scene.question is not None and scene.question.is_waited_for else None
    due_at = scene.seat.due_at if question is not None and scene.seat is not None else None
    return content.Report(
        language=get_language() or "en",
        ink=scene.engine.ink,
        game=scene.engine.title,
        match=scene.match.name,
        turn=_("Turn {turn}").format(turn=turn) if turn else _("The set-up"),
        reader=_reader(scene),
        made_at=_("printed {at}").format(at=moment(timezone.now())),
        board=scene.picture(),
        board_text=_("The board. The email and the page have it as text."),
        deadline=_("Your orders are due {due}.").format(due=moment(due_at)) if due_at is not None else "",
        story_heading=_("What happened"),
        story=_story(told),
        seats=_seats(scene),
        asked=_asked(question) if question is not None else None,
        sheet=_sheet(question) if question is not None else None,
        answer=_answer(question),
        footer=_footer(scene, head),
    )


def _footer(scene: Scene, head: str) -> tuple[str, ...]:
    """How it ended, and the head of the record: what was printed cannot be changed afterwards."""
    record = _("The record of the match up to here: {head}").format(head=head) if head else ""
    return tuple(line for line in (scene.outcome, record) if line)


def _reader(scene: Scene) -> str:
    if scene.seat is None:
        return _("for spectators")
    return _("for {name}, seat {number}").format(
        name=scene.names[scene.seat.number], number=scene.seat.number
    )


def _story(told: Sequence[Told]) -> tuple[Section, ...]:
    parts = by_turn(told)
    alone = len(parts) == 1
    return tuple(
        Section("" if alone else _("Turn {turn}").format(turn=turn) if turn else _("Set-up"), tuple(told))
        for turn, told in parts
    )


def _seats(scene: Scene) -> Table | None:
    """The players and whom the match waits for; nothing if there is no more to say than names."""
    is_now = scene.run is not None  # a past turn has no deadlines
    rows = tuple(
        (
            str(seat.number),
            scene.names[seat.number],
            seat_state(scene.match, seat, with_deadline=is_now),
        )
        for seat in scene.access.seats
    )
    told = any(state for _number, _name, state in rows)
    return Table(_("Players"), (_("Seat"), _("Player"), _("State")), rows) if told else None


def _asked(question: Question) -> Asked:
    return Asked(_("Your options"), question.prompt, tuple(offers(question)))


def _sheet(question: Question) -> OrderForm:
    return OrderForm(_("Your orders"), tuple(draft(question)))


def _answer(question: Question | None) -> tuple[str, ...]:
    if question is None:
        return ()
    return (_("Reply to the email that this came with, one order per line, or use the match page."),)


# Cards of a game.


def cards_of(engine: AnyEngine, entries: Sequence[Entry]) -> bytes:
    """Cards to print, as PDF. Raises RenderFailed."""
    return print_cards(
        engine.title, [_card(entry) for entry in entries], language=get_language() or "en", ink=engine.ink
    )


def _card(entry: Entry) -> Card:
    texts = tuple(
        (part.title, " ".join(filter(None, [_in_brackets(part.note), part.text]))) for part in entry.parts
    )
    return Card(entry.name, entry.id, entry.besides or entry.line, texts, entry.facts, entry.foot)


def _in_brackets(note: str) -> str:
    return f"({note})" if note else ""
