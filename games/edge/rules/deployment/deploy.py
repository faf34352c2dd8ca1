"""ED-4.14: Squads come to the board, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from games.edge.geometry import Placement
from games.edge.names import model_name, squad_branch, squad_name
from games.edge.rules.deployment.formation import STRICT, Ground, Places, compact, ground_for
from games.edge.rules.facts import in_setup
from games.edge.rules.movement.words import spellings
from games.edge.state import ON_BOARD, SeatId, Squad, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, End, Node, Path

Deployment = tuple[str, Places]


def waiting_squads(state: State, seat: SeatId) -> list[Squad]:
    """The Squads that are still to be deployed; late ones are not (ED-4.22)."""
    return [s for s in state.player(seat).squads if not s.card.is_late and not s.on_board]


def next_to_deploy(state: State) -> SeatId | None:
    """ED-4.14: in placement order, going round; players who are done are skipped. None when all stand."""
    waiting = [seat for seat in state.order if waiting_squads(state, seat)]
    return min(waiting, key=lambda seat: _deployed(state, seat), default=None)


def _deployed(state: State, seat: SeatId) -> int:
    return sum(bool(squad.on_board) for squad in state.player(seat).squads)


def deploy(table: Table[State], seat: SeatId) -> Rules[None]:
    """ED-4.14: one Squad, all its models at once."""
    name, places = yield from table.ask(deploy_decision(table.state, seat))
    squad = table.state.squad(name)
    for model, place in zip(squad.models, places, strict=True):
        model.state, model.at = ON_BOARD, place.name
    table.tell("deployed", seat=seat, squad=name, places=[place.name for place in places])


def deploy_decision(state: State, seat: SeatId) -> Decision[Deployment]:
    """DP-S6."""
    waiting = waiting_squads(state, seat)

    def default() -> Path:
        return (waiting[0].id, *(place.name for place in compact(state, waiting[0])))

    return Decision(
        seat=seat,
        kind="deploy",
        prompt=say(
            _("Deploy a Squad: {squads}."),
            squads=", ".join(squad_name(squad.id) for squad in waiting),
        ),
        grow=lambda: deploy_node(state, seat),
        default=default,
        asks=MAJOR,
        facts=lambda: in_setup(state, seat),
    )


def deploy_node(state: State, seat: SeatId) -> Node[Deployment]:
    """`deploy pilgrim B3.0 B3.1 B3.2 B3.3`: a place for each model, in order of their numbers."""
    waiting = {squad.id: squad for squad in waiting_squads(state, seat)}

    def find(name: str) -> Node[Deployment] | None:
        return _squad_node(state, waiting[name]) if name in waiting else None

    def branch(squad: Squad) -> Branch[Deployment]:
        return squad_branch(squad.id, lambda: _squad_node(state, squad))

    return Node(
        None,
        lambda: [branch(squad) for squad in waiting.values()],
        find,
        lead="deploy",
        barred=lambda: _barred_squads(state, seat),
    )


@dataclass(frozen=True, slots=True)
class _Site:
    """Where a Squad is being put."""

    state: State
    squad: Squad
    ground: Ground
    strictness: int
    placed: Places = ()

    @property
    def left(self) -> int:
        """How many models are still to be placed."""
        return len(self.squad.models) - len(self.placed)


def _squad_node(state: State, squad: Squad) -> Node[Deployment]:
    return _place_node(_Site(state, squad, *ground_for(state, squad)))


def _place_node(site: _Site) -> Node[Deployment]:
    """The places that the next model may take."""
    squad, ground, placed = site.squad, site.ground, site.placed
    if not site.left:
        return Node(End((squad.id, placed)))

    def grow(place: Placement) -> Node[Deployment]:
        return _place_node(replace(site, placed=(*placed, place)))

    def find(name: str) -> Node[Deployment] | None:
        place = site.state.board.placements.get(name)
        if place is None or place.size != ground.size or not ground.allows(placed, place, site.left):
            return None
        return grow(place)

    def branch(place: Placement) -> Branch[Deployment]:
        return Branch(place.name, lambda: grow(place), _label(squad, len(placed), place), spellings(place))

    def branches() -> Iterator[Branch[Deployment]]:
        return (branch(place) for place in ground.options(placed, site.left))

    return Node(None, branches, find, barred=lambda: _barred_places(site))


def _label(squad: Squad, at: int, place: Placement) -> str:
    return f"{model_name(squad.models[at].id)}: {place.name}"


# Why not.


def _barred_squads(state: State, seat: SeatId) -> Iterator[Barred]:
    for squad in state.player(seat).squads:
        if squad.card.is_late:
            late = say(_("{squad} arrives later, through a card"), squad=squad_name(squad.id))
            yield Barred(squad.id, late)
        elif squad.on_board:
            yield Barred(squad.id, say(_("{squad} is already deployed"), squad=squad_name(squad.id)))


def _barred_places(site: _Site) -> Iterator[Barred]:
    offered = set(site.ground.options(site.placed, site.left))
    for place in site.state.board.placements.values():
        if place not in offered:
            yield Barred(place.name, _why_not(site, place), spellings(place))


def _why_not(site: _Site, place: Placement) -> Phrase:
    state, squad, ground = site.state, site.squad, site.ground
    if place.size != ground.size:
        name = squad_name(squad.id)
        return say(_("a base of {squad} covers {count} hexes"), squad=name, count=ground.size)
    if place.mask & state.occupied() or any(place.mask & other.mask for other in site.placed):
        return say(_("{place} is occupied"), place=place.name)
    if place.mask & ~ground.hexes:
        if site.strictness == STRICT and place.halo & state.tokens_mask:
            return say(_("{place} touches a Shrine or a Crystal Source"), place=place.name)
        return say(_("{place} touches an enemy"), place=place.name)
    if site.placed:
        return say(_("the Squad must stand as one connected group"))
    return say(_("there is no room for the rest of the Squad next to {place}"), place=place.name)
