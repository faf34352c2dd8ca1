"""DB-12A.3: what the values of standing orders mean; the defaults are the same policies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.dreamblade.geometry import DISTANCE, PLACE, from_scoring
from games.dreamblade.rules.bodyguards import Splitting
from games.dreamblade.state import GRAVEYARD, Figure, State, has
from games.dreamblade.statistics import statistics
from games.engine.contract.decisions import Interpreter
from games.engine.contract.policies import Choice
from games.engine.contract.text import key
from games.engine.contract.tree import Path

KILL, VALUE, SCATTER, FOCUS = "kill", "value", "scatter", "focus"
Gain = tuple[int, ...]


def words_of(choice: Choice) -> list[str]:
    """All words of a choice, in their order."""
    return [word for item in choice for word in (*item.words, *item.arguments)]


def named(figures: Iterable[Figure], words: Iterable[str]) -> list[Figure]:
    """The miniatures that words name, in the order of the words."""
    known = list(figures)
    return [f for word in words for f in known if key(word) in (f.id, key(f.kind), key(f.miniature.name))]


# Damage.


def _gain(style: str, cost: int, is_destroyed: bool) -> Gain:
    """What removing one creature counts, in the order in which ways to split are compared."""
    if style == VALUE:
        return (cost, 0, 1) if is_destroyed else (0, cost, 0)
    if style == SCATTER:
        return (1, cost)
    return (1, cost, 0, 0) if is_destroyed else (0, 0, 1, cost)


class _Aim:
    """The useful ways to split a total: nothing, enough to disrupt, or enough to destroy for each."""

    def __init__(self, state: State, splitting: Splitting, style: str, *, can_disrupt: bool) -> None:
        self.splitting = splitting
        self.ways = {f.id: list(_ways(state, f, style, can_disrupt)) for f in splitting.targets}
        self.nothing: Gain = tuple(0 for _ in _gain(style, 0, True))

    def best(self, given: Mapping[str, int]) -> dict[str, int]:
        """The best split that goes on from what is given."""
        guards = {guard: need for needs in self.splitting.guards.values() for guard, need in needs.items()}
        unprotected = [name for name, needs in self.splitting.guards.items() if not needs]
        found = [self._fill(given, unprotected, {})]
        if sum(guards.values()) + sum(given.values()) <= self.splitting.total:
            found.append(self._fill(given, list(self.ways), guards))
        return max(found, key=lambda way: way[0])[1]

    def _fill(
        self, given: Mapping[str, int], names: Sequence[str], least: Mapping[str, int]
    ) -> tuple[Gain, dict[str, int]]:
        """The best use of the total, creature by creature: for each sum spent the best way to spend it."""
        room = self.splitting.total - sum(given.values())
        table: dict[int, tuple[Gain, dict[str, int]]] = {0: (self.nothing, dict(given))}
        for name in (name for name in names if name not in given):
            more: dict[int, tuple[Gain, dict[str, int]]] = {}
            for spent, (gain, split) in table.items():
                for amount, extra in self._amounts(name, least.get(name, 0)):
                    total = tuple(a + b for a, b in zip(gain, extra, strict=True))
                    place = spent + amount
                    if place <= room and (place not in more or total > more[place][0]):
                        more[place] = (total, {**split, name: amount} if amount else split)
            table = more or table
        return max(table.values(), key=lambda way: way[0])

    def _amounts(self, name: str, least: int) -> list[tuple[int, Gain]]:
        """Nothing or something useful; of a Bodyguard at least what opens the way to others."""
        ways = [(amount, gain) for amount, gain in self.ways[name] if amount >= least]
        return [(least, self.nothing), *ways]


def _ways(state: State, figure: Figure, style: str, can_disrupt: bool) -> Iterable[tuple[int, Gain]]:
    now = statistics(state, figure)
    if can_disrupt and now.defense < now.life:
        yield max(1, now.defense - figure.damage), _gain(style, figure.cost, False)
    yield max(1, now.life - figure.damage), _gain(style, figure.cost, True)


def split_path(
    state: State,
    splitting: Splitting,
    style: str = KILL,
    focus: Sequence[Figure] = (),
    *,
    can_disrupt: bool = True,
) -> Path:
    """`aim=`: the split as words; what is left over goes to the first who gets any, else who can."""
    aim = _Aim(state, splitting, style, can_disrupt=can_disrupt)
    split = aim.best(_focused(splitting, aim, focus))
    left = splitting.total - sum(split.values())
    takers = [f.id for f in splitting.targets if split.get(f.id)] or [
        f.id for f in splitting.targets if splitting.is_open(f.id, split)
    ]
    split[takers[0]] = split.get(takers[0], 0) + left
    amounts = [(f.id, split[f.id]) for f in splitting.targets if split.get(f.id)]
    return tuple(word for name, amount in amounts for word in (name, str(amount)))


def _focused(splitting: Splitting, aim: _Aim, focus: Sequence[Figure]) -> dict[str, int]:
    """`focus`: the listed ones in order, with enough to destroy, else to disrupt; nobody who is protected."""
    given: dict[str, int] = {}
    for figure in focus:
        left = splitting.total - sum(given.values())
        for amount, _gained in reversed(aim.ways.get(figure.id, [])):
            if amount <= left and figure.id not in given and splitting.is_open(figure.id, given):
                given[figure.id] = amount
    return given


def target_of(
    state: State, targets: Sequence[Figure], style: str = KILL, focus: Sequence[Figure] = ()
) -> Figure:
    """`aim=` for an attack on one creature."""
    if focus:
        return focus[0]
    if style == VALUE:
        return max(targets, key=lambda f: f.cost)
    return min(targets, key=lambda f: (statistics(state, f).life - f.damage, -f.cost))


def aims(choose: Callable[[str, Sequence[Figure]], Path], targets: Sequence[Figure]) -> Interpreter:
    """A standing order `aim: value` or `aim: focus thug, stalker` as an answer."""

    def interpret(choice: Choice, _orders: object) -> Path | None:
        style, *rest = words_of(choice)
        return choose(style, named(targets, rest) if style == FOCUS else ())

    return interpret


# Results and places.


def is_smart_to_disrupt(state: State, figure: Figure) -> bool:
    """`result=smart`: destroying it would be replaced, or would give its owner something."""
    vessel = state.works(figure, "VESSEL")
    returns = has(figure, "REINCARNATE") is not None and any(
        f.is_creature for f in state.of(figure.seat, GRAVEYARD)
    )
    return has(figure, "REGENERATE") is not None or returns or (vessel is not None and vessel.value > 2)


def far(state: State, figure: Figure, cells: Sequence[str]) -> str:
    """`send=far`: far from the scoring cells of its owner, then far from where it stands."""
    side = state.side(figure.seat)
    return max(cells, key=lambda c: (from_scoring(c, side), DISTANCE[c, figure.at], -PLACE[c]))


def home(state: State, figure: Figure, cells: Sequence[str]) -> str:
    """`send=home`: near its owner's portal."""
    portal = state.portal(figure.seat)
    return min(cells, key=lambda c: (DISTANCE[c, portal], PLACE[c]))


def place_for(state: State, figure: Figure, cells: Sequence[str], words: Sequence[str] = ()) -> str:
    """`send=A1,E5,far`: the first listed cell that is free, then far."""
    for word in words:
        if word == "home":
            return home(state, figure, cells)
        if word == "far":
            break
        if word.upper() in cells:
            return word.upper()
    return far(state, figure, cells)


# Miniatures and dice.


def pick(figures: Sequence[Figure], words: Sequence[str]) -> Figure | None:
    """`pick=cost>`, `pick=cost<` or names in the order of preference."""
    for word in words:
        if word in ("cost>", "cost<"):
            ranked = sorted(figures, key=lambda f: f.cost, reverse=word == "cost>")
            return ranked[0] if ranked else None
        found = named(figures, [word])
        if found:
            return found[0]
    return None


def dearest(figures: Sequence[Figure]) -> Figure:
    """The highest spawn cost; of equals the first."""
    return max(figures, key=lambda f: f.cost)


FACES = ("miss", "blade", "1", "2", "3")


def dice_path(faces: Sequence[str], wanted: Sequence[str], most: int) -> Path:
    """`dice=miss,blade,1`: the faces to roll again, in the order of preference, up to the limit."""
    chosen = [face for want in wanted for face in faces if face == want][:most]
    return tuple(sorted(chosen, key=FACES.index)) or ("none",)
