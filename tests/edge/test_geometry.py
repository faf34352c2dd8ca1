"""ED-3: the boards, and ED-1.5 to ED-1.7: contact and base."""

from __future__ import annotations

from math import atan, cos, isclose, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.edge.geometry import (
    DUEL,
    FITS,
    JOINED,
    SIZES,
    STEPS,
    Board,
    bits,
    hex_of,
    is_connected,
    shapes,
    space_of,
)
from games.edge.state import Token
from tests.edge import reference
from tests.edge.position import state_of
from tests.rules import rule

each_board = pytest.mark.parametrize("board", [DUEL, JOINED], ids=["duel", "joined"])


def touched(board: Board, place: str) -> set[str]:
    """The names of the single hexes that touch a placement."""
    halo = board.place(place).halo
    return {name for name, p in board.placements.items() if p.size == 1 and p.mask & halo}


@rule("ED-3.1")
@each_board
def test_every_hex_belongs_to_one_space_and_flowers_leave_no_gap(board: Board) -> None:
    hexes = [hex_of(u, v, digit) for u, v in board.coordinates for digit in range(7)]
    assert len(set(hexes)) == len(hexes) == 7 * len(board.names)
    found = [space_of(q, r) for q, r in hexes]
    assert found == [(u, v, digit) for u, v in board.coordinates for digit in range(7)]


@rule("ED-3.1")
def test_a_space_in_the_middle_has_six_neighbours_and_fewer_at_the_edge() -> None:
    assert sorted(DUEL.names[n] for n in DUEL.neighbours[DUEL.number["C5"]]) == [
        *("B4", "B5", "C4", "C6", "D4", "D5")
    ]
    assert {DUEL.names[n] for n in DUEL.neighbours[DUEL.number["A1"]]} == {"A2", "B1"}
    assert DUEL.is_edge(DUEL.number["A1"])
    assert not DUEL.is_edge(DUEL.number["C5"])


@rule("ED-3.2")
def test_directions_are_numbered_from_north_east_clockwise() -> None:
    assert STEPS == ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
    for number, (a, b) in enumerate(STEPS):
        assert STEPS[(number + 3) % 6] == (-a, -b)
    around = [None if n is None else DUEL.names[n] for n in DUEL.around(DUEL.number["C5"])]
    assert around == ["B5", "C6", "D5", "D4", "C4", "B4"]


@rule("ED-3.3")
def test_digit_zero_is_the_centre_and_the_others_lie_in_their_direction() -> None:
    q, r = hex_of(3, 2, 0)
    assert [hex_of(3, 2, digit) for digit in range(1, 7)] == [(q + dq, r + dr) for dq, dr in STEPS]


@rule("ED-3.4")
def test_a_placement_is_a_space_and_its_digits_ascending() -> None:
    for name, digits in {"C5.0": (0,), "C5.12": (1, 2), "C5.034": (0, 3, 4), "C5.*": tuple(range(7))}.items():
        place = DUEL.place(name)
        assert (place.name, DUEL.names[place.space], place.digits) == (name, "C5", digits)
    assert "C5.21" not in DUEL.placements


@rule("ED-3.5")
def test_the_duel_board_has_43_spaces_and_is_symmetric_around_c5() -> None:
    assert len(DUEL.names) == 43
    assert DUEL.names[:10] == [*(f"A{n}" for n in range(1, 10)), "B1"]
    assert dict(zip(DUEL.names, DUEL.coordinates, strict=True)) == reference.DUEL
    turned = {(6 - u, 4 - v) for u, v in DUEL.coordinates}
    assert turned == set(DUEL.coordinates)


def test_the_joined_board_has_86_spaces_without_a_row_i() -> None:
    assert len(JOINED.names) == 86
    assert "".join(sorted({name[0] for name in JOINED.names})) == "ABCDEFGHJK"
    assert dict(zip(JOINED.names, JOINED.coordinates, strict=True)) == reference.JOINED
    assert {(4 - u, 9 - v) for u, v in JOINED.coordinates} == set(JOINED.coordinates)


def test_across_the_join_each_space_touches_two() -> None:
    for column in range(2, 9):
        around = [None if n is None else JOINED.names[n] for n in JOINED.around(JOINED.number[f"E{column}"])]
        assert around[2:4] == [f"F{column}", f"F{column - 1}"]


@rule("ED-3.7", "ED-3.8")
def test_the_test_vectors_of_coordinates_and_distances() -> None:
    where = dict(zip(JOINED.names, JOINED.coordinates, strict=True))
    expected = {
        **{"A1": (0, 0), "A9": (8, 0), "B8": (7, 1), "C5": (3, 2), "E1": (-2, 4), "E9": (6, 4)},
        **{"F1": (-2, 5), "G8": (5, 6), "K9": (4, 9)},
    }
    assert {name: where[name] for name in expected} == expected
    assert hex_of(*where["E9"], 0) == (8, 18)
    assert hex_of(*where["K9"], 0) == (-1, 31)
    number = JOINED.number
    assert [JOINED.distance(number["A1"], number[n]) for n in ("E9", "C5", "K9")] == [10, 5, 13]


@rule("ED-3.7")
@each_board
def test_distance_is_the_shortest_way_and_lines_stay_on_the_board(board: Board) -> None:
    for source in board.spaces:
        found = {source: 0}
        queue = [source]
        for space in queue:
            for following in board.neighbours[space]:
                if following not in found:
                    found[following] = found[space] + 1
                    queue.append(following)
        assert [found[space] for space in board.spaces] == board.distances[source]
        in_line = {space for line in board.lines(source) for space in line}
        for space in board.spaces:
            du, dv = (b - a for a, b in zip(*(board.coordinates[s] for s in (source, space)), strict=True))
            assert (space in in_line) == (space != source and 0 in (du, dv, du + dv))


@rule("ED-3.7")
@each_board
def test_spaces_within_a_distance_come_in_board_order(board: Board) -> None:
    for source in board.spaces:
        near = board.within(source, 2)
        assert near == sorted(near)
        assert {board.names[s] for s in near} == {
            name for name in board.names if reference.distance(board.names[source], name) <= 2
        }


@rule("ED-3.8", "ED-1.6")
def test_the_test_vectors_of_contact() -> None:
    assert touched(DUEL, "B6.1") == {"B6.0", "B6.2", "B6.6", "A7.4", "A7.5", "A6.3"}
    assert touched(DUEL, "A1.*") == {"A2.5", "A2.6", "B1.1", "B1.6"}


@rule("ED-3.8")
@each_board
def test_a_rim_hex_touches_what_the_closed_form_says(board: Board) -> None:
    for space in board.spaces:
        around = board.around(space)
        for i in range(1, 7):
            expected = {(space, 0), (space, reference.around(i - 1)), (space, reference.around(i + 1))}
            ahead, before = around[i - 1], around[reference.around(i - 1) - 1]
            if ahead is not None:
                expected |= {(ahead, reference.around(i + 3)), (ahead, reference.around(i + 4))}
            if before is not None:
                expected.add((before, reference.around(i + 2)))
            halo = board.halo_of_hex[7 * space + i]
            assert halo == sum(1 << 7 * s + digit for s, digit in expected)


@rule("ED-1.6", "ED-3.7")
@each_board
def test_contact_is_what_single_hexes_say(board: Board) -> None:
    """Every hex of the board against every other, from coordinates alone."""
    where = {place: reference.hexes(place) for place in reference.places(1, board.names)}
    at = {next(iter(hexes)): place for place, hexes in where.items()}
    for place, hexes in where.items():
        (q, r) = next(iter(hexes))
        near = {at[q + dq, r + dr] for dq, dr in STEPS if (q + dq, r + dr) in at}
        assert touched(board, place) == near


@rule("ED-3.9", "ED-1.7")
@pytest.mark.parametrize(("size", "count"), [*zip(SIZES, (7, 12, 6, 6, 6, 6, 1), strict=True)])
def test_base_shapes(size: int, count: int) -> None:
    assert list(shapes(size)) == reference.digit_sets(size)
    assert len(shapes(size)) == count
    for rows in DUEL.by_size[size]:
        assert [place.digits for place in rows] == list(shapes(size))
        assert all(place.size == size for place in rows)


@rule("ED-3.9")
def test_a_space_holds_one_large_base_and_three_of_two_hexes() -> None:
    assert all(0 in digits for size in (3, 4, 5, 6, 7) for digits in shapes(size))
    pairs = [bits(digits) for digits in shapes(2)]
    assert max(_disjoint(pairs, 0)) == 3


def _disjoint(masks: list[int], taken: int) -> list[int]:
    found = [0]
    for at, mask in enumerate(masks):
        if not mask & taken:
            found.append(1 + max(_disjoint(masks[at + 1 :], taken | mask)))
    return found


@rule("ED-10.1", "EC-2", "EC-3")
@given(st.integers(0, 127), st.sampled_from(SIZES))
def test_a_base_fits_where_one_of_its_shapes_is_free(free: int, size: int) -> None:
    expected = any(all(free >> digit & 1 for digit in shape) for shape in reference.digit_sets(size))
    assert FITS[size][free] == expected


@rule("EC-2", "ED-3.9", "ED-10.1")
def test_three_hexes_do_not_fit_around_an_occupied_centre() -> None:
    occupied = DUEL.place("C5.0").mask
    assert not DUEL.fits(3, DUEL.number["C5"], occupied)
    assert DUEL.fits(2, DUEL.number["C5"], occupied)


@rule("EC-3", "ED-3.9")
def test_two_hexes_do_not_fit_on_every_other_rim_hex() -> None:
    free = bits((1, 3, 5))
    assert not FITS[2][free]
    assert FITS[1][free]


@rule("EC-1", "ED-3.8")
def test_only_two_hexes_of_a_space_touch_what_fills_the_next() -> None:
    source = DUEL.area[DUEL.number["B2"]]
    touching = [f"B3.{digit}" for digit in range(7) if DUEL.place(f"B3.{digit}").halo & source]
    assert touching == ["B3.5", "B3.6"]
    assert not DUEL.place("B3.0").halo & source


@rule("EC-4", "ED-3.8")
@each_board
def test_full_spaces_next_to_each_other_are_always_in_contact(board: Board) -> None:
    for space in board.spaces:
        whole = board.place(f"{board.names[space]}.*")
        near = {other for other in board.spaces if whole.halo & board.area[other]}
        assert near == set(board.neighbours[space])


@rule("EC-5", "ED-3.7")
def test_what_looks_vertical_is_no_line() -> None:
    lines = {DUEL.names[space] for line in DUEL.lines(DUEL.number["A1"]) for space in line}
    assert "C1" not in lines
    assert "E3" in lines
    assert DUEL.distance(DUEL.number["A1"], DUEL.number["C1"]) == 2
    assert DUEL.distance(DUEL.number["A1"], DUEL.number["E3"]) == 4


def test_the_join_is_no_border() -> None:
    line = next(line for line in JOINED.lines(JOINED.number["E1"]) if JOINED.number["G1"] in line)
    assert [JOINED.names[space] for space in line[:2]] == ["F1", "G1"]


@rule("EC-8", "ED-1.5")
def test_status_tokens_occupy_nothing() -> None:
    state = state_of("pilgrim@C5.0 gorehound@C1.12")
    before = state.occupied()
    state.tokens.append(Token("FREEZE", 2, ["pilgrim/1"]))
    assert state.occupied() == before


@rule("ED-1.5", "ED-10.1")
def test_what_is_occupied_is_under_models_and_full_space_tokens() -> None:
    state = state_of("pilgrim@C5.0,C5.3 gorehound@C4.12", shrines=("A5", "E5"), sources=("B2",))
    position = reference.Position({model.id: model.at for model in state.models}, tokens=("A5", "E5", "B2"))
    covered = {
        hex_of(*DUEL.coordinates[at // 7], at % 7)
        for at in range(7 * len(DUEL.names))
        if state.occupied() >> at & 1
    }
    assert covered == position.occupied()
    assert state.occupied(without=["pilgrim/1"]) == state.occupied() & ~DUEL.place("C5.0").mask


@rule("ED-1.6", "EC-39", "EC-46")
def test_one_touching_hex_is_contact_and_a_gap_of_one_is_none() -> None:
    state = state_of("pilgrim@C5.2,C5.5 gorehound@C6.56 gorehound@C7.12")
    model, far, hound = state.model("pilgrim/1"), state.model("pilgrim/2"), state.model("gorehound#1/1")
    assert state.are_touching(model, hound)
    assert not state.are_touching(far, hound)
    assert [m.id for m in state.contacts(model)] == ["gorehound#1/1"]


@rule("ED-1.6", "ED-4.14")
@given(st.lists(st.sampled_from(list(reference.places(1, ["C4", "C5", "B4"]))), unique=True, max_size=6))
def test_a_group_is_connected_if_one_can_be_walked_from_any(names: list[str]) -> None:
    groups = [{name} for name in names]
    for one in names:
        for other in names:
            if reference.touch(reference.hexes(one), reference.hexes(other)):
                first = next(group for group in groups if one in group)
                second = next(group for group in groups if other in group)
                if first is not second:
                    groups.remove(second)
                    first |= second
    assert is_connected([DUEL.place(name) for name in names]) == (len(groups) <= 1)


@rule("ED-3.10")
def test_the_picture_turned_as_hinted_has_horizontal_rows() -> None:
    angle = atan(sqrt(3) / 5)

    def drawn(space: str) -> tuple[float, float]:
        q, r = hex_of(*DUEL.coordinates[DUEL.number[space]], 0)
        x, y = sqrt(3) * (q + r / 2), 1.5 * r
        return x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)

    assert isclose(drawn("A1")[1], drawn("A9")[1], abs_tol=1e-9)
    assert drawn("A2")[0] > drawn("A1")[0]
    assert drawn("B1")[1] > drawn("A1")[1]
