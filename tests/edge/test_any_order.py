"""ED-9.4, ED-11.2: models are named in any order, on several lines, on one, in full or in short."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from games.bots.matches import asking_orders
from games.edge.engine import EDGE
from games.edge.names import enhancement_names, model_code, squad_code
from games.edge.rules.setup.dispersal import disperse_decision
from games.edge.state import State
from games.engine.contract.decisions import Decision
from games.engine.contract.tree import Node, Path, sample, walk
from games.engine.language.paths import read
from games.engine.play.random_play import play_out
from games.engine.play.run import Run
from games.engine.play.standing import standing_from
from tests.catalogue import many
from tests.edge.bench import Bench
from tests.rules import rule

TEXT = "pilgrim@B3.0,B3.1,B3.2,C3.0 gorehound@D7.12 son_of_khyber@E8.*"
MOVES = {
    "lines": ["move PI3 B4.3", "move PI1 B4.0"],
    "one line": ["move PI3 B4.3 move PI1 B4.0"],
    "a semicolon": ["move PI3 B4.3; move PI1 B4.0"],
    "full names": ["move pilgrim/3 B4.3", "move pilgrim/1 B4.0"],
    "with another order behind": ["move PI3 B4.3", "move PI1 B4.0", "end"],
}


@rule("ED-9.4")
@pytest.mark.parametrize("lines", MOVES.values(), ids=MOVES)
def test_the_models_of_a_move_action_are_named_in_any_order(lines: list[str]) -> None:
    bench = Bench(TEXT).order("activate pilgrim").order(*lines)
    assert (bench.at("pilgrim/1"), bench.at("pilgrim/3")) == ("B4.0", "B4.3")


def test_all_orders_of_three_models_are_the_same_move() -> None:
    for lines in (["PI4 C4.0", "PI2 B4.1", "PI1 B4.0"], ["PI1 B4.0", "PI4 C4.0", "PI2 B4.1"]):
        bench = Bench(TEXT).order("activate pilgrim").order(*(f"move {line}" for line in lines))
        assert [bench.at(f"pilgrim/{n}") for n in (1, 2, 3, 4)] == ["B4.0", "B4.1", "B3.2", "C4.0"]


@rule("ED-11.2")
@pytest.mark.parametrize("pushes", ["GO1>C5.12 GO2>B5.12", "GO2>B5.12 GO1>C5.12"])
def test_pushed_models_are_named_in_any_order(pushes: str) -> None:
    bench = Bench("angel_of_death:Flight@C3.* pilgrim@A1.0 gorehound@C4.12 gorehound@C4.45")
    offered = bench.order("activate angel_of_death").offers("move", "angel_of_death/1", "C4.*", "push")
    first = offered[0].partition(">")[2]
    others = bench.offers("move", "angel_of_death/1", "C4.*", "push", offered[0])
    second = next(word for word in others if ">" in word).partition(">")[2]
    said = [f"GO1>{first}", f"GO2>{second}"]
    bench.order(f"move AD C4.* push {' '.join(said if pushes.startswith('GO1') else said[::-1])}")
    assert (bench.at("gorehound#1/1"), bench.at("gorehound#2/1")) == (first, second)


@rule("ED-4.19")
def test_dispersal_takes_its_models_in_any_order() -> None:
    bench = Bench(TEXT, declare=False)
    decision = disperse_decision(bench.state, 1)
    said = ["disperse", "move", "PI3", "B4.3", "move", "PI1", "B4.0"]
    ordered = ("move", "pilgrim/1", "B4.0", "move", "pilgrim/3", "B4.3")
    assert read(decision, said).path == ordered


# Short forms.


def missing_short_forms(node: Node[object], state: State) -> list[str]:
    """The models, Squads and Enhancements among the next words that have no short form."""
    squads = {squad.id for squad in state.squads}
    wanted = {model.id: model_code(model.id) for squad in state.squads for model in squad.models}
    wanted |= {squad: squad_code(squad) for squad in squads}
    enhancements = enhancement_names(state.squads)
    wanted |= {name: f"{squad_code(name[:-2])}{name[-2:]}" for name, _card in enhancements}
    branches = list(islice(node.branches(), 40))
    return [b.word for b in branches if b.word in wanted and wanted[b.word] not in b.names]


@pytest.mark.parametrize("seed", range(many(6, 60)))
def test_whatever_can_be_named_has_a_short_form(seed: int) -> None:
    """Random turns in which everybody is asked everything; each level of each answer is looked at."""
    whim = random.Random(seed)
    bench = Bench(
        "pilgrim@C5.0,C5.2,B3.0 ranger@C4.0,D1.0 holy_knight@D4.01 angel_of_death@B5.* "
        "gorehound@C5.56 gorehound@D5.12 succubus@D3.01 son_of_khyber@C8.* dark_scholar@D6.01",
        turn=whim.choice((1, 2)),
        hands={1: whim.sample(CHAPTER, 5), 2: whim.sample(DEMONS, 5)},
        enhancements={"angel_of_death": [("CH20", 3), ("CH09", 3)], "son_of_khyber": [("DE21", 3)]},
        declare=False,
        hand=5,
    )
    bench.state.neutral_charges = 1
    orders = asking_orders(EDGE.vocabulary)
    bench.run.standing = standing_from(EDGE, {1: (1, orders), 2: (1, orders)})

    def choose(run: Run[State], decision: Decision[object]) -> Path:
        path = sample(decision.root, whim.randrange)
        for length in range(len(path)):
            node, _ = walk(decision.root, path[:length])
            assert node is not None
            assert missing_short_forms(node, run.state) == [], (decision.kind, path[:length])
        return path

    play_out(bench.run, choose, most=60)


CHAPTER = [f"CH{n:02}" for n in range(1, 21)]
DEMONS = [f"DE{n:02}" for n in range(1, 21)]


@rule("ED-9.4")
@pytest.mark.parametrize(
    "lines",
    [
        ["move PI3 B4.0", "move PI1 B4.0"],
        ["move PI3 B4.3", "move PI1 B4.0", "move PI3 B4.4"],
        ["move PI3 B4.3 move PI1 B4.3"],
    ],
)
def test_moves_that_cannot_be_made_together_are_not_made_in_part(lines: list[str]) -> None:
    """The Move Action would be over for the others."""
    bench = Bench(TEXT).order("activate pilgrim")
    receipt = bench.submit("\n".join(lines))
    assert receipt.problem is not None
    assert receipt.problem.line == len(lines)
    assert receipt.handed_back == "\n".join(lines)
    assert [bench.at(f"pilgrim/{number}") for number in (1, 3)] == ["B3.0", "B3.2"]


def test_the_move_of_the_activated_squad_may_follow_a_move_that_a_card_brings() -> None:
    bench = Bench("pilgrim@B3.0,B3.1 ranger@C3.0 gorehound@D7.12 son_of_khyber@E8.*", hands={1: ["CH01"]})
    bench.order("activate pilgrim", 'play "Bash" upper ranger', "move RA1 C4.0", "move PI1 B4.0")
    assert (bench.at("ranger/1"), bench.at("pilgrim/1")) == ("C4.0", "B4.0")


@pytest.mark.parametrize("line", ["move PI3 to B4.3, PI1 to B4.0", "move PI3 > B4.3 and PI1 > B4.0"])
def test_one_verb_is_enough_for_several_models(line: str) -> None:
    bench = Bench(TEXT).order("activate pilgrim", line)
    assert (bench.at("pilgrim/1"), bench.at("pilgrim/3")) == ("B4.0", "B4.3")


def test_what_a_card_brings_may_stand_in_its_own_line() -> None:
    bench = Bench("pilgrim@B3.0,B3.1 ranger@C3.0 gorehound@D7.12 son_of_khyber@E8.*", hands={1: ["CH01"]})
    bench.order("activate pilgrim", 'play "Bash" upper ranger move RA1 C4.0', "move PI1 B4.0")
    assert (bench.at("ranger/1"), bench.at("pilgrim/1")) == ("C4.0", "B4.0")
