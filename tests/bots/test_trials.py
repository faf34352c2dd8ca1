"""What bots share: an illegal idea becomes the default, trials are fair, of equals the earlier one wins."""

from __future__ import annotations

import random
from collections.abc import Mapping

from games.bots.glimpse import Glimpse, glimpse_of
from games.bots.thinker import Idea, Thinker
from games.bots.trials import after, best, some, usual
from games.dreamblade.state import SPAWNS, State
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Path, paths
from games.engine.play.orders import waiting_for
from tests.dreamblade.bench import Bench

WORLDS = (1, 2, 3, 4)


def glimpse(bench: Bench) -> Glimpse[State]:
    """What the seat that is asked sees."""
    decision = bench.begin().run.decision_for(waiting_for(bench.run)[0])
    assert decision is not None
    return glimpse_of(bench.run, decision)


class Stubborn(Thinker[State]):
    """Has one idea for every order, whether it is allowed or not."""

    def __init__(self, idea: Path) -> None:
        super().__init__("1")
        self.idea = idea

    def _ideas(self) -> Mapping[str, Idea[State]]:
        return {"spawn": lambda _glimpse: self.idea}


def test_an_idea_is_followed_where_it_is_allowed_and_else_the_default() -> None:
    spawning = glimpse(Bench("V04@C1 V05", "F08@D4", step=SPAWNS[0], dice=(6, 4)))
    allowed = next(path for path in paths(spawning.decision.root) if path[0] == "spawn")
    assert spawning.decision.fallback() == ("done",)
    assert Stubborn(allowed).choose(spawning) == allowed
    assert Stubborn(("spawn", "dragon", allowed[-1])).choose(spawning) == ("done",)


def test_a_question_without_an_idea_gets_the_default() -> None:
    acting = glimpse(Bench("V04@C1", "F08@D4"))
    assert acting.decision.kind == "action"
    assert Stubborn(("spawn", "mirrorman", "C1")).choose(acting) == acting.decision.fallback()


def test_a_trial_goes_on_to_the_next_big_question_and_leaves_the_match_alone() -> None:
    bench = Bench("V05@C3 V09@C3", "F08@C3 F03@C3", step=3, first=2, standing={1: "aim: ask\nresult: ask"})
    striking, asked = glimpse(bench), list[str]()

    def answer(decision: Decision[object], state: State) -> Path:
        asked.append(decision.kind)
        return usual(decision, state)

    for seed in (b"1", b"2", b"3", b"4"):
        world = after(striking, ("strike", "C3", "all"), seed, answer)
        assert world.combat is None
    assert "damage" in asked
    assert bench.state.turn.mode == ""
    assert bench.state.combat is None


def test_all_are_looked_at_in_the_same_worlds_and_only_the_better_ones_in_all() -> None:
    looks: list[tuple[str, int]] = []

    def look(one: str, world: int) -> float:
        looks.append((one, world))
        return {"poor": 0.0, "fair": 1.0, "good": 2.0}[one] + world

    value, chosen = best(("poor", "fair", "good"), look, WORLDS, first=1, finalists=2)
    assert (value, chosen) == (2 + sum(WORLDS) / 4, "good")
    assert [world for one, world in looks if one == "poor"] == [1]
    assert [world for one, world in looks if one == "fair"] == [1, 2, 3, 4]
    assert len(looks) == len(set(looks))  # nothing twice


def test_who_is_lucky_at_first_is_found_out_later() -> None:
    luck = {("lucky", 1): 9.0, ("steady", 1): 5.0}
    value, chosen = best(
        ("lucky", "steady"),
        lambda one, world: luck.get((one, world), 5.0 if one == "steady" else 0.0),
        WORLDS,
        first=1,
        finalists=2,
    )
    assert (value, chosen) == (5.0, "steady")


def test_some_are_always_in_the_final_and_win_a_tie() -> None:
    worth = {"pass": 1.0, "a": 1.0, "b": 0.5}
    assert best(("b", "a"), lambda one, _: worth[one], WORLDS, first=1, finalists=1, always=("pass",)) == (
        1.0,
        "pass",
    )
    assert best((), lambda one, _: worth[one], WORLDS, first=1, finalists=1, always=("pass",))[1] == "pass"


def test_of_many_answers_a_few_are_kept_and_of_few_all() -> None:
    offered: list[Path] = [(f"{number:02}",) for number in range(40)]
    kept = some(offered, 10, 3, random.Random(1))
    assert len(kept) == 3
    assert kept == sorted(kept)
    assert set(kept) <= set(offered[:10])
    assert some(offered[:3], 10, 3, random.Random(1)) == offered[:3]
