"""Orders of The Edge tried out in worlds that fit what is seen."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import TypeVar

from games.bots.edge_answers import quick_or_default
from games.bots.edge_worth import Book, chances, worth
from games.bots.glimpse import Glimpse
from games.bots.trials import MOST_QUESTIONS, after
from games.edge.catalogue import CARDS, Action
from games.edge.engine import EDGE
from games.edge.rules.active.orders import order_node
from games.edge.rules.ending import GameOver
from games.edge.state import Player, State
from games.engine.contract.decisions import Decision, SeatId
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.table import Answers, Rules, Table
from games.engine.contract.tree import Branch, Node, Path, paths, walk

LISTED = 30  # ways of one Action that are looked at
KEPT = 4  # of them tried
DEAR = 2  # trials of an Action that checks reach: one takes ten times as long
FINALISTS = 3
WORLDS = 3  # in which the better orders are tried
FEWER_WORLDS = 2  # for a question in the middle of something
REACTION_WORLDS = 5  # for a reaction: it often changes one roll only
NO_GOOD = -1000.0

T = TypeVar("T")


class Quiet(Table[State]):
    """A table at which nobody reacts to anything: looking at hands in every window is dear."""

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


def after_order(encoded: bytes, seat: SeatId, path: Path, seed: bytes) -> State | None:
    """The table after an order of the active player; None if it cannot be given there."""
    state = EDGE.decode(encoded)
    table = Quiet([player.seat for player in state.players], Dice(Seeds(seed)), state.rules)
    table.state, table.active = state, seat
    node, _taken = walk(order_node(state), path)
    if node is None or node.end is None:
        return None
    with contextlib.suppress(GameOver):
        doing = node.end.value.carry_out(table)
        if doing is not None:
            _drive(doing, state, seat)
    return state


def _drive(rules: Rules[None], state: State, seat: SeatId) -> None:
    """Answer what comes up: our own questions by quick rules, others' by default."""
    answers: Answers | None = None
    try:
        for _ in range(MOST_QUESTIONS):
            ask = next(rules) if answers is None else rules.send(answers)
            answers = {d.seat: _answer(d, state, seat) for d in ask.decisions}
    except StopIteration:
        return


def _answer(decision: Decision[object], state: State, seat: SeatId) -> Path:
    return quick_or_default(decision, state) if decision.seat == seat else decision.fallback()


def best_order(state: State, candidates: Iterable[Path], whim: random.Random) -> tuple[float, Path]:
    """The best of some orders: all in a few worlds, the better ones in more. All see the same dice."""
    encoded, seat = EDGE.encode(state), state.turn.seat

    def look(path: Path, seed: bytes) -> float:
        after = after_order(encoded, seat, path, seed)
        return NO_GOOD if after is None else value_of(after, seat)

    return _best(look, candidates, whim, WORLDS)


def best_answer(
    glimpse: Glimpse[State], candidates: Iterable[Path], whim: random.Random
) -> tuple[float, Path]:
    """The same for a question in the middle of something, where only the match itself can go on."""

    return _best(lambda path, seed: _after(glimpse, path, seed), candidates, whim, FEWER_WORLDS)


def best_reaction(
    glimpse: Glimpse[State], candidates: Sequence[Path], passing: Path, whim: random.Random
) -> tuple[float, Path]:
    """What is gained by the best of some reactions, against doing nothing in the same worlds."""
    seeds = [whim.randbytes(8) for _ in range(REACTION_WORLDS)]

    def mean(path: Path) -> float:
        return sum(_after(glimpse, path, seed) for seed in seeds) / len(seeds)

    if not candidates:
        return 0.0, passing
    level = mean(passing)
    return max((mean(path) - level, path) for path in candidates)


def _after(glimpse: Glimpse[State], path: Path, seed: bytes) -> float:
    return value_of(after(glimpse, path, seed, quick_or_default), glimpse.seat)


def value_of(state: State, seat: SeatId) -> float:
    """How good a table is for a seat, with the fights that lie ready."""
    return worth(state, seat) + chances(Book(state), seat)


Look = Callable[[Path, bytes], float]


def _best(look: Look, candidates: Iterable[Path], whim: random.Random, looks: int) -> tuple[float, Path]:
    """Each in one world, the better ones in more."""
    seeds = [whim.randbytes(8) for _ in range(looks)]
    first = [(look(path, seeds[0]), path) for path in candidates]
    first.sort(key=lambda pair: (-pair[0], pair[1]))
    final: list[tuple[float, Path]] = []
    for value, path in first[:FINALISTS]:
        final.append(((value + sum(look(path, seed) for seed in seeds[1:])) / looks, path))
    return max(final, key=lambda pair: pair[0], default=(NO_GOOD, ()))


# What is worth a trial.

ANY_TIME = ("open", "main")
ACTS = ("play", "use", "attach", "banner", "remove")


def acts(root: Node[object], crystals: int, whim: random.Random) -> Iterator[Path]:
    """Cards, Enhancements, the Banner: a few ways of each that can be paid with Crystals."""
    for verb in root.branches():
        if verb.word in ("banner", "remove", "attach"):
            yield from _some(verb.grow(), (verb.word,), whim)
        elif verb.word in ACTS:
            for thing in verb.grow().branches():
                yield from _halves(verb.word, thing, crystals, whim)


def _halves(verb: str, thing: Branch[object], crystals: int, whim: random.Random) -> Iterator[Path]:
    for half in thing.grow().branches():
        if verb == "play" and thing.word in CARDS and _cost(thing.word, half.word) > crystals:
            continue
        kept = DEAR if verb == "play" and _is_dear(thing.word, half.word) else KEPT
        yield from _some(half.grow(), (verb, thing.word, half.word), whim, kept)


def reactions(root: Node[object], state: State, seat: SeatId, whim: random.Random) -> list[Path]:
    """What is made for this very moment; whatever fits any moment can wait for its own order."""
    player = state.player(seat)
    found = [path for path in acts(root, player.pool + player.temp, whim) if _is_timely(player, path)]
    return found if len(found) <= KEPT else sorted(whim.sample(found, KEPT))


def _is_timely(player: Player, path: Path) -> bool:
    if path[0] == "banner":
        return player.content.banner[player.banner].window not in ANY_TIME
    if path[0] == "play":
        return _action(path[1], path[2]).window not in ANY_TIME
    if path[0] == "use":
        squad, _dot, number = path[1].rpartition(".")
        attached = next(own for own in player.squads if own.id == squad).enhancements[int(number) - 1]
        return _action(attached.card, path[2]).window not in ANY_TIME
    return False


def _cost(card: str, half: str) -> int:
    cost = _action(card, half).cost
    return cost if isinstance(cost, int) else 1


@cache
def _is_dear(card: str, half: str) -> bool:
    return card in CARDS and "in_mov_of" in str(_action(card, half).do)


def _action(card: str, half: str) -> Action:
    return CARDS[card].upper if half == "upper" else CARDS[card].lower


def _some(node: Node[object], start: Path, whim: random.Random, kept: int = KEPT) -> list[Path]:
    found = list(islice(paths(node, start), LISTED * kept // KEPT))
    return found if len(found) <= kept else sorted(whim.sample(found, kept))
