"""A bot that plays Star Scrappers to win: it plans its turn in a world that fits what it sees."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, islice
from typing import NamedTuple

from games.bots.glimpse import Glimpse
from games.bots.thinker import Idea, Thinker
from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.table import Table
from games.engine.contract.tree import Node, Path, paths, walk
from games.scrappers.catalogue import HALVES, LEVEL, TYPE
from games.scrappers.engine import SCRAPPERS
from games.scrappers.names import hand_groups
from games.scrappers.purse import Purse
from games.scrappers.rules import collect, mine
from games.scrappers.rules.orders import Order
from games.scrappers.rules.scoring import score
from games.scrappers.rules.turn import EndTurn, order_node
from games.scrappers.state import Player, State

WIDTH = 5  # first orders that are thought through to the end of the turn
DEPTH = 3
MOST_PATHS = 40  # of one kind of order; payments are thought out, not listed

# What a card is worth while it is not points, by its type: as a skill for the next turn, on top of its level.
LEADER_WORTH = {
    "TER4": 2.5, "HYD4": 2.0, "HYD3": 1.5, "MET4": 1.5, "MET2": 1.6, "MIN4": 2.2, "MIN3": 1.2, "BIO4": 1.5,
    "BIO3": 1.5, "BIO2": 1.0, "WEE2": 1.0, "TER2": 1.2, "TER3": 1.2, "HYD2": 1.2,
}  # fmt: skip
PASSIVE_WORTH = 4.0


class Plan(NamedTuple):
    """An order, what the world looks like after it, and how good that is."""

    path: Path
    after: State
    worth: float


class Scrapper(Thinker[State]):
    """Greedy with foresight: it compares what whole turns lead to."""

    def _ideas(self) -> Mapping[str, Idea[State]]:
        return {"order": self._order}

    def _order(self, glimpse: Glimpse[State]) -> Path:
        """The first order of the best turn it can think of."""
        plans = self._plans(self._state(glimpse))
        return max(plans, key=lambda plan: self._best_from(plan, DEPTH - 1)).path

    def _best_from(self, plan: Plan, depth: int) -> float:
        """The worth of the best turn that begins with a plan."""
        if depth == 0 or plan.path == ("end",):
            return plan.worth
        following = [self._best_from(next_plan, depth - 1) for next_plan in self._plans(plan.after)]
        return max(plan.worth, *following)

    def _plans(self, state: State) -> list[Plan]:
        seat = state.turn.seat
        encoded = SCRAPPERS.encode(state)
        found = [_plan(encoded, path, order, seat) for path, order in candidates(state)]
        found.sort(key=lambda plan: -plan.worth)
        end = [plan for plan in found if plan.path == ("end",)]
        return [*(plan for plan in found[:WIDTH] if plan.path != ("end",)), *end]


def _plan(encoded: bytes, path: Path, order: Order, seat: int) -> Plan:
    state = SCRAPPERS.decode(encoded)
    if not isinstance(order, EndTurn):  # the clean-up would only show cards that are guesses
        table: Table[State] = Table([p.seat for p in state.players], Dice(Seeds(b"")), state.rules)
        table.state = state
        state.turn.acting = state.turn.acting or order.closes_start
        order.carry_out(table)
    return Plan(path, state, worth(state, seat))


def candidates(state: State) -> Iterator[tuple[Path, Order]]:
    """Orders worth a look: all of each kind, but of the ways to pay only the thrifty ones."""
    root = order_node(state)
    for branch in root.branches():
        start = (branch.word,)
        if branch.word == "mine":
            found = _mining(state, branch.grow(), start)
        elif branch.word == "collect":
            found = _collecting(state, branch.grow(), start)
        else:
            found = islice(paths(branch.grow(), start), MOST_PATHS)
        for path in found:
            node, _ = walk(root, path)
            if node is not None and node.end is not None:
                yield path, node.end.value


def _mining(state: State, node: Node[Order], start: Path) -> Iterator[Path]:
    for branch in node.branches():
        if branch.word == "extra":
            yield from _mining(state, branch.grow(), (*start, "extra"))
            continue
        crystal = _crystal(branch.grow())
        if crystal is None:
            continue
        cost = mine.current_cost(state, crystal)
        for pay in _thrifty(state, cost, mine.wanted_colours(state, crystal)):
            yield from _with_sections(branch.grow(), (*start, branch.word), _words(state, pay))


def _crystal(node: Node[Order]) -> str | None:
    """The Crystal behind a branch: that of any complete order below it."""
    path = next(iter(paths(node)), None)
    found = walk(node, path)[0] if path is not None else None
    order = found.end.value if found is not None and found.end is not None else None
    return order.crystal if isinstance(order, mine.Mine) else None


def _with_sections(node: Node[Order], start: Path, pay: Path) -> Iterator[Path]:
    """A payment, with and without what may be added to it."""
    paid, _ = walk(node, pay)
    if paid is None:
        return
    yield (*start, *pay)
    for branch in paid.branches():
        if branch.word in ("bonus", "props"):
            yield from islice(paths(branch.grow(), (*start, *pay, branch.word)), 8)


def _collecting(state: State, node: Node[Order], start: Path) -> Iterator[Path]:
    for stack in node.branches():
        top = state.artifact_stacks[int(stack.word) - 1][-1]
        ways = list(_thrifty(state, collect.current_cost(state, top), None))
        for half in stack.grow().branches():
            for pay in ways:
                yield (*start, stack.word, half.word, *_words(state, pay))


def _thrifty(state: State, cost: int, wanted: list[str] | None) -> Iterator[tuple[str, ...]]:
    """The two cheapest sets of cards that pay (in one of these colours), the best new Leader last."""
    if cost == 0:
        yield ()
        return
    hand, purse = state.active.hand, Purse(state)
    found: list[tuple[float, tuple[str, ...]]] = []
    for size in range(1, min(len(hand), 5) + 1):
        for cards in combinations(hand, size):
            if purse.sum(cards) >= cost and (wanted is None or purse.can_reach(wanted, 0, cards)):
                found.append((sum(card_worth(card) for card in cards), cards))
    for _, cards in sorted(found)[:2]:
        yield tuple(sorted(cards, key=lambda card: LEADER_WORTH.get(TYPE[card], 0.5)))


def _words(state: State, cards: tuple[str, ...]) -> Path:
    """The cards as the words of the order; the same word for equal copies."""
    names = {card: name for name, group in hand_groups(state, state.active.hand).items() for card in group}
    return tuple(names[card] for card in cards)


def card_worth(card: str) -> float:
    """A card in hand: what it pays, and what it could do."""
    return 0.45 * LEVEL[card] + 0.3 * LEADER_WORTH.get(TYPE[card], 0.5)


def worth(state: State, seat: int) -> float:
    """How good a world is for a seat: points, and what they may still grow from."""
    me = state.player(seat)
    left = max(0.0, min(1.0, (state.end_value - state.cave_in) / state.end_value))
    others = [p for p in state.players if p.seat != seat and not p.gone]
    rivals = max((sum(score(p).values()) + left * _promise(state, p) for p in others), default=0.0)
    return sum(score(me).values()) + left * _promise(state, me) - 0.35 * rivals


def _promise(state: State, player: Player) -> float:
    """What hand, Base and Artifacts may still bring."""
    played = state.turn.played if state.turn.seat == player.seat else []
    base = [*player.base, *played]
    hand = sum(card_worth(card) for card in player.hand)
    lying = 0.2 * sum(LEVEL[card] for card in base)
    leader = LEADER_WORTH.get(TYPE[base[-1]], 0.5) if base else 0.0
    powers = PASSIVE_WORTH * sum(HALVES[half].kind != "end" for half in player.artifacts)
    crowded = -0.4 * max(0, len(player.hand) - 7)
    return hand + lying + leader + powers + crowded
