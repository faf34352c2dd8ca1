"""Days as people write them: "3–17 August", "3.8.-17.8.", "2027-08-03 to 2027-08-17", "until Friday"."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from django.utils.translation import gettext as _

from accounts.refusals import Refused

EXAMPLE = "3-17 August"
OFF = ("off", "no", "none", "never", "cancel")  # of an absence: there is none
_LATELY = timedelta(days=60)  # days of no year that are over for so long are meant, not those of next year


class Days(NamedTuple):
    """Whole days, the last one included. Without a first one: from now on."""

    first: date | None
    last: date


# By the first letters, without accents: in English, German, Polish, French, Spanish, Italian, Portuguese and
# Dutch. A longer beginning wins.
_MONTHS = {
    **dict.fromkeys(("jan", "ene", "gen", "sty"), 1),
    **dict.fromkeys(("feb", "fev", "lut"), 2),
    **dict.fromkeys(("mar", "maer", "maa", "mrt"), 3),
    **dict.fromkeys(("apr", "abr", "avr", "kwi"), 4),
    **dict.fromkeys(("may", "mai", "maj", "mei", "mag"), 5),
    **dict.fromkeys(("jun", "juin", "giu", "cze"), 6),
    **dict.fromkeys(("jul", "juil", "lug", "lip"), 7),
    **dict.fromkeys(("aug", "aou", "ago", "sie"), 8),
    **dict.fromkeys(("sep", "set", "wrz"), 9),
    **dict.fromkeys(("oct", "okt", "ott", "outu", "paz"), 10),
    **dict.fromkeys(("nov", "lis"), 11),
    **dict.fromkeys(("dec", "dez", "dic", "gru"), 12),
}
_TODAY = ("today", "heute", "dzis", "dzisiaj", "aujourd'hui", "hoy", "oggi", "hoje", "vandaag")
_TOMORROW = ("tomorrow", "morgen", "jutro", "demain", "manana", "domani", "amanha")
_WEEKDAYS = {
    **dict.fromkeys(("mon", "monday", "montag", "poniedzialek", "poniedzialku"), 0),
    **dict.fromkeys(("tue", "tuesday", "dienstag", "wtorek", "wtorku"), 1),
    **dict.fromkeys(("wed", "wednesday", "mittwoch", "sroda", "srody"), 2),
    **dict.fromkeys(("thu", "thursday", "donnerstag", "czwartek", "czwartku"), 3),
    **dict.fromkeys(("fri", "friday", "freitag", "piatek", "piatku"), 4),
    **dict.fromkeys(("sat", "saturday", "samstag", "sonnabend", "sobota", "soboty"), 5),
    **dict.fromkeys(("sun", "sunday", "sonntag", "niedziela", "niedzieli"), 6),
}
_UNTIL = (
    *("until", "till", "til", "to", "and", "through", "thru"),
    *("bis", "do", "jusqu'au", "au", "hasta", "al", "tot"),
)
_LENGTHS = {
    **dict.fromkeys(("day", "days", "tag", "tage", "tagen", "dzien", "dni"), 1),
    **dict.fromkeys(("week", "weeks", "woche", "wochen", "tydzien", "tygodnie", "tygodni"), 7),
}
_ONE = ("a", "an", "one", "eine", "einen", "jeden")
_FILLERS = (
    *("from", "between", "on", "the", "for", "of", "in", "next", "inclusive"),
    *("von", "vom", "der", "den", "od", "zum", "zu", "i"),
    *("le", "la", "el", "de", "del", "du", "dal"),
)

_LONGEST = 200  # characters that days are written in
_TOKEN = re.compile(
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})(?!\d)"
    r"|(?P<dotted>\d{1,2}\. ?\d{1,2}\.? ?(?:\d{4}|\d{2})?)(?![\d.])"
    r"|(?P<slashed>\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d{2}))?)(?![\d/])"
    r"|(?P<year>\d{4})(?!\d)"
    r"|(?P<number>\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?(?![\d\w])"
    r"|(?P<word>[a-z']+)\.?"
    r"|(?P<dash>-+|/|\.{2,})"
    r"|(?P<space>[\s,;()]+)"
)
_UNIT = re.compile(r"[\s-]*([a-z]+)")


def speaks_of_days(text: str) -> bool:
    """Whether a text may name days: what is none of this is a sentence.

    >>> speaks_of_days("3–17 August"), speaks_of_days("until Friday"), speaks_of_days("minded, as ever")
    (True, True, False)
    """
    plain = _plain(text)
    known = {*_TODAY, *_TOMORROW, *_WEEKDAYS, *_LENGTHS}
    return any(letter.isdigit() for letter in plain) or any(word in known for word in plain.split())


def is_about_absence(text: str) -> bool:
    """Whether what follows the word `absent` makes it a command; a sentence may begin with that word."""
    said = text.strip().lower().rstrip(".!")
    return not said or said == "list" or said.partition(" ")[0] in OFF or speaks_of_days(said)


def read_days(text: str, today: date) -> Days:
    """The days that a text names, as one who writes it today means them. Refused says what is wrong.

    >>> read_days("28 December - 4 January", date(2026, 11, 18))
    Days(first=datetime.date(2026, 12, 28), last=datetime.date(2027, 1, 4))
    >>> read_days("3.-17.8.", date(2026, 11, 18)).last
    datetime.date(2027, 8, 17)
    """
    if len(text) > _LONGEST:
        raise _not_understood()
    sides = _sides(_plain(text), today)
    if sides.length:
        first = sides.left.as_date(today) if sides.left.day else None
        return Days(first, (first or today) + timedelta(days=sides.length - 1))
    left, right = sides.left, sides.right
    if right is None:
        day = _in_year(left, today)
        return Days(None if sides.is_until else day, day)
    left.borrow(right)
    right.borrow(left)
    return _range(left, right, today)


@dataclass(slots=True)
class _Date:
    """A date as far as it was written."""

    day: int = 0
    month: int = 0
    year: int = 0

    def borrow(self, other: _Date) -> None:
        self.month = self.month or other.month

    def as_date(self, today: date) -> date:
        return _real(self.year, self.month, self.day) if self.year else _in_year(self, today)


@dataclass(slots=True)
class _Sides:
    """What stands before and after the dash."""

    left: _Date
    right: _Date | None = None
    is_until: bool = False
    length: int = 0  # in days


def _plain(text: str) -> str:
    """Small letters without accents, and one sort of dash and apostrophe."""
    folded = unicodedata.normalize("NFKD", text.lower().replace("ł", "l").replace("ß", "ss"))
    plain = "".join(letter for letter in folded if not unicodedata.combining(letter))
    dashes = (
        ("-" if unicodedata.category(letter) == "Pd" or letter == "\u2212" else letter) for letter in plain
    )
    return "".join(dashes).replace("\u2019", "'").strip().rstrip("!?").strip()


def _sides(plain: str, today: date) -> _Sides:
    """Read from left to right."""
    sides = _Sides(_Date())
    side, at = sides.left, 0
    slashed: list[tuple[_Date, int, int]] = []
    while at < len(plain):
        found = _TOKEN.match(plain, at)
        if found is None:
            raise _not_understood()
        at, kind, word = found.end(), found.lastgroup or "", found.group().strip()
        length = _length(found, plain)
        if length is not None:
            sides.length, at = length
        elif kind == "dash" or word in _UNTIL:
            side = _other_side(sides, side)
        elif kind == "slashed":
            first, second, *year = (int(part) for part in word.split("/"))
            slashed.append((side, first, second))
            side.day, side.month, side.year = first, second, _full_year(year)
        elif kind != "space":
            _take(side, kind, found, today)
    _decide_slashes(slashed)
    if not (sides.length or sides.left.day or sides.left.month):
        raise _not_understood()
    return sides


def _other_side(sides: _Sides, side: _Date) -> _Date:
    """What comes after a dash, or after "until" that nothing came before."""
    if side is sides.right:
        raise _not_understood()
    if side == _Date():
        sides.is_until = True
        return side
    sides.right = _Date()
    return sides.right


def _length(found: re.Match[str], plain: str) -> tuple[int, int] | None:
    """The days in "2 weeks", and where that ends."""
    number = found["number"] or ("1" if (found["word"] or "") in _ONE else "")
    unit = _UNIT.match(plain, found.end()) if number else None
    if unit is None or unit[1] not in _LENGTHS:
        return None
    return int(number) * _LENGTHS[unit[1]], unit.end()


def _take(side: _Date, kind: str, found: re.Match[str], today: date) -> None:
    """One more part of a date."""
    word = found.group().strip()
    match kind:
        case "iso":
            side.year, side.month, side.day = (int(part) for part in word.split("-"))
        case "dotted":
            parts = [int(part) for part in re.findall(r"\d+", word)]
            side.day, side.month, side.year = parts[0], parts[1], _full_year(parts[2:])
        case "year":
            side.year = int(word)
        case "number":
            if side.day:
                raise _not_understood()
            side.day = int(found["number"])
        case _:
            _take_word(side, word.rstrip("."), today)


def _take_word(side: _Date, word: str, today: date) -> None:
    if word in _FILLERS:
        return
    day = _relative(word, today)
    if day is not None:
        if not side.day:  # "Friday 7 August" says the same twice
            side.year, side.month, side.day = day.year, day.month, day.day
        return
    month = next((_MONTHS[word[:size]] for size in (4, 3) if word[:size] in _MONTHS), 0)
    if not month or side.month:
        raise _not_understood()
    side.month = month


def _relative(word: str, today: date) -> date | None:
    """Today, tomorrow, or the next such day of the week."""
    if word in _TODAY:
        return today
    if word in _TOMORROW:
        return today + timedelta(days=1)
    weekday = _WEEKDAYS.get(word)
    return None if weekday is None else today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _full_year(year: list[int]) -> int:
    return 0 if not year else year[0] + 2000 if year[0] < 100 else year[0]


def _decide_slashes(slashed: list[tuple[_Date, int, int]]) -> None:
    """3/8 is in March for some and in August for others: only what can be read in one way is taken."""
    is_day_first = any(first > 12 for _side, first, _second in slashed)
    is_month_first = any(second > 12 for _side, _first, second in slashed)
    if slashed and is_day_first == is_month_first:
        raise Refused(
            _("{date} can be read in two ways: please write the month as a word").format(
                date=f"{slashed[0][1]}/{slashed[0][2]}"
            )
        )
    for side, first, second in slashed:
        side.day, side.month = (first, second) if is_day_first else (second, first)


def _range(left: _Date, right: _Date, today: date) -> Days:
    """From one date to another; a year that is not written follows from the other, or from today."""
    if right.year and not left.year:
        left.year = right.year - ((left.month, left.day) > (right.month, right.day))
    elif left.year and not right.year:
        right.year = left.year + ((right.month, right.day) < (left.month, left.day))
    elif not right.year:
        last = _in_year(right, today)
        right.year = last.year
        left.year = last.year - ((left.month, left.day) > (right.month, right.day))
    return Days(_real(left.year, left.month, left.day), _real(right.year, right.month, right.day))


def _in_year(one: _Date, today: date) -> date:
    """The next such day; one that was lately is not next year's."""
    if one.year:
        return _real(one.year, one.month, one.day)
    near = (_possible(year, one.month, one.day) for year in (today.year, today.year - 1))
    lately = next((day for day in near if day is not None and today - _LATELY <= day < today), None)
    to_come = (_possible(today.year + more, one.month, one.day) for more in range(9))  # for 29 February
    found = lately or next((day for day in to_come if day is not None and day >= today), None)
    return found or _real(today.year, one.month, one.day)


def _real(year: int, month: int, day: int) -> date:
    found = _possible(year, month, day)
    if found is None:
        raise Refused(_("there is no such date: {date}").format(date=f"{year}-{month:02}-{day:02}"))
    return found


def _possible(year: int, month: int, day: int) -> date | None:
    """A date, if the calendar has it."""
    if not (month and day):
        told = _("name the day and the month of each date, such as “{example}”")
        raise Refused(told.format(example=EXAMPLE))
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _not_understood() -> Refused:
    told = _("write the days, such as “{example}”, “2027-08-03 to 2027-08-17” or “until 17 August”")
    return Refused(told.format(example=EXAMPLE))
