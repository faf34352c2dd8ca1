"""What a turn report costs: a real position, told and printed, against the same drawn by reportlab."""

from __future__ import annotations

import io
import re

from games.benchmarks.clock import ratio
from games.bots.glimpse import glimpse_of
from games.bots.scrapper import Scrapper
from games.engine.decisions import Decision
from games.engine.dice import Seeds
from games.engine.events import Event, Seen, seen_by
from games.engine.explain import explain
from games.engine.orders import advance, waiting_for
from games.engine.run import Run
from games.reports.content import Asked, Report, Section, Sheet, Table
from games.reports.pdf import job_for
from games.scrappers.engine import SCRAPPERS
from games.scrappers.state import State
from games.scrappers.views import view

READER = 1
NAMES = {1: "Alice", 2: "Bob", 3: "Zażółć Gęśla", 4: "Jörg Müßig"}
TURNS = 18
SECTIONS = 9  # turns that are told: two rounds of four, and a bit


def pdf_vs_reportlab(rounds: int) -> float:
    """CPU of one warm report, template included, against reportlab; both must say the same first."""
    from games.reports.renderer import Press  # slow to load: needed here alone
    from tests.reports import reportlab_peer  # a peer for comparison

    report = turn_report()
    press, board = Press(), reportlab_peer.shapes(report.board)
    _same_words(report, press.print(job_for(report)), reportlab_peer.render(report, board))
    return ratio(lambda: press.print(job_for(report)), lambda: reportlab_peer.render(report, board), rounds)


def pdf_kb(rounds: int) -> float:
    """The size of that report in thousands of bytes; it is the same in every round."""
    from games.reports.renderer import Press

    return len(Press().print(job_for(turn_report()))) / 1000


def _same_words(report: Report, *documents: bytes) -> None:
    """A fast page with a piece missing is no page."""
    from pypdf import PdfReader

    spoken = [report.match, report.deadline, *(" ".join(part.sentences) for part in report.story)]
    spoken += [cell for row in report.seats.rows for cell in row] if report.seats else []
    spoken += [*report.answer, *report.footer, *(report.sheet.lines if report.sheet else ())]
    drawn = re.findall(r"<text[^>]*>([^<&]+)</text>", report.board)
    for document in documents:
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(document)).pages)
        if missing := {_letters(part) for part in (*spoken, *drawn) if _letters(part) not in _letters(text)}:
            raise ValueError(f"a report lacks {sorted(missing)[:5]}")


def _letters(text: str) -> str:
    return re.sub(r"[\s\u200b-]", "", text)


def turn_report(seats: int = 4, turns: int = TURNS, sections: int = SECTIONS) -> Report:
    """The report of a position between bots, at a turn of the reader."""
    run, decision, story = _position(seats, turns)
    seen = view(run.table.state, READER)
    board = SCRAPPERS.picture(SCRAPPERS.view(run.table.state, READER))
    rows = tuple(
        (
            str(player["seat"]),
            NAMES[player["seat"]],
            _state(player["seat"]),
            *map(str, (player["hand_count"],)),
        )
        for player in seen["players"]
    )
    return Report(
        language="en", ink="#22304a", game=SCRAPPERS.title, match="The Tuesday mine",
        turn=f"Turn {run.table.turns}", reader="for Alice, seat 1",
        made_at="Mon 16 Nov 2026, 18:04 (Europe/Warsaw)",
        board=board, board_text=board.partition("<desc>")[2].partition("</desc>")[0],
        deadline="Your orders are due by Tuesday 17 November, 18:00.",
        story_heading="What happened since your last turn", story=_sections(story)[-sections:],
        seats=Table("Players", ("Seat", "Player", "State", "Hand"), rows),
        asked=Asked("What you are asked", decision.prompt.text(NAMES), _offers(decision)),
        sheet=Sheet("Order sheet", ("recruit HYD1", "mine purple-1b with WEE1", "end")),
        answer=("Reply to the mail with your orders, one on each line, or open https://play.example.org/m/7.",),
        footer=("The hash of the server's seed was published before the first roll.",),
    )  # fmt: skip


def _state(seat: int) -> str:
    return "to move until Tue 17 Nov 18:00" if seat == READER else "waits"


def _offers(decision: Decision[object]) -> tuple[str, ...]:
    return tuple(line.strip() for line in explain(decision).splitlines()[1:])


def _position(seats: int, turns: int) -> tuple[Run[State], Decision[object], list[Seen]]:
    run = Run.start(SCRAPPERS, range(1, seats + 1), Seeds(b"\x05" * 32))
    bots = {seat: Scrapper(f"report:{seat}") for seat in run.seats}
    story: list[Event] = []
    advance(run)
    while waiting := waiting_for(run):
        story += run.deliver().events
        decision = run.decision_for(waiting[0])
        if decision is None:
            raise ValueError("nobody is asked")
        if decision.seat == READER and run.table.turns >= turns:
            return run, decision, list(seen_by(story, READER))
        run.answer(decision.seat, bots[decision.seat].choose(glimpse_of(run, decision)))
        advance(run)
    raise ValueError("the match is over before")


def _sections(story: list[Seen]) -> tuple[Section, ...]:
    """A section for each turn, under the sentence that begins it."""
    told: list[tuple[str, list[str]]] = []
    for seen in story:
        sentence = SCRAPPERS.tell(seen).text(NAMES)
        if sentence.startswith("Round") or not told:
            told.append((sentence.removesuffix(" is on turn.").replace(": ", ", "), []))
        else:
            told[-1][1].append(sentence)
    return tuple(Section(heading, tuple(sentences)) for heading, sentences in told if sentences)
