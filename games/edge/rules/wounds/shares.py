"""EF-2.14 `wound: split`: Wounds that the acting player distributes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from games.edge.effects.run import Context
from games.edge.names import model_branch
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.state import Model
from games.engine.contract.decisions import IF_IDLE
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, End, Node, Path


def share_out(context: Context, models: Sequence[Model], amount: int) -> Rules[list[int]]:
    """How many Wounds each gets; where there is only one, all of them."""
    if len(models) < 2:
        return [amount] * len(models)
    names = tuple(model.id for model in models)
    question: CardQuestion[Path] = CardQuestion(
        "share",
        say(_("{title}: who gets the {count} Wounds?"), title=context.title, count=amount),
        lambda: _node(names, amount),
        default=tuple(sorted((names[n % len(names)] for n in range(amount)), key=names.index)),
        asks=IF_IDLE,
        key="choose",
    )
    chosen = yield from ask(context, question)
    return [chosen.count(name) for name in names]


def _node(names: Path, amount: int, chosen: Path = ()) -> Node[Path]:
    """A model for each Wound; equal shares have one text, whatever the order they are written in."""

    def branches() -> Iterator[Branch[Path]]:
        start = names.index(chosen[-1]) if chosen else 0
        for name in names[start:] if len(chosen) < amount else ():
            yield model_branch(name, partial(_node, names, amount, (*chosen, name)))

    end = End(chosen) if len(chosen) == amount else None
    pool = tuple(name for name in names for _copy in range(amount))
    return Node(end, branches, lead="" if chosen else "to", pool=pool)
