"""Where the models of a Squad should stand, one after the other: joint Moves are never listed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.bots.edge_worth import SITE, Book, best_die, fight_worth, model_chances, open_modes
from games.edge.control import harvest_sites
from games.edge.geometry import Placement
from games.edge.state import Model, SeatId, State
from games.engine.contract.tree import Node, Path

WORTH_MOVING = 0.03  # less than that is no reason to go anywhere
CONTESTED = 0.15  # standing at a Source that the enemy then does not control
FEAR = 0.35  # how much of what the enemy could do next turn is feared
PULL = 0.45  # a fight that takes another turn's walk, for each turn
TRIES = 8  # places tried for a model whose best one is barred by the others

Pair = tuple[int, int]  # the traits of two models: those who are alike fight alike


@dataclass(frozen=True)
class Field:
    """The board through the eyes of one seat. All values are those of the moment it was made."""

    book: Book
    seat: SeatId
    _fights: dict[Pair, float] = field(default_factory=dict[Pair, float])
    _fears: dict[Pair, float] = field(default_factory=dict[Pair, float])
    _spaces: dict[tuple[str, int], tuple[float, float]] = field(
        default_factory=dict[tuple[str, int], tuple[float, float]]
    )

    @property
    def state(self) -> State:
        """The table."""
        return self.book.state

    @cached_property
    def foes(self) -> list[tuple[Model, Placement]]:
        """The enemies and where they stand."""
        return [(foe, self.state.placement(foe)) for foe in self.state.enemies(self.seat)]

    @cached_property
    def reaches(self) -> dict[str, int]:
        """How far each enemy may come next turn, in whichever mode."""
        found: dict[str, int] = {}
        for foe, _place in self.foes:
            squad = self.state.squad_of(foe)
            found[foe.id] = max(mode.mov or 0 for mode in open_modes(squad)) + 1
        return found

    @cached_property
    def sites(self) -> list[tuple[str, int, bool]]:
        """Where Crystals can be harvested: the Space, its hexes, whether an enemy stands there."""
        if not self.state.neutral_crystals:
            return []
        masks = [(site, self.state.space_mask(site)) for site in harvest_sites(self.state)]
        return [(s, mask, any(place.halo & mask for _foe, place in self.foes)) for s, mask in masks]

    def held(self, without: Iterable[str]) -> set[str]:
        """The sites that we hold, some models not counted."""
        gone = set(without)
        others = [m for m in self.state.player(self.seat).models if m.id not in gone]
        return {site for site, mask, _foe in self.sites if self.state.touching(others, mask)}

    def fight(self, mine: Model, foe: Model) -> float:
        """The worth of a fight, whatever the distance."""
        key = id(self.book.traits(mine)), id(self.book.traits(foe))
        if key not in self._fights:
            able = self.book.stat(mine, "ATT") is not None
            self._fights[key] = best_die(self.book, mine, foe)[0] if able else 0.0
        return self._fights[key]

    def fear(self, mine: Model, foe: Model) -> float:
        """What the enemy gains by a fight against this model in the next turn."""
        key = id(self.book.traits(mine)), id(self.book.traits(foe))
        if key not in self._fears:
            able = self.book.stat(foe, "ATT") is not None
            self._fears[key] = max(0.0, fight_worth(self.book, foe, mine)) if able else 0.0
        return self._fears[key]

    def worth(self, model: Model, place: Placement, held: set[str], may_fight: bool) -> float:
        """How good a place is for a model."""
        pull, danger = self._space(model, place.space)
        if may_fight:
            halo = place.halo
            pull = max([pull, *(self.fight(model, foe) for foe, there in self.foes if halo & there.mask)])
        return pull + self._harvest(place, held) - danger

    def stand(self, model: Model) -> float:
        """The Space that a model is in: what it may come to fight, and what may come to fight it."""
        pull, danger = self._space(model, self.state.placement(model).space)
        return pull - danger

    def _space(self, model: Model, space: int) -> tuple[float, float]:
        """Pull and danger are those of the whole Space."""
        key = model.id, space
        if key not in self._spaces:
            self._spaces[key] = self._pull(model, space), self._danger(model, space)
        return self._spaces[key]

    def _pull(self, model: Model, space: int) -> float:
        """The nearer good fights are, the better; what needs a turn's walk counts less."""
        mov = max(1, *(mode.mov or 0 for mode in open_modes(self.state.squad_of(model))))
        row = self.state.board.distances[space]
        best = 0.0
        for foe, there in self.foes:
            turns = 1 + max(0, row[there.space] - 1) / mov
            best = max(best, self.fight(model, foe) * PULL**turns)
        return best

    def _harvest(self, place: Placement, held: set[str]) -> float:
        for site, mask, is_contested in self.sites:
            if place.halo & mask and site not in held:
                return CONTESTED if is_contested else SITE
        return 0.0

    def _danger(self, model: Model, space: int) -> float:
        """Only one Squad is activated in a turn: the worst of them."""
        row = self.state.board.distances[space]
        by_squad: dict[str, float] = {}
        for foe, there in self.foes:
            if row[there.space] <= self.reaches[foe.id]:
                by_squad[foe.squad] = by_squad.get(foe.squad, 0.0) + self.fear(model, foe)
        return FEAR * max(by_squad.values(), default=0.0)


@dataclass(frozen=True, slots=True)
class March:
    """A Move in words, and how good the places are that it leads to; no words: all stay."""

    path: Path
    worth: float


def march(ground: Field, root: Node[object], models: Sequence[Model], *, may_fight: bool) -> March:
    """The Move of some models, each to the best place that those before it leave."""
    held = ground.held(model.id for model in models)
    here, path, total = root, Path(), 0.0
    for model in models:
        stay = ground.state.placement(model)
        level = ground.worth(model, stay, held, may_fight)
        step = _best_step(ground, here, path, model, held, may_fight)
        if step is not None and step.worth > level + WORTH_MOVING:
            here, path, stay, level = step.node, step.path, step.place, step.worth
        total += level
        held |= {site for site, mask, foe in ground.sites if stay.halo & mask and not foe}
    return March(path if here.end is not None else (), total)


@dataclass(frozen=True, slots=True)
class _Step:
    node: Node[object]
    path: Path
    place: Placement
    worth: float


def _best_step(
    ground: Field, here: Node[object], path: Path, model: Model, held: set[str], may_fight: bool
) -> _Step | None:
    words = ("move", model.id) if path else (model.id,)
    node: Node[object] | None = here
    for word in words:
        node = node.step(word) if node is not None else None
    if node is None:
        return None
    known = ground.state.board.placements
    places = [known[branch.word] for branch in node.branches() if branch.word in known]
    scored = [(ground.worth(model, place, held, may_fight), place) for place in places]
    scored.sort(key=lambda pair: (-pair[0], pair[1].space, pair[1].digits))
    for value, place in scored[:TRIES]:
        following = node.step(place.name)
        if following is not None and following.end is not None:
            return _Step(following, (*path, *words, place.name), place, value)
    return None


def standing_worth(ground: Field, models: Sequence[Model], *, may_fight: bool = False) -> float:
    """How good the places are on which some models stand."""
    held = ground.held(model.id for model in models)
    total = 0.0
    for model in models:
        place = ground.state.placement(model)
        total += ground.worth(model, place, held, may_fight)
        held |= {site for site, mask, foe in ground.sites if place.halo & mask and not foe}
    return total


def ready_fights(models: Sequence[Model], book: Book) -> float:
    """What the fights bring that need no Move."""
    return sum(model_chances(book, model) for model in models)


def outlook(book: Book, seat: SeatId) -> float:
    """How well the models of a seat stand, Crystals apart."""
    ground = Field(book, seat)
    return sum(ground.stand(model) for model in book.state.player(seat).models)
