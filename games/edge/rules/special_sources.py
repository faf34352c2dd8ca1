"""ED-23.10: with this option a controlled Source gives something else as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from games.edge.names import model_branch, squad_branch
from games.edge.rules import facts
from games.edge.rules.asking import ask
from games.edge.rules.movement.arrivals import set_down
from games.edge.rules.movement.options import Manner, Mover, Plan, can_go, move_node
from games.edge.rules.wounds import harm
from games.edge.rules.wounds.harm import Cause, Hit
from games.edge.state import DEAD, Model, SeatId, State
from games.engine.contract.decisions import IF_IDLE, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, leaf, mapped


@dataclass(frozen=True, slots=True)
class Gift:
    """What a Source gives: a removal, a return or a token; nothing."""

    remove: str = ""
    plan: Plan = ()
    restore: str = ""


def take_gifts(table: Table[State], seat: SeatId, sources: Sequence[str]) -> Rules[None]:
    """One Source after the other (DP-T4)."""
    for source in sources:
        gift = yield from ask(table, _which(table.state, seat, source))
        if gift.remove:
            model = table.state.model(gift.remove)
            yield from harm.kill(table, [Hit(model, 0)], Cause(seat), scored=False)
        elif gift.plan:
            set_down(table, seat, gift.plan, "returned")
        elif gift.restore:
            table.state.squad(gift.restore).endurance += 1
            table.tell("healed", squad=gift.restore, count=1)


def _which(state: State, seat: SeatId, source: str) -> Decision[Gift]:
    return Decision(
        seat=seat,
        kind="special",
        prompt=say(_("What else does the Source at {source} give?"), source=source),
        grow=lambda: _node(state, seat),
        default=("none",),
        facts=lambda: facts.common(state, seat),
        asks=IF_IDLE,
    )


def _node(state: State, seat: SeatId) -> Node[Gift]:
    weak = [model for model in state.enemies(seat) if not state.squad_of(model).endurance]
    dead = [m for s in state.player(seat).squads for m in s.models if m.state == DEAD and _fits(state, m)]
    short = [squad for squad in state.player(seat).alive if squad.lost]

    def branches() -> Iterator[Branch[Gift]]:
        yield Branch("none", lambda: leaf(Gift()))
        if weak:
            yield Branch("remove", lambda: _removals(weak))
        if dead:
            yield Branch("return", lambda: _returns(state, dead))
        if short:
            yield Branch("restore", lambda: Node(None, lambda: [_restored(squad.id) for squad in short]))

    return Node(None, branches, lead="source")


def _restored(squad: str) -> Branch[Gift]:
    return squad_branch(squad, lambda: leaf(Gift(restore=squad)))


def _removals(weak: list[Model]) -> Node[Gift]:
    return Node(None, lambda: [model_branch(m.id, partial(leaf, Gift(remove=m.id))) for m in weak])


_EMPTY = Manner(push="none", must=True)


def _fits(state: State, model: Model) -> bool:
    return can_go(state, [Mover(model, None)], _EMPTY)


def _returns(state: State, dead: list[Model]) -> Node[Gift]:
    def branches() -> Iterator[Branch[Gift]]:
        for model in dead:
            yield from mapped(move_node(state, [Mover(model, None)], _EMPTY), _returned).branches()

    return Node(None, branches)


def _returned(plan: Plan) -> Gift:
    return Gift(plan=plan)
