"""B.3: standing orders that can never apply are refused; all names that an order may use are known."""

from __future__ import annotations

import pytest

from games.edge.words import STANDING, VOCABULARY
from games.engine.language.standing import parse_standing
from tests.edge.bench import Bench
from tests.rules import rule

NEVER = {
    'play "Utter Nonsense" upper on before_attack': "there is no card “Utter Nonsense”",
    'play "Leap of Faith" upper on combat_declared': "there is no card",
    'play "Trap" lower on wound_pending': "nothing for the window “wound_pending”",
    'use "Utter Nonsense" upper on killed': "is not an Enhancement",
    "use pilgrims.1 upper on killed": "is not an Enhancement",
    'trigger "Utter Nonsense": no': "no card, Shrine, Banner or token “Utter Nonsense”",
    'choose "Utter Nonsense": 1': "no card, Shrine, Banner or token “Utter Nonsense”",
    'choose "charges": enh:pigrim.1': "there is nothing called “enh:pigrim.1” to choose",
    "pay: bananas": "you cannot pay with “bananas”",
    "pay: crystal, bananas": "you cannot pay with “bananas”",
    "pay: endurance(pigrim keep 1)": "no Squad or model “pigrim”",
    "defend[pigrim]: red": "no Squad or model “pigrim”",
    "counter[XX3]: no": "no Squad or model “XX3”",
    "pay[pilgrim]: vp": "is the same for all",
    "fire[any]: pay": "is the same for all",
    "counter[pilgrim/9]: no": "no Squad or model “pilgrim/9”",
    "defend[PI5]: red": "no Squad or model “PI5”",
    "attack[gorehound#3]: red": "no Squad or model “gorehound#3”",
    "use pilgrim.3 upper on killed": "is not an Enhancement",
    "use pilgrim.0 upper on killed": "is not an Enhancement",
    "use pilgrim.1 sideways on killed": "no Enhancement has an Action “sideways”",
    "use pilgrim.1 upper on killed to nobody": "there is nothing called “nobody” to choose",
    'play "Judgment" upper on before_attack': "“Judgment” is an Enhancement",
    'play "Trap" lower on main': "nobody is asked in the window “main”",
    'play "Leap" upper on passive_start': "nobody is asked in the window “passive_start”",
    'play "Leap" upper on combat_declared to nobody': "there is nothing called “nobody” to choose",
    'play "Leap" upper on combat_declared at Z9': "there is no place “Z9” on the board",
    'play "Leap" upper on combat_declared x lots': "“x” takes a number or “max”, not “lots”",
    'play "Leap" upper on combat_declared option 7': "this Action has no option 7",
    'play "Empowering" lower on in_combat option 4': "this Action has no option 4",
    'play "Leap" upper on combat_declared discard "Nope"': "there is no card “Nope”",
    'play "Leap" upper on combat_declared pay bananas': "you cannot pay with “bananas”",
    'play "Leap" upper on combat_declared limit 0/turn': "with “limit 0” it is never used",
    'choose "charges": pilgrim.3': "there is nothing called “pilgrim.3” to choose",
    'trigger "Trap": no': "“Trap” does nothing that may be left out",
    "pay: vp(max 0)": "“vp(max 0)” pays nothing",
    "pay: endurance(any keep 9)": "“keep 9” leaves nothing to pay with",
}
SOMETIMES = (
    'play "Leap" upper on combat_declared to self if kills limit 1/turn',
    "play leap upper on combat_declared",
    'play "Guardian Angel" lower on wound_pending if kills and worth >= 1',
    "play guard lower on wound_pending",
    "play CH08 lower on wound_pending",
    "use pilgrim.1 upper on before_defense",
    "use PI.1 upper on killed",
    "use enh:gorehound#2.1 lower on killed",
    'trigger "Sanctuary": no',
    'trigger "frontline chapel": ask',
    'choose "charges": enh:angel_of_death.1, enh:holy_knight#1.1',
    'choose "Trap": enemy:weakest, gorehound/1, GO2',
    'choose "Teleport": C5.03, A1',
    "pay: crystal, endurance(pilgrim > any keep 1), vp(max 1)",
    "pay: ask",
    "defend[pilgrim/2]: red",
    "counter[PI]: no",
    "attack[any]: red",
    "counter[DS1b]: no",
    "defend[holy_knight#3]: red",
    "use pilgrim.2 worthless on killed",
    'play "Empowering" lower on in_combat x 2 option 3 if kills',
    'play "Empowering" lower on in_combat x max option 1',
    'play "Order" upper on open at C5.* if hand >= 3',
    'play "Leap" upper on combat_declared to self at C5.0, B4.1, auto pay crystal',
    'play "Fury" upper on open discard "Storm of Blades", "Leap"',
    "pay: endurance(any keep 5), vp(max 1)",
    'trigger "Power Swords": ask',
    'trigger "Seduction": yes',
    'trigger "Incubation Chamber": yes',
)


@pytest.mark.parametrize(("line", "reason"), NEVER.items())
def test_an_order_that_can_never_apply_is_refused(line: str, reason: str) -> None:
    orders, problems = parse_standing(line, VOCABULARY)
    assert (orders.policies, orders.reactions) == ((), ())
    assert [reason in str(problem.error) for problem in problems] == [True]


@pytest.mark.parametrize("line", SOMETIMES)
def test_an_order_that_may_apply_is_accepted(line: str) -> None:
    assert parse_standing(line, VOCABULARY)[1] == ()


def test_the_orders_that_everybody_begins_with_are_accepted() -> None:
    assert parse_standing(STANDING, VOCABULARY)[1] == ()


def test_a_refusal_offers_the_names_that_are_near() -> None:
    _, (problem,) = parse_standing('trigger "Sanctuari": no', VOCABULARY)
    assert "Sanctuary" in problem.error.nearest


@rule("DP-I23")
def test_a_standing_order_says_who_gets_the_last_charges() -> None:
    cards = {"pilgrim": [("CH10", 0)], "ranger": [("CH12", 0)]}
    for line in ("enh:ranger.1", "ranger.1", "RA.1"):
        bench = Bench(
            "pilgrim@B3.0 ranger@B5.0 gorehound@D7.12",
            enhancements=cards,
            declare=False,
            standing={1: f'choose "charges": {line}'},
        )
        bench.state.neutral_charges = 1
        bench.order("turn passive")
        assert [bench.state.enhancement(name).charges for name in ("pilgrim.1", "ranger.1")] == [0, 1]


def test_an_order_for_one_model_may_use_its_short_form() -> None:
    bench = Bench(
        "pilgrim@C5.0,B3.0 gorehound@C5.12 son_of_khyber@C8.*", turn=2, standing={1: "defend[PI1]: red"}
    )
    bench.order("activate gorehound").dice(1, 1, 0, 0).order("fight gorehound/1 vs pilgrim/1")
    assert bench.told("rolled")[1]["die"] == "red"
