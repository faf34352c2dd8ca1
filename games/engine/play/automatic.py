"""Answers that need no player: the clauses of a running step, standing orders, defaults."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from games.engine.contract.conditions import Condition, Fact, evaluate
from games.engine.contract.decisions import ALWAYS, IF_IDLE, Decision, SeatId
from games.engine.contract.policies import (
    Choice,
    Clause,
    Item,
    Policy,
    Reaction,
    StandingOrders,
    clauses_for,
    number,
    reactions_for,
)
from games.engine.contract.state import MatchState
from games.engine.contract.text import PlayerError
from games.engine.contract.tree import Path, first_path
from games.engine.contract.vocabulary import ASK_LIMIT, PAY
from games.engine.language.paths import Reading, read
from games.engine.language.standing import format_order
from games.engine.play.run import Run
from games.engine.play.save import CLAUSE, DEFAULT, STANDING, Answer, OpenReaction
from games.engine.play.standing import Standing, asked_use

S = TypeVar("S", bound=MatchState)

ASK = (("ask",),)


class Wait:
    """Someone wants to be asked: nothing goes on before that seat answers."""


WAIT = Wait()
_FEW = 6  # options that are looked through: more of them may take long to list


def automatic(
    run: Run[S], decision: Decision[object], clauses: Iterable[Policy] = (), *, is_busy: bool = False
) -> Answer | Wait:
    """The answer of a seat that is not asked, or WAIT if it must be; busy: its sheet goes on."""
    away = run.is_away(decision.seat)
    if not away and (decision.major or decision.seat in run.asking):
        return WAIT
    answer = _by_clauses(run, decision, StandingOrders(tuple(clauses)), away)
    answer = answer or _by_standing(run, decision, away)
    if answer is None and not away and _is_asked(run, decision, is_busy):
        return WAIT
    return answer or _by_default(decision)


def _is_asked(run: Run[S], decision: Decision[object], is_busy: bool) -> bool:
    """Whether a minor question waits for its player, whose turn it is."""
    if run.is_elsewhere(decision.seat):
        return False
    return decision.asks == ALWAYS or (decision.asks == IF_IDLE and not is_busy)


def _by_default(decision: Decision[object]) -> Answer:
    path = decision.fallback()
    if (
        decision.check(path) is not None
    ):  # in an imagined world a default may not be there: any answer will do
        path = first_path(decision.root)
    return Answer(decision.seat, decision.kind, path, DEFAULT)


def _by_clauses(
    run: Run[S], decision: Decision[object], orders: StandingOrders, away: bool
) -> Answer | Wait | None:
    for _, clause in _matching(decision, orders):
        if _is_ask(clause.choice):
            if not away and may_ask(run, decision, run.standing_of(decision.seat)):
                return WAIT
            continue
        path = _path_of(decision, clause.choice, orders)
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
        path = _path_of(decision, clause.choice, standing.orders)
        if path is not None and _is_payable(decision, path, standing.orders):
            return _answer(decision, path, standing, policy)
    return _by_reaction(run, decision, standing)


def _by_reaction(run: Run[S], decision: Decision[object], standing: Standing) -> Answer | None:
    """`play … on <window>`: top to bottom, each once per occurrence of the window, within its limit."""
    window = run.replay.window
    reactions = list(reactions_for(standing.orders, window)) if window else []
    facts: Mapping[str, Fact] = decision.facts() if reactions else {}
    for reaction in reactions:
        use = _use(decision.seat, reaction)
        if not _may_hold(reaction.when, facts, decision) or not _within_limits(run, reaction, use):
            continue
        found = _reading(decision, _words_of(reaction))
        if found is None or not _holds(reaction.when, _facts_of(decision, found.path, facts)):
            continue
        if _is_payable(decision, found.path, _with_own_pay(standing.orders, reaction)):
            return _answer(decision, found.path, standing, reaction, use)
    return None


def _is_payable(decision: Decision[object], path: Path, orders: StandingOrders) -> bool:
    return decision.can_pay is None or decision.can_pay(path, orders)


def _with_own_pay(orders: StandingOrders, reaction: Reaction) -> StandingOrders:
    """The `pay` of a reaction goes before the standing order of that name."""
    own = reaction.choice(PAY)
    policy = Policy(reaction.line, PAY, None, None, (Clause(own),))
    return replace(orders, policies=(policy, *orders.policies)) if own else orders


def _may_hold(condition: Condition | None, facts: Mapping[str, Fact], decision: Decision[object]) -> bool:
    """Looked at before the words are read; what hangs on the answer itself is open until then."""
    if condition is None or decision.about is None:
        return _holds(condition, facts)
    return evaluate(condition, facts) is not False


def _facts_of(decision: Decision[object], path: Path, facts: Mapping[str, Fact]) -> Mapping[str, Fact]:
    return facts if decision.about is None else {**facts, **decision.about(path)}


def further_words(run: Run[S], decision: Decision[object], answer: Answer) -> OpenReaction | None:
    """What is left of a reaction that has answered: words for the questions it brings up, and how to pay."""
    line = answer.source.partition(":")[2]
    orders = run.standing_of(answer.seat).orders
    for reaction in reactions_for(orders, run.replay.window) if answer.use else ():
        if str(reaction.line) == line and (found := _reading(decision, _words_of(reaction))) is not None:
            return OpenReaction(found.left, tuple(_as_text(item) for item in reaction.choice(PAY)))
    return None


def _as_text(item: Item) -> str:
    """One of the means of a payment, as it is saved: `endurance(any keep 1)`."""
    return " ".join(item.words) + (f"({' '.join(item.arguments)})" if item.arguments else "")


def _within_limits(run: Run[S], reaction: Reaction, use: str) -> bool:
    if reaction.limit is not None:
        return run.replay.table.uses.get(use, 0) < reaction.limit
    return (run.replay.occasion, use) not in run.replay.table.occasions


def may_ask(run: Run[S], decision: Decision[object], standing: Standing) -> bool:
    """In one's own turn always; in another player's as often as `ask-limit` and the match's option allow.

    A player who has no choice is not asked.
    """
    if not _has_choice(decision):
        return False
    if not run.is_elsewhere(decision.seat):
        return True
    interrupts = run.options.get("interrupts", "limited")
    if interrupts != "limited":
        return interrupts == "always"
    limit = number(standing.orders, ASK_LIMIT, 0, decision.facts())
    return run.replay.table.uses.get(asked_use(decision.seat), 0) < limit


def _has_choice(decision: Decision[object]) -> bool:
    options = list(islice(decision.options(), 2))
    return len(options) > 1 or any(option.more for option in options)


def used_order(standing: Standing, answer: Answer) -> str:
    """The standing order that gave an answer, as it was written; empty if none did."""
    version, _, line = answer.source.partition(":")
    if answer.by != STANDING or int(version) != standing.version:
        return ""
    orders: tuple[Policy | Reaction, ...] = (*standing.orders.policies, *standing.orders.reactions)
    return next((format_order(order) for order in orders if order.line == int(line)), "")


def _use(seat: SeatId, reaction: Reaction) -> str:
    # By its words: a line keeps its count when the text around it is edited.
    return f"{seat} {format_order(reaction)}"


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


def _path_of(decision: Decision[object], choice: Choice, orders: StandingOrders) -> Path | None:
    """What a choice means here: as the decision reads it, as one answer, else the first item that is one."""
    if decision.interpret is not None:
        return decision.interpret(choice, orders)
    whole = [word for item in choice for word in (*item.words, *item.arguments)]
    if len(whole) == 1 and _is_answer(decision, whole[0]):
        return (whole[0],)
    for words in (whole, *([*item.words, *item.arguments] for item in choice)):
        found = _reading(decision, words)
        if found is not None and not found.left:
            return found.path
    return None


def _is_answer(decision: Decision[object], word: str) -> bool:
    """Whether a word is an answer as it stands and can be read as nothing else, as most can."""
    if decision.arrange is not None:
        return False
    branches = tuple(islice(decision.root.branches(), _FEW + 1))
    if len(branches) > _FEW or any(branch.names and branch.word != word for branch in branches):
        return False
    return any(branch.word == word and branch.grow().end is not None for branch in branches)


def _words_of(reaction: Reaction) -> list[str]:
    given = [word for name, words in reaction.arguments if name != PAY for word in (name, *words)]
    return [reaction.verb, *reaction.words, *given]


def _reading(decision: Decision[object], words: list[str]) -> Reading | None:
    try:
        return read(decision, words)
    except PlayerError:
        return None  # not executable: the next one is tried
