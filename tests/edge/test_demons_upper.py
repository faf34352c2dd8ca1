"""The Upper Actions that several Demon cards share, once for each thing they do."""

from __future__ import annotations

import pytest

from games.edge.catalogue import FACTIONS, Card
from games.edge.state import DYING
from tests.edge.bench import Bench
from tests.rules import rule

WORDS = {
    "Combat": "with gorehound",
    "Move": "with gorehound stay",
    "Teleport": "with gorehound/1 at A1.12",
    "Dark Power": "from gorehound",
    "Gain Temporary Crystal": "",
    "Charging": "",
}
OWN_TURN = [
    card
    for card in FACTIONS["demons"].cards.values()
    if card.upper.name in WORDS and not card.is_enhancement and card.upper.window in ("main", "open")
]


@rule("ED-17.1", "ED-17.3", "ED-17.5", "ED-15.1")
@pytest.mark.parametrize("card", OWN_TURN, ids=lambda card: card.id)
def test_every_card_plays_its_upper_action_with_any_squad_at_its_price(card: Card) -> None:
    bench = Bench(
        "pilgrim@C5.1 gorehound@C5.23",
        turn=2,
        hands={2: [card.id]},
        enhancements={"gorehound": [("DE12", 1)]},
    ).dice(0, 4, 0, 4)
    bench.order(f"play {card.id} upper {WORDS[card.upper.name]}")
    player, cost = bench.player(2), card.upper.cost
    refreshed = len(bench.told("refreshed"))  # a marked side gives a Crystal back
    assert bench.told("paid") == ([{"seat": 2, "units": ["crystal"], "temporary": 0}] if cost else [])
    assert player.depleted == (cost if not refreshed else 0)
    assert (player.hand, player.discard) == ([], [card.id])


# Teleport.


@rule("EF-4.2", "ED-11.1")
def test_teleport_puts_one_own_model_anywhere_and_pushes_smaller_bases() -> None:
    bench = Bench("pilgrim@C5.1 gorehound@E9.12", turn=2, hands={2: ["DE10"]})
    bench.order('play "Freeze" upper with gorehound/1', "at C5.12 push pilgrim/1>C5.6")
    assert (bench.at("gorehound/1"), bench.at("pilgrim/1")) == ("C5.12", "C5.6")
    assert bench.player(2).pool == 4


@rule("EF-4.1", "EF-4.2")
def test_teleport_takes_neither_an_enemy_nor_an_own_blocked_model_nor_a_place_of_a_larger_base() -> None:
    text = "angel_of_death@C5.* pilgrim@A9.0 gorehound@E9.12 dark_scholar@E1.0"
    bench = Bench(text, hands={1: ["CH19"], 2: ["DE10"]})
    bench.order('play "Trap" lower to gorehound/1', "end", seat=1)
    bench.order("turn active", seat=2)
    assert bench.offers("play", "DE10", "upper") == ["dark_scholar/1"]
    bench.order('play "Freeze" upper with dark_scholar/1')
    assert not any(place.startswith("C5.") for place in bench.offers())
    bench.refused("at C5.1")


@rule("ED-16.14", "ED-16.5", "EF-4.2")
def test_nobody_is_put_on_a_model_that_is_dying_and_nobody_pushes_it() -> None:
    bench = Bench("pilgrim@C5.1,A1.0 gorehound@E9.12", turn=2, hands={2: ["DE10"]})
    bench.model("pilgrim/1").state = DYING
    bench.order('play "Freeze" upper with gorehound/1')
    assert "C5.12" not in bench.offers()
    assert "C5.23" in bench.offers()
    assert "still lies on C5.12" in bench.refused("at C5.12 push pilgrim/1>C5.6")


# Dark Power and Temporary Crystals.


@rule("ED-15.9", "EF-4.5")
def test_dark_power_turns_an_endurance_token_of_a_squad_into_two_temporary_crystals() -> None:
    bench = Bench(
        "pilgrim@C5.1 gorehound@E9.12 son_of_khyber=2@D3.*", turn=2, hands={2: ["DE09"]}, pools=(5, 0)
    )
    bench.order('play "Fireball" upper from son_of_khyber')
    player = bench.player(2)
    assert (bench.squad("son_of_khyber").endurance, bench.squad("gorehound").endurance) == (1, 1)
    assert (player.temp, player.pool, player.depleted, player.discard) == (2, 0, 0, ["DE09"])
    assert bench.state.neutral_crystals == 15


@rule("ED-15.3", "ED-15.6")
def test_dark_power_takes_no_token_of_a_squad_that_has_none_and_is_refused_without_any() -> None:
    bench = Bench("pilgrim@C5.1 gorehound=0@E9.12 dark_scholar@E1.0", turn=2, hands={2: ["DE09"]})
    assert bench.offers("play", "DE09", "upper") == ["dark_scholar"]
    bench = Bench("pilgrim@C5.1 gorehound=0@E9.12 dark_scholar=1@x", turn=2, hands={2: ["DE09"]})
    bench.refused('play "Fireball" upper from gorehound')
    bench.refused('play "Fireball" upper from dark_scholar')


@rule("ED-15.9")
def test_temporary_crystals_are_spent_first_without_asking_and_are_never_depleted() -> None:
    bench = Bench("pilgrim@C5.1 gorehound@E9.12 master_of_elements@C4.0", turn=2, hands={2: ["DE15", "DE10"]})
    bench.order('play "Rush" upper')
    assert bench.player(2).temp == 1
    bench.order('play "Freeze" lower to pilgrim/1')
    player = bench.player(2)
    assert (player.temp, player.pool, player.depleted) == (0, 4, 1)


@rule("ED-15.9")
def test_unspent_temporary_crystals_vanish_at_the_end_of_the_turn() -> None:
    bench = Bench("pilgrim@C5.1 gorehound@E9.12", turn=2, hands={2: ["DE17"]})
    bench.order('play "Mind Control" upper', "end")
    player = bench.player(2)
    assert (player.temp, player.pool, player.depleted) == (0, 5, 0)


@rule("ED-18.5", "ED-18.7", "ED-15.7", "ED-2.6")
def test_dark_power_of_an_enhancement_costs_a_charge_and_works_once_a_turn() -> None:
    bench = Bench(
        "pilgrim@C5.1 gorehound@E9.12 bloodsmith@D3.0,D3.1",
        turn=2,
        enhancements={"bloodsmith": [("DE21", 3)]},
    )
    bench.order("use bloodsmith.1 upper from gorehound")
    assert (bench.player(2).temp, bench.squad("gorehound").endurance) == (2, 0)
    assert (bench.state.enhancement("bloodsmith.1").charges, bench.state.neutral_charges) == (2, 18)
    bench.refused("use bloodsmith.1 upper from bloodsmith")


# Instants of a fight.


ATTACK = 'play "Bloody Whirlwind" upper on before_attack'


@rule("ED-12.10", "ED-19.1")
def test_attack_gives_two_more_power_to_one_roll_also_in_a_foreign_turn() -> None:
    text, hands = "pilgrim@C5.1,C5.4 gorehound@C5.23", {2: ["DE06"]}
    bench = Bench(text, hands=hands, standing={2: ATTACK}).dice(0, 4, 0, 4, 0, 4)
    bench.order("activate pilgrim", "fight pilgrim/1 vs gorehound/1", "fight pilgrim/2 vs gorehound/1")
    gore = [values["power"] for values in bench.told("attacked") if values["model"] == "gorehound/1"]
    assert gore == [5, 3]
    assert bench.player(2).discard == ["DE06"]


@rule("ED-12.10", "ED-19.7")
def test_defense_adds_two_to_the_defence_roll_of_any_own_model() -> None:
    bench = Bench(
        "pilgrim@C5.1 dark_scholar:Ritual@C5.2 master_of_elements@E1.0",
        hands={2: ["DE08"]},
        standing={2: 'play "Crystal Aegis" upper on before_defense'},
    ).dice(2, 1)
    bench.order("activate pilgrim", "fight pilgrim/1 vs dark_scholar/1")
    assert bench.told("defended")[0] == {"model": "dark_scholar/1", "guard": 3, "held": True}
    assert (bench.player(2).discard, bench.player(2).depleted) == (["DE08"], 1)


@rule("ED-12.3", "EF-2.15")
def test_initiative_adds_two_to_one_comparison_and_makes_the_slower_model_strike_first() -> None:
    text, hands = "pilgrim@C5.1 dark_scholar:Ritual@C5.2", {2: ["DE19"]}
    bench = Bench(text, turn=2, hands=hands, standing={2: 'play "Faith" upper on ini_check'}).dice(4, 0)
    bench.order("activate dark_scholar", "fight dark_scholar/1 vs pilgrim/1")
    assert bench.told("attacked")[0]["model"] == "dark_scholar/1"  # 0 + 2 ties with 2, and the turn decides
    assert (bench.player(2).discard, bench.player(2).depleted) == (["DE19"], 1)


@rule("ED-13.3")
def test_initiative_saves_the_target_of_a_shot() -> None:
    text = "ranger:Aim@C4.0 dark_scholar@C6.0"
    bench = Bench(
        text, hands={1: ["CH16"], 2: ["DE19"]}, standing={2: 'play "Faith" upper on ini_check'}
    ).dice(2)
    bench.order('play "Shoot" lower to dark_scholar/1')
    assert bench.told("hit")[0]["models"] == []  # 2 + 2 is not more than 2 + 2


@rule("ED-12.12", "EF-4.8", "ED-18.7")
def test_additional_wound_doubles_the_wounds_of_its_squad_in_one_combat() -> None:
    text = "holy_knight@C5.12 gorehound@C5.34"
    bench = Bench(
        text,
        turn=2,
        enhancements={"gorehound": [("DE12", 4)]},
        standing={2: "use gorehound.1 upper on in_combat"},
    ).dice(4, 0)
    bench.order("activate gorehound", "fight gorehound/1 vs holy_knight/1")
    assert bench.squad("holy_knight").endurance == 0
    assert bench.state.enhancement("gorehound.1").charges == 2  # once in a Combat, though 2 more are there


@rule("ED-18.6", "EC-97")
def test_the_upper_action_of_an_enhancement_works_on_a_squad_of_another_name_the_lower_does_not() -> None:
    bench = Bench(
        "pilgrim@C5.1 dark_scholar@C5.2",
        turn=2,
        enhancements={"dark_scholar": [("DE12", 4), ("DE05", 4)]},
    )
    assert bench.offers("use") == ["dark_scholar.2"]
    assert bench.offers("use", "dark_scholar.2") == ["upper"]


@rule("EF-2.4", "ED-18.7")
def test_move_of_self_destruct_moves_any_own_squad_once_a_turn() -> None:
    bench = Bench(
        "pilgrim@C5.1 dark_scholar@C4.0 gorehound@D4.12",
        turn=2,
        enhancements={"dark_scholar": [("DE16", 2)]},
    )
    bench.order("use dark_scholar.1 upper with gorehound", "move gorehound/1 D5.12")
    assert bench.at("gorehound/1") == "D5.12"
    bench.refused("use dark_scholar.1 upper with dark_scholar")


@rule("ED-18.7", "ED-7.2")
def test_combat_of_war_fever_fights_with_its_own_squad_once_a_turn() -> None:
    bench = Bench(
        "pilgrim@C5.2,C7.5 gorehound@C7.12 son_of_khyber@C6.*",
        turn=2,
        enhancements={"son_of_khyber": [("DE05", 2)]},
    ).dice(4, 0)
    bench.order("use son_of_khyber.1 upper", "fight son_of_khyber/1 vs pilgrim/1")
    assert bench.squad("pilgrim").endurance == 0
    bench.refused("use son_of_khyber.1 upper")


@rule("ED-2.4", "ED-17.6")
def test_charging_puts_a_charge_on_every_enhancement_and_is_refused_without_one() -> None:
    bench = Bench(
        "pilgrim@C5.2 gorehound@C7.12 son_of_khyber@C6.*",
        turn=2,
        hands={2: ["DE20"]},
        enhancements={"son_of_khyber": [("DE05", 2)], "gorehound": [("DE12", 1)]},
    )
    bench.order('play "Infernal Power" upper')
    charges = [bench.state.enhancement(name).charges for name in ("son_of_khyber.1", "gorehound.1")]
    assert (charges, bench.state.neutral_charges) == ([3, 2], 15)
    bench = Bench("pilgrim@C5.2 gorehound@C7.12", turn=2, hands={2: ["DE20"]})
    bench.refused('play "Infernal Power" upper')


@rule("ED-17.4", "ED-18.8")
def test_ordinary_actions_are_not_played_in_a_foreign_turn() -> None:
    bench = Bench(
        "pilgrim@C5.1 gorehound@C5.23",
        hands={2: ["DE15", "DE01"]},
        standing={2: 'play "Rush" upper on open\nplay "Horde" upper on open'},
    )
    bench.order("activate pilgrim", "move pilgrim/1 C5.0", "end")
    assert bench.told("played") == []
    assert bench.player(2).hand[:2] == ["DE15", "DE01"]
