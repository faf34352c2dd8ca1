"""EF-2.2 and EF-2.13: what the names in a step mean: models, Squads, Spaces, sets that are worked out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.edge.catalogue import SQUADS
from games.edge.catalogue.numbers import Number
from games.edge.control import controlled
from games.edge.effects.moment import Moment
from games.edge.state import DEAD, DYING, ON_BOARD, Model, Player, SeatId, Squad, State


@dataclass(slots=True)
class Scope:
    """What is known where a step runs. Names are bound to lists of addresses: models, Squads, Spaces ..."""

    state: State
    seat: SeatId  # the acting player
    squad: str = ""  # EF-2.4: the Squad that the Action is played on, or the host of the Enhancement
    moment: Moment | None = None
    x: int = 0
    taken: int = 0  # tokens that were just removed
    names: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    @property
    def player(self) -> Player:
        """The acting player."""
        return self.state.player(self.seat)

    @property
    def is_reaction(self) -> bool:
        """EF-2.9: it answers an event in which one of the player's models has a part."""
        return "self" in self.names

    # Models.

    def models(self, ref: str) -> list[Model]:
        """The models that a reference means, those of them that are on the board (or dying)."""
        return [model for model in self.all_models(ref) if model.state in (ON_BOARD, DYING)]

    def all_models(self, ref: str) -> list[Model]:
        """The models that a reference means, wherever they are."""
        found: list[Model] = []
        for name in self.addresses(ref):
            found += self._behind(name)
        return found

    def _behind(self, name: str) -> list[Model]:
        if "/" in name:
            return [self.state.model(name)]
        return list(self.state.squad(name).models) if self._is_squad(name) else []

    def _is_squad(self, name: str) -> bool:
        return name.partition("#")[0] in SQUADS

    def model(self, ref: str) -> Model | None:
        """The one model that a reference means, if it is there."""
        return next(iter(self.models(ref)), None)

    # Squads.

    def squads(self, ref: str) -> list[Squad]:
        """The Squads that a reference means: those of the models, where it means models."""
        names = [name.rpartition("/")[0] if "/" in name else name for name in self.addresses(ref)]
        return [self.state.squad(name) for name in dict.fromkeys(names) if self._is_squad(name)]

    # Addresses.

    def addresses(self, ref: str) -> list[str]:
        """What a reference means, as addresses."""
        if ref in self.names:
            return self.names[ref]
        if ref == "squad":
            return [self.squad] if self.squad else []
        if ref.endswith(".squad"):
            return [squad.id for squad in self.squads(ref.removesuffix(".squad"))]
        if ref.startswith("ev."):
            return self._of_event(ref.removeprefix("ev."))
        if ref in SQUADS:  # EF-2.10
            return [squad.id for squad in self.player.squads if squad.kind == ref]
        return self._derived(ref)

    def _of_event(self, role: str) -> list[str]:
        if self.moment is None:
            return []
        model = self.moment.role(role, self.seat, self.state)
        return [model.id] if model is not None else []

    def _derived(self, ref: str) -> list[str]:
        """EF-2.13: sets that are worked out, named by pattern."""
        work = _DERIVED.get(ref)
        if work is not None:
            return work(self)
        kind = ref.removesuffix("_b2b")
        if kind not in SQUADS:
            raise KeyError(f"no such reference: {ref}")
        return _kind_touching_bearer(self, kind)

    def touched_by(self, models: Sequence[Model], mask: int) -> list[Model]:
        """Those of the models that touch a set of hexes."""
        return self.state.touching([m for m in models if m.state == ON_BOARD], mask)

    # Numbers.

    def number(self, value: Number | None, default: int = 0) -> int:
        """EF-2.12: what a number of the data comes to here."""
        return default if value is None else value.work(self)

    def mode(self) -> str:
        """The mode of the acting Squad."""
        return self.state.squad(self.squad).mode if self.squad else ""

    def named(self, name: str) -> int:
        """The numbers that have names."""
        match name:
            case "X":
                return self.x
            case "taken":
                return self.taken
            case "sources":
                return len(controlled(self.state, self.seat))
            case _:
                return self.player.pool

    def called(self, name: str, words: tuple[str, ...]) -> int:
        """The numbers that are worked out from a reference."""
        match name:
            case "lost":
                return sum(squad.lost for squad in self.squads(words[0]))
            case "end":
                return sum(squad.endurance for squad in self.squads(words[0]))
            case "printed":
                return sum(squad.card.endurance for squad in self.squads(words[0]))
            case "n":
                return self._count(words[0])
            case _:
                return self.tokens_on(words[0], words[1])

    def _count(self, ref: str) -> int:
        if ref == "squad" or ref in SQUADS:
            return len(self.models(ref))
        return len(self.addresses(ref))

    def tokens_on(self, ref: str, kind: str) -> int:
        """How many tokens of a kind lie on Squads, models or the player's Shrine."""
        tokens = [token for token in self.state.tokens if token.t == kind]
        if ref == "shrine":
            return sum(token.shrine == self.seat for token in tokens)
        names = set(self.addresses(ref))
        return sum(token.squad in names or bool(names & set(token.models)) for token in tokens)


def _ids(models: Sequence[Model]) -> list[str]:
    return [model.id for model in models]


def _touching_shrine(scope: Scope) -> list[Model]:
    return scope.touched_by(scope.player.models, scope.state.space_mask(scope.player.shrine_at))


def _mask(models: Sequence[Model], state: State) -> int:
    mask = 0
    for model in models:
        mask |= state.placement(model).mask
    return mask


def _enemies_touching_squad(scope: Scope) -> list[str]:
    mask = _mask(scope.models("squad"), scope.state)
    return _ids(scope.touched_by(scope.state.enemies(scope.seat), mask))


def _own_touching(scope: Scope) -> list[str]:
    """The player's models that touch their model in the event."""
    mine = scope.models("ev.mine")
    others = [model for model in scope.player.models if model not in mine]
    return _ids(scope.touched_by(others, _mask(mine, scope.state)))


def _touching_in_group(scope: Scope) -> list[str]:
    """The others of a token's group that the one in question touches."""
    bearer = scope.models("one")
    others = [model for model in scope.models("group") if model not in bearer]
    return _ids(scope.touched_by(others, _mask(bearer, scope.state)))


def _kind_touching_bearer(scope: Scope, kind: str) -> list[str]:
    own = [m for squad in scope.player.squads if squad.kind == kind for m in squad.on_board]
    return _ids(scope.touched_by(own, _mask(scope.models("bearer"), scope.state)))


def _hit_enemies(scope: Scope) -> list[str]:
    hits = scope.all_models("hits")
    return [model.id for model in hits if scope.state.is_enemy(scope.seat, model) and model.state != DEAD]


_DERIVED: dict[str, Callable[[Scope], list[str]]] = {
    "my_models": lambda scope: _ids(scope.player.models),
    "my_squads": lambda scope: [squad.id for squad in scope.player.alive],
    "all_enemies": lambda scope: _ids(scope.state.enemies(scope.seat)),
    "my_squads_b2b_shrine": lambda scope: list(dict.fromkeys(m.squad for m in _touching_shrine(scope))),
    "my_models_b2b": _own_touching,
    "enemies_b2b_squad": _enemies_touching_squad,
    "group_b2b": _touching_in_group,
    "hit_enemies": _hit_enemies,
}
