"""Orders of The Edge tried out in worlds that fit what is seen."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TypeVar

from games.bots.edge_answers import quick, quick_or_default
from games.bots.edge_moves import outlook
from games.bots.edge_worth import Book, chances, worth
from games.bots.glimpse import Glimpse
from games.bots.trials import MOST_QUESTIONS, after, best
from games.edge.catalogue import CARDS, HALVES, Action
from games.edge.engine import EDGE
from games.edge.rules.active.orders import order_node
from games.edge.rules.ending import GameOver
from games.edge.rules.passive_turn import passive_turn
from games.edge.state import PASSIVE, Player, State, Turn
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.table import Answers, Rules, Table
from games.engine.contract.tree import Branch, Node, Path, paths, sample, walk

KEPT = 4  # ways of one Action that are tried
ATTACHMENTS = 12  # of attaching: where a Wound is the price, most ways are dear
LOTS = 1  # other answers to what an order asks
EXPENSIVE = 2  # trials of an Action that checks reach: one takes ten times as long
FINALISTS = 3
WORLDS = 3  # in which the better orders are tried
ANSWERS = 2  # to a question in the middle of something: these are tried in more worlds
NO_GOOD = -1000.0
BANNER_BACK = 0.25  # what using it once more may bring

T = TypeVar("T")


class Quiet(Table[State]):
    """A table at which nobody reacts to anything: looking at hands in every window is expensive."""

    def window(
        self,
        name: str,
        offer: Callable[[SeatId], Decision[T | None] | None],
        act: Callable[[SeatId, T], Rules[None]],
        *,
        might: Callable[[SeatId], bool],
        order: Sequence[SeatId] | None = None,
    ) -> Rules[None]:
        """Nobody is asked anything."""
        yield from self.ask_all([])


@dataclass(frozen=True, slots=True)
class Attempt:
    """An order, and how the questions are answered that it brings up: by default, or by lot."""

    path: Path
    lot: int = 0


@dataclass(slots=True)
class _Pilot:
    """Answers what comes up while an order is tried out."""

    state: State
    seat: SeatId
    lot: int
    guessed: bool = False  # a question came up for which there is no rule

    def drive(self, rules: Rules[None]) -> None:
        """Up to the end of the order."""
        whim = random.Random(self.lot)  # noqa: S311 (a bot's whims are no secret)
        answers: Answers | None = None
        try:
            for _ in range(MOST_QUESTIONS):
                ask = next(rules) if answers is None else rules.send(answers)
                answers = {d.seat: self._answer(d, whim) for d in ask.decisions}
        except StopIteration:
            return

    def _answer(self, decision: Decision[object], whim: random.Random) -> Path:
        """Our own questions by quick rules, others' by default."""
        if decision.seat != self.seat:
            return decision.fallback()
        path = quick(decision, self.state)
        if path is not None:
            return path
        self.guessed = True
        return sample(decision.root, whim.randrange) if self.lot else decision.fallback()


def after_order(encoded: bytes, seat: SeatId, attempt: Attempt, seed: bytes) -> tuple[State | None, bool]:
    """The table after an order of the active player, and whether answers were guessed on the way.

    No table if the order cannot be given there.
    """
    state = EDGE.decode(encoded)
    table = Quiet([player.seat for player in state.players], Dice(Seeds(seed)), state.rules)
    table.state, table.active = state, seat
    node, _taken = walk(order_node(state), attempt.path)
    if node is None or node.end is None:
        return None, False
    pilot = _Pilot(state, seat, attempt.lot)
    with contextlib.suppress(GameOver):
        doing = node.end.value.carry_out(table)
        if doing is not None:
            pilot.drive(doing)
    return state, pilot.guessed


def after_passive(encoded: bytes, seat: SeatId) -> State:
    """The table after a Passive turn of a seat: Harvest, charges, and what Shrines and tokens do in it."""
    state = EDGE.decode(encoded)
    table = Quiet([player.seat for player in state.players], Dice(Seeds(b"passive")), state.rules)
    state.turn = Turn(seat, state.turn.number, PASSIVE, "main")
    table.state, table.active = state, seat
    with contextlib.suppress(GameOver):
        _Pilot(state, seat, lot=0).drive(passive_turn(table))
    return state


def passive_gain(state: State, seat: SeatId) -> float:
    """What a Passive turn would bring a seat as things stand."""
    after_it = after_passive(EDGE.encode(state), seat)
    turned_up = after_it.player(seat).banner_up and not state.player(seat).banner_up
    return worth(after_it, seat) - worth(state, seat) + BANNER_BACK * turned_up


def best_order(state: State, candidates: Iterable[Path], whim: random.Random) -> tuple[float, Path]:
    """The best of some orders, and what the table is worth after it.

    An order that asks for more is tried with other answers too: what seems worthless by default may not be.
    """
    encoded, seat = EDGE.encode(state), state.turn.seat
    worlds = [whim.randbytes(8) for _ in range(WORLDS)]

    def look(attempt: Attempt, world: bytes) -> tuple[float, bool]:
        after_it, guessed = after_order(encoded, seat, attempt, world)
        return (NO_GOOD if after_it is None else value_of(after_it, seat)), guessed

    seen = {Attempt(path): look(Attempt(path), worlds[0]) for path in candidates}
    attempts = [
        one if lot == 0 else Attempt(one.path, lot)
        for one, (_value, guessed) in seen.items()
        for lot in range(1 + LOTS * guessed)
    ]
    if not attempts:
        return NO_GOOD, ()

    def value(attempt: Attempt, world: bytes) -> float:
        known = seen.get(attempt) if world is worlds[0] else None
        return (known or look(attempt, world))[0]

    found, chosen = best(attempts, value, worlds, first=1, finalists=FINALISTS)
    return found, chosen.path


def best_answer(
    glimpse: Glimpse[State],
    candidates: Iterable[Path],
    passing: Path,
    whim: random.Random,
    worlds: int,
    *,
    margin: float,
) -> Path:
    """The best of some answers in the middle of something, where only the match itself can go on.

    What happens by default is taken unless another answer brings more than a margin beyond it, in the same
    worlds: nobody plays a card for nothing, or harms his own.
    """
    others = [path for path in candidates if path != passing]
    if not others:
        return passing

    def look(path: Path, world: bytes) -> float:
        reached = after(glimpse, path, world, quick_or_default)
        return value_of(reached, glimpse.seat) + margin * (path == passing)

    seeds = [whim.randbytes(8) for _ in range(worlds)]
    return best(others, look, seeds, first=1, finalists=ANSWERS, always=(passing,))[1]


def value_of(state: State, seat: SeatId) -> float:
    """How good a table is for a seat, with the fights that lie ready."""
    if state.outcome is not None:
        return worth(state, seat)
    book = Book(state)
    return worth(state, seat) + chances(book, seat) + outlook(book, seat)


# What is worth a trial.

ANY_TIME = ("open", "main")
ACTS = ("play", "use", "attach", "banner", "remove")


Fits = Callable[[Path], bool]  # whether an Action is worth looking at: (verb, thing, half)


def acts(root: Node[object], whim: random.Random, fits: Fits) -> Iterator[Path]:
    """Cards, Enhancements, the Banner: a few ways of each."""
    for verb in root.branches():
        if verb.word in ("banner", "remove", "attach"):
            if fits((verb.word,)):
                kept = ATTACHMENTS if verb.word == "attach" else KEPT
                yield from _some(verb.grow(), (verb.word,), whim, kept)
        elif verb.word in ACTS:
            for thing in verb.grow().branches():
                yield from _halves(verb.word, thing, whim, fits)


def _halves(verb: str, thing: Branch[object], whim: random.Random, fits: Fits) -> Iterator[Path]:
    if not any(fits((verb, thing.word, half)) for half in HALVES):
        return
    for half in thing.grow().branches():
        if fits((verb, thing.word, half.word)):
            kept = EXPENSIVE if verb == "play" and _is_expensive(thing.word, half.word) else KEPT
            yield from _some(half.grow(), (verb, thing.word, half.word), whim, kept)


def can_afford(state: State, seat: SeatId) -> Fits:
    """What can be paid with Crystals."""
    player = state.player(seat)
    crystals = player.pool + player.temp

    def fits(path: Path) -> bool:
        if path[0] != "play" or path[1] not in CARDS or path[2] not in HALVES:
            return True
        return _cost(path[1], path[2]) <= crystals

    return fits


def reactions(root: Node[object], state: State, seat: SeatId, whim: random.Random) -> list[Path]:
    """What is made for this very moment; whatever fits any moment can wait for its own order."""
    player, affordable = state.player(seat), can_afford(state, seat)
    found = [*acts(root, whim, lambda path: _is_timely(player, path) and affordable(path))]
    return found if len(found) <= KEPT else sorted(whim.sample(found, KEPT))


def _is_timely(player: Player, path: Path) -> bool:
    if path[0] == "banner":
        return player.content.banner[player.banner].window not in ANY_TIME
    if path[0] == "play":
        return _action(path[1], path[2]).window not in ANY_TIME
    if path[0] == "use":
        squad, _dot, slot = path[1].rpartition(".")
        if not slot.isdigit():  # what a Squad can do by itself is for the main phase
            return False
        attached = player.squad(squad).enhancements[int(slot) - 1]
        return _action(attached.card, path[2]).window not in ANY_TIME
    return False


def _cost(card: str, half: str) -> int:
    cost = _action(card, half).cost
    return cost if isinstance(cost, int) else 1


@cache
def _is_expensive(card: str, half: str) -> bool:
    return card in CARDS and "in_mov_of" in str(_action(card, half).do)


def _action(card: str, half: str) -> Action:
    return CARDS[card].upper if half == "upper" else CARDS[card].lower


def _some(node: Node[object], start: Path, whim: random.Random, kept: int = KEPT) -> list[Path]:
    """All ways of a thing, or a few of them from all over the tree."""
    found = list(islice(paths(node, start), kept + 1))
    if len(found) <= kept:
        return found
    return sorted({(*start, *sample(node, whim.randrange)) for _ in range(kept)})
