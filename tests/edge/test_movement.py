"""ED-9 and ED-10: the Move Action and ways through Spaces."""

from __future__ import annotations

from games.edge.control import controller
from games.edge.rules.movement.options import (
    Manner,
    Mover,
    Travel,
    can_go,
    carry_out,
    destinations,
    move_node,
)
from games.edge.state import ON_BOARD
from tests.edge import reference
from tests.edge.moving import carry, more_squads, move
from tests.edge.position import state_of
from tests.rules import rule

__all__ = ["more_squads"]

# A Space is closed by tokens all around: A1 has only the neighbours A2 and B1.
CORNER = ("B1",)  # then the only way out of A1 leads through A2


@rule("ED-9.1")
def test_any_models_of_a_squad_move_each_in_its_own_way() -> None:
    bench = move("pilgrim@C5.0,C5.1,C5.2,C5.3")
    assert bench.offers() == ["pilgrim/1", "pilgrim/2", "pilgrim/3", "pilgrim/4"]
    assert bench.go("pilgrim/1 C5.5 move pilgrim/3 A4.0 move pilgrim/4 C7.6") == {
        "pilgrim/1": "C5.5",
        "pilgrim/3": "A4.0",
        "pilgrim/4": "C7.6",
    }
    assert bench.state.model("pilgrim/2").at == "C5.1"


@rule("ED-9.1")
def test_one_set_of_moves_is_said_in_one_order_only() -> None:
    bench = move("pilgrim@C5.0,C5.1,x,x")
    assert bench.offers("pilgrim/2 C5.5 move") == []
    assert "move" not in bench.offers("pilgrim/2 C5.5")
    assert "pilgrim/1" not in bench.offers("pilgrim/1 C5.5 move")


@rule("ED-9.2")
def test_a_model_goes_as_far_as_its_mov() -> None:
    bench = move("pilgrim@C5.0", reach=2)
    spaces = {reference.space_of(place) for place in bench.offers("pilgrim/1")}
    assert spaces == {space for space in reference.DUEL if reference.distance("C5", space) <= 2}
    assert "C8.0 is 3 Spaces away, and Pilgrim/1 (PI1) moves 2" in bench.refused("pilgrim/1 C8.0")


@rule("ED-9.2")
def test_with_mov_0_a_model_turns_inside_its_space() -> None:
    bench = move("pilgrim@C5.0", reach=0)
    assert bench.offers("pilgrim/1") == [f"C5.{digit}" for digit in range(1, 7)]
    assert bench.plan("pilgrim/1 C5.3") == (Travel("pilgrim/1", "C5.3", ("C5",)),)


@rule("ED-9.2")
def test_the_path_is_the_shortest_and_then_the_first_in_board_order() -> None:
    bench = move("pilgrim@C5.0", reach=3)
    assert bench.plan("pilgrim/1 A5.0")[0].path == ("C5", "B4", "A5")
    assert bench.plan("pilgrim/1 A4.0")[0].path == ("C5", "B4", "A4")


@rule("ED-9.2")
def test_waypoints_lead_the_path_as_long_as_mov_allows() -> None:
    bench = move("pilgrim@C5.0", reach=3)
    assert bench.plan("pilgrim/1 B5.0 via D5 C6")[0].path == ("C5", "D5", "C6", "B5")
    assert bench.plan("pilgrim/1 B4.0 via B5")[0].path == ("C5", "B5", "B4")
    reason = "Pilgrim/1 (PI1) cannot reach B4.0 through A1 within 3 Spaces"
    assert reason in bench.refused("pilgrim/1 B4.0 via A1")
    assert "B4" not in bench.offers("pilgrim/1 B4.0 via")  # it ends there anyway
    assert bench.offers("pilgrim/1 B5.0 via D5 C6") == []


@rule("ED-9.2")
def test_a_model_may_go_round_and_come_back_into_its_space() -> None:
    bench = move("pilgrim@C5.0", reach=2)
    assert bench.plan("pilgrim/1 C5.2 via C6")[0].path == ("C5", "C6", "C5")


@rule("ED-9.3")
def test_a_base_ends_on_no_token_and_on_no_equal_or_larger_base() -> None:
    bench = move("holy_knight@C5.12 gorehound@C6.12 war_golem@D5.*", "holy_knight", tokens=("B5",))
    offered = set(bench.offers("holy_knight/1"))
    assert {"C6.01", "C6.02", "C6.12", "C6.16", "C6.23", "D5.01", "B5.01"} & offered == set()
    assert {"C6.03", "C6.34", "C6.45", "C6.56"} <= offered
    assert "a Shrine or a Crystal Source fills the Space of B5.01" in bench.refused("holy_knight/1 B5.01")
    reason = "Gorehound (GO) stands there, and its base is not smaller than that of Holy Knight (HK)"
    assert reason in bench.refused("holy_knight/1 C6.01")


@rule("EC-33", "ED-9.3")
def test_an_own_model_of_equal_base_is_in_the_way_as_well() -> None:
    bench = move("pilgrim@C5.0 ranger@C5.1", "pilgrim")
    assert "C5.1" not in bench.offers("pilgrim/1")
    assert "Ranger/1 (RA1) stands there" in bench.refused("pilgrim/1 C5.1")


@rule("EC-34", "ED-9.4")
def test_two_models_of_the_squad_exchange_places() -> None:
    bench = move("pilgrim@C5.0,C5.1,x,x")
    assert "C5.1" in bench.offers("pilgrim/1")
    assert not bench.may_end("pilgrim/1 C5.1")  # the other one must leave, so it may not end here
    assert bench.go("pilgrim/1 C5.1 move pilgrim/2 C5.0") == {"pilgrim/1": "C5.1", "pilgrim/2": "C5.0"}


@rule("EC-34", "ED-9.4")
def test_nobody_takes_the_place_of_one_that_cannot_leave() -> None:
    """The second is named later or has nowhere to go: then its hexes are not to be had."""
    around = "ranger@A1.0,A1.6 dark_scholar@A1.2,A1.3,A1.4 gorehound@A2.56"
    bench = move(f"pilgrim@A1.1,A1.5,x,x {around}", reach=0)
    assert bench.offers("pilgrim/1") == ["A1.5"]
    assert bench.offers("pilgrim/1 A1.5") == ["move"]
    assert bench.offers("pilgrim/1 A1.5 move") == ["pilgrim/2"]
    assert bench.offers("pilgrim/1 A1.5 move pilgrim/2") == ["A1.1"]
    assert bench.offers("pilgrim/2") == []


@rule("EC-35", "ED-9.4", "ED-10.1")
def test_squadmates_are_passed_only_if_they_take_part_too() -> None:
    bench = move("giant:5@A1.01234,A2.01234", tokens=CORNER)
    assert "A3.01234" in bench.offers("giant/1")
    assert not bench.may_end("giant/1 A3.01234")
    assert bench.go("giant/1 A3.01234 move giant/2 A2.01236") == {
        "giant/1": "A3.01234",
        "giant/2": "A2.01236",
    }


@rule("EC-35", "ED-10.1")
def test_a_squadmate_that_stays_is_in_the_way() -> None:
    bench = move("giant:5@A1.01234,A2.01234 angel_of_death@A3.*", "giant", tokens=("B1", "B2"), reach=2)
    assert {reference.space_of(place) for place in bench.offers("giant/1")} == {"A1", "A2"}
    assert not bench.may_end("giant/1 A2.01236")  # and ends there only if the other one moves too


@rule("EC-35", "ED-10.1")
def test_two_squadmates_may_have_to_take_part_for_a_third() -> None:
    """In a corridor the second and the third each stand on the only two hexes side by side."""
    filler = "pilgrim@A2.0,A2.4,A2.6,A3.0 ranger@A3.4,A3.6"
    text = f"purge_doctor@A1.01,A2.12,A3.12 {filler}"
    bench = move(text, "purge_doctor", reach=3, tokens=("B1", "B2", "B3"))
    assert "A4.01" in bench.offers("purge_doctor/1")
    assert not bench.may_end("purge_doctor/1 A4.01")
    assert bench.offers("purge_doctor/1 A4.01 move") == ["purge_doctor/2"]
    assert not bench.may_end("purge_doctor/1 A4.01 move purge_doctor/2 A4.23")
    assert bench.may_end("purge_doctor/1 A4.01 move purge_doctor/2 A4.23 move purge_doctor/3 A4.45")


@rule("EC-35")
def test_who_ends_where_it_stood_has_stayed() -> None:
    bench = move("giant:5@A1.01234,A2.01234", tokens=CORNER)
    assert "A2.01234" not in bench.offers("giant/1 A3.01234 move giant/2")
    assert "Giant/2 (GI2) is already at A2.01234" in bench.refused("giant/1 A3.01234 move giant/2 A2.01234")


@rule("ED-9.4")
def test_final_placements_share_no_hex() -> None:
    bench = move("pilgrim@C5.0,C5.1,x,x")
    assert "B4.0" not in bench.offers("pilgrim/1 B4.0 move pilgrim/2")
    assert "Pilgrim/1 (PI1) ends at B4.0" in bench.refused("pilgrim/1 B4.0 move pilgrim/2 B4.0")


@rule("ED-9.5", "EC-46")
def test_leaving_contact_is_free() -> None:
    bench = move("pilgrim@C5.2 gorehound@C6.56", "pilgrim")
    state = bench.state
    assert state.contacts(state.model("pilgrim/1"))
    bench.go("pilgrim/1 C3.0")
    assert not state.contacts(state.model("pilgrim/1"))


@rule("ED-9.6")
def test_what_is_put_needs_no_path_and_pushes_like_a_move() -> None:
    bench = move("war_golem@A1.* dark_scholar@E9.0,x,x", "war_golem", reach=None, tokens=("A2", "B1"))
    plan = bench.plan("war_golem/1 E9.*")
    assert plan[0].path == ("E9",)
    assert [name for name, _ in plan[0].pushes] == ["dark_scholar/1"]
    assert bench.offers("war_golem/1 E9.*") == ["push"]


@rule("ED-9.6")
def test_a_model_not_yet_on_the_board_is_put_there() -> None:
    state = state_of("holy_riders@-,- gorehound@C5.12", sources=(), shrines=())
    squad = state.squad("holy_riders")
    edge = Manner(must=True, allowed=lambda place: place.space == 0, push="none")
    node = move_node(state, [Mover(model, None) for model in squad.models], edge)
    plans = [branch.word for branch in node.branches()]
    assert plans == ["holy_riders/1"]  # all must be placed, in order
    first = node.step("holy_riders/1")
    assert first is not None
    placed = first.step("A1.01")
    assert placed is not None
    assert placed.end is None
    assert [branch.word for branch in placed.branches()] == ["move"]
    carry_out(state, (Travel("holy_riders/1", "A1.01", ("A1",)),))
    assert (squad.models[0].state, squad.models[0].at) == (ON_BOARD, "A1.01")


@rule("ED-10.1", "EC-2")
def test_three_hexes_do_not_pass_an_occupied_centre() -> None:
    blocked = move("giant:3@A1.012 pilgrim@A2.0,x,x,x", "giant", tokens=CORNER)
    assert not any(place.startswith("A3") for place in blocked.offers("giant/1"))
    assert "Giant/1 (GI1) cannot reach A3.012 within 2 Spaces" in blocked.refused("giant/1 A3.012")
    free = move("giant:3@A1.012 pilgrim@A2.1,x,x,x", "giant", tokens=CORNER)
    assert "A3.012" in free.offers("giant/1")


@rule("ED-10.1", "EC-3")
def test_two_hexes_do_not_pass_every_other_rim_hex() -> None:
    around = "pilgrim@A2.0,A2.2,A2.4,A2.6"
    bench = move(f"holy_knight@A1.01 {around}", "holy_knight", tokens=CORNER)
    assert not any(place.startswith("A3") for place in bench.offers("holy_knight/1"))


@rule("ED-10.2")
def test_where_it_stood_on_the_way_does_not_matter() -> None:
    """Only the far side of A2 is free, which does not touch the hexes it comes from."""
    filler = "purge_doctor@A2.04,A2.56,x"
    bench = move(f"holy_knight@A1.56 {filler}", "holy_knight", tokens=CORNER)
    assert "A3.01" in bench.offers("holy_knight/1")


@rule("ED-10.3", "EC-36")
def test_the_last_space_may_be_entered_by_pushing_but_none_before_it() -> None:
    bench = move("holy_knight@A1.01 pilgrim@A2.0,A2.2,A2.4,A2.6", "holy_knight", tokens=CORNER)
    assert "A2.01" in bench.offers("holy_knight/1")
    assert not any(place.startswith("A3") for place in bench.offers("holy_knight/1"))


@rule("ED-10.4")
def test_its_own_hexes_are_free_for_itself() -> None:
    bench = move("holy_knight@C5.01", reach=0)
    assert {"C5.02", "C5.12"} <= set(bench.offers("holy_knight/1"))


@rule("ED-10.5", "EC-37")
def test_through_obstacles_passes_tokens_and_models_but_ends_as_others_do() -> None:
    text = "gorehound:Astral@A1.01 war_golem@A2.*"
    bench = move(text, "gorehound", through=True, tokens=("B1",))
    offered = set(bench.offers("gorehound/1"))
    assert "A3.01" in offered
    assert "C1.01" in offered  # over the token on B1
    assert not {place for place in offered if place.startswith(("A2", "B1"))}
    assert not move(text, "gorehound", tokens=("B1",)).offers("gorehound/1 A3.01")


@rule("ED-10.5")
def test_waypoints_through_obstacles_may_be_full() -> None:
    bench = move("gorehound:Astral@A1.01 war_golem@A2.*", "gorehound", through=True, tokens=("B1",))
    assert bench.plan("gorehound/1 B2.01 via B1")[0].path == ("A1", "B1", "B2")
    assert bench.plan("gorehound/1 B2.01 via A2")[0].path == ("A1", "A2", "B2")


@rule("ED-10.5")
def test_no_way_leads_over_the_edge() -> None:
    bench = move("gorehound:Astral@A1.01", "gorehound", through=True, reach=1)
    spaces = {reference.space_of(place) for place in bench.offers("gorehound/1")}
    assert spaces == {"A1", "A2", "B1"}


@rule("EC-44", "ED-11.7", "ED-6.2")
def test_a_push_next_to_a_source_changes_control_at_once() -> None:
    bench = move("pilgrim@B3.6,x,x,x war_golem@C4.* dark_scholar@B3.0,x,x", "war_golem", tokens=("B2",))
    assert controller(bench.state, "B2") == 1
    plan = "war_golem/1 B3.* push pilgrim/1>C4.0"
    assert "would not be base to base with War Golem (WG)" in bench.refused(plan)
    bench.go("war_golem/1 B3.* push pilgrim/1>C4.6 dark_scholar/1>B4.5")
    assert controller(bench.state, "B2") == 1  # the Golem itself
    assert bench.state.model("pilgrim/1").at == "C4.6"


# Manners of moving.


def test_a_straight_move_keeps_to_one_line() -> None:
    bench = move("war_golem@A1.* gorehound@A3.01", "war_golem", reach=4, manner=Manner(straight=True))
    spaces = {reference.space_of(place) for place in bench.offers("war_golem/1")}
    assert spaces == {"A2", "A3", "B1", "C2", "D2", "E3"}  # the Gorehound keeps it from A4
    assert bench.offers("war_golem/1 C2.*") == []


def test_an_end_may_have_to_touch_or_to_avoid_something() -> None:
    state = state_of("pilgrim@C5.0 gorehound@C7.12", sources=(), shrines=())
    hound = state.placement(state.model("gorehound/1"))
    mover = Mover(state.model("pilgrim/1"), 2)
    touching = list(destinations(state, mover, Manner(touching=hound.mask)))
    assert [place.name for place in touching] == ["B6.3", "C7.0", "C7.3", "C7.6"]
    everywhere = list(destinations(state, mover, Manner()))
    avoiding = list(destinations(state, mover, Manner(avoiding=hound.mask)))
    assert set(everywhere) - set(avoiding) == set(touching)


def test_pushing_may_be_forbidden_or_spare_some() -> None:
    text = "war_golem@C4.* dark_scholar@C5.0,x,x"
    assert "C5.*" in move(text, "war_golem").offers("war_golem/1")
    none = move(text, "war_golem", manner=Manner(push="none"))
    assert "only empty hexes will do" in none.refused("war_golem/1 C5.*")
    spared = move(text, "war_golem", manner=Manner(immovable=frozenset(["dark_scholar/1"])))
    assert "Dark Scholar/1 (DS1) stands there and cannot be pushed" in spared.refused("war_golem/1 C5.*")


def test_pushing_may_ignore_size() -> None:
    bench = move("pilgrim@C4.2 ish@C5.*", "pilgrim", manner=Manner(push="any"))
    assert not [place for place in bench.offers("pilgrim/1") if place == "C5.0"]  # Ish would touch nobody
    assert bench.go("pilgrim/1 C5.6") == {"pilgrim/1": "C5.6", "ish/1": "B4.*"}


def test_all_or_nobody_where_all_must_be_placed() -> None:
    state = state_of("pilgrim@C5.0,C5.1,x,x ranger@A1.0,A1.1", sources=(), shrines=())
    alone = Manner(must=True, allowed=lambda place: place.name == "E9.0")
    both = Manner(must=True, allowed=lambda place: place.name in ("E9.0", "E9.1"))
    pilgrims = [Mover(model, None) for model in state.squad("pilgrim").on_board]
    assert not can_go(state, pilgrims, alone)
    assert can_go(state, pilgrims[:1], alone)
    assert can_go(state, pilgrims, both)
    three = [*pilgrims, Mover(state.model("ranger/1"), None)]
    assert not can_go(state, three, both)


def test_where_all_must_be_placed_nobody_is_left_out() -> None:
    bench = move("pilgrim@-,-,-,x", reach=None, manner=Manner(must=True))
    assert bench.offers() == ["pilgrim/1"]
    assert bench.offers("pilgrim/1 A1.0 move") == ["pilgrim/2"]
    assert not bench.may_end("pilgrim/1 A1.0 move pilgrim/2 A1.1")
    assert bench.may_end("pilgrim/1 A1.0 move pilgrim/2 A1.1 move pilgrim/3 A1.2 move pilgrim/4 A1.3")


def test_a_model_that_is_boxed_in_has_nowhere_to_go() -> None:
    bench = move("war_golem@A1.* pilgrim@E1.0", "war_golem", "pilgrim", tokens=("A2", "B1"))
    assert bench.offers() == ["pilgrim/1"]
    assert "War Golem (WG) has nowhere to go" in bench.refused("war_golem/1 A2.*")


def test_a_single_mover_goes_without_saying_and_digits_in_any_order() -> None:
    bench = move("holy_knight@C5.01")
    assert bench.plan("c6.10") == bench.plan("holy_knight/1 C6.01") == bench.plan("HK C6.01")
    assert move("war_golem@C5.*").plan("C6")[0].to == "C6.*"


def test_a_base_of_another_size_is_named_as_such() -> None:
    bench = move("pilgrim@C5.0")
    assert "the base of Pilgrim/1 (PI1) covers 1 hexes, and C5.12 is 2" in bench.refused("pilgrim/1 C5.12")


# Carrying (Hijack).


def test_the_carried_is_lifted_and_set_down_in_contact_on_empty_hexes() -> None:
    bench = carry("pilgrim@C6.5,C7.0,x,x gorehound@C5.12", "gorehound/1", "pilgrim/1")
    assert bench.offers() == ["gorehound/1"]
    words = bench.offers("gorehound/1 C7.12 with")
    assert "C7.3" in words
    assert "C7.0" not in words  # the other Pilgrim stands there, and the carried pushes nothing
    assert bench.go("gorehound/1 C7.12 with C7.3") == {"gorehound/1": "C7.12", "pilgrim/1": "C7.3"}


def test_the_carried_is_set_down_by_itself_where_nobody_says_where() -> None:
    bench = carry("pilgrim@C6.5,x,x,x gorehound@C5.12", "gorehound/1", "pilgrim/1")
    assert bench.plan("gorehound/1 C7.12") == (
        Travel("gorehound/1", "C7.12", ("C5", "C6", "C7")),
        Travel("pilgrim/1", "B6.3", ("B6",)),  # C6, where it stood, does not touch C7.12
    )


def test_the_carried_does_not_stand_in_the_way_but_needs_a_place() -> None:
    bench = carry("war_golem@A2.* gorehound@A1.12", "gorehound/1", "war_golem/1", tokens=("B1", "B2"))
    assert bench.go("gorehound/1 A3.56") == {"gorehound/1": "A3.56", "war_golem/1": "A2.*"}
    closed = carry("war_golem@A2.* gorehound@A1.12", "gorehound/1", "war_golem/1", tokens=("B1", "B2", "A3"))
    assert closed.offers("gorehound/1 A2.56 with") == ["A1.*"]
    assert "A2.12" not in closed.offers("gorehound/1")  # A1 does not touch it, and nothing else is left


def test_one_who_carries_may_push_and_both_are_placed() -> None:
    bench = carry("pilgrim@C6.5,C7.1,x,x gorehound@C5.12", "gorehound/1", "pilgrim/1")
    line = "gorehound/1 C7.12 push pilgrim/2>C7.0 with C7.3"
    assert bench.go(line) == {"gorehound/1": "C7.12", "pilgrim/1": "C7.3", "pilgrim/2": "C7.0"}


def test_the_carried_stays_in_contact() -> None:
    bench = carry("pilgrim@C6.5,x,x,x gorehound@C5.12", "gorehound/1", "pilgrim/1")
    assert "is not possible" in bench.refused("gorehound/1 C7.12 with C9.0")
