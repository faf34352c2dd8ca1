"""Outlines of SVG as PDF draws them."""

import re

import pytest

from games.reports.paths import ellipse, outline, polygon


def ends(drawn: str) -> tuple[float, float]:
    """Where the pen is at the end."""
    numbers = [float(value) for value in re.findall(r"-?[\d.]+", drawn)]
    return numbers[-2], numbers[-1]


@pytest.mark.parametrize(
    ("data", "drawn"),
    [
        ("M1 2L3 4", "1 2 m 3 4 l"),
        ("m1 2 3 4 5 6", "1 2 m 4 6 l 9 12 l"),
        ("M0,0H5V6z", "0 0 m 5 0 l 5 6 l h"),
        ("M0 0zm1 1l1 0", "0 0 m h 1 1 m 2 1 l"),
        ("M.5-.5l1e1 0", "0.5 -0.5 m 10.5 -0.5 l"),
        ("M0 0C1 2 3 4 5 6s3 4 5 6", "0 0 m 1 2 3 4 5 6 c 7 8 8 10 10 12 c"),
        ("M0 0Q3 3 6 0T12 0", "0 0 m 2 2 4 2 6 0 c 8 -2 10 -2 12 0 c"),
        ("M0 0L1 1T3 3", "0 0 m 1 1 l 1 1 1.7 1.7 3 3 c"),
    ],
)
def test_each_command_is_drawn(data, drawn):
    assert outline(data).replace("\n", " ") == drawn


@pytest.mark.parametrize("flags", ["0 0", "0 1", "1 0", "1 1"])
def test_an_arc_ends_where_it_says(flags):
    assert ends(outline(f"M10 20A8 5 30 {flags} 17 23")) == pytest.approx((17, 23), abs=0.01)


def test_a_half_circle_bulges_to_the_side_it_is_swept_to():
    assert outline("M0 0A5 5 0 0 1 10 0").split("\n")[1].endswith("5 -5 c")
    assert outline("M0 0A5 5 0 0 0 10 0").split("\n")[1].endswith("5 5 c")


def test_an_arc_with_radii_too_small_is_made_to_fit():
    assert outline("M0 0A1 1 0 0 1 10 0").split("\n")[1].endswith("5 -5 c")


def test_a_circle_is_closed_and_as_wide_as_it_says():
    assert ellipse(0, 0, 5, 3).split("\n")[0] == "5 0 m"
    assert ellipse(0, 0, 5, 3).endswith("5 0 c\nh")


def test_a_polygon_is_closed_and_a_line_is_not():
    assert polygon("0,0 1,0 1,1", 10, 10, closed=True) == "10 10 m\n11 10 l\n11 11 l\nh"
    assert polygon("0 0 1 0", 0, 0, closed=False) == "0 0 m\n1 0 l"


@pytest.mark.parametrize("data", ["1 2", "M1", "M0 0z5", "M0 0C1 2 3"])
def test_a_path_that_breaks_off_is_refused(data):
    with pytest.raises(ValueError, match=r"path|outline"):
        outline(data)
