"""ED-12.1: fights in words: `fight pilgrim/1 vs gorehound#1/1 red`."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from functools import partial

from games.edge.names import model_branch, model_code, model_name
from games.edge.rules import payment
from games.edge.rules.dice import RED, YELLOW
from games.edge.state import Model, SeatId, State
from games.engine.contract.phrases import say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node, leaf
from games.engine.contract.vocabulary import PAY

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
        if payment.can_pay(state, seat, 1):
            yield Branch(YELLOW, lambda: leaf((pair, YELLOW), (PAY,)), _("attack with the Yellow Die, free"))
            yield Branch(RED, lambda: leaf((pair, RED), (PAY,)), _("attack with the Red Die, 1 Crystal"))

    return Node(End((pair, "")), branches, after=(PAY,))


def barred_targets(state: State, fighter: Model, offered: Container[str]) -> Iterator[Barred]:
    """Models that this one cannot fight."""
    for squad in state.squads:
        for model in squad.models:
            if model.id in offered or model is fighter:
                continue
            told = {"fighter": model_name(fighter.id), "model": model_name(model.id)}
            if not state.are_enemies(squad.seat, state.owner(fighter)):
                reason = say(_("{model} is not an enemy of {fighter}"), **told)
            elif model not in squad.on_board:
                reason = say(_("{model} is not on the board"), model=told["model"])
            else:
                reason = say(_("{fighter} does not touch {model}"), **told)
            yield Barred(model.id, reason, (model_code(model.id),))
