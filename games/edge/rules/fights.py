"""ED-12.1: fights in words: `fight pilgrim/1 vs gorehound#1/1 red`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.edge.effects.prepare import FURTHER
from games.edge.names import model_branch
from games.edge.rules import paying
from games.edge.rules.dice import RED, YELLOW
from games.edge.rules.refusals import barred_targets
from games.edge.state import Model, SeatId, State
from games.engine.text import gettext_noop as _
from games.engine.tree import Branch, End, Node, leaf

Pair = tuple[Model, Model]
Chosen = tuple[Pair, str]  # and the die for the Attack roll, if it is said


def fight_node(state: State, seat: SeatId, pairs: Sequence[Pair]) -> Node[Chosen | None]:
    """Fighter, target, and perhaps the die of the Attack roll."""
    fighters = list(dict.fromkeys(fighter.id for fighter, _target in pairs))

    def branches() -> Iterator[Branch[Chosen | None]]:
        for name in fighters:
            own = [pair for pair in pairs if pair[0].id == name]
            yield model_branch(name, _targets(state, seat, own))

    return Node(None, branches)


def _targets(state: State, seat: SeatId, pairs: list[Pair]) -> Callable[[], Node[Chosen | None]]:
    def branches() -> Iterator[Branch[Chosen | None]]:
        for pair in pairs:
            yield model_branch(pair[1].id, partial(_die, state, seat, pair))

    fighter, targets = pairs[0][0], {target.id for _fighter, target in pairs}
    return lambda: Node(None, branches, lead="vs", barred=lambda: barred_targets(state, fighter, targets))


def _die(state: State, seat: SeatId, pair: Pair) -> Node[Chosen | None]:
    def branches() -> Iterator[Branch[Chosen | None]]:
        if paying.can_pay(state, seat, 1):
            yield Branch(YELLOW, lambda: leaf((pair, YELLOW), FURTHER), _("attack with the Yellow Die, free"))
            yield Branch(RED, lambda: leaf((pair, RED), FURTHER), _("attack with the Red Die, 1 Crystal"))

    return Node(End((pair, "")), branches, after=FURTHER)
