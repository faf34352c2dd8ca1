"""What a turn report costs: a real position, told and printed, against the same drawn by reportlab."""

from __future__ import annotations

import io
import re
from functools import cache

from games.benchmarks.clock import ratio
from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot, standing_of
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds
from games.engine.contract.events import Event
from games.engine.language.explain import explain
from games.engine.language.paths import write
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import AnyRun, Run
from games.reports.content import Asked, OrderForm, Report, Section, Table
from games.reports.pdf import job_for
from games.services.engines import ENGINES
from games.services.stories.told import Told
from games.services.texts import by_turn

READER = 1
NAMES = {1: "Alice", 2: "Bob", 3: "Zażółć Gęśla", 4: "Jörg Müßig"}
TURNS = 18
BOTS = {"edge": "warlord", "scrappers": "scrapper"}
ROUNDS = 2  # that are told


def pdf_vs_reportlab(rounds: int) -> float:
    """CPU of one warm report, template included, against reportlab; both must say the same first."""
    from games.benchmarks import reportlab_peer  # its library comes with the test requirements
    from games.reports.renderer import Press  # slow to load: needed here alone

    report = edge_report()
    press, board = Press(), reportlab_peer.shapes(report.board)
    _same_words(report, press.print(job_for(report)), reportlab_peer.render(report, board))
    return ratio(lambda: press.print(job_for(report)), lambda: reportlab_peer.render(report, board), rounds)


def pdf_kb(rounds: int) -> float:
    """The size of that report in thousands of bytes; it is the same in every round."""
    from games.reports.renderer import Press

    return len(Press().print(job_for(edge_report()))) / 1000


def edge_report() -> Report:
    """A turn of a duel: the fullest board there is."""
    return turn_report("edge", 2)


def _same_words(report: Report, *documents: bytes) -> None:
    """A fast page with a piece missing is no page."""
    from pypdf import PdfReader

    spoken = [report.match, report.deadline, *(text for part in report.story for text in part.paragraphs)]
    spoken += [cell for row in report.seats.rows for cell in row] if report.seats else []
    spoken += [*report.answer, *report.footer, *(report.sheet.lines if report.sheet else ())]
    drawn = re.findall(r"<text[^>]*>([^<&]+)</text>", report.board)
    for document in documents:
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(document)).pages)
        if missing := {part for part in (*spoken, *drawn) if not _is_said(_letters(part), _letters(text))}:
            raise ValueError(f"a report lacks {sorted(missing)[:5]}")


def _is_said(part: str, text: str) -> bool:
    """In one piece, or in two where a page ends in between."""
    if part in text:
        return True
    first = next(end for end in range(len(part), -1, -1) if part[:end] in text)
    return first > 0 and part[first:] in text


def _letters(text: str) -> str:
    return re.sub(r"[\s\u200b-]", "", text)


@cache
def turn_report(game: str, seats: int, turns: int = TURNS) -> Report:
    """The report of a position between bots, at a turn of the reader."""
    run, decision, told = _position(game, seats, turns)
    engine = run.engine
    board = engine.picture(engine.view(run.state, READER), str, NAMES)
    rows = tuple((str(seat), NAMES[seat], _state(seat)) for seat in run.seats)
    return Report(
        language="en", ink=engine.ink, game=engine.title, match="The Tuesday mine",
        turn=f"Turn {run.turn}", reader="for Alice, seat 1",
        made_at="Mon 16 Nov 2026, 18:04 (Europe/Warsaw)",
        board=board, board_text=board.partition("<desc>")[2].partition("</desc>")[0],
        deadline="Your orders are due by Tuesday 17 November, 18:00.",
        story_heading="What happened since your last turn",
        story=_sections(run, told)[-ROUNDS * seats :],
        seats=Table("Players", ("Seat", "Player", "State"), rows),
        asked=Asked("What you are asked", decision.prompt.text(NAMES), _offers(decision)),
        sheet=OrderForm("Order sheet", (write(decision, decision.fallback()), "end")),
        answer=("Reply to the mail with your orders, one on each line, or open https://play.example.org/m/7.",),
        footer=("The hash of the server's seed was published before the first roll.",),
    )  # fmt: skip


def _state(seat: int) -> str:
    return "to move until Tue 17 Nov 18:00" if seat == READER else "waits"


def _offers(decision: Decision[object]) -> tuple[str, ...]:
    return tuple(line.strip() for line in explain(decision).splitlines()[1:])


def _position(game: str, seats: int, turns: int) -> tuple[AnyRun, Decision[object], list[Event]]:
    """A match between bots, at the first question of the reader from that turn on."""
    run: AnyRun = Run.start(ENGINES[game], range(1, seats + 1), Seeds(b"\x05" * 32))
    bots = {seat: make_bot(game, BOTS[game], f"report:{seat}") for seat in run.seats}
    standing = standing_of(game, BOTS[game])
    run.set_standing({seat: (1, standing) for seat in run.seats if standing})
    told: list[Event] = []
    advance(run)
    while waiting := waiting_for(run):
        told += run.deliver().events
        decision = run.decision_for(waiting[0])
        if decision is None:
            raise ValueError("nobody is asked")
        if decision.seat == READER and run.turn >= turns:
            return run, decision, told
        run.answer(decision.seat, bots[decision.seat].choose(glimpse_of(run, decision)))
        advance(run)
    raise ValueError("the match is over before")


def _sections(run: AnyRun, told: list[Event]) -> tuple[Section, ...]:
    """A section for each turn."""
    sentences = [
        Told(0, event.turn, seen.key, run.engine.tell(seen).text(NAMES), run.engine.is_detail(seen))
        for event in told
        if (seen := event.seen_by(READER)) is not None
    ]
    return tuple(Section(f"Turn {turn}", tuple(part)) for turn, part in by_turn(sentences))
