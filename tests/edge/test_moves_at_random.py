"""ED-9 to ED-11 in crowded corners: the tree of words against the slow reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.edge.geometry import DUEL
from games.edge.rules.movement.options import Manner, Mover, Plan, can_go, carry_node, destinations, move_node
from games.edge.rules.movement.plans import Travel
from games.edge.state import State
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Node, Path, count, paths, sample, walk
from games.engine.language.paths import read, write
from tests.edge import reference
from tests.edge.moving import asked, more_squads
from tests.edge.position import state_of
from tests.rules import rule

__all__ = ["more_squads"]

CORNER = ("A1", "A2", "B1", "A3", "B2", "C1")
MOVING = ["pilgrim", "ranger", "holy_knight", "purge_doctor", "giant:3", "giant:5", "war_golem"]
STANDING = ["dark_scholar", "gorehound", "changeling", "changeling:Energy", "ranger", "pilgrim", "ish"]
BASE = {"pilgrim": 1, "ranger": 1, "dark_scholar": 1, "changeling": 1, "holy_knight": 2, "purge_doctor": 2}
BASE |= {"gorehound": 2, "changeling:Energy": 3, "giant:3": 3, "giant:5": 5, "war_golem": 7, "ish": 7}
MODELS = {"pilgrim": 4, "ranger": 2, "dark_scholar": 3, "purge_doctor": 3, "giant": 2, "changeling": 2}


@dataclass(frozen=True)
class Case:
    """A position, who moves how far, and where they may end."""

    state: State
    squads: tuple[str, ...]
    reach: int
    through: bool
    region: tuple[str, ...]
    tokens: tuple[str, ...]

    @property
    def movers(self) -> list[Mover]:
        """All models of the moving Squads."""
        models = [model for name in self.squads for model in self.state.squad(name).on_board]
        return [Mover(model, self.reach, self.through) for model in models]

    @property
    def manner(self) -> Manner:
        """They may end in the region."""
        return Manner(allowed=lambda place: DUEL.names[place.space] in self.region)

    @property
    def node(self) -> Node[Plan]:
        """The tree under test."""
        return move_node(self.state, self.movers, self.manner)

    @property
    def position(self) -> reference.Position:
        """The same for the reference."""
        return reference.Position({m.id: m.at for m in self.state.models}, self.tokens)

    def __repr__(self) -> str:
        where = " ".join(f"{model.id}@{model.at}" for model in self.state.models)
        return f"{where}; {self.squads} move {self.reach} within {self.region}, tokens on {self.tokens}"


@st.composite
def cases(draw: st.DrawFn, most: int = 4, spaces: int = 6, through: bool = False) -> Case:
    """A crowd in a corner, and one or two Squads of at most so many models that move in it."""
    moving = draw(
        st.lists(st.sampled_from(MOVING), min_size=1, max_size=2, unique_by=lambda k: k.split(":")[0])
    )
    kinds = {kind.split(":")[0] for kind in moving}
    others = draw(st.lists(st.sampled_from(STANDING), max_size=5, unique_by=lambda k: k.split(":")[0]))
    tokens = tuple(draw(st.lists(st.sampled_from(CORNER[1:]), max_size=1)))
    covered = {h for space in tokens for h in reference.hexes(f"{space}.*")}
    rows: list[str] = []
    left = most
    for kind in [*moving, *(kind for kind in others if kind.split(":")[0] not in kinds)]:
        number = MODELS.get(kind.split(":")[0], 1)
        number = min(number, left) if kind in moving else number
        where = [_somewhere(draw, kind, covered) for _ in range(number)]
        left -= len(where) - where.count("x") if kind in moving else 0
        rows.append(f"{kind}@{','.join(where or ['x'])}")
    state = state_of(" ".join(rows), sources=tokens, shrines=())
    region = tuple(CORNER[: draw(st.integers(1, spaces))])
    flies = through and draw(st.booleans())
    return Case(
        state, tuple(kind.split(":")[0] for kind in moving), draw(st.integers(0, 3)), flies, region, tokens
    )


def _somewhere(draw: st.DrawFn, kind: str, covered: set[reference.Hex]) -> str:
    """A free place, nearest to the corner more often than not; or the model is dead."""
    near = CORNER[: draw(st.integers(1, 6))]
    free = [p for p in reference.places(BASE[kind], near) if not reference.hexes(p) & covered]
    if not free:
        return "x"
    place = draw(st.sampled_from(free))
    covered |= reference.hexes(place)
    return place


def plain_ends(node: Node[Plan], start: Path = ()) -> Iterator[Path]:
    """All answers that leave ways and pushes open."""
    if node.end is not None:
        yield start
    for branch in node.branches():
        if branch.word not in ("via", "push"):
            yield from plain_ends(branch.grow(), (*start, branch.word))


def all_moves(case: Case) -> Iterator[dict[str, str]]:
    """ED-11.8: every set of final placements that the reference allows."""
    reach = {mover.model.id: case.reach for mover in case.movers}
    position = case.position
    for size in range(1, len(case.movers) + 1):
        for chosen in combinations(case.movers, size):
            names = [mover.model.id for mover in chosen]
            rows = [list(reference.places(reference.base(m.model.at), case.region)) for m in chosen]
            for places in product(*rows):
                finals = dict(zip(names, places, strict=True))
                if position.is_legal(finals, reach):
                    yield finals


@rule("ED-9.4", "ED-11.8", "EC-34", "EC-35")
@settings(max_examples=40)
@given(cases(most=2, spaces=3))
def test_exactly_what_the_reference_allows_is_offered(case: Case) -> None:
    expected = [
        " move ".join(f"{name} {place}" for name, place in finals.items()) for finals in all_moves(case)
    ]
    found = [" ".join(path) for path in plain_ends(case.node)]
    assert len(found) == len(set(found))
    assert set(found) == set(expected)
    assert can_go(case.state, case.movers, case.manner) == bool(expected)


@rule("ED-9.4", "ED-11.8", "EC-35")
@settings(max_examples=15)
@given(cases(most=3, spaces=1))
def test_three_in_one_space_do_exactly_what_the_reference_allows(case: Case) -> None:
    expected = {
        " move ".join(f"{name} {place}" for name, place in finals.items()) for finals in all_moves(case)
    }
    assert {" ".join(path) for path in plain_ends(case.node)} == expected


def assert_legal(case: Case, plan: Plan) -> None:
    """ED-11.8, step by step, with the ways and pushes that the plan names."""
    position = case.position
    finals = {travel.model: travel.to for travel in plan}
    free = position.occupied(without=list(finals))
    for travel in plan:
        assert_way(case, position, travel, free)
    victims = position.victims(finals)
    assert victims is not None
    covered = [h for place in finals.values() for h in reference.hexes(place)]
    occupied = position.final_picture(finals, victims)
    pushes = {name: (place, travel.to) for travel in plan for name, place in travel.pushes}
    assert sum(len(travel.pushes) for travel in plan) == len(pushes)
    assert {name: pusher for name, (_, pusher) in pushes.items()} == victims
    for name, (place, pusher) in pushes.items():
        assert reference.base(place) == reference.base(position.models[name])
        assert reference.touch(reference.hexes(place), reference.hexes(pusher))
        assert not reference.hexes(place) & occupied
        covered += reference.hexes(place)
    assert len(covered) == len(set(covered))


@rule("ED-11.4")
@settings(max_examples=80)
@given(cases(most=4), st.randoms(use_true_random=False))
def test_pushes_left_open_are_the_first_that_fit_together(case: Case, whims: Random) -> None:
    node = case.node
    for _ in range(3 if node.has_more() else 0):
        plan = asked(node).value(plain_sample(node, whims))
        finals = {travel.model: travel.to for travel in plan}
        victims = case.position.victims(finals)
        assert victims is not None
        first = next(case.position.joint_pushes(victims, case.position.final_picture(finals, victims)))
        pushed = {name: place for travel in plan for name, place in travel.pushes}
        assert pushed == dict(zip(victims, first, strict=True))


def plain_sample(node: Node[Plan], whims: Random) -> Path:
    """An answer at random that leaves ways and pushes open, with many movers."""
    path: Path = ()
    while True:
        words = [branch.word for branch in node.branches() if branch.word not in ("via", "push")]
        if not words or (node.end is not None and whims.random() < 0.3):
            return path
        path = (*path, whims.choice(words))
        node = node.step(path[-1]) or node


def assert_way(case: Case, position: reference.Position, travel: Travel, free: set[reference.Hex]) -> None:
    """ED-9.2, ED-10."""
    start = reference.space_of(position.models[travel.model])
    size = reference.base(travel.to)
    assert (travel.path[0], travel.path[-1]) == (start, reference.space_of(travel.to))
    assert len(travel.path) - 1 <= case.reach
    assert all(reference.distance(a, b) == 1 for a, b in zip(travel.path, travel.path[1:], strict=False))
    assert case.through or all(position.fits(size, space, free) for space in travel.path[1:-1])
    assert size == reference.base(position.models[travel.model])


@rule("ED-9.2", "ED-9.4", "ED-10.1", "ED-10.5", "ED-11.2", "ED-11.8")
@settings(max_examples=80)
@given(cases(through=True), st.randoms(use_true_random=False))
def test_every_answer_is_a_legal_move_and_none_is_a_dead_end(case: Case, whims: Random) -> None:
    node = case.node
    if not node.has_more():
        return
    decision = asked(node)
    for _ in range(2):
        path = sample(node, whims.randrange)
        assert decision.check(path) is None
        assert_legal(case, decision.value(path))
        assert read(decision, write(decision, path).upper().replace('"', "").split()).path == path
        options_tell_the_truth(decision, path[: whims.randrange(len(path))])


def options_tell_the_truth(decision: Decision[Plan], path: Path) -> None:
    """What is listed is found, what is not is not."""
    options = list(decision.options(path))
    words = [option.word for option in options]
    assert len(words) == len(set(words))
    for option in options:
        assert option.final or option.more
        assert option.final == (decision.check((*path, option.word)) is None)
    for place in reference.places(1, CORNER[:2]):
        assert place in words or walk(decision.root, (*path, place))[0] is None


@rule("ED-9.3")
@settings(max_examples=60)
@given(cases(most=1))
def test_the_destinations_of_one_are_what_it_is_offered_alone(case: Case) -> None:
    for mover in case.movers:
        alone = move_node(case.state, [mover], case.manner)
        offered = alone.step(mover.model.id)
        words = [] if offered is None else [branch.word for branch in offered.branches()]
        assert [place.name for place in destinations(case.state, mover, case.manner)] == words


@settings(max_examples=40)
@given(cases(most=2, spaces=2), st.integers(1, 60))
def test_counting_agrees_with_the_list(case: Case, cap: int) -> None:
    listed = sum(1 for _, _ in zip(paths(case.node), range(cap), strict=False))
    assert count(case.node, cap) == listed


@settings(max_examples=60)
@given(cases(most=1), st.randoms(use_true_random=False))
def test_the_carried_ends_on_empty_hexes_in_contact(case: Case, whims: Random) -> None:
    for mover in case.movers:
        for load in case.state.touching(case.state.models, case.state.placement(mover.model).mask):
            node = carry_node(case.state, mover, load, case.manner)
            if node.has_more():
                assert_carried(case, asked(node).value(sample(node, whims.randrange)), load.id)


def assert_carried(case: Case, plan: Plan, load: str) -> None:
    """The carried is one of those who are lifted, and pushes nobody."""
    mover, carried = plan
    place = reference.hexes(carried.to)
    assert (carried.model, carried.pushes) == (load, ())
    assert reference.touch(place, reference.hexes(mover.to))
    pushed = dict(mover.pushes)
    rest = case.position.occupied(without=[mover.model, load, *pushed])
    covered = [*rest, *place, *reference.hexes(mover.to)]
    covered += [h for where in pushed.values() for h in reference.hexes(where)]
    assert len(covered) == len(set(covered))
