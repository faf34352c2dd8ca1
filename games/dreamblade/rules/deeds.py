"""DB-10.5 and DB-12A.3: whom an ability concerns, where the order that used it left that open."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from games.dreamblade.abilities.registry import VERBS, offer
from games.dreamblade.abilities.verbs import AIM, DECLINE, MAY, PICK, UNSAID, Deed
from games.dreamblade.catalogue import Ability
from games.dreamblade.names import full_name
from games.dreamblade.rules.policies import FOCUS, named, pick, target_of, words_of
from games.dreamblade.rules.questions import answer, scopes, small
from games.dreamblade.state import Figure, State
from games.engine.contract.decisions import IF_IDLE, IF_SAID, Decision
from games.engine.contract.phrases import say
from games.engine.contract.policies import Choice
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import End, Node, Path, count

# DB-12A.2: the events as which standing orders know it, beside the ability itself.
_EVENTS = {AIM: "damage", PICK: "reincarnate", MAY: "blades", UNSAID: "blades"}


def left_open(node: Node[Deed | None]) -> Node[Deed | None]:
    """The same choices, and that of naming none: then it is asked for."""
    if node.end is not None:
        return node

    def size(cap: int) -> int:
        return min(cap, 1 + count(node, cap))

    return msgspec.structs.replace(node, end=End(None), size=size)


def choose_deed(table: Table[State], source: Figure, ability: Ability) -> Rules[Deed]:
    """DB-D5, DB-D14 to DB-D18: by name, by standing order, or as usual; in the spawn phase without asking."""
    return (yield from answer(table, _whom(table.state, source, ability)))


def _whom(state: State, source: Figure, ability: Ability) -> Decision[Deed]:
    verb = VERBS[ability.name]
    node = offer(state, source, ability)

    def interpret(choice: Choice, _orders: object) -> Path | None:
        return _ordered(state, source, ability, words_of(choice))

    return small(
        state,
        source.seat,
        "deed",
        say(_("{figure} uses “{ability}”: on whom?"), figure=full_name(source.id), ability=ability.text),
        lambda: msgspec.structs.replace(node, lead="target", unled=(DECLINE,)),
        lambda: usual(state, source, ability),
        key=verb.key,
        scopes=scopes(ability.word, source.at, source, also=_EVENTS[verb.key]),
        interpret=interpret,
        asks=IF_IDLE if state.combat is not None else IF_SAID,
    )


def usual(state: State, source: Figure, ability: Ability) -> Path:
    """DB-D14: what may be done is declined, unless someone says otherwise; else the usual target."""
    verb = VERBS[ability.name]
    return (DECLINE,) if verb.key == MAY else verb.prefer(state, source, ability)


def _ordered(state: State, source: Figure, ability: Ability, wanted: Sequence[str]) -> Path | None:
    """What `decline`, `aim` or `pick` of the standing orders means for an ability."""
    verb = VERBS[ability.name]
    if verb.key == MAY:
        return (DECLINE,) if wanted[0] != "no" else verb.prefer(state, source, ability)
    offered = offer(state, source, ability).branches()
    targets = [state.figures[branch.word] for branch in offered if branch.word in state.figures]
    if verb.key == PICK:
        found = pick(targets, wanted)
    else:
        style, *rest = wanted
        found = target_of(state, targets, style, named(targets, rest) if style == FOCUS else ())
    return (found.id,) if found is not None else None
