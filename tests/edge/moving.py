"""A Move asked of a player in a position, and answered by lines of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from games.edge.catalogue import SQUADS, Mode, ModeChange, SquadKind
from games.edge.rules.movement.options import Manner, Mover, Plan, carry_node, carry_out, move_node
from games.edge.state import State
from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import say
from games.engine.contract.text import PlayerError
from games.engine.contract.tree import Node
from games.engine.language.paths import read
from tests.edge.position import state_of


@dataclass(frozen=True)
class Bench:
    """A position and the question how to move in it."""

    state: State
    decision: Decision[Plan]

    def offers(self, words: str = "") -> list[str]:
        """What may be said after these words."""
        return [option.word for option in self.decision.options(tuple(words.split()))]

    def may_end(self, words: str) -> bool:
        """Whether these words are a whole answer."""
        return self.decision.check(tuple(words.split())) is None

    def plan(self, text: str) -> Plan:
        """What a line means."""
        return self.decision.value(read(self.decision, text.split()).path)

    def go(self, text: str) -> dict[str, str]:
        """Carry a line out; where everybody concerned stands now."""
        plan = self.plan(text)
        pushed = carry_out(self.state, plan)
        return {name: self.state.model(name).at for name in [*(t.model for t in plan), *pushed]}

    def refused(self, text: str) -> str:
        """Why a line is refused."""
        with pytest.raises(PlayerError) as refusal:
            read(self.decision, text.split())
        return str(refusal.value)


def asked(node: Node[Plan]) -> Decision[Plan]:
    """A question that has this tree of answers."""
    return Decision(1, "move", say("Move"), lambda: node, ())


def movers(state: State, squads: Sequence[str], reach: int | None, through: bool = False) -> list[Mover]:
    """All models of some Squads, deployed or not."""
    return [Mover(model, reach, through) for name in squads for model in state.squad(name).models]


def move(
    text: str,
    *squads: str,
    reach: int | None = 2,
    through: bool = False,
    manner: Manner | None = None,
    tokens: Sequence[str] = (),
) -> Bench:
    """The Move of some Squads (else the first one) in a position; tokens fill Spaces."""
    state = state_of(text, sources=tokens, shrines=())
    names = squads or [next(iter(state.squads)).id]
    node = move_node(state, movers(state, names, reach, through), manner or Manner())
    return Bench(state, asked(node))


def carry(text: str, mover: str, carried: str, *, reach: int = 2, tokens: Sequence[str] = ()) -> Bench:
    """A Move together with an enemy."""
    state = state_of(text, sources=tokens, shrines=())
    node = carry_node(state, Mover(state.model(mover), reach), state.model(carried), Manner())
    return Bench(state, asked(node))


def side(name: str, base: int) -> Mode:
    """A side of a Squad card of which only the base matters."""
    return Mode(name, base, 1, 1, False, 1, False, 2, False, ModeChange(True))


# EF-6.5.2: a Squad whose base changes, as that of the Storm Bringer. Its name is its own: the sides of Squads
# are remembered, and those of a real one would be wrong in the tests that come after.
CHANGELING = SquadKind(
    "changeling", "Changeling", "core", 1, 2, 1, [side("Basic", 1), side("Energy", 3)], faction="demons"
)
GIANT = SquadKind(
    "giant", "Giant", "core", 1, 2, 1, [side(f"{n}", n) for n in range(1, 8)], faction="chapter"
)


@pytest.fixture(autouse=True, scope="module")
def more_squads() -> Iterator[None]:
    """Squads with bases that the two factions lack."""
    with pytest.MonkeyPatch.context() as patch:
        for kind in (CHANGELING, GIANT):
            patch.setitem(SQUADS, kind.id, kind)
        yield
