"""EF-2.2 and EF-2.13: what the names in a step mean: models, Squads, Spaces, sets that are worked out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from games.edge.catalogue import CARDS, SQUADS
from games.edge.catalogue.check import IN_SPACE
from games.edge.catalogue.numbers import Number
from games.edge.control import controlled
from games.edge.effects import places
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
    price: Number | None = None  # X, where it is not chosen
    budget: int = 0  # what can be paid for it
    extra: int = 0  # what a `tune` has added to the running shot
    fallen: list[str] = field(
        default_factory=list[str]
    )  # who died in the running Combat step, by its fighters
    dealt: int = 0  # Wounds in it
    credit: SeatId = 0  # ED-16.8: whose doing it is, if not the acting player's
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
        return name.partition("#")[0] in SQUADS and "." not in name

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
        if ref.endswith(".crossed"):  # of a Move that did not come about
            return []
        if ref.startswith("ev."):
            return self._of_event(ref.removeprefix("ev."))
        if ref in SQUADS:  # EF-2.10
            return [squad.id for squad in self.player.squads if squad.kind == ref]
        return self._derived(ref)

    def _of_event(self, role: str) -> list[str]:
        if self.moment is None:
            return []
        if role == "space":
            return [self.moment.space] if self.moment.space else []
        model = self.moment.role(role, self.seat, self.state)
        return [model.id] if model is not None else []

    def _derived(self, ref: str) -> list[str]:
        """EF-2.13: sets that are worked out, named by pattern."""
        work = _DERIVED.get(ref)
        if work is not None:
            return work(self)
        if ref in ("me", "anywhere"):
            return []
        if places.is_place(self.player, ref):
            return places.of(self.state, self.player, ref)
        if ref.startswith(IN_SPACE):
            return self._in_spaces(self.addresses(ref.removeprefix(IN_SPACE)))
        who, gap, what = ref.partition("_b2b_")
        if gap:
            return self._in_contact(who, what)
        kind = ref.removesuffix("_b2b")
        if kind not in SQUADS:
            raise KeyError(f"no such reference: {ref}")
        return self._in_contact(kind, "bearer")

    def _in_contact(self, who: str, what: str) -> list[str]:
        """EF-2.13: those of a set that touch what a reference means; of kinds of places too."""
        if places.is_place(self.player, who):
            halo, where = self.state.board.halo(self.mask(what)), places.of(self.state, self.player, who)
            return [name for name in where if places.mask_of(self.state, name) & halo]
        found = self.touched_by(self._set(who), self.mask(what))
        return list(dict.fromkeys(m.squad if who == "my_squads" else m.id for m in found))

    def _in_spaces(self, names: list[str]) -> list[str]:
        """Everybody in the same Space as something on the board."""
        spaces = {self.state.board.number[name.partition(".")[0]] for name in names}
        return [model.id for model in self.state.models if self.state.placement(model).space in spaces]

    def _set(self, who: str) -> list[Model]:
        match who:
            case "models":
                return list(self.state.models)
            case "my_models" | "my_squads":
                return self.state.friends(self.seat)
            case "enemies":
                return self.state.enemies(self.seat)
            case "squad_models":
                return self.models("squad")
            case kind:
                return [m for squad in self.player.squads if squad.kind == kind for m in squad.on_board]

    def mask(self, ref: str) -> int:
        """The hexes under what a reference means: models, a Source, a Shrine, tokens on the board."""
        if ref == "shrine":
            return self.state.space_mask(self.player.shrine_at)
        mask = 0
        for name in self.addresses(ref):
            if "/" not in name and not self._is_squad(name):
                mask |= self.state.mask_of(name)
        for model in self.models(ref):
            mask |= self.state.placement(model).mask
        return mask

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
            case "extra":
                return self.extra
            case "kills":
                return len(self.fallen)
            case "wounds_dealt":
                return self.dealt
            case "ev.wounds":
                return self.moment.wounds if self.moment is not None else 0
            case "ev.n":
                return self.moment.count if self.moment is not None else 0
            case "enemy_end_lost_this_turn":
                lost = self.state.turn.lost
                return sum(lost.get(str(foe.seat), 0) for foe in self.state.opponents(self.seat))
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
            case "spaces":
                return max(0, len(self.path(words[0])) - 1)
            case "line":
                return self.state.board.straight_end(self.path(words[0]))
            case "spaces_with":
                return self._spaces_with(*words)
            case _:
                return self.tokens_on(words[0], words[1])

    def path(self, name: str) -> list[str]:
        """The Spaces of a Move, the first included; `last_move`: of the acting model's last one."""
        if name != "last_move":
            return self.names.get(f"{name}.path", [])
        for ref in ("user", "self", "ev.mine"):
            for model in self.addresses(ref) if ref in self.names or ref == "ev.mine" else ():
                return self.state.turn.paths.get(model, [])
        return []

    def _count(self, ref: str) -> int:
        if ref == "squad" or ref in SQUADS:
            return len(self.models(ref))
        return len(self.addresses(ref))

    def _spaces_with(self, kind: str, ref: str, reach: str) -> int:
        """How many Spaces within so many of something hold such a token."""
        board = self.state.board
        spaces = {board.number[name.partition(".")[0]] for name in self.addresses(kind)}
        here = [self.state.placement(model).space for model in self.models(ref)]
        return sum(any(board.distance(space, one) <= int(reach) for one in here) for space in spaces)

    def tokens_on(self, ref: str, kind: str) -> int:
        """How many tokens of a kind lie on Squads, models or the player's Shrine."""
        tokens = [token for token in self.state.tokens if token.t == kind]
        if ref == "shrine":
            return sum(token.shrine == self.seat for token in tokens)
        names = set(self.addresses(ref))
        return sum(token.squad in names or bool(names & set(token.models)) for token in tokens)


def _ids(models: Sequence[Model]) -> list[str]:
    return [model.id for model in models]


def _mask(models: Sequence[Model], state: State) -> int:
    mask = 0
    for model in models:
        mask |= state.placement(model).mask
    return mask


def _ours(scope: Scope) -> list[Player]:
    """ED-24.6: whose models are "yours"."""
    return [scope.player, *scope.state.allies(scope.seat)]


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


def _hit_enemies(scope: Scope) -> list[str]:
    hits = scope.all_models("hits")
    return [model.id for model in hits if scope.state.is_enemy(scope.seat, model) and model.state != DEAD]


def _pushed_enemies(scope: Scope) -> list[str]:
    pushed = scope.moment.pushed if scope.moment is not None else []
    return [name for name in pushed if scope.state.is_enemy(scope.seat, scope.state.model(name))]


def _dead(scope: Scope, squad: str) -> list[str]:
    return _ids([m for m in scope.state.squad(squad).models if m.state == DEAD]) if squad else []


def _evolving(scope: Scope) -> str:
    """The Squad on which an Evolve card was just played."""
    moment = scope.moment
    if moment is None or not moment.card or (scope.state.since(3) and not CARDS[moment.card].is_evolve):
        return ""
    return moment.squad


_DERIVED: dict[str, Callable[[Scope], list[str]]] = {
    "my_models": lambda scope: _ids(scope.state.friends(scope.seat)),
    "my_squads": lambda scope: [squad.id for player in _ours(scope) for squad in player.alive],
    "all_enemies": lambda scope: _ids(scope.state.enemies(scope.seat)),
    "my_models_b2b": _own_touching,
    "group_b2b": _touching_in_group,
    "hit_enemies": _hit_enemies,
    "pushed_enemies": _pushed_enemies,
    "dead_of_squad": lambda scope: _dead(scope, scope.squad),
    "dead_of_evolving_squad": lambda scope: _dead(scope, _evolving(scope)),
    "any_source": lambda scope: list(scope.state.sources),
    "bearer_if_enemy": lambda scope: _ids(
        [model for model in scope.models("bearer") if scope.state.is_enemy(scope.seat, model)]
    ),
}
