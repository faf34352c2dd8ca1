"""ED-4.19: before the first turn each Positioning player may move one Squad."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from games.edge.rules.facts import in_setup
from games.edge.rules.movement.arrangement import arranged
from games.edge.rules.movement.options import Manner, Mover, Plan, carry_out, move_node
from games.edge.rules.squads.attributes import stat
from games.edge.state import Model, SeatId, Squad, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Branch, Node, Path, leaf, words

STAY: Plan = ()


def disperse(table: Table[State], seat: SeatId) -> Rules[None]:
    """ED-4.19: one Move Action with one own Squad, or none; no cards, Banners or Mode changes."""
    state = table.state
    plan = yield from table.ask(disperse_decision(state, seat))
    if not plan:
        table.tell("dispersed", seat=seat, squad="", moves=[], pushed=[])
        return
    squad = state.squad_of(state.model(plan[0].model))
    pushed = carry_out(state, plan)
    table.tell(
        "dispersed",
        seat=seat,
        squad=squad.id,
        moves=[f"{travel.model} {travel.to}" for travel in plan],
        pushed=[f"{name} {state.model(name).at}" for name in pushed],
    )


def disperse_decision(state: State, seat: SeatId) -> Decision[Plan]:
    """DP-S7."""
    return Decision(
        seat=seat,
        kind="disperse",
        prompt=say(_("Dispersal: do you move one of your Squads?")),
        grow=lambda: disperse_node(state, seat),
        default=("none",),
        asks=MAJOR,
        facts=lambda: in_setup(state, seat),
        arrange=lambda words: _arranged(state, seat, words),
        lines=("disperse", "move"),
    )


def _arranged(state: State, seat: SeatId, words: Path) -> Path:
    return arranged(state, [model.id for squad in state.player(seat).squads for model in squad.models], words)


def disperse_node(state: State, seat: SeatId) -> Node[Plan]:
    """`disperse none`, `disperse move pilgrim/1 C5.3 move pilgrim/2 C5.4`."""
    stay = Branch("none", lambda: leaf(STAY), _("leave all models where they are"))
    movable = {squad.id: movers for squad in state.player(seat).squads if (movers := movers_of(state, squad))}
    if not movable:
        return words([stay], lead="disperse")
    move = Branch("move", lambda: _squads_node(state, movable), _("move the models of one Squad"))
    return words([stay, move], lead="disperse")


def movers_of(state: State, squad: Squad) -> list[Mover]:
    """ED-9.1: the models of a Squad that have a MOV (ED-8.3)."""
    found = [_mover(state, squad, model) for model in squad.on_board]
    return [mover for mover in found if mover is not None]


def _mover(state: State, squad: Squad, model: Model) -> Mover | None:
    reach = stat(state, model, "MOV")
    return None if reach is None else Mover(model, reach, squad.side.through_obstacles)


def _squads_node(state: State, movable: Mapping[str, list[Mover]]) -> Node[Plan]:
    """The first model says which Squad it is; the rest of the words are those of its Move Action."""
    trees = {name: move_node(state, movers, Manner()) for name, movers in movable.items()}

    def branches() -> Iterator[Branch[Plan]]:
        for tree in trees.values():
            yield from tree.branches()

    def find(name: str) -> Node[Plan] | None:
        tree = trees.get(name.rpartition("/")[0])
        return tree.step(name) if tree is not None else None

    return Node(None, branches, find, barred=lambda: [b for tree in trees.values() for b in tree.barred()])
