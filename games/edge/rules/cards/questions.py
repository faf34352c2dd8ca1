"""Questions that come up while an Action runs: the acting player answers, in the words of the order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from games.edge.effects.prepare import FURTHER
from games.edge.effects.run import Context
from games.edge.effects.selectors import selectors
from games.edge.names import enhancement_branch, model_branch, squad_branch
from games.edge.rules import asking, facts
from games.edge.rules.facts import Facts
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import Phrase
from games.engine.contract.policies import StandingOrders
from games.engine.contract.table import Rules
from games.engine.contract.tree import Branch, Node, Path, followed

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class CardQuestion(Generic[T]):
    """What is asked, no matter who is asked."""

    kind: str
    prompt: Phrase
    grow: Callable[[], Node[T]]
    default: Path | Callable[[], Path]
    asks: str = ""
    key: str = ""
    lines: tuple[str, ...] = ()
    arrange: Callable[[Path], Path] | None = None
    can_pay: Callable[[Path, StandingOrders], bool] | None = None


def ask(context: Context, question: CardQuestion[T]) -> Rules[T]:
    """Put a question to the acting player."""
    decision: Decision[T] = Decision(
        seat=context.seat,
        kind=question.kind,
        prompt=question.prompt,
        grow=lambda: followed(question.grow(), FURTHER),
        default=question.default,
        facts=lambda: context_facts(context),
        key=question.key,
        subject=context.title if question.key == "choose" else None,
        asks=question.asks,
        lines=question.lines,
        arrange=question.arrange,
        can_pay=question.can_pay,
    )
    return (yield from asking.ask(context.table, decision))


def context_facts(context: Context) -> Facts:
    """What conditions may refer to while an Action runs."""
    state = context.state
    moment = context.moment
    if state.fights:
        return facts.in_fight(state, context.seat)
    mine = moment.role("mine", context.seat, state) if moment is not None else None
    if "bearer" in context.names:  # of a token
        mine = context.model("bearer")
    return facts.concerning(state, context.seat, mine)


def ref_branch(context: Context, word: str, node: Node[T]) -> Branch[T]:
    """A thing among the options, whatever it is."""
    return named_branch(context, word, lambda: node)


def named_branch(context: Context, word: str, grow: Callable[[], Node[T]]) -> Branch[T]:
    """A thing with all its names, in full and in short."""
    if "/" in word:
        return model_branch(word, grow, selectors(context, word))
    squads = {squad.id for squad in context.state.squads}
    if word.rpartition(".")[0] in squads:
        return enhancement_branch(word, context.state.enhancement(word).card, grow)
    if word in squads:
        return squad_branch(word, grow)
    return Branch(word, grow)
