"""Recorded matches: what was ordered, and a transcript that a person can read like a story."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import msgspec

from games.bots.glimpse import glimpse_of
from games.bots.registry import make_bot, standing_of
from games.engine.contract.decisions import SeatId
from games.engine.contract.dice import Seeds
from games.engine.contract.engine import AnyEngine, Setting
from games.engine.contract.events import Event, Seen
from games.engine.language.paths import write
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.run import AnyRun, Run
from games.services.engines import ENGINES

BOARD_EVERY = 5  # turns of each seat between two full boards


class Recording(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as a list of texts: nothing in it depends on how the server stores anything."""

    game: str
    shows: str
    seats: int
    seed: str
    orders: list[tuple[SeatId, str]]
    result: dict[str, list[int] | dict[str, int]] = {}
    options: dict[str, Setting] = {}
    standing: dict[str, str] = {}
    rules: int = 0  # the rules number that it is played under to its end; 0: today's


def recordings(folder: Path) -> list[Path]:
    """All recorded matches below a folder."""
    return sorted(folder.glob("*/*.json"))


def read_recording(path: Path) -> Recording:
    """A recorded match from its file."""
    return msgspec.json.decode(path.read_bytes(), type=Recording)


def write_recording(path: Path, recording: Recording) -> None:
    """One order to a line, so that a difference is read like code."""
    path.parent.mkdir(parents=True, exist_ok=True)
    facts = msgspec.to_builtins(recording)
    orders = ",\n".join(f"  {json.dumps(order)}" for order in facts.pop("orders"))
    head = json.dumps(facts, indent=1).removesuffix("\n}")
    path.write_text(f'{head},\n "orders": [\n{orders}\n ]\n}}\n', encoding="utf-8")


def begin(recording: Recording) -> AnyRun:
    """The match before its first order."""
    engine = under(recording.rules, ENGINES[recording.game])
    secret = hashlib.sha256(recording.seed.encode()).digest()
    run: AnyRun = Run.start(engine, range(1, recording.seats + 1), Seeds(secret), recording.options)
    run.set_standing({int(seat): (1, text) for seat, text in recording.standing.items()})
    advance(run)
    return run


def under(rules: int, engine: AnyEngine) -> AnyEngine:
    """A game whose matches stay under an earlier rules number."""
    kept: AnyEngine = type(type(engine).__name__, (type(engine),), {"rules": rules})() if rules else engine
    return kept


def record(
    game: str, shows: str, seed: str, bots: list[str], options: dict[str, Setting] | None = None
) -> Recording:
    """A match between bots, as the texts they would have mailed."""
    standing = {str(seat): standing_of(game, name) for seat, name in enumerate(bots, 1)}
    decided = {seat: text for seat, text in standing.items() if text}
    recording = Recording(game, shows, len(bots), seed, [], options=options or {}, standing=decided)
    run = begin(recording)
    players = {seat: make_bot(game, name, f"{seed}:{seat}") for seat, name in enumerate(bots, 1)}
    orders: list[tuple[SeatId, str]] = []
    while waiting := waiting_for(run):
        decision = run.decision_for(waiting[0])
        if decision is None:
            raise RuntimeError("a seat is waited for that is not asked")
        path = players[decision.seat].choose(glimpse_of(run, decision))
        orders.append((decision.seat, write(decision, path)))
        run.answer(decision.seat, path)
        advance(run)
    return msgspec.structs.replace(recording, orders=orders, result=result_of(run))


def result_of(run: AnyRun) -> dict[str, list[int] | dict[str, int]]:
    """The end of a match, as it stands in the file."""
    if run.result is None:
        return {}
    scores = {str(seat): score for seat, score in run.result.scores.items()}
    return {"winners": list(run.result.winners), "scores": scores}


def replay(recording: Recording) -> tuple[AnyRun, str]:
    """Play the orders again; the match at its end, and the transcript."""
    run = begin(recording)
    lines = [f"{run.engine.title}: {recording.shows}", "", *_story(run), "", *_board(run)]
    turns = run.turn
    for seat, text in recording.orders:
        receipt = submit(run, seat, text)
        lines += ["", f"seat {seat}> {text}"]
        if receipt.problem is not None:
            lines.append(f"  refused: {receipt.problem.error}")
        lines += _story(run)
        if run.turn >= turns + BOARD_EVERY * recording.seats:
            turns = run.turn
            lines += ["", *_board(run)]
    return run, "\n".join([*lines, "", *_board(run), ""])


def _story(run: AnyRun) -> list[str]:
    return [line for event in run.deliver().events for line in _told(run.engine, event, run.seats)]


def _told(engine: AnyEngine, event: Event, seats: tuple[SeatId, ...]) -> Iterator[str]:
    """What everyone sees, then what only some see."""
    public = event.seen_by(None)
    if public is not None:
        yield f"  {engine.tell(public)}"
    for seat in seats:
        seen: Seen | None = event.seen_by(seat)
        if seen is not None and seen != public:
            yield f"  (seat {seat} only: {engine.tell(seen)})"


def _board(run: AnyRun) -> list[str]:
    """The spectator's board, then what each seat's own board shows in addition at its end."""
    engine, state = run.engine, run.state
    common = engine.board(engine.view(state, None)).split("\n")
    lines = [f"| {line}".rstrip() for line in common]
    for seat in run.seats:
        own = engine.board(engine.view(state, seat)).split("\n")
        lines += [f"| seat {seat} sees: {line.strip()}" for line in own[len(common) :] if line]
    return lines
