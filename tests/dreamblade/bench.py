"""A match at a position, dice that show what a test wants, and players who write orders as in mails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.dreamblade.engine import DREAMBLADE
from games.dreamblade.geometry import PLACE
from games.dreamblade.names import figure_ids
from games.dreamblade.rules.attacks import DIE
from games.dreamblade.rules.setup import choices_of
from games.dreamblade.state import ACTIONS, PLAY, SPAWNS, Figure, Player, State, Turn
from games.dreamblade.statistics import Statistics, statistics
from games.dreamblade.views import DreambladeView
from games.engine.contract.dice import Chance, Seeds
from games.engine.play.orders import advance
from games.engine.play.run import Run
from games.engine.play.save import Base
from games.engine.play.standing import standing_from
from tests.benches import AnyBench

SOUTH, NORTH = 1, 2
SPAWN, ACTION = SPAWNS[0], ACTIONS[0]  # of the first player


class Loaded:
    """Attack dice show the wanted faces, then misses; other dice the wanted numbers, then fair ones."""

    def __init__(self, faces: Iterable[str], numbers: Iterable[int], then: Chance) -> None:
        self.faces, self.numbers, self._then = list(faces), list(numbers), then
        self.rolled = 0  # attack dice

    def below(self, purpose: str, sides: int, *, hidden: bool = False) -> int:
        """The next wanted face."""
        if purpose == "attack":
            self.rolled += 1
            return DIE.index(self.faces.pop(0) if self.faces else "miss")
        return self.numbers.pop(0) - 1 if self.numbers else self._then.below(purpose, sides, hidden=hidden)


class Bench(AnyBench[State]):
    """South is seat 1, North seat 2."""

    def __init__(
        self,
        south: str,
        north: str = "",
        *,
        step: int = ACTION,
        first: int = SOUTH,
        number: int = 2,
        dice: tuple[int, int] = (5, 3),
        wins: tuple[int, int] = (0, 0),
        bonus: tuple[int, int] = (0, 0),
        skips: bool = False,
        standing: Mapping[int, str] | None = None,
        **options: Any,
    ) -> None:
        state = State(choices_of(options), [Player(SOUTH), Player(NORTH)], SOUTH, stage=PLAY)
        state.figures = {figure.id: figure for figure in figures_of(south, north)}
        state.arrivals = len(state.figures)
        for player, won, points in zip(state.players, wins, bonus, strict=True):
            player.wins, player.bonus = won, points
        state.turn = Turn(number, first, list(dice), skips, step)
        self.run: Run[State] = Run(DREAMBLADE, [SOUTH, NORTH], Seeds(b"\x07" * 32), options)
        base = Base(DREAMBLADE.rules, DREAMBLADE.encode(state), active=first, turns=number)
        self.run.replay.reset(base)
        texts = {seat: (1, text) for seat, text in (standing or {}).items()}
        self.run.standing = standing_from(DREAMBLADE, texts)
        self.dice()

    # Acting.

    def dice(self, *faces: str, numbers: Iterable[int] = ()) -> Bench:
        """What the next dice show; the match goes on to its first question if it has not."""
        self.loaded = Loaded(" ".join(faces).split(), numbers, self.run.replay.dice)
        self.run.replay.table.dice = self.loaded
        return self

    def begin(self) -> Bench:
        """Go on to the first question."""
        if not self.run.asked and self.run.result is None:
            self.run.replay.go_on()
            advance(self.run)
        return self

    def strike(self, order: str, *faces: str) -> Bench:
        """A combat with these dice, up to the first question."""
        return self.dice(*faces).order(f"strike {order}")

    # Looking.

    def figure(self, name: str) -> Figure:
        """A miniature by its id."""
        return self.state.figures[name]

    def at(self, name: str) -> str:
        """Where a miniature is."""
        return self.state.figures[name].at

    def where(self, *names: str) -> list[str]:
        """Where several are."""
        return [self.at(name) for name in names]

    def damage(self, name: str) -> int:
        """The damage on a creature."""
        return self.state.figures[name].damage

    def stats(self, name: str) -> Statistics:
        """Power, defense and life as they are now."""
        return statistics(self.state, self.figure(name))

    def points(self) -> tuple[int, int]:
        """The conquest points of South and North."""
        return self.state.players[0].points, self.state.players[1].points

    def bonus(self) -> tuple[int, int]:
        """The bonus spawn points of South and North."""
        return self.state.players[0].bonus, self.state.players[1].bonus

    def offers(self, *path: str) -> list[str]:
        """The words that may follow a path in the open question."""
        self.begin()
        return [option.word for option in self.run.asked[0].options(path)]

    def asked(self) -> tuple[int, str] | None:
        """Whom the match waits for, and with what."""
        self.begin()
        return (self.run.asked[0].seat, self.run.asked[0].kind) if self.run.asked else None

    def story(self) -> list[str]:
        """The kinds of all events, in order."""
        return [event.key for event in self.run.events]

    def view(self, seat: int | None = SOUTH) -> DreambladeView:
        """What a seat sees."""
        return DREAMBLADE.view(self.state, seat)


def spawning(south: str, north: str = "M03@A5", **position: Any) -> Bench:
    """South's spawn phase."""
    return Bench(south, north, step=SPAWN, **position).begin()


def figures_of(south: str, north: str) -> list[Figure]:
    """`V04@B2 M03@C3-4 V05`: code, where it stands (else in the reserves), and its damage."""
    lists = [(SOUTH, south.split()), (NORTH, north.split())]
    figures = figure_ids([(seat, [word[:3] for word in words]) for seat, words in lists])
    for number, (figure, word) in enumerate(zip(figures, [w for _, ws in lists for w in ws], strict=True), 1):
        place, _, damage = word.partition("@")[2].partition("-")
        figure.at = place or figure.at
        figure.damage = int(damage or 0)
        figure.arrived = number if figure.at in PLACE else 0
    return figures
