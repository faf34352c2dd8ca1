"""DB-9.34 and DB-9.35: what comes after an attack, simultaneous effects, Strikeback."""

from __future__ import annotations

import pytest

from games.dreamblade.state import GRAVEYARD, RESERVES
from tests.dreamblade.bench import SPAWN, Bench
from tests.dreamblade.notation import change
from tests.rules import rule


@rule("DB-9.34", "DB-A.FADE", "DB-Q33")
def test_who_fades_goes_after_its_regular_attack_and_only_then() -> None:
    b = Bench("M17@C3 V05@C3", "V10@C3").strike("C3 with all")
    assert b.at("prophet") == RESERVES
    b = Bench("M17@C3 V05@C3", "V10@C3").strike("C3 with mirrorman")
    assert b.at("prophet") == "C3"


@rule("DB-A.DETONATE", "DB-Q33")
def test_who_detonates_is_sacrificed_after_its_attack() -> None:
    b = Bench("P10@C3", "V10@C3").strike("C3 with all")
    assert (b.at("whelp"), b.points(), b.bonus()) == (GRAVEYARD, (0, 0), (0, 0))


@rule("DB-A.FADE", "DB-A.DETONATE", "DB-Q33")
def test_special_attacks_neither_fade_nor_detonate(monkeypatch) -> None:
    change(monkeypatch, "P10", "Detonate", "Charge 2")
    b = Bench("P10@C2 V05@A1", "V10@C3").order("shift whelp C3")
    assert b.told("attacked")[0]["figure"] == "whelp"
    assert b.at("whelp") == "C3"


@rule("DB-A.DETONATE", "DB-A.FADE")
def test_who_is_gone_already_does_nothing_more(monkeypatch) -> None:
    change(monkeypatch, "M04", "B:Dissipate", "Detonate")
    b = Bench("M04@C3", "V10@C3").strike("C3 with all", "blade")
    assert b.at("blademaster") == RESERVES


@rule("DB-A.BLOODTHIRSTY", "DB-Q34", "DB-E51")
def test_the_bloodthirsty_need_a_destroyed_enemy_creature() -> None:
    assert Bench("P08@C3", "V10@C3").strike("C3 with all", "3").at("redcap") == GRAVEYARD
    b = Bench("P08@C3 P01@C3", "F08@C3").strike("C3 with all", "3 3").order("destroy pariah")
    assert b.at("redcap") == "C3"
    b = Bench("P08@C3 P01@C3", "M01@C3").strike("C3 with all", "3 3").order("destroy scissors")
    assert b.at("redcap") == GRAVEYARD  # it has regenerated
    b = Bench("P08@C3 M14@C3", "V10@C3 F08@D5").strike("C3 with all", "blade miss miss miss miss", "3 1")
    assert b.order("destroy pariah").at("redcap") == "C3"  # by the Warpstrike of this combat


@rule("DB-A.BLOODTHIRSTY")
def test_a_destroyed_location_is_no_blood() -> None:
    b = Bench("P08@C3 P09@C3", "V10@C3 V19@C4").strike("C3 with all", "blade")
    assert b.at("bastion") == GRAVEYARD
    assert b.at("redcap") == GRAVEYARD


# Strikeback.


@rule("DB-A.STRIKEBACK", "DB-D28", "DB-9.34")
def test_strikeback_answers_an_attack_that_removed_nobody() -> None:
    b = Bench("V05@C3 V01@C3", "V15@C3").strike("C3 with mirrorman", "miss miss miss", "3 3")
    assert b.told("attacked")[0]["target"] == "brawler"  # the default: who has least life left
    assert b.at("brawler") == GRAVEYARD  # by default destroyed


@rule("DB-A.STRIKEBACK", "DB-D28", "DB-D29", "DB-12A.3")
@pytest.mark.parametrize(
    ("standing", "target"),
    [
        ("aim: value", "mirrorman"),
        ("aim[strikeback]: kill\naim: value", "brawler"),
        ("aim[gatewarden]: focus mirrorman", "mirrorman"),
    ],
)
def test_strikeback_follows_standing_orders(standing: str, target: str) -> None:
    b = Bench("V05@C3 V01@C3", "V15@C3", standing={2: standing}).strike("C3 with mirrorman")
    assert b.told("attacked")[0]["target"] == target


@rule("DB-D28", "DB-D29", "DB-12A.1")
def test_who_wants_to_be_asked_is_asked_within_the_limit() -> None:
    ask = "aim: ask\nresult: ask\nsend: ask\nask-limit: 3"
    b = Bench("V05@C3 V01@C3", "V15@C3", standing={2: ask}).strike("C3 with mirrorman")
    assert b.asked() == (2, "target")
    b.dice("3 3").order("target brawler")
    assert b.asked() == (2, "result")
    b.order("disrupt brawler")
    assert b.asked() == (2, "send")
    assert b.order("send brawler A1").at("brawler") == "A1"


@rule("DB-A.STRIKEBACK", "DB-Q13")
def test_strikeback_is_silent_if_any_of_ones_creatures_was_removed_anywhere() -> None:
    b = (
        Bench("M14@C3", "V15@C3 F08@A1")
        .strike("C3 with all", "blade miss", "3 1")
        .order("disrupt pariah", "send pariah B1")
    )
    assert [row["ability"] for row in b.told("attacked")] == ["warpstrike"]


@rule("DB-A.STRIKEBACK", "DB-A.REGENERATE")
def test_regenerating_is_neither_disruption_nor_destruction() -> None:
    b = Bench("V05@C3", "V15@C3 M01@C3").strike("C3 with all", "3 3 3").order("damage scissors 9")
    b.order("destroy scissors")
    assert b.told("attacked")[0]["ability"] == "strikeback"


@rule("DB-A.STRIKEBACK", "DB-Q12")
def test_strikeback_answers_a_charge_once() -> None:
    b = Bench("V16@C2 V01@A1", "V15@C3").order("shift lancer C3")
    assert [row["ability"] for row in b.told("attacked")] == ["charge", "strikeback"]


@rule("DB-A.STRIKEBACK")
def test_strikeback_answers_in_action_phases_only() -> None:
    b = Bench("V02@C3 V16@C2 V01", "V15@C3", step=SPAWN).order("use castle gather lancer")
    assert [row["ability"] for row in b.told("attacked")] == ["charge"]


@rule("DB-A.STRIKEBACK", "DB-Q12")
def test_strikeback_never_answers_in_ones_own_phase_nor_a_deathblow() -> None:
    b = Bench("V15@C3 P01@C3", "V01@C3").strike("C3 with all", "3 3").order("destroy brawler")
    assert len(b.told("deathblow")) == 1
    assert b.told("attacked") == []


@rule("DB-E52", "DB-A.FADE", "DB-A.STRIKEBACK", "DB-9.34")
def test_fade_comes_before_strikeback_which_may_find_nobody() -> None:
    b = Bench("M17@C3", "V15@C3").strike("C3 with all")
    assert (b.at("prophet"), b.told("attacked")) == (RESERVES, [])
    b = Bench("M17@C3 V05@C3", "V15@C3").strike("C3 with prophet")
    assert b.told("attacked")[0]["target"] == "mirrorman"


@rule("DB-Q12", "DB-A.STRIKEBACK")
def test_special_attacks_within_a_combat_are_not_answered_one_by_one() -> None:
    b = Bench("P16@C3", "V15@C3").strike("C3 with all", "blade")
    assert [row["ability"] for row in b.told("attacked")] == ["assault", "strikeback"]


@rule("DB-A.RELENTLESS", "DB-Q35")
def test_relentless_works_in_special_attacks_too(monkeypatch) -> None:
    change(monkeypatch, "V16", "Charge 3", "Relentless")
    b = Bench("V16@C2 V01@A1", "V04@C3").dice("3 2 1").order("shift lancer C3")
    assert (b.at("scout"), b.damage("scout")) == ("C3", 6)


# Simultaneous effects.


@rule("DB-D33", "DB-10.9", "DB-D32")
@pytest.mark.parametrize(
    ("standing", "order"),
    [
        ("ask-limit: 0", ["prophet1", "prophet2", "redcap"]),
        ("order: redcap, prophet2", ["redcap", "prophet2", "prophet1"]),
    ],
)
def test_ones_own_effects_come_in_an_order_of_ones_own(standing: str, order: list[str]) -> None:
    b = Bench("M17@C3 P08@C3 M17@C3", "V10@C3", standing={1: standing}).strike("C3 with all")
    gone = [event.values["figure"] for event in b.run.events if event.key in ("banished", "sacrificed")]
    assert gone == order


@rule("DB-D32", "DB-10.9")
def test_the_other_player_orders_his_effects_too_and_may_be_asked() -> None:
    b = Bench("V05@C3", "V15@C3 V15@C3", standing={2: "order: gatewarden2"}).strike("C3 with all")
    assert [row["figure"] for row in b.told("attacked")] == ["gatewarden2", "gatewarden1"]
    b = Bench("V05@C3", "V15@C3 V15@C3", standing={2: "order: ask\nask-limit: 1"}).strike("C3 with all")
    assert b.asked() == (2, "order")
    b.order("first gatewarden2.strikeback")
    assert b.told("attacked")[0]["figure"] == "gatewarden2"


@rule("DB-10.9", "DB-9.34")
def test_damage_of_a_batch_is_checked_once_at_its_end() -> None:
    b = Bench("V01@C3", "V15@C3 V15@C3").strike("C3 with all", "miss miss", "3 miss miss", "3")
    assert len(b.told("attacked")) == 2
    assert b.at("brawler") == GRAVEYARD  # 3 and 3: neither alone would


@rule("DB-10.9", "DB-Q36", "DB-A.SWAP")
def test_both_who_swap_set_off_one_batch() -> None:
    b = Bench("M11@C3 V01@A1 V05@C3", "F06@C3 F06@A1 V10@C3").strike("C3 with walker", "blade")
    b.dice("1 miss miss miss 1").order("blade walker swap brawler", "done")
    assert [row["target"] for row in b.told("attacked")] == ["brawler", "walker"]  # by name of the ambusher
    keys = b.story()
    moves = [place for place, key in enumerate(keys) if key == "moved"]
    assert max(moves) < keys.index("attacked")  # both are in their new cells before anything is set off


@rule("DB-D35", "DB-Q31", "DB-D30")
def test_creatures_that_the_other_side_hurt_within_a_combat_are_checked_at_its_end() -> None:
    b = Bench("V13@C3 V01@C3", "V10@C3 F06@C4", standing={2: "send[ambush@brawler]: B1\nsend: A1"})
    b.strike("C3 with warcharm", "blade 1").dice("3 2")
    b.order("blade warcharm skirmish brawler C4")
    assert b.told("disrupted")[0]["cell"] == "B1"
    keys = b.story()
    assert keys.index("dealt") < keys.index("disrupted")


@rule("DB-D36", "DB-A.AMBUSH")
def test_an_enemy_driven_into_ones_own_ambush_is_ones_own_to_judge() -> None:
    b = Bench("F03@C3 F06@C4", "V10@C3 V04@C3").strike("C3 with all", "blade", *["miss"] * 5, "3 3 1")
    b.order("blade dreadmorph expel scout C4")
    assert b.asked() == (1, "result")


@rule("DB-D30", "DB-A.AMBUSH", "DB-A.FORTUNATE")
def test_an_ambush_has_a_fixed_target_and_rerolls_by_default(monkeypatch) -> None:
    change(monkeypatch, "F06", "Ambush 4", "Fortunate 1")
    b = Bench("V05@C2 V01@A1", "F06@C3").dice("3 miss miss miss", "2").order("shift mirrorman C3")
    assert b.told("attacked")[0]["total"] == 5


@rule("DB-A.AMBUSH")
def test_each_who_enters_is_ambushed_by_each() -> None:
    b = Bench("V05@C2 V10@B3 V01@A1", "F06@C3 F06@C3").order("shift mirrorman C3", "shift scragglemaw C3")
    assert [row["target"] for row in b.told("attacked")] == ["mirrorman"] * 2 + ["scragglemaw"] * 2


@rule("DB-D38")
def test_what_is_automatic_asks_nobody() -> None:
    asks = "\n".join(f"{key}: ask" for key in ("aim", "result", "send", "dice", "join")) + "\nask-limit: 99"
    b = Bench("M17@C3", "V03@C3 M12@C3", standing={1: asks, 2: asks}).strike("C3 with all", "blade 1")
    assert b.asked() == (2, "action")  # Fade, Nullify and Bodyguard have done their work
    assert b.told("dealt")[0]["figures"] == ["samurai 1"]


# Special attacks within a combat, in another cell.


@rule("DB-A.STRIKEBACK", "DB-A.CHARGE", "DB-A.ADVANCE")
@pytest.mark.parametrize(("charge", "strikes"), [("miss miss miss", 1), ("3 3 3", 0)])
def test_a_charge_within_a_combat_is_answered_when_the_combat_ends(charge: str, strikes: int) -> None:
    b = Bench("V04@C3 V16@B3 V07@C3", "V10@C3 V15@B4").dice("blade", *["miss"] * 5, charge)
    b.order("strike C3 with all", "blade scout advance lancer B4")
    attacks = [(row["figure"], row["ability"]) for row in b.told("attacked")]
    assert attacks == [("lancer", "charge"), ("gatewarden", "strikeback")][: 1 + strikes]
    if strikes:
        keys = b.story()
        assert keys.index("totalled") < len(keys) - 1 - keys[::-1].index("attacked")


@rule("DB-A.STRIKEBACK", "DB-A.AMBUSH", "DB-E24", "DB-A.EXPEL")
def test_who_is_expelled_into_an_ambush_strikes_back_at_the_ambusher() -> None:
    b = Bench("F03@C3 F06@C4", "V15@C3 V10@C3").strike("C3 with all", "blade")
    b.order("blade dreadmorph expel gatewarden C4")
    assert [(row["figure"], row["target"]) for row in b.told("attacked")] == [
        ("reaper", "gatewarden"),
        ("gatewarden", "reaper"),
    ]


@rule("DB-A.STRIKEBACK")
def test_strikeback_is_made_once_in_a_combat_however_many_attacks_there_were() -> None:
    b = Bench("P16@C3", "V15@C3").strike("C3 with all", "blade")
    assert [row["ability"] for row in b.told("attacked")] == ["assault", "strikeback"]
