"""ED-25.21: Enhancements, Charges and Endurance tokens are redistributed among one's own Squads.

One thing goes from one place to another at a time, until the player is done; the limits hold after each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from games.edge.catalogue import ENHANCEMENTS_PER_SQUAD
from games.edge.catalogue.steps import Transfer
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.names import enhancement_branch, enhancement_names, squad_branch
from games.edge.rules import durations
from games.edge.rules.cards.questions import CardQuestion, ask
from games.edge.state import Player, Squad
from games.engine.contract.decisions import IF_IDLE
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf

WORDS = {"enh": "enhancement", "ch": "charge", "end": "endurance"}
MOST = 40  # nobody needs more: a bound for those who move things to and fro


@dataclass(frozen=True, slots=True)
class Passing:
    """One thing, from where to where: Squads, or Enhancements by their slots."""

    what: str
    source: str
    goal: str


@verb(Transfer)
def transfer(context: Context, step: Transfer) -> Rules[None]:
    """`transfer endurance avenger unbroken#1`, `transfer charge avenger.1 enkindled.1`, … `done`."""
    for _time in range(MOST):
        if not any(True for _ in _passings(context.player, step)):
            return
        passing = yield from ask(context, _what_next(context, step))
        if passing is None:
            return
        _pass(context, passing)


@possible(Transfer)
def can_transfer(scope: Scope, step: Transfer) -> bool:
    """Something can be moved."""
    return any(True for _ in _passings(scope.player, step))


def _passings(player: Player, step: Transfer) -> Iterator[Passing]:
    for what in step.what:
        yield from _OFFERS[what](player)


def _endurance(player: Player) -> Iterator[Passing]:
    for source in player.squads:
        for goal in player.squads if source.endurance else ():
            if goal is not source and goal.lost:
                yield Passing("end", source.id, goal.id)


def _charges(player: Player) -> Iterator[Passing]:
    names = [name for name, _card in enhancement_names(player.squads)]
    charged = [f"{s.id}.{n}" for s in player.squads for n, e in enumerate(s.enhancements, 1) if e.charges]
    for source in charged:
        yield from (Passing("ch", source, goal) for goal in names if goal != source)


def _enhancements(player: Player) -> Iterator[Passing]:
    for name, card in enhancement_names(player.squads):
        for goal in player.squads:
            if goal.id != name.rpartition(".")[0] and _has_room(goal, card):
                yield Passing("enh", name, goal.id)


def _has_room(squad: Squad, card: str) -> bool:
    """ED-18.3, ED-18.4."""
    held = [enhancement.card for enhancement in squad.enhancements]
    return len(held) < ENHANCEMENTS_PER_SQUAD and card not in held


_OFFERS = {"enh": _enhancements, "ch": _charges, "end": _endurance}


def _pass(context: Context, passing: Passing) -> None:
    state = context.state
    if passing.what == "end":
        state.squad(passing.source).endurance -= 1
        state.squad(passing.goal).endurance += 1
    elif passing.what == "ch":
        state.enhancement(passing.source).charges -= 1
        state.enhancement(passing.goal).charges += 1
    else:
        before, slot = durations.names_of_cards(state), int(passing.source.rpartition(".")[2])
        moved = state.squad(passing.source.rpartition(".")[0]).enhancements.pop(slot - 1)
        state.squad(passing.goal).enhancements.append(moved)
        durations.follow(state, before)
    context.table.tell(
        "transferred", seat=context.seat, what=passing.what, source=passing.source, target=passing.goal
    )


# In words.


def _what_next(context: Context, step: Transfer) -> CardQuestion[Passing | None]:
    found = list(_passings(context.player, step))

    def kinds() -> Iterator[Branch[Passing | None]]:
        yield Branch("done", lambda: leaf(None))
        for what in dict.fromkeys(passing.what for passing in found):
            yield Branch(WORDS[what], partial(_sources, context, [p for p in found if p.what == what]))

    return CardQuestion(
        "transfer",
        say(_("{title}: what goes where?"), title=context.title),
        lambda: Node(None, kinds, lead="transfer", unled=("done",)),
        default=("done",),
        asks=IF_IDLE,
        lines=("transfer",),
    )


def _sources(context: Context, found: list[Passing]) -> Node[Passing | None]:
    def branches() -> Iterator[Branch[Passing | None]]:
        for source in dict.fromkeys(passing.source for passing in found):
            yield _branch(context, source, _goals(context, [p for p in found if p.source == source]))

    return Node(None, branches)


def _goals(context: Context, found: list[Passing]) -> Node[Passing | None]:
    def branches() -> Iterator[Branch[Passing | None]]:
        for passing in found:
            yield _branch(context, passing.goal, leaf(passing))

    return Node(None, branches, lead="to")


def _branch(context: Context, name: str, node: Node[Passing | None]) -> Branch[Passing | None]:
    if "." in name:
        return enhancement_branch(name, context.state.enhancement(name).card, lambda: node)
    return squad_branch(name, lambda: node)
