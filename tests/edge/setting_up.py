"""A match of The Edge up to the first turn: opened with a seed, answered in words, or played by chance."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import ClassVar

from games.edge import views
from games.edge.engine import Edge
from games.edge.rules.facts import FLAGS, WORDS
from games.edge.rules.setup import stages
from games.edge.rules.setup.options import OPTIONS
from games.edge.state import PLAY, State
from games.edge.telling.setup import SENTENCES
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Chance, Roll, Seeds
from games.engine.contract.engine import Engine, Options, OptionSpec, Result, Setting
from games.engine.contract.events import Seen
from games.engine.contract.phrases import Phrase
from games.engine.contract.table import Rules, Table
from games.engine.contract.text import Illegal
from games.engine.contract.tree import sample
from games.engine.contract.vocabulary import Vocabulary
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.receipts import Receipt
from games.engine.play.run import Run
from games.tools.recordings import under


class SettingUp(Engine[State, views.EdgeView]):
    """The Edge as far as set-up goes: with the first turn the match is over."""

    slug: ClassVar[str] = "edge"
    title: ClassVar[str] = "The Edge"
    seats: ClassVar[range] = range(2, 3)
    rules: ClassVar[int] = Edge.rules
    vocabulary: ClassVar[Vocabulary] = Vocabulary(flags=FLAGS, words=WORDS)
    options: ClassVar[tuple[OptionSpec, ...]] = OPTIONS
    state = State

    def setup(self, table: Table[State], options: Options) -> None:
        stages.set_up(table, options)

    def turn(self, table: Table[State]) -> Rules[None]:
        yield from stages.next_stage(table)

    def leave(self, table: Table[State], seat: int) -> None:
        table.state.player(seat).left = True

    def view(self, state: State, seat: int | None) -> views.EdgeView:
        return views.view(state, seat)

    def result(self, state: State) -> Result | None:
        return Result(()) if state.stage == PLAY else None

    def guess(self, state: State, seat: int | None, dice: Chance) -> None:
        return

    def sentence(self, seen: Seen) -> Phrase:
        return SENTENCES[seen.key](seen.values)

    def board(self, view: views.EdgeView, translate: object = None, names: object = None) -> str:
        return ""

    def picture(self, view: views.EdgeView, translate: object = None, names: object = None) -> str:
        return ""


EDGE = SettingUp()


class Opening:
    """A match that is being set up. Whoever is asked writes orders; `refused` expects a refusal."""

    def __init__(self, seed: int = 1, seats: Setting = 2, rules: Setting = 0, **options: Setting) -> None:
        seats = int(seats)
        engine = under(int(rules), EDGE)
        settings = engine.settings(options, seats)
        self.run: Run[State] = Run.start(engine, range(1, seats + 1), Seeds(bytes([seed]) * 32), settings)
        advance(self.run)

    @property
    def state(self) -> State:
        """The state, for looking at what came out."""
        return self.run.state

    @property
    def asked(self) -> list[tuple[int, str]]:
        """Who is waited for, and what is asked."""
        kinds = {decision.seat: decision.kind for decision in self.run.asked}
        return [(seat, kinds[seat]) for seat in waiting_for(self.run)]

    @property
    def first(self) -> int:
        """The First Player."""
        return self.state.first

    @property
    def second(self) -> int:
        """The other one."""
        return self.state.opponents(self.first)[0].seat

    def decision(self, seat: int | None = None) -> Decision[object]:
        """The open question of a seat, or of the first that is waited for."""
        found = self.run.decision_for(waiting_for(self.run)[0] if seat is None else seat)
        assert found is not None
        return found

    def send(self, seat: int, text: str) -> Receipt:
        """A mail with orders."""
        receipt = submit(self.run, seat, text)
        advance(self.run)
        return receipt

    def order(self, *lines: str) -> Opening:
        """Orders of the player the match waits for; each must be carried out."""
        for line in lines:
            receipt = self.send(waiting_for(self.run)[0], line)
            assert receipt.problem is None, (
                f"{line!r}: {receipt.problem.error} {receipt.problem.error.nearest}"
            )
        return self

    def refused(self, line: str) -> str:
        """An order that must be refused without effect; returns the reason."""
        before = EDGE.encode(self.state)
        receipt = self.send(waiting_for(self.run)[0], line)
        assert receipt.problem is not None, f"{line!r} was accepted"
        assert EDGE.encode(self.state) == before
        return str(receipt.problem.error)

    def offers(self, *path: str) -> list[str]:
        """The words that may follow a path in the open question."""
        return [option.word for option in self.decision().options(path)]

    def why_not(self, *path: str) -> Illegal | None:
        """Why a path is no answer to the open question."""
        return self.decision().check(path)

    def by_default(self, until: str) -> Opening:
        """Defaults for everybody, until a stage is reached."""
        while self.state.stage != until:
            for seat in waiting_for(self.run):
                self.run.answer(seat, self.decision(seat).fallback())
            advance(self.run)
        return self

    @property
    def rolls(self) -> list[Roll]:
        """Every roll so far, hidden ones too."""
        return [*self.run.replay.rolls, *self.run.replay.dice.rolls]

    def told(self, key: str) -> list[dict[str, object]]:
        """The public values of all events of a kind."""
        return [dict(event.values) for event in self.run.events if event.key == key]


def wander(opening: Opening, seed: int = 1) -> Iterator[Decision[object]]:
    """Random answers up to the first turn; every question before it is answered."""
    chance = random.Random(seed)
    while waiting := waiting_for(opening.run):
        decision = opening.decision(waiting[0])
        yield decision
        opening.run.answer(decision.seat, sample(decision.root, chance.randrange))
        advance(opening.run)
