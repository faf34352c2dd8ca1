"""The cost of one order: does it grow with the match, and how does it compare with a move of python-chess?"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass

import msgspec

from games.benchmarks.clock import ratio
from games.bots.glimpse import glimpse_of
from games.bots.scrapper import Scrapper
from games.edge.engine import EDGE
from games.edge.state import PLAY
from games.edge.state import State as EdgeState
from games.engine.contract import AnyEngine
from games.engine.dice import Seeds
from games.engine.orders import advance, waiting_for
from games.engine.run import Run
from games.engine.save import decode_save, encode_save
from games.engine.tree import Path, sample
from games.scrappers.engine import SCRAPPERS
from games.scrappers.state import State

EARLY, LATE = 5, 500
ALL_OPTIONS = 100_000  # a cap that no position of Scrappers comes near
ONE_LEVEL = -1  # joint moves of The Edge are never listed as a whole: what may come next, as a page shows it


@dataclass(frozen=True, slots=True)
class Position:
    """A saved match and an order that is legal in it."""

    save: bytes
    seat: int
    order: Path
    engine: AnyEngine = SCRAPPERS

    def play(self, *, options: int = 0) -> bytes:
        """Load, check, apply, look at the legal options (count them up to a cap, or one level), save."""
        run = Run.load(self.engine, decode_save(self.save))
        run.answer(self.seat, self.order)
        advance(run)
        for decision in run.asked if options else ():
            if options == ONE_LEVEL:
                list(decision.options())
            else:
                decision.size(options)
        return encode_save(run.save())


def order_flat(rounds: int) -> float:
    """One order at turn 500 of a long match against one at turn 5."""
    run = Run.start(SCRAPPERS, (1, 2, 3, 4), Seeds(b"\x21" * 32))
    whims = random.Random(21)  # noqa: S311 (nobody plays for anything here)
    early = _positions(run, whims, EARLY, 12)
    late = _positions(run, whims, LATE, 12)
    if run.table.turns < LATE:
        raise ValueError(f"the long match is over after {run.table.turns} turns")
    return ratio(
        lambda: [position.play() for position in late],
        lambda: [position.play() for position in early],
        rounds,
    )


def _positions(run: Run[State], whims: random.Random, turn: int, count: int) -> list[Position]:
    """Positions from a turn on, of a match that is kept from ending."""
    found: list[Position] = []
    while len(found) < count:
        seat = waiting_for(run)[0]
        decision = run.decision_for(seat)
        if decision is None:
            raise ValueError("nobody is asked")
        path = sample(decision.root, whims.randrange)
        if run.table.turns >= turn:
            found.append(Position(encode_save(run.save()), seat, path))
        run.answer(seat, path)
        advance(run)
        _keep_going(run)
    return found


def _keep_going(run: Run[State]) -> None:
    """At a rest point: wind the Cave-in track and the stall guard back."""
    state, rest = run.table.state, run.rests[-1]
    if rest.position < len(run.log) or (state.cave_in < 3 and state.quiet < 3):
        return
    fresh = SCRAPPERS.decode(rest.base.state)
    fresh.cave_in, fresh.quiet = 0, 0
    run.reset(msgspec.structs.replace(rest.base, state=SCRAPPERS.encode(fresh)))
    run.go_on()


def bot_positions(matches: int) -> list[Position]:
    """Every order of matches between bots that play to win: what real matches look like."""
    found: list[Position] = []
    for number in range(matches):
        run = Run.start(SCRAPPERS, (1, 2, 3), Seeds(bytes([number]) * 32))
        bots = {seat: Scrapper(f"{number}:{seat}") for seat in run.seats}
        advance(run)
        while waiting := waiting_for(run):
            decision = run.decision_for(waiting[0])
            if decision is None:
                raise ValueError("nobody is asked")
            path = bots[decision.seat].choose(glimpse_of(run, decision))
            found.append(Position(encode_save(run.save()), decision.seat, path))
            run.answer(decision.seat, path)
            advance(run)
    return found


def order_vs_chess_scrappers(rounds: int) -> float:
    """One order of Star Scrappers against a move of python-chess."""
    return _against_chess(bot_positions(2)[::3], ALL_OPTIONS, rounds)


def order_vs_chess_edge(rounds: int) -> float:
    """One order of The Edge against a move of python-chess."""
    return _against_chess(duel_positions(1)[::3], ONE_LEVEL, rounds)


def _against_chess(positions: list[Position], options: int, rounds: int) -> float:
    """Load, check, apply, all legal options and save, against the same of chess."""
    moves = chess_positions(len(positions))
    return ratio(
        lambda: [position.play(options=options) for position in positions],
        lambda: [play_chess(fen, move) for fen, move in moves],
        rounds,
    )


def duel_positions(matches: int) -> list[Position]:
    """Every order of random duels of The Edge, once both armies stand."""
    found: list[Position] = []
    for number in range(matches):
        run = Run.start(EDGE, (1, 2), Seeds(bytes([number]) * 32), {"preset": True, "beginner": True})
        whims = random.Random(number)  # noqa: S311
        advance(run)
        while waiting := waiting_for(run):
            decision = run.decision_for(waiting[0])
            if decision is None:
                raise ValueError("nobody is asked")
            path = sample(decision.root, whims.randrange)
            if run.table.state.stage == PLAY:
                found.append(Position(encode_save(run.save()), decision.seat, path, EDGE))
            run.answer(decision.seat, path)
            advance(run)
    return found


def chess_positions(count: int) -> list[tuple[str, str]]:
    """Positions of random games and a move in each."""
    import chess  # a peer for comparison: needed here alone

    whims = random.Random(5)  # noqa: S311
    found: list[tuple[str, str]] = []
    board = chess.Board()
    while len(found) < count:
        if board.is_game_over() or len(board.move_stack) > 80:
            board = chess.Board()
        move = whims.choice(list(board.legal_moves))
        found.append((board.fen(), move.uci()))
        board.push(move)
    return found


def play_chess(fen: str, move: str) -> str:
    """FEN in, the move checked and made, all legal moves, the outcome, FEN out."""
    import chess

    board = chess.Board(fen)
    board.push_uci(move)
    list(board.legal_moves)
    board.outcome()
    return board.fen()


def state_vs_json(rounds: int) -> float:
    """Encode and decode of a full state of The Edge against `json` on the same data."""
    run = Run.load(EDGE, decode_save(duel_positions(1)[20].save))
    state = run.table.state
    plain = msgspec.to_builtins(state)
    if msgspec.convert(json.loads(json.dumps(plain)), EdgeState) != EDGE.decode(EDGE.encode(state)):
        raise ValueError("the two ways do not carry the same state")
    return ratio(
        lambda: [EDGE.decode(EDGE.encode(state)) for _ in range(200)],
        lambda: [json.loads(json.dumps(plain)) for _ in range(200)],
        rounds,
    )
