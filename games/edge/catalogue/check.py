"""EF-2.10, EF-2.13: every name in the steps of the content means something where it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from games.edge.catalogue.kinds import Action, SquadKind, TokenKind, Window
from games.edge.catalogue.mistakes import Way
from games.edge.catalogue.numbers import Number
from games.edge.catalogue.parts import Concern, Goal, Part, Test, Where
from games.edge.catalogue.raw import is_list
from games.edge.catalogue.steps import (
    AnyStep,
    ChangeMode,
    Choose,
    Combat,
    Each,
    Evolve,
    If,
    May,
    Mod,
    Move,
    Pick,
    PutToken,
    Repeat,
    Shoot,
    Steps,
    Wait,
    waiting_steps,
)
from games.edge.catalogue.values import Count, References

ROLES = ("mine", "theirs", "attacker", "defender", "source", "model", "space")
DERIVED = (
    "my_models", "my_squads", "all_enemies", "my_models_b2b", "group_b2b", "hit_enemies", "pushed_enemies",
    "dead_of_squad", "dead_of_evolving_squad", "any_source", "bearer_if_enemy",
)  # fmt: skip
TOUCHING = (
    "models",
    "my_models",
    "my_squads",
    "enemies",
    "squad_models",
)  # …_b2b_R: those of them in contact with R
IN_SPACE = "models_in_"  # …R: everybody in the Space of R
# What the rules bind where an Action, a token or a shot runs.
_BOUND = (
    "squad", "user", "self", "shrine", "bearer", "group", "one", "target", "hits", "pushed", "ev", "foe",
    "one_model", "all", "me", "here", "this_card", "source_model", "last_move", "anywhere", "my_harvest_here",
)  # fmt: skip
_OPPONENTS = (
    "one", "each", "0..each", "each_of_its_friends", "one_of_its_friends", "each_touched_model",
)  # fmt: skip
_AREAS = ("model", "space", "space_plus", "pair", "line", "contact", "here", "around", "between")
Found = Iterator[tuple[Way, str]]


@dataclass(frozen=True)
class Names:
    """What may be named in the file of a faction."""

    squads: Mapping[str, SquadKind]
    tokens: Mapping[str, TokenKind]
    windows: Mapping[str, Window]
    places: frozenset[str] = frozenset()
    bound: frozenset[str] = field(default=frozenset(_BOUND))

    @property
    def modes(self) -> set[str]:
        """The modes of all its Squads."""
        return {mode.name for squad in self.squads.values() for mode in squad.modes}

    def means(self, ref: str) -> bool:
        """Whether a reference means something."""
        if ref in self.bound or ref in self.squads or ref in DERIVED:
            return True
        if ref in self.places or ref in self.tokens:
            return True
        if ref.endswith(".squad"):
            return self.means(ref.removesuffix(".squad"))
        if ref.startswith("ev."):
            return ref.removeprefix("ev.") in ROLES
        who, gap, what = ref.partition("_b2b_")
        if gap:
            return who in (*TOUCHING, *self.squads, *self.places) and self.means(what)
        if ref.startswith(IN_SPACE):
            return self.means(ref.removeprefix(IN_SPACE))
        return ref.endswith("_b2b") and ref.removesuffix("_b2b") in self.squads

    def with_bound(self, *names: str) -> Names:
        """The same with more names."""
        return replace(self, bound=self.bound | {*names})


def check_action(action: Action, names: Names) -> Found:
    """Everything that is wrong with an Action."""
    for at, window in enumerate(action.windows):
        yield from _window(window, names, ("win",) if not at else ("alt_win", at - 1))
    if action.mode is not None and action.mode not in names.modes:
        yield ("mode",), f"there is no mode “{action.mode}”"
    if action.where is not None:
        yield from _part(action.where, names, ("where",))
    if action.summons and action.summons not in names.squads:
        yield ("summons",), f"there is no Squad “{action.summons}”"
    if action.x_is is not None:
        yield from _references(action.x_is.references, names, ("x_is",))
    yield from _steps(action.setup, names, ("setup",))
    yield from _steps(action.lasting, names, ("while",))
    yield from _steps(action.do, names, ("do",))


def check_token(kind: TokenKind, names: Names) -> Found:
    """Everything that is wrong with a token."""
    if kind.remove.without_b2b not in ("", "source_model", *names.squads):
        yield ("remove", "without_b2b"), f"there is no Squad “{kind.remove.without_b2b}”"
    if kind.remove.win:
        yield from _window(kind.remove.win, names, ("remove", "win"))
    for at, act in enumerate(kind.acts):
        yield from _window(act.win, names, ("at", at, "win"))
        yield from _steps(act.do, names, ("at", at, "do"))
    yield from _steps(kind.lasting, names, ("while",))
    yield from _steps(kind.remove.do, names, ("remove", "do"))


def _window(window: str, names: Names, way: Way) -> Found:
    if window not in names.windows:
        yield way, f"there is no window “{window}”"


def _steps(steps: Steps, names: Names, way: Way) -> Found:
    """In their order: a name that is picked is known from then on."""
    for at, step in enumerate(steps):
        here = (*way, at)
        yield from _step(step, names, here)
        if isinstance(step, Pick | Each):
            names = names.with_bound(step.name)
        if isinstance(step, Move) and step.name:
            names = names.with_bound(step.name, f"{step.name}.crossed")
        for part, found in inner(step):
            parts: Way = tuple(int(one) if one.isdigit() else one for one in part.split("."))
            yield from _steps(found, names, (*here, *parts))


def _step(step: AnyStep, names: Names, way: Way) -> Found:
    match step:
        case Combat():
            names = names.with_bound(*_OPPONENTS)
        case Shoot():
            yield from _references(step.at.names, names.with_bound(*_AREAS), (*way, "at"))
        case PutToken() if step.t not in names.tokens and step.t not in names.bound:
            yield (*way, "t"), f"there is no token “{step.t}”"
        case ChangeMode() | Evolve() if step.to not in ("other", *names.modes):
            yield (*way, "to"), f"there is no mode “{step.to}”"
        case Pick() if step.squad not in ("", "same", *names.squads):
            yield (*way, "squad"), f"there is no Squad “{step.squad}”"
        case Wait():
            yield from _window(step.win, names, (*way, "win"))
        case Mod() if step.vs is not None and step.until != "attached":
            yield (*way, "vs"), "only what lasts as long as its card can be for some enemies alone"
        case _:
            pass
    yield from _part(step, names, way)


def _part(part: Part, names: Names, way: Way) -> Found:
    encoded = dict(zip(part.__struct_fields__, part.__struct_encode_fields__, strict=True))
    for name in part.__struct_fields__:
        value, here = getattr(part, name), (*way, encoded[name])
        if name in part.refers:
            yield from _references(_texts(value), names, here)
        for number in _numbers(value):
            yield from _references(number.references, names, here)
            yield from _modes(number.modes, names, here)
        if isinstance(value, Where | Test | Goal | Concern):
            yield from _part(value, names, here)
    if isinstance(part, Where):
        if part.token and part.token not in (*names.tokens, *names.places):
            yield (*way, "token"), f"there is no token “{part.token}”"
        yield from _modes((part.mode,) if part.mode else (), names, (*way, "mode"))


def _references(refs: Iterator[str] | tuple[str, ...] | list[str], names: Names, way: Way) -> Found:
    for ref in refs:
        if not names.means(ref):
            yield way, f"“{ref}” means nothing here"


def _modes(modes: tuple[str, ...], names: Names, way: Way) -> Found:
    for mode in modes:
        if mode not in names.modes:
            yield way, f"there is no mode “{mode}”"


def _texts(value: object) -> list[str]:
    if isinstance(value, References):
        return list(value.names)
    if is_list(value):
        return [text for text in value if isinstance(text, str)]
    return [value] if isinstance(value, str) and value else []


def _numbers(value: object) -> list[Number]:
    if isinstance(value, Number):
        return [value]
    if isinstance(value, Count):
        return [value.least, value.most]
    if is_list(value):
        return [number for number in value if isinstance(number, Number)]
    return []


def inner(step: AnyStep) -> Iterator[tuple[str, Steps]]:
    """The lists of steps inside a step, each with the way there."""
    match step:
        case Choose():
            yield from ((f"of.{number}", branch) for number, branch in enumerate(step.branches))
        case May() | Each() | Repeat():
            yield "do", step.do
        case If():
            yield "then", step.then
            yield "else", step.otherwise
        case Shoot():
            yield "then", step.then
        case Combat():
            yield "mods", step.mods
            yield "then", step.then
        case Wait():
            yield "do", waiting_steps(step.do)
        case _:
            return


def walk(steps: Steps) -> Iterator[AnyStep]:
    """Every step, those inside others too."""
    for step in steps:
        yield step
        for _way, found in inner(step):
            yield from walk(found)
