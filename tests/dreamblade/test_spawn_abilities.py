"""DB-7.12 to DB-7.14 and DB-11e: abilities of the spawn phase."""

from __future__ import annotations

import pytest

from games.dreamblade.state import GRAVEYARD
from tests.dreamblade.bench import SPAWN, Bench, spawning
from tests.dreamblade.notation import change
from tests.rules import rule


@rule("DB-7.12", "DB-D6", "DB-A.GATHER")
def test_a_spawn_ability_is_paid_and_used_once_in_a_phase() -> None:
    b = spawning("V02@C3 V05@C2 V01@B3 F08", dice=(6, 6))
    b.order("use castle gather mirrorman")
    assert b.state.turn.pool == 10
    assert b.offers() == ["spawn", "done"]
    assert "no spawn ability" in b.refused("use castle gather brawler")


@rule("DB-7.12")
def test_what_was_spawned_in_this_phase_may_use_its_ability_at_once() -> None:
    b = spawning("V02 V05@C2 V01@B2 F08", dice=(6, 6)).order("spawn castle C2", "use castle gather brawler")
    assert b.at("brawler") == "C2"


@rule("DB-A.GATHER")
def test_gather_takes_adjacent_allies_only_engaged_ones_too_and_keeps_the_limit() -> None:
    b = spawning("V02@C3 V05@C2 V01@B2 V06@D3", "M03@C2")
    assert b.offers("use", "castle", "gather") == ["mirrorman", "warrior"]
    full = spawning("V02@C3 V05@C2 V01@C3 V01@C3 V01@C3 F08@C3")
    full.order("use castle gather")  # nobody fits: it may be used, and does nothing
    assert full.told("moved") == []


@rule("DB-7.13", "DB-A.APPEASE", "DB-D4")
def test_appease_takes_one_of_ones_creatures_before_anything_else() -> None:
    b = spawning("F05 V01@C3 V05@D3 F08", dice=(6, 6))
    b.order("spawn eater")
    assert b.asked() == (1, "entry")
    b.order("sacrifice brawler")
    assert b.at("brawler") == GRAVEYARD
    assert (b.points(), b.bonus()) == ((0, 0), (0, 0))


@rule("DB-D4")
@pytest.mark.parametrize(("standing", "gone"), [("ask-limit: 0", "brawler"), ("pick: cost>", "eater")])
def test_appease_by_default_takes_the_cheapest_other(standing: str, gone: str) -> None:
    b = spawning("F05 V01@C3 V05@D3 F08", dice=(6, 6), standing={1: standing})
    b.order("spawn eater", "done")
    assert b.at(gone) == GRAVEYARD


@rule("DB-A.APPEASE", "DB-E55", "DB-Q26")
def test_alone_it_sacrifices_itself_and_never_a_location() -> None:
    b = spawning("F05 V19@C3 F08", dice=(6, 6)).order("spawn eater")
    assert b.where("eater", "bastion") == [GRAVEYARD, "C3"]


@rule("DB-7.14")
def test_damage_of_the_spawn_phase_is_checked_at_once_and_removed_at_its_end() -> None:
    b = spawning("V02@C3 V10@C2 V01 F08", "F06@C3", dice=(6, 6)).dice("3 3")
    b.order("use castle gather scragglemaw")
    assert b.damage("scragglemaw") == 6
    b.order("done")
    assert b.damage("scragglemaw") == 0


@rule("DB-A.ENERGIZE", "DB-E62", "DB-10.3")
def test_energize_on_a_scoring_cell_of_ones_own_contested_or_not() -> None:
    assert spawning("P05@C4 V01", "M03@C4").told("pooled")[0]["energy"] == 2
    assert spawning("P05@C2 V01").told("pooled")[0]["energy"] == 0


@rule("DB-A.ENERGIZE", "DB-E63", "DB-Q14")
def test_energize_counts_from_the_next_phase_on() -> None:
    b = spawning("P05 V05@C4 V01", dice=(6, 6)).order("spawn temple C4")
    assert b.state.turn.pool == 12 - 3 - 2
    assert b.told("pooled")[0]["energy"] == 0


@rule("DB-A.ENERGIZE", "DB-6.4")
def test_a_skipped_phase_gives_no_energy() -> None:
    b = Bench("P05@C4 V01", "M03@A5", step=SPAWN, skips=True).begin()
    assert b.told("pooled") == []


@rule("DB-A.RAISE", "DB-D5", "DB-10.4", "DB-Q17")
def test_raise_returns_a_creature_that_fits_or_is_declined() -> None:
    b = spawning("F18@C3 F13@graveyard V01@graveyard F08", dice=(6, 6))
    assert b.offers("use", "mother", "raise") == ["nurse", "decline"]
    b.order("use mother raise Brood Nurse")
    assert b.at("nurse") == "reserves"
    b = spawning("F18@C3 F13@graveyard F08", dice=(6, 6)).order("use mother raise decline")
    assert (b.at("nurse"), b.state.turn.pool) == (GRAVEYARD, 10)


@rule("DB-A.RAISE", "DB-10.2", "DB-10.3")
def test_an_ability_with_a_star_needs_a_scoring_cell_of_ones_own() -> None:
    assert "use" in spawning("V20@C4 V01@graveyard F08").offers()
    assert "use" not in spawning("V20@C2 V01@graveyard F08").offers()


@rule("DB-7.14", "DB-9.33", "DB-A.WARPSTRIKE", "DB-A.ASSAULT", "DB-A.BOMB")
@pytest.mark.parametrize(
    ("ability", "order"),
    [
        ("(2):Warpstrike 4", "use castle warpstrike pariah"),
        ("(2):Assault 4", "use castle assault pariah"),
        ("(2):Bomb 4", "use castle bomb"),
    ],
)
def test_damage_of_a_spawn_ability_is_checked_at_once_and_nobody_strikes_back_dying(
    monkeypatch, ability: str, order: str
) -> None:
    change(monkeypatch, "V02", ability)
    where = "D3" if "Warp" in ability else "C3"
    b = spawning("V02@C3 V05@C3 V01", f"F08@{where} V10@{where}").dice("3 1").order(order)
    assert b.asked() == (1, "result")
    b.order("destroy pariah")
    assert (b.at("pariah"), b.points(), b.bonus()) == (GRAVEYARD, (1, 0), (0, 2))
    assert b.told("deathblow") == []
    assert b.asked() == (1, "spawn")


@rule("DB-7.13", "DB-7.14")
def test_damage_dealt_on_coming_into_play_is_checked_at_once(monkeypatch) -> None:
    change(monkeypatch, "V01", "CIP:Assault 4")
    b = spawning("V01 V01", "F08@E1", dice=(6, 6)).dice("3 1").order("spawn brawler1", "disrupt pariah")
    assert b.asked() == (1, "send")


@rule("DB-A.UNIQUE")
def test_a_unique_miniature_waits_while_another_is_on_the_map() -> None:
    b = spawning("V11@C3 V11 V01", "V11@A5", dice=(6, 6))
    assert "unique" in b.refused("spawn V11")
    b.figure("glorious1").at = GRAVEYARD
    assert "glorious2" in b.offers("spawn")  # the opponent's does not matter


@rule("DB-10.14", "DB-A.UNIQUE", "DB-D34")
@pytest.mark.parametrize(
    ("standing", "kept"), [("ask-limit: 0", "glorious1"), ("pick[unique]: glorious2", "glorious2")]
)
def test_of_two_with_one_unique_name_one_is_kept(standing: str, kept: str) -> None:
    b = spawning("V11@C3 V11@D3 V01 F08", dice=(6, 6), standing={1: standing})
    b.order("spawn brawler", "done")
    gone = "glorious2" if kept == "glorious1" else "glorious1"
    assert (b.figure(kept).is_on_map, b.at(gone)) == (True, GRAVEYARD)
    assert b.bonus() == (0, 0)


@rule("DB-10.14", "DB-D34")
def test_its_player_is_asked_which_one_to_keep() -> None:
    b = spawning("V11@C3 V11@D3 V01 F08", dice=(6, 6)).order("spawn brawler")
    assert b.asked() == (1, "keep")
    b.order("keep glorious2")
    assert b.at("glorious1") == GRAVEYARD


@rule("DB-A.VENGEANCE", "DB-E71")
def test_vengeance_waits_for_the_opponents_wins() -> None:
    b = spawning("V22 V01@E1 V01@E1 V01@E1 F08", dice=(6, 6), bonus=(4, 0), wins=(0, 2))
    assert "has won 3 turns" in b.refused("spawn paragon")
    b = spawning("V22 V01@E1 V01@E1 V01@E1 F08", dice=(6, 6), bonus=(4, 0), wins=(0, 3))
    assert b.order("spawn paragon").at("paragon") == "E1"


def test_copies_are_alike_and_the_first_one_comes_first() -> None:
    b = spawning("V01 V01", dice=(6, 6))
    assert b.offers("spawn") == ["brawler1"]
    assert "spawn brawler1 before" in b.refused("spawn brawler2")
    b.order("spawn Runetagged Brawler portal")
    assert b.at("brawler1") == "E1"


def test_a_done_written_for_a_phase_that_ended_by_itself_does_no_harm() -> None:
    b = Bench("V01 V05@C3", "M03@A5", step=SPAWN).order("spawn brawler", "done", "shift mirrorman C4")
    assert (b.state.turn.step, b.at("mirrorman")) == (3, "C4")
