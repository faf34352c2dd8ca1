"""ED-11: pushing, ED-8.8: growing bases, B.5: automatic placement."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.edge.geometry import DUEL
from games.edge.rules.movement.options import Manner, Plan, carry_out, resize_node
from games.edge.rules.pushing.room import Pushed, assign, rooms
from games.edge.state import State
from games.engine.contract.tree import Node, first_path, paths, walk
from tests.edge import reference
from tests.edge.moving import asked, more_squads, move
from tests.edge.position import state_of
from tests.rules import rule

__all__ = ["more_squads"]


@rule("ED-11.1")
def test_own_and_enemy_models_with_a_smaller_base_are_pushed() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.1,x,x,x dark_scholar@C5.4,x,x gorehound@C5.23", "war_golem")
    pushes = dict(bench.plan("war_golem/1 C5.*")[0].pushes)
    assert list(pushes) == ["pilgrim/1", "dark_scholar/1", "gorehound/1"]


@rule("ED-11.1", "ED-11.2")
def test_the_mover_says_where_everybody_goes() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.1,x,x,x gorehound@C5.23", "war_golem")
    line = "war_golem/1 C5.* push pilgrim/1>B5.4 gorehound/1>C6.56"
    assert bench.go(line) == {"war_golem/1": "C5.*", "pilgrim/1": "B5.4", "gorehound/1": "C6.56"}


@rule("ED-11.2")
def test_one_word_for_each_victim_in_the_order_of_the_army_lists() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.1,x,x,x gorehound@C5.23", "war_golem")
    first = bench.offers("war_golem/1 C5.* push")
    assert {word.partition(">")[0] for word in first} == {"pilgrim/1"}
    second = bench.offers("war_golem/1 C5.* push pilgrim/1>B5.4")
    assert {word.partition(">")[0] for word in second} == {"gorehound/1"}
    assert not bench.may_end("war_golem/1 C5.* push pilgrim/1>B5.4")


@rule("ED-11.2")
@pytest.mark.parametrize(
    ("place", "is_legal"),
    [
        ("B5.4", True),
        ("B5.0", False),  # not in contact
        ("C4.2", True),  # where the Golem came from
        ("C6.5", False),  # a bystander
        ("C6.6", True),
        ("D5.1", False),  # a token
        ("C5.1", False),  # under the Golem
    ],
)
def test_a_pushed_model_needs_free_hexes_in_contact(place: str, is_legal: bool) -> None:
    bench = move("war_golem@C4.* pilgrim@C5.1 ranger@C6.5,C1.0", "war_golem", tokens=("D5",))
    assert bench.may_end(f"war_golem/1 C5.* push pilgrim/1>{place}") == is_legal
    assert (f"pilgrim/1>{place}" in bench.offers("war_golem/1 C5.* push")) == is_legal


@rule("ED-11.2")
def test_a_place_that_will_not_do_is_explained() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.1 ranger@C6.5,C1.0", "war_golem", tokens=("D5",))
    line = "war_golem/1 C5.* push"
    assert "would not be base to base with War Golem (WG)" in bench.refused(f"{line} pilgrim/1>B5.0")
    assert "C6.5 is not free for Pilgrim/1 (PI1)" in bench.refused(f"{line} pilgrim/1>C6.5")


@rule("EC-32", "ED-9.2", "ED-11.1")
def test_turning_inside_the_space_pushes_too() -> None:
    bench = move("holy_knight@C5.01 dark_scholar@C5.3,x,x", "holy_knight", reach=0)
    assert bench.go("holy_knight/1 C5.03") == {"holy_knight/1": "C5.03", "dark_scholar/1": "C5.1"}


@rule("EC-38", "ED-11.2")
def test_a_pushed_model_may_go_into_the_next_space() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.0,x,x,x", "war_golem")
    spaces = {word.partition(">")[2][:2] for word in bench.offers("war_golem/1 C5.* push")}
    assert spaces == {"B4", "B5", "C4", "C6", "D4", "D5"}


@rule("EC-39", "ED-1.6")
def test_one_hex_of_contact_is_enough() -> None:
    bench = move("war_golem@C4.* gorehound@C5.23", "war_golem")
    assert bench.may_end("war_golem/1 C5.* push gorehound/1>C6.45")  # only C6.5 touches C5
    assert not bench.may_end("war_golem/1 C5.* push gorehound/1>C6.34")


@rule("EC-40", "ED-11.4")
def test_five_do_not_find_room_around_a_corner() -> None:
    five = "pilgrim@A1.0,A1.1,A1.2,A1.3 ranger@A1.4,C9.0"
    bench = move(f"war_golem@A2.* {five}", "war_golem")
    assert "A1.*" not in bench.offers("war_golem/1")
    assert "the models at A1.* cannot all make room" in bench.refused("war_golem/1 A1.*")
    four = move("war_golem@A2.* pilgrim@A1.0,A1.1,A1.2,A1.3", "war_golem")
    places = {place for _, place in four.plan("war_golem/1 A1.*")[0].pushes}
    assert places == {"A2.5", "A2.6", "B1.1", "B1.6"}


@rule("EC-41", "ED-11.4")
def test_there_is_no_partial_push() -> None:
    """Room for two of three; the whole placement is illegal."""
    three = "dark_scholar@A1.0,A1.1,A1.2"
    bench = move(f"war_golem@C3.* pilgrim@A2.5,A2.6,C9.0,C9.1 {three}", "war_golem", reach=3)
    assert "A1.*" not in bench.offers("war_golem/1")
    two = move("war_golem@C3.* pilgrim@A2.5,A2.6,x,x dark_scholar@A1.0,A1.1,x", "war_golem", reach=3)
    assert "A1.*" in two.offers("war_golem/1")


@rule("ED-11.4")
def test_the_first_victim_gives_way_so_that_all_find_room() -> None:
    """Two hexes side by side are left in A2 and one in B1: only the Gorehound needs the two."""
    filler = "pilgrim@A2.0,A2.1,A2.4,B1.0 ranger@B1.1,B1.5"
    bench = move(f"war_golem@E9.* {filler} dark_scholar@A1.0,x,x gorehound@A1.12", "war_golem", reach=None)
    assert bench.plan("A1.*")[0].pushes == (("dark_scholar/1", "B1.6"), ("gorehound/1", "A2.56"))
    assert bench.offers("war_golem/1 A1.* push") == ["dark_scholar/1>B1.6"]


@rule("ED-11.4")
def test_a_word_that_leaves_no_room_for_the_next_is_not_offered() -> None:
    bench = move("war_golem@B1.* dark_scholar@A1.0,x,x gorehound@A1.12", "war_golem", tokens=("A2",))
    assert bench.offers("war_golem/1 A1.* push") == ["dark_scholar/1>B1.1", "dark_scholar/1>B1.6"]
    assert bench.offers("war_golem/1 A1.* push dark_scholar/1>B1.6") == [
        "gorehound/1>B1.01",
        "gorehound/1>B1.12",
    ]


@rule("ED-11.5", "EC-42")
def test_hexes_that_were_left_are_free() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.0,C5.2,x,x", "war_golem")
    line = "war_golem/1 C5.* push pilgrim/1>C4.2 pilgrim/2>C4.3"
    assert bench.go(line) == {"war_golem/1": "C5.*", "pilgrim/1": "C4.2", "pilgrim/2": "C4.3"}


@rule("ED-11.5")
def test_one_victim_may_take_the_hex_that_another_left() -> None:
    bench = move("giant:3@C4.012 pilgrim@C5.1,x,x,x gorehound@C5.23", "giant")
    line = "giant/1 C5.012 push pilgrim/1>C5.3 gorehound/1>C5.45"
    assert bench.go(line) == {"giant/1": "C5.012", "pilgrim/1": "C5.3", "gorehound/1": "C5.45"}


@rule("ED-11.3", "EC-43")
def test_a_pushed_model_pushes_nobody() -> None:
    bench = move("war_golem@C4.* pilgrim@C6.5 gorehound@C5.23", "war_golem")
    assert not bench.may_end("war_golem/1 C5.* push gorehound/1>C6.56")
    assert bench.may_end("war_golem/1 C5.* push gorehound/1>C6.16")


@rule("ED-11.6")
def test_tokens_are_never_pushed() -> None:
    assert not move("war_golem@C4.*", tokens=("C5",)).may_end("war_golem/1 C5.*")


@rule("ED-11.7")
def test_a_push_needs_no_mov_and_no_way() -> None:
    """The pushed model is shut in, and goes where no way leads."""
    bench = move("war_golem@A2.* pilgrim@A1.0", "war_golem", tokens=("B1",))
    assert bench.go("war_golem/1 A1.*") == {"war_golem/1": "A1.*", "pilgrim/1": "A2.5"}


@rule("EC-45", "ED-9.4")
def test_nobody_is_pushed_by_two() -> None:
    """Bases larger than a Gorehound's cannot share a Space: only where size is ignored can two try."""
    bench = move("pilgrim@C4.2,C4.3,x,x gorehound@C5.12", "pilgrim", manner=Manner(push="any"))
    assert {"C5.1", "C5.2"} <= set(bench.offers("pilgrim/2"))
    after = bench.offers("pilgrim/1 C5.1 move pilgrim/2")
    assert "C5.2" not in after
    assert "C5.3" in after


@rule("EC-45", "ED-9.4")
def test_nobody_ends_where_a_pushed_model_was_sent() -> None:
    bench = move("purge_doctor@C4.12,C6.45,x pilgrim@C5.0", "purge_doctor")
    line = "purge_doctor/1 C5.01 push pilgrim/1>C5.2 move purge_doctor/2"
    assert "C5.23" not in bench.offers(line)
    assert "C5.34" in bench.offers(line)


@rule("EC-45")
def test_in_a_later_move_it_may_be_pushed_again() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.2", "war_golem")
    bench.go("war_golem/1 C5.* push pilgrim/1>C6.5")
    again = move(f"war_golem@C5.* pilgrim@{bench.state.model('pilgrim/1').at}", "war_golem")
    assert again.may_end("war_golem/1 C6.*")


@rule("ED-9.4")
def test_pushes_are_settled_when_all_movers_stand() -> None:
    """Where the second mover ends is not free for those whom the first one pushes."""
    bench = move("purge_doctor@C4.12,C6.45,x pilgrim@C5.0", "purge_doctor")
    assert bench.plan("purge_doctor/1 C5.01")[0].pushes == (("pilgrim/1", "C5.2"),)
    plan = bench.plan("purge_doctor/1 C5.01 move purge_doctor/2 C5.23")
    assert plan[0].pushes == (("pilgrim/1", "C5.4"),)


@rule("ED-9.4", "ED-11.8")
def test_a_smaller_mover_is_pushed_or_takes_part_but_not_both() -> None:
    bench = move("war_golem@C4.* pilgrim@C5.1,x,x,x ranger@C5.3,E1.0", "war_golem", "pilgrim")
    assert bench.may_end("war_golem/1 C5.*")
    pushed = bench.offers("war_golem/1 C5.* push")
    assert {word.partition(">")[0] for word in pushed} == {"pilgrim/1", "ranger/1"}
    listed = "war_golem/1 C5.* push pilgrim/1>B5.4 ranger/1>C6.5"
    assert bench.may_end(listed)
    assert bench.offers(listed) == []  # pushed, so it takes no part
    only = "war_golem/1 C5.* push ranger/1>C6.5"
    assert not bench.may_end(only)  # the Pilgrim must leave by itself now
    assert bench.offers(only) == ["move"]
    assert bench.may_end(f"{only} move pilgrim/1 A5.0")
    plan = bench.plan("war_golem/1 C5.* move pilgrim/1 A5.0")
    assert [name for name, _ in plan[0].pushes] == ["ranger/1"]


@rule("ED-9.4")
def test_who_has_to_be_placed_is_not_pushed() -> None:
    text = "war_golem@C4.* pilgrim@C5.1,-,-,- ranger@C5.3,E1.0"
    bench = move(text, "war_golem", "pilgrim", reach=None, manner=Manner(must=True))
    pushed = bench.offers("war_golem/1 C5.* push")
    assert {word.partition(">")[0] for word in pushed} == {"ranger/1"}


# B.5.


def test_victims_of_several_movers_are_placed_in_the_order_of_the_army_lists() -> None:
    """Both would like C5.2; the Pilgrim comes first, though the second Doctor pushes it."""
    bench = move("pilgrim@C5.3 ranger@C5.1,E1.0 purge_doctor@C4.12,D5.12,x", "purge_doctor")
    plan = bench.plan("purge_doctor/1 C5.01 move purge_doctor/2 C5.34")
    assert [travel.pushes for travel in plan] == [(("ranger/1", "C5.5"),), (("pilgrim/1", "C5.2"),)]


def test_automatic_places_are_tried_from_the_own_space_outwards() -> None:
    names = [place.name for place in rooms(DUEL, DUEL.place("C5.0"), 1, DUEL.number["B4"])]
    assert names == [f"C5.{digit}" for digit in range(1, 7)]
    names = [place.name for place in rooms(DUEL, DUEL.place("C5.*"), 1, DUEL.number["B4"])]
    assert [name[:2] for name in names] == [
        "B4",
        "B4",
        "B5",
        "B5",
        "C4",
        "C4",
        "C6",
        "C6",
        "D4",
        "D4",
        "D5",
        "D5",
    ]


def test_a_victim_stays_in_its_space_if_it_can() -> None:
    bench = move("holy_knight@C4.12 dark_scholar@C5.0,x,x", "holy_knight")
    assert bench.plan("holy_knight/1 C5.05")[0].pushes == (("dark_scholar/1", "C5.1"),)
    bench = move("war_golem@C4.* dark_scholar@C5.0,x,x", "war_golem")
    assert bench.plan("war_golem/1 C5.*")[0].pushes == (("dark_scholar/1", "B4.3"),)


PLACES = {size: list(reference.places(size, ["C4", "C5", "B4", "A1", "A2"])) for size in (1, 2, 3, 7)}


@st.composite
def crowds(draw: st.DrawFn) -> tuple[reference.Position, str, list[str], set[reference.Hex]]:
    """A pusher, up to three victims under it, and bystanders all around."""
    size = draw(st.sampled_from([2, 3, 7]))
    pusher = draw(st.sampled_from(PLACES[size]))
    standing: dict[str, str] = {}
    covered: set[reference.Hex] = set()
    near = [reference.space_of(pusher), *reference.neighbours(reference.space_of(pusher))]
    for number in range(draw(st.integers(1, 16))):
        place = draw(st.sampled_from(list(reference.places(draw(st.sampled_from([1, 1, 2])), near))))
        if not reference.hexes(place) & covered:
            standing[f"m{number:02}"] = place
            covered |= reference.hexes(place)
    under = [name for name, place in standing.items() if reference.hexes(place) & reference.hexes(pusher)]
    position = reference.Position(standing)
    return position, pusher, under[:3], position.occupied(under[:3]) | reference.hexes(pusher)


@rule("ED-11.2", "ED-11.4")
@settings(max_examples=150)
@given(crowds())
def test_joint_pushes_are_what_trying_everything_finds_first(
    crowd: tuple[reference.Position, str, list[str], set[reference.Hex]],
) -> None:
    position, pusher, under, occupied = crowd
    first = next(position.joint_pushes(dict.fromkeys(under, pusher), occupied), None)
    victims = [
        Pushed(name, reference.base(at), DUEL.place(at).space, DUEL.place(pusher))
        for name, at in position.models.items()
        if name in under
    ]
    mask = DUEL.place(pusher).mask
    for name, at in position.models.items():
        mask |= 0 if name in under else DUEL.place(at).mask
    found = assign(DUEL, victims, mask, [None] * len(victims))
    assert (None if found is None else tuple(place.name for place in found)) == first
    for victim in victims:
        tried = rooms(DUEL, victim.pusher, victim.size, victim.origin)
        assert [place.name for place in tried] == position.rooms(victim.name, pusher)


def test_many_victims_without_room_are_seen_quickly() -> None:
    """Thirteen and twelve hexes around the pusher: a search without memory would try for hours."""
    pusher = DUEL.place("C5.*")
    victims = [Pushed(f"m{n}", 1, pusher.space, pusher) for n in range(13)]
    assert pusher.halo.bit_count() == 12
    assert assign(DUEL, victims, pusher.mask, [None] * 13) is None
    assert assign(DUEL, victims[:12], pusher.mask, [None] * 12) is not None


# ED-8.8.


def grown(text: str, squad: str, base: int, tokens: tuple[str, ...] = ()) -> tuple[State, Node[Plan] | None]:
    """A Squad that wants another base."""
    state = state_of(text, sources=tokens, shrines=())
    return state, resize_node(state, state.squad(squad), base)


@rule("ED-8.8")
def test_a_growing_base_contains_where_it_stood() -> None:
    _, node = grown("changeling@C5.1,C6.0", "changeling", 3)
    assert node is not None
    found = list(paths(node))
    assert ("changeling/1", "C5.012", "move", "changeling/2", "C6.034") in found
    assert {path[1] for path in found} == {"C5.012", "C5.016"}
    assert {path[4] for path in found} == {f"C6.0{pair}" for pair in ("12", "16", "23", "34", "45", "56")}
    assert len(found) == 12


@rule("ED-8.8")
def test_a_shrinking_base_stays_inside_where_it_stood() -> None:
    _, node = grown("changeling:Energy@C5.012,x", "changeling", 1)
    assert node is not None
    assert [path[1] for path in paths(node)] == ["C5.0", "C5.1", "C5.2"]


@rule("ED-8.8", "ED-11.1")
def test_a_growing_base_pushes_smaller_models() -> None:
    state, node = grown("changeling@C5.1,x pilgrim@C5.0,C5.2,x,x", "changeling", 3)
    assert node is not None
    end, _ = walk(node, ("changeling/1", "C5.012"))
    assert end is not None
    assert end.end is not None
    assert carry_out(state, end.end.value) == ["pilgrim/1", "pilgrim/2"]
    assert state.model("changeling/1").at == "C5.012"


@rule("EC-101", "ED-8.8")
def test_one_model_that_cannot_grow_forbids_it_to_all() -> None:
    _, node = grown("changeling@C5.1,C6.3 giant:3@C6.012", "changeling", 3)
    assert node is None
    _, other = grown("changeling@C5.1,C6.3 giant:2@C6.01", "changeling", 3)
    assert other is not None


@rule("ED-8.8")
def test_all_change_at_the_same_time() -> None:
    """Two in one Space cannot both grow: every such base covers the centre."""
    _, node = grown("changeling@C5.1,C5.4", "changeling", 3)
    assert node is None


@rule("ED-8.8")
def test_the_first_way_to_grow_is_a_whole_answer() -> None:
    _, node = grown("changeling@C5.1,C6.0", "changeling", 3)
    assert node is not None
    assert asked(node).check(first_path(node)) is None
