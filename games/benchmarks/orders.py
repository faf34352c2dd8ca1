"""The cost of one order: does it grow with the match, and how does it compare with a move of python-chess?"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from games.benchmarks.clock import ratio
from games.bots.glimpse import glimpse_of
from games.bots.scrapper import Scrapper
from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.state import GRAVEYARD, RESERVES
from games.dreamblade.state import PLAY as DREAMBLADE_PLAY
from games.dreamblade.state import State as DreamState
from games.edge.engine import EDGE
from games.edge.state import PLAY as EDGE_PLAY
from games.edge.state import State as EdgeState
from games.engine.contract.dice import Seeds
from games.engine.contract.engine import AnyEngine, Setting
from games.engine.contract.state import MatchState
from games.engine.contract.tree import Path, sample
from games.engine.play.orders import advance, waiting_for
from games.engine.play.run import Run
from games.engine.play.save import decode_save, encode_save
from games.scrappers.engine import SCRAPPERS
from games.scrappers.state import State

S = TypeVar("S", bound=MatchState)

EARLY, LATE = 5, 500
FEW = 4  # miniatures on the map at turn 5 of DreamBlade: a full map costs more, but not because it is late
POOL = 250  # orders on each side, of which those are compared that have their like on the other
ORDERS_OF_A_SKIRMISH = 25  # after which nobody has lost much
DUELS = 6  # what an order costs hangs on the armies, and so on who meets whom
ALL_OPTIONS = 100_000  # a cap that no position of Scrappers comes near
ONE_LEVEL = -1  # joint moves are never listed as a whole: what may come next, as a page shows it


@dataclass(frozen=True, slots=True)
class Position:
    """A saved match and an order that is legal in it."""

    save: bytes
    seat: int
    order: Path
    engine: AnyEngine = SCRAPPERS
    kind: str = ""  # of the question that the order answers

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
    """One order at turn 500 of a long match against one at turn 5; of the three games, the worst."""
    seeds = Seeds(b"\x21" * 32)
    return max(
        _flat(Run.start(SCRAPPERS, (1, 2, 3, 4), seeds), _dig_on, rounds),
        _flat(Run.start(DREAMBLADE, (1, 2), seeds), _dream_on, rounds),
        _flat(Run.start(EDGE, (1, 2), seeds, {"preset": True, "beginner": True}), _Rematch(), rounds),
    )


def _flat(run: Run[S], keep_going: Callable[[S], bool], rounds: int) -> float:
    whims = random.Random(21)  # noqa: S311 (nobody plays for anything here)
    first, last = [_positions(run, whims, turn, POOL, keep_going) for turn in (EARLY, LATE)]
    if run.turn < LATE:
        raise ValueError(f"the long match is over after {run.turn} turns")
    early, late = alike(first, last)
    return ratio(
        lambda: [position.play() for position in late],
        lambda: [position.play() for position in early],
        rounds,
    )


def alike(first: list[Position], second: list[Position]) -> tuple[list[Position], list[Position]]:
    """As many of each sort of order from both: to play a card costs ten times what ending a turn does."""
    early, late = _by_sort(first), _by_sort(second)
    pairs = [pair for sort in early for pair in zip(early[sort], late.get(sort, ()), strict=False)]
    return [ours for ours, _ in pairs], [theirs for _, theirs in pairs]


def _by_sort(positions: list[Position]) -> dict[tuple[str, Path], list[Position]]:
    found = defaultdict[tuple[str, Path], list[Position]](list)
    for position in positions:
        found[position.kind, position.order[:1]].append(position)
    return found


def _positions(
    run: Run[S], whims: random.Random, turn: int, count: int, keep_going: Callable[[S], bool]
) -> list[Position]:
    """Positions from a turn on, of a match that is kept from ending."""
    found: list[Position] = []
    while len(found) < count:
        seat = waiting_for(run)[0]
        decision = run.decision_for(seat)
        if decision is None:
            raise ValueError("nobody is asked")
        path = sample(decision.root, whims.randrange)
        if run.turn >= turn:
            found.append(Position(encode_save(run.save()), seat, path, run.engine, decision.kind))
        run.answer(seat, path)
        advance(run)
        _wind_back(run, keep_going)
    return found


def _wind_back(run: Run[S], keep_going: Callable[[S], bool]) -> None:
    """At a rest point: what would end the match is undone."""
    rest = run.replay.rest_points[-1]
    fresh = run.engine.decode(rest.base.state)
    if not run.replay.is_at_rest or not keep_going(fresh):
        return
    run.replay.reset(msgspec.structs.replace(rest.base, state=run.engine.encode(fresh)))
    run.replay.go_on()


def _dig_on(state: State) -> bool:
    """The Cave-in track and the stall guard wound back; False if it is not time for it."""
    is_late = state.cave_in >= 3 or state.quiet >= 3
    state.cave_in, state.quiet = 0, 0
    return is_late


def _dream_on(state: DreamState) -> bool:
    """No turns won, no last turn near, no more on the map than early on; False if it is not time for it."""
    on_map = [figure for figure in state.figures.values() if figure.is_on_map]
    leaving = [*on_map[FEW:], *(figure for figure in state.figures.values() if figure.at == GRAVEYARD)]
    is_late = bool(leaving) or state.turn.number >= 30 or max(player.wins for player in state.players) >= 4
    state.turn.number = min(state.turn.number, EARLY)
    for player in state.players:
        player.wins = 0
    for figure in leaving:
        figure.at = RESERVES
    return is_late


class _Rematch:
    """Armies wear down: after a few orders the table is laid again as it was when both had just deployed."""

    def __init__(self) -> None:
        self.laid = b""
        self.orders = 0

    def __call__(self, state: EdgeState) -> bool:
        """The table laid again; False if it is not time for it."""
        if state.stage != EDGE_PLAY:
            return False
        self.laid = self.laid or EDGE.encode(state)
        self.orders += 1
        if self.orders % ORDERS_OF_A_SKIRMISH:
            return False
        fresh = EDGE.decode(self.laid)
        vars(state).clear()  # what was worked out for the state before
        for name in state.__struct_fields__:
            setattr(state, name, getattr(fresh, name))
        return True


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
    """One order of The Edge against a move of python-chess: some of each of several duels."""
    return _against_chess(duel_positions(DUELS)[:: 3 * DUELS], ONE_LEVEL, rounds)


def order_vs_chess_dreamblade(rounds: int) -> float:
    """One order of DreamBlade against a move of python-chess."""
    return _against_chess(dream_positions(2)[::3], ONE_LEVEL, rounds)


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
    return _random_positions(EDGE, matches, EDGE_PLAY, {"preset": True, "beginner": True})


def dream_positions(matches: int) -> list[Position]:
    """Every order of random matches of DreamBlade, once both warbands are chosen."""
    return _random_positions(DREAMBLADE, matches, DREAMBLADE_PLAY, {})


def _random_positions(
    engine: AnyEngine, matches: int, stage: str, options: dict[str, Setting]
) -> list[Position]:
    found: list[Position] = []
    for number in range(matches):
        run = Run.start(engine, (1, 2), Seeds(bytes([number]) * 32), options)
        whims = random.Random(number)  # noqa: S311
        advance(run)
        while waiting := waiting_for(run):
            decision = run.decision_for(waiting[0])
            if decision is None:
                raise ValueError("nobody is asked")
            path = sample(decision.root, whims.randrange)
            if run.state.stage == stage:
                found.append(Position(encode_save(run.save()), decision.seat, path, engine))
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
    state = run.state
    plain = msgspec.to_builtins(state)
    if msgspec.convert(json.loads(json.dumps(plain)), EdgeState) != EDGE.decode(EDGE.encode(state)):
        raise ValueError("the two ways do not carry the same state")
    return ratio(
        lambda: [EDGE.decode(EDGE.encode(state)) for _ in range(200)],
        lambda: [json.loads(json.dumps(plain)) for _ in range(200)],
        rounds,
    )
