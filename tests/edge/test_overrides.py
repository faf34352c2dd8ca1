"""ED-25: where cards change the rules."""

from __future__ import annotations

import pytest

from games.edge.catalogue import CARDS, SQUADS
from games.edge.engine import EDGE
from games.edge.rules.squads.attributes import has_flag, stat
from games.edge.state import Token
from tests.edge.bench import Bench
from tests.rules import rule

TEXT = "pilgrim@C5.0,B3.0 angel_of_death@B5.* gorehound@C5.12 son_of_khyber@C8.*"


@rule("ED-1.5", "EC-8")
def test_status_tokens_cover_no_hex():
    bench = Bench(TEXT)
    before = bench.state.occupied()
    bench.state.tokens.append(Token("TRAP", 1, models=["gorehound/1"]))
    assert bench.state.occupied() == before


@rule("ED-16.16", "EF-8.3.12")
def test_what_takes_endurance_without_a_wound_is_a_price_and_kills_nobody():
    bench = Bench("pilgrim@B3.0 gorehound=1@C5.12 son_of_khyber=0@C8.*", turn=2, hands={2: ["DE09"]})
    bench.order('play "Fireball" upper from gorehound')
    assert bench.squad("gorehound").endurance == 0
    assert bench.model("gorehound/1").state == "board"
    assert bench.player(2).temp == 2


@rule("ED-25.1", "ED-25.15")
def test_a_card_wins_over_the_chapters():
    """Leap: a Knight that is slower than its enemy strikes first all the same."""
    bench = Bench(
        "holy_knight@C4.01 pilgrim@B3.0 gorehound@C5.56 son_of_khyber@C8.*",
        hands={1: ["CH11"]},
        standing={2: "counter: no"},
    )
    bench.order('play "Leap" lower move holy_knight/1 C4.12', "activate holy_knight").dice(0, 4)
    bench.order("fight holy_knight/1 vs gorehound/1")
    assert bench.told("rolled")[0]["seat"] == 1


@rule("ED-25.2", "ED-2.8", "ED-23.9")
@pytest.mark.parametrize("limit", [3, 4, 5])
def test_the_hand_limit_is_a_value_of_the_match(limit):
    bench = Bench(TEXT, hand=limit).order("end")
    assert len(bench.player(1).hand) == len(bench.player(2).hand) == limit


@rule("ED-25.4", "ED-4.22", "EF-7.6")
def test_cavalry_comes_late():
    late = [kind.id for kind in SQUADS.values() if kind.is_late]
    cavalry = ["holy_riders", "succubus", "anathema", "drillers", "jumpsuit", "forest_wraith", "prime_shadow"]
    assert late == [*cavalry, "abyssal_empress", "abyssal_empress_alt"]


@rule("ED-25.8", "ED-6.8")
def test_both_factions_charge_and_refresh_their_banner():
    bench = Bench(TEXT, declare=False, enhancements={"gorehound": [("DE12", 0)], "pilgrim": [("CH12", 0)]})
    for seat in (1, 2):
        bench.player(seat).banner_up = False
    bench.order("turn passive").order("turn passive")
    assert all(bench.player(seat).banner_up for seat in (1, 2))
    assert bench.state.enhancement("gorehound.1").charges == bench.state.enhancement("pilgrim.1").charges == 1


@rule("ED-25.11", "ED-8.8")
def test_only_the_base_of_the_storm_bringers_changes_with_the_mode():
    grown = [kind.id for kind in SQUADS.values() if len({mode.base for mode in kind.modes}) > 1]
    assert grown == ["storm_bringer"]


@rule("ED-25.14", "ED-12.11", "DP-A25")
def test_an_enemy_model_is_made_to_fight_its_own():
    bench = Bench(
        "pilgrim@C5.0,C5.1,B3.0 dark_scholar:Ritual@C6.5 son_of_khyber@C8.*", turn=2, hands={2: ["DE17"]}
    )
    bench.dice(4, 0).order('play "Mind Control" lower to pilgrim/1 stay')
    assert bench.told("rolled")[0]["seat"] == 2
    assert bench.told("rolled")[1]["seat"] == 1
    assert bench.squad("pilgrim").endurance == 0


@rule("ED-25.16", "ED-15.9")
def test_temporary_crystals_pay_first_and_vanish_with_the_turn():
    bench = Bench(TEXT, turn=2, hands={2: ["DE15", "DE18"]}, pools=(5, 2))
    bench.order('play "Rush" upper')
    assert bench.player(2).temp == 1
    bench.order("end")
    assert bench.player(2).temp == 0


@rule("ED-25.17", "ED-16.15", "EF-8.3.6")
def test_another_squad_takes_the_wounds_or_lends_its_tokens():
    bench = Bench(
        TEXT, turn=2, hands={1: ["CH08"]}, standing={1: 'play "Guardian Angel" lower on wound_pending'}
    )
    bench.order("activate gorehound").dice(4, 0).order("fight gorehound/1 vs pilgrim/1")
    assert (bench.squad("pilgrim").endurance, bench.squad("angel_of_death").endurance) == (1, 2)


@rule("ED-25.18", "EF-8.3.7", "DP-I19")
def test_a_worthless_death_scores_less():
    bench = Bench(
        TEXT.replace("pilgrim@", "pilgrim=0@"),
        turn=2,
        enhancements={"pilgrim": [("CH04", 1)]},
        standing={1: "use pilgrim.1 upper on killed"},
    )
    bench.order("activate gorehound").dice(4, 0).order("fight gorehound/1 vs pilgrim/1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.state.vp == 0


@rule("ED-25.20", "ED-18.2")
def test_what_is_attached_in_set_up_brings_the_charges_its_card_says():
    assert {card.id: card.attach.ch for card in CARDS.values() if card.attach.setup} == {
        "CHX2": 1, "CHX5": 1, "DEX2": 1, "DEX5": 0, "FAX2": 0, "FAX8": 0, "DVX2": 1, "DVX5": 1,
        "RZX2": 1, "RZX6": 1, "RBX2": 1, "RBX5": 1, "DKX2": 1,
    }  # fmt: skip


@rule("ED-25.22", "ED-19.7")
def test_no_fight_here_is_closed_to_cards():
    bench = Bench(
        TEXT, turn=2, hands={1: ["CH08"]}, standing={1: 'play "Guardian Angel" upper on before_defense'}
    )
    bench.order("activate gorehound").dice(3, 0, 0, 0).order("fight gorehound/1 vs pilgrim/1")
    assert bench.told("defended")[0]["guard"] == 3


@rule("ED-25.23", "ED-20.2")
def test_rage_turns_the_banner_up_in_the_middle_of_a_turn():
    bench = Bench(
        "pilgrim=0@C7.2,B3.0 angel_of_death@B5.* gorehound@E8.12 son_of_khyber@C8.*",
        turn=2,
        enhancements={"son_of_khyber": [("DE04", 3)]},
    )
    bench.order("use son_of_khyber.1 lower")
    bench.player(2).banner_up = False
    bench.order("activate son_of_khyber").dice(4, 0).order("fight son_of_khyber/1 vs pilgrim/1")
    assert bench.model("pilgrim/1").state == "dead"
    assert bench.player(2).banner_up


@rule("ED-18.12", "DP-A12")
def test_enhancements_are_attached_to_own_squads_only():
    bench = Bench(TEXT, hands={1: ["CH12"]})
    assert bench.offers("attach", "CH12") == ["pilgrim", "angel_of_death"]


@rule("ED-17.7")
def test_the_report_says_what_every_card_does():
    bench = Bench(TEXT, hands={1: ["CH19"]}).order('play "Trap" lower to gorehound/1')
    (played,) = [event for event in bench.events if event.key == "played"]
    seen = played.seen_by(2)
    assert seen is not None
    assert CARDS["CH19"].lower.txt in EDGE.tell(seen).text()


@rule("ED-2.9")
def test_the_state_is_plain_data_and_reads_back():
    bench = Bench(TEXT, hands={1: ["CH19"]}).order('play "Trap" lower to gorehound/1', "activate pilgrim")
    data = EDGE.encode(bench.state)
    assert EDGE.encode(EDGE.decode(data)) == data
    assert has_flag(EDGE.decode(data), EDGE.decode(data).model("gorehound/1"), "blocked")


@rule("ED-13.1", "DP-A14", "EF-2.14")
def test_a_shooting_action_has_a_check_and_an_effect():
    bench = Bench(
        "ranger:Aim@C4.0 pilgrim@B3.0 gorehound:Astral@C5.12 son_of_khyber@C8.*", hands={1: ["CH16"]}
    )
    bench.dice(1).order('play "Shoot" lower to gorehound/1')
    assert bench.told("hit")[0]["models"] == ["gorehound/1"]  # 1 + 2 in Aim mode against INI 2
    assert bench.squad("gorehound").endurance == 0


@rule("DP-A19", "ED-15.11")
def test_a_token_is_paid_off_by_its_bearers_owner():
    bench = Bench(TEXT, tokens=[Token("FREEZE", 2, models=["pilgrim/1"])])
    assert stat(bench.state, bench.model("pilgrim/1"), "MOV") is None
    bench.order("remove FREEZE from PI1")
    assert bench.state.tokens == []
    assert bench.player(1).depleted == 2


@rule("DP-A5", "ED-11.2")
def test_who_pushes_says_where_the_pushed_one_goes():
    text = "angel_of_death@C4.* pilgrim@B1.0 dark_scholar@C5.0,C9.1 son_of_khyber@D8.*"
    bench = Bench(text).order("activate angel_of_death", "move angel_of_death/1 C5.* push DS1>C6.5")
    assert bench.at("dark_scholar/1") == "C6.5"


@rule("DP-A17")
def test_a_place_that_is_not_named_is_asked_for():
    bench = Bench(
        "pilgrim@B3.0,x angel_of_death@B5.* gorehound@C5.12 son_of_khyber@C8.* dark_scholar@x,D8.1,D8.2",
        turn=2,
        hands={2: ["DE03"]},
    )
    bench.submit('play "Resurrection" lower x 1 with dark_scholar/1')
    assert bench.asked() == (2, "place")
    bench.order("at C9.0")
    assert bench.at("dark_scholar/1") == "C9.0"


@rule("DP-T7")
@pytest.mark.parametrize(("line", "tokens"), [("", 1), ('trigger "Frontline Chapel": no', 0)])
def test_an_own_shrine_is_used_unless_its_owner_says_no(line, tokens):
    bench = Bench(
        "pilgrim@A4.2 angel_of_death@C3.* gorehound@C5.12 son_of_khyber@C8.*",
        declare=False,
        standing={1: line} if line else None,
    )
    bench.order("turn passive")
    assert sum(token.t == "BLESSING" for token in bench.state.tokens) == tokens


@rule("DP-I23", "ED-18.9")
def test_in_a_foreign_turn_charges_that_are_left_go_in_order_of_slots():
    bench = Bench(
        TEXT,
        turn=2,
        hands={1: ["CH03"]},
        enhancements={"pilgrim": [("CH12", 0)], "angel_of_death": [("CH09", 0)]},
        standing={1: 'play "Energy Drain" upper on activation'},
    )
    bench.state.neutral_charges = 1
    bench.order("activate gorehound")
    assert bench.state.enhancement("pilgrim.1").charges == 1
    assert bench.state.enhancement("angel_of_death.1").charges == 0


@rule("DP-A10", "DP-A13", "EF-2.4", "EF-2.5")
def test_cards_and_enhancements_are_ordered_with_their_squad_and_user():
    bench = Bench(
        "purge_doctor@C4.01,B4.01,D4.01 pilgrim@B1.0 gorehound=0@C5.56 son_of_khyber@C8.*",
        hands={1: ["CH14"]},
        enhancements={"purge_doctor": [("CH02", 1)]},
    )
    assert bench.offers("play", "CH14", "lower") != []
    bench.dice(4).order('play "Purging" lower by purge_doctor/1 at C5 D4')
    assert bench.model("gorehound/1").state in ("dead", "board")
    assert bench.player(1).depleted == 2
