"""Every Demon card: its two Actions with their prices, moments and limits, as they are printed."""

from __future__ import annotations

import pytest

from games.edge.catalogue import CARDS, FACTIONS, Action
from tests.rules import rule

# Name, price ("2": Crystals, "2c": Charges), window, limit of use; + Instant, ~ Passive, * any Squad.
PRINTED = """
DE01 | Combat, 1, main, card                     | Horde, 2, main, card
DE02 | Move, 0, main, card                       | Mist, 0, main, card
DE03 | Combat, 1, main, card                     | Resurrection, X, main, card
DE04 | Repeat, 1c, wound_dealt, payment          | Rage +~, 3c, killed, card
DE05 | Combat, 1c, main, turn                    | War Fever +~, 3c, open, card
DE06 | Attack +, 1, before_attack, card          | Bloody Whirlwind, 1, main, card
DE07 | Move, 0, main, card                       | Energy Source +, 0, wound_dealt, card
DE08 | Defense +, 1, before_defense, card        | Crystal Aegis, 2, main, card
DE09 | Dark Power, 0, main, card                 | Fireball, 2, main, card
DE10 | Teleport, 1, main, card                   | Freeze, 2, main, card
DE11 | Dark Power, 0, main, card                 | Ice Beam, 2, main, card
DE12 | Additional Wound +, 2c, in_combat, combat | Infection +, 2c, in_combat, combat
DE13 | Move, 0, main, card                       | Hijack, 2, main, card
DE14 | Teleport, 1, main, card                   | Shadowzone, 1, main, card
DE15 | Gain Temporary Crystal, 0, main, card     | Rush, 1, main, card
DE16 | Move *, 1c, main, turn                    | Self-Destruct, 2c, main, payment
DE17 | Gain Temporary Crystal, 0, main, card     | Mind Control, 2, main, card
DE18 | Teleport, 1, main, card                   | Spectral Grasp, 1, main, card
DE19 | Initiative +, 1, ini_check, card          | Faith +, 1, open, card
DE20 | Charging +, 1, open, card                 | Infernal Power, 2, main, card
DE21 | Dark Power, 1c, main, turn                | Infernal Rites +, 2c, wound_dealt, turn
DEX1 | Cantrip, 1, main, card                    | Appearance, 3, main, card
DEX2 | Trickery +, 1c, open, card                | Venomous Kiss ~, none, main, card
DEX3 | Dark Power, 0, main, card                 | Apparitions +, 1, combat_declared, card
DEX4 | Charging +, 1, open, card                 | Soul Steal, 3, main, card
DEX5 | Seduction ~, none, wound_dealt, card      | Control, 0, main, turn
DEX6 | Frail +, 0, in_combat, card               | Mind Blast, 1, main, card
DEX7 | Move, 0, main, card                       | Possessed, 2, main, card
DEX8 | Teleport, 1, main, card                   | Punish the Weak, 2, main, card
"""

ROWS = [[part.strip() for part in row.split("|")] for row in PRINTED.strip().splitlines()]


def written(action: Action) -> str:
    marks = [("+", action.inst), ("~", action.passive), ("*", action.any_squad)]
    sign = "".join(mark for mark, is_on in marks if is_on)
    price = f"{action.ch}c" if action.ch else str(action.cost)
    return ", ".join([f"{action.name} {sign}".strip(), price, action.window, action.use])


@rule("ED-17.1", "ED-17.3", "ED-18.7", "EF-2.3", "EF-5.1")
@pytest.mark.parametrize(("card", "upper", "lower"), ROWS, ids=[row[0] for row in ROWS])
def test_both_actions_have_their_printed_price_moment_and_limit(card: str, upper: str, lower: str) -> None:
    assert written(CARDS[card].upper) == upper
    assert written(CARDS[card].lower) == lower


def test_the_list_is_complete_and_titles_are_those_of_the_lower_actions() -> None:
    own = FACTIONS["demons"].cards
    assert [row[0] for row in ROWS] == list(own)
    assert all(card.title == card.lower.name for card in own.values())


@rule("EF-5.1")
def test_upper_actions_of_one_name_do_the_same() -> None:
    by_name: dict[str, list[object]] = {}
    for card in FACTIONS["demons"].cards.values():
        if card.upper.m:
            by_name.setdefault(card.upper.name, []).append((card.upper.do, card.upper.pay))
    assert len(by_name) == 10
    assert all(step == steps[0] for steps in by_name.values() for step in steps)


@rule("EF-1.4.3", "EF-7.3")
def test_who_may_use_the_lower_actions_and_what_is_attached_with_how_many_charges() -> None:
    cards = FACTIONS["demons"].cards
    kinds = {name: card.squad for name, card in cards.items()}
    assert {n for n, kind in kinds.items() if kind == "any"} == {"DE01", "DE02", "DE03"}
    assert {n for n, kind in kinds.items() if kind == "son_of_khyber"} == {"DE04", "DE05", "DE06", "DE07"}
    assert {n for n, kind in kinds.items() if kind == "master_of_elements"} == {
        "DE08",
        "DE09",
        "DE10",
        "DE11",
    }
    assert {n for n, kind in kinds.items() if kind == "gorehound"} == {"DE12", "DE13", "DE14", "DE15"}
    assert {n for n, kind in kinds.items() if kind == "dark_scholar"} == {"DE16", "DE17", "DE18"}
    assert {n for n, kind in kinds.items() if kind == "bloodsmith"} == {"DE19", "DE20", "DE21"}
    assert {n for n, kind in kinds.items() if kind == "succubus"} == {"DEX1", "DEX2", "DEX3", "DEX4"}
    assert {n for n, kind in kinds.items() if kind == "ish"} == {"DEX5", "DEX6", "DEX7", "DEX8"}
    attached = {name: card.attach for name, card in cards.items() if card.is_enhancement}
    assert set(attached) == {"DE04", "DE05", "DE12", "DE16", "DE21", "DEX2", "DEX5"}
    assert {name: attach.ch for name, attach in attached.items() if attach.setup} == {"DEX2": 1, "DEX5": 0}
    assert all(attach.cr == attach.ch == 1 for attach in attached.values() if not attach.setup)
