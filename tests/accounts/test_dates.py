"""Days as people write them, read as one who writes them on a given day means them."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.refusals import Refused
from accounts.services.dates import Days, read_days, speaks_of_days

TODAY = date(2026, 11, 18)  # a Wednesday


def days(first: str, last: str) -> Days:
    return Days(date.fromisoformat(first) if first else None, date.fromisoformat(last))


AUGUST = days("2027-08-03", "2027-08-17")
TURN = days("2026-12-28", "2027-01-04")


@pytest.mark.parametrize(
    "text",
    [
        "3–17 August",
        "3-17 August",
        "3 – 17 Aug.",
        "3\u201117 august",
        "3 to 17 August",
        "3\u00a0to\u00a017 August!",
        "from 3 to 17 August",
        "between 3 and 17 August",
        "from the 3rd to the 17th of August",
        "3 August to 17 August",
        "3 August - 17 August 2027",
        "August 3-17",
        "Aug 3 – Aug 17, 2027",
        "August 3rd through 17th",
        "3-17 August 2027",
        "2027-08-03 to 2027-08-17",
        "2027-08-03 - 2027-08-17",
        "2027-08-03–2027-08-17",
        "2027-08-03/2027-08-17",
        "2027-08-03..2027-08-17",
        "3.8.-17.8.",
        "3.-17.8.",
        "3. - 17. 8.",
        "03.08.-17.08.",
        "3.8.–17.8.2027",
        "03.08.2027 - 17.08.2027",
        "3.8.27-17.8.27",
        "3/8-17/8",
        "8/3-8/17",
        "8/3/2027 to 8/17/2027",
        "3. bis 17. August",
        "vom 3. bis zum 17. August 2027",
        "od 3 do 17 sierpnia",
        "du 3 au 17 août",
        "del 3 al 17 de agosto",
        "dal 3 al 17 agosto",
        "15 days from 3 August",
    ],
)
def test_a_range_is_read_however_it_is_written(text: str) -> None:
    assert read_days(text, TODAY) == AUGUST


@pytest.mark.parametrize(
    "text", ["28 December – 4 January", "28.12.-4.1.", "Dec 28 to Jan 4, 2027", "28 grudnia - 4 stycznia"]
)
def test_a_range_over_the_end_of_the_year(text: str) -> None:
    assert read_days(text, TODAY) == TURN
    assert read_days(text, date(2026, 12, 30)) == TURN
    assert read_days(text, date(2027, 1, 2)) == TURN


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("until 17 August", days("", "2027-08-17")),
        ("till the 1st of December", days("", "2026-12-01")),
        ("bis 1.12.", days("", "2026-12-01")),
        ("do 1 grudnia", days("", "2026-12-01")),
        ("until 2026-12-01", days("", "2026-12-01")),
        ("until Friday", days("", "2026-11-20")),
        ("until Wednesday", days("", "2026-11-25")),
        ("until tomorrow", days("", "2026-11-19")),
        ("today", days("2026-11-18", "2026-11-18")),
        ("tomorrow", days("2026-11-19", "2026-11-19")),
        ("5 December", days("2026-12-05", "2026-12-05")),
        ("on December 5th", days("2026-12-05", "2026-12-05")),
        ("Friday to Sunday", days("2026-11-20", "2026-11-22")),
        ("from Friday until 1 December", days("2026-11-20", "2026-12-01")),
        ("for 2 weeks", days("", "2026-12-01")),
        ("a week", days("", "2026-11-24")),
        ("3 days", days("", "2026-11-20")),
        ("29 February", days("2028-02-29", "2028-02-29")),
        ("1-20 November", days("2026-11-01", "2026-11-20")),
    ],
)
def test_other_ways_to_name_days(text: str, meant: Days) -> None:
    assert read_days(text, TODAY) == meant


def test_days_that_were_lately_are_not_next_years() -> None:
    assert read_days("1-5 November", TODAY) == days("2026-11-01", "2026-11-05")
    assert read_days("1-5 September", TODAY) == days("2027-09-01", "2027-09-05")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3-17", "name the day and the month"),
        ("August", "name the day and the month"),
        ("31 February", "no such date"),
        ("3 August to 31 June", "no such date"),
        ("2027-13-01", "no such date"),
        ("3/8-7/8", "two ways"),
        ("3/8", "two ways"),
        ("13/8-8/17", "two ways"),
        ("3-17 Brumaire", "write the days"),
        ("3-17-20 August", "write the days"),
        ("all of 2027", "write the days"),
        ("3 4 August", "write the days"),
        ("", "write the days"),
        ("🏖", "write the days"),
        ("0 August", "name the day"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        read_days(text, TODAY)


@pytest.mark.parametrize("text", ["minded, as ever", "friends are the best", "for the moment, sorry"])
def test_a_sentence_names_no_days(text: str) -> None:
    assert not speaks_of_days(text)


@given(st.text(max_size=40) | st.from_regex(r"[0-9 ./\-a-z]{0,30}", fullmatch=True))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    try:
        read = read_days(text, TODAY)
    except Refused:
        return
    assert isinstance(read.last, date)


@given(st.dates(TODAY, TODAY + timedelta(days=210)), st.integers(1, 90))
def test_what_is_written_in_full_is_what_is_read(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%-d %B %Y", "%B %-d, %Y"):
        assert read_days(f"{first.strftime(form)} to {last.strftime(form)}", TODAY) == Days(first, last)
    assert read_days(f"{first:%-d.%-m.}-{last:%-d.%-m.}", TODAY) == Days(first, last)
