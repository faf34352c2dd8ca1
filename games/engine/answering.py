"""Answers that need nobody: the clauses of a running step, standing orders, defaults (design decision 3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

import msgspec

from games.engine.conditions import Condition, evaluate
from games.engine.decisions import Decision, Fact, SeatId
from games.engine.reading import read
from games.engine.run import Run, Standing, asked_use
from games.engine.save import CLAUSE, DEFAULT, STANDING, Answer
from games.engine.standing import (
    Choice,
    Clause,
    Policy,
    Reaction,
    StandingOrders,
    clauses_for,
    number,
    quote,
    reactions_for,
)
from games.engine.text import PlayerError
from games.engine.tree import Path
from games.engine.vocabulary import ASK_LIMIT

S = TypeVar("S", bound=msgspec.Struct)

ASK = (("ask",),)


class Wait:
    """Somebody wants to be asked: nothing goes on before that seat answers."""


WAIT = Wait()


def automatic(run: Run[S], decision: Decision[object], clauses: Iterable[Policy] = ()) -> Answer | Wait:
    """The answer of a seat that is not asked, or WAIT if it must be."""
    away = run.is_away(decision.seat)
    if not away and (decision.major or decision.seat in run.asking):
        return WAIT
    answer = _by_clauses(run, decision, StandingOrders(tuple(clauses)))
    return answer or _by_standing(run, decision, away) or _by_default(decision)


def by_standing(run: Run[S], decision: Decision[object]) -> Answer | Wait | None:
    """What the seat's standing orders say to this, if anything: for back-tests and for showing them."""
    return _by_standing(run, decision, run.is_away(decision.seat))


def _by_default(decision: Decision[object]) -> Answer:
    return Answer(decision.seat, decision.kind, decision.default, DEFAULT)


def _by_clauses(run: Run[S], decision: Decision[object], orders: StandingOrders) -> Answer | Wait | None:
    for _, clause in _matching(decision, orders):
        path = _path_of(decision, clause.choice)
        if path is not None:
            return Answer(decision.seat, decision.kind, path, CLAUSE)
    return None


def _by_standing(run: Run[S], decision: Decision[object], away: bool) -> Answer | Wait | None:
    standing = run.standing_of(decision.seat)
    for policy, clause in _matching(decision, standing.orders):
        if _is_ask(clause.choice):
            if not away and may_ask(run, decision, standing):
                return WAIT
            continue  # not executable now: the next clause is read
        path = _path_of(decision, clause.choice)
        if path is not None:
            return _answer(decision, path, standing, policy)
    return _by_reaction(run, decision, standing)


def _by_reaction(run: Run[S], decision: Decision[object], standing: Standing) -> Answer | None:
    """`play … on <window>`: top to bottom, each once per occurrence of the window, within its limit."""
    if not decision.window:
        return None
    facts = decision.facts()
    for reaction in reactions_for(standing.orders, decision.window):
        use = _use(decision.seat, reaction)
        if not _holds(reaction.when, facts) or not _within_limits(run, decision, reaction, use):
            continue
        path = _path_of_words(decision, _words_of(reaction))
        if path is not None:
            return _answer(decision, path, standing, reaction, use)
    return None


def _within_limits(run: Run[S], decision: Decision[object], reaction: Reaction, use: str) -> bool:
    if reaction.limit is not None:
        return run.table.uses.get(use, 0) < reaction.limit
    return (decision.occasion, use) not in run.occasions


def may_ask(run: Run[S], decision: Decision[object], standing: Standing) -> bool:
    """In one's own turn always; in a foreign one as often as `ask-limit` and the match's option allow."""
    if run.table.active in (None, decision.seat):
        return True
    interrupts = run.options.get("interrupts", "limited")
    if interrupts != "limited":
        return interrupts == "always"
    limit = number(standing.orders, ASK_LIMIT, 0, decision.facts())
    return run.table.uses.get(asked_use(decision.seat), 0) < limit


def used_order(standing: Standing, answer: Answer) -> str:
    """The standing order that gave an answer, as it was written; empty if none did."""
    version, _, line = answer.source.partition(":")
    if answer.by != STANDING or int(version) != standing.version:
        return ""
    orders: tuple[Policy | Reaction, ...] = (*standing.orders.policies, *standing.orders.reactions)
    return next((quote(order) for order in orders if order.line == int(line)), "")


def _use(seat: SeatId, reaction: Reaction) -> str:
    return f"{seat} {quote(reaction)}"  # by its words: an edited file of orders keeps the count of this line


def _answer(
    decision: Decision[object], path: Path, standing: Standing, order: Policy | Reaction, use: str = ""
) -> Answer:
    source = f"{standing.version}:{order.line}"
    return Answer(decision.seat, decision.kind, path, STANDING, source, use)


def _matching(decision: Decision[object], orders: StandingOrders) -> Iterator[tuple[Policy, Clause]]:
    """The clauses for this decision whose condition holds, in the order they are tried."""
    facts: Mapping[str, Fact] | None = None
    for policy, clause in clauses_for(orders, decision.policy, decision.subject, decision.scopes):
        if clause.when is not None and facts is None:
            facts = decision.facts()
        if _holds(clause.when, facts or {}):
            yield policy, clause


def _holds(condition: Condition | None, facts: Mapping[str, Fact]) -> bool:
    return condition is None or evaluate(condition, facts) is True


def _is_ask(choice: Choice) -> bool:
    return tuple(item.words for item in choice) == ASK


def _path_of(decision: Decision[object], choice: Choice) -> Path | None:
    return _path_of_words(decision, [word for item in choice for word in (*item.words, *item.arguments)])


def _words_of(reaction: Reaction) -> list[str]:
    given = [word for keyword, words in reaction.arguments for word in (keyword, *words)]
    return [reaction.verb, *reaction.words, *given]


def _path_of_words(decision: Decision[object], words: list[str]) -> Path | None:
    try:
        return read(decision, words).path
    except PlayerError:
        return None  # not executable: the next one is tried
