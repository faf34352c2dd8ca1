"""The clauses of a running step: how it says that questions which it brings up are answered."""

from __future__ import annotations

from typing import TypeVar

from games.engine.contract.decisions import SeatId
from games.engine.contract.policies import Clause, Item, Policy
from games.engine.contract.state import MatchState
from games.engine.contract.vocabulary import PAY
from games.engine.language.sheet import Step, parse_sheet, shorthand
from games.engine.language.standing import format_order
from games.engine.play.run import Run
from games.engine.play.save import OpenStep

S = TypeVar("S", bound=MatchState)


def clauses_of(run: Run[S], seat: SeatId) -> tuple[Policy, ...]:
    """The clauses of the running step, written out or as shorthands, and how a reaction is paid."""
    reacting = run.reacting.get(seat)
    pay = (_clause(PAY, reacting.pay),) if reacting is not None and reacting.pay else ()
    state = run.sheets.get(seat)
    if state is None or state.running is None:
        return pay
    return (*pay, *_written(run, state.running), *without_clauses(run, state.running)[1])


def unused(run: Run[S], running: OpenStep) -> list[str]:
    """The clauses of a step that answered nothing, as they may be written."""
    vocabulary = run.engine.vocabulary
    words = [word for word in running.left if word.lower() in vocabulary.shorthands]
    idle = [word for word in words if not {*vocabulary.shorthands[word.lower()][0]} & {*running.used}]
    left = [clause for clause in _written(run, running) if clause.key not in running.used]
    return [*idle, *map(format_order, left)]


def _written(run: Run[S], running: OpenStep) -> tuple[Policy, ...]:
    steps = parse_sheet(running.text, run.engine.vocabulary)[0].program
    return steps[0].clauses if steps and isinstance(steps[0], Step) else ()


def without_clauses(run: Run[S], running: OpenStep) -> tuple[tuple[str, ...], tuple[Policy, ...]]:
    """What is left of a step's words: those that name things, and those that stand for clauses."""
    step = run.engine.slug, *running.left  # a step has a first word, which is none of either
    words, clauses = shorthand(step, run.engine.vocabulary)
    return words[1:], clauses


def without_payment(words: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """Words that nothing asked for, without a payment at their end: that one did no harm."""
    at = next((at for at, word in enumerate(words) if word.lower() == PAY), len(words))
    return words[:at], " ".join(words[at:])


def _clause(name: str, items: tuple[str, ...]) -> Policy:
    return Policy(0, name, None, None, (Clause(tuple(_item(text) for text in items)),))


def _item(text: str) -> Item:
    """`endurance(any keep 1)`: a word and what stands in brackets after it."""
    word, _, arguments = text.partition("(")
    return Item((word,), tuple(arguments.removesuffix(")").split()))
