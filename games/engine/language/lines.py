"""The lines a player wrote: measured, stripped of bullets and remarks, and what is wrong with them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, takewhile

from rapidfuzz import fuzz, process

from games.engine.contract.text import PlayerError, Unreadable, gettext_noop, key

MAX_LINES = 400
MAX_LINE = 400
MAX_TEXT = 40_000  # lines of full length would keep the parser busy for seconds
MAX_NAME = 60
MAX_DEPTH = 20  # of brackets: reading and judging them is recursive


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one line of a text."""

    line: int  # the first line is 1
    text: str  # as the player wrote it
    error: PlayerError


_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
BULLET = r" *(?:(?:[-*•·‣◦]|[0-9]{1,3}[.)]) +)+"
_REMARK = re.compile(r'"[^"\n]*"|(?<!\S)#.*')  # its # follows a space: MET2#3 is a name


def split_lines(text: str) -> list[str]:
    """The lines as written, counted as `fold` counts them."""
    return _LINE_END.split(text)


def without_remark(line: str) -> str:
    """A folded line without the comment at its end.

    >>> without_remark('fight MET2#3 with "A # B" # hope')
    'fight MET2#3 with "A # B" '
    """
    return _REMARK.sub(lambda found: found[0] if found[0][0] == '"' else "", line)


def without_bullet(line: str) -> str:
    """
    >>> without_bullet("- 1. defend: red")
    'defend: red'
    """
    return re.sub(f"^{BULLET}", "", line)


def is_bullet(word: str) -> bool:
    """Whether a word would be taken for a bullet at the beginning of a statement."""
    return not without_bullet(f"{word} ")


def readable(lines: Sequence[str]) -> tuple[list[tuple[int, str]], tuple[Problem, ...]]:
    """The numbered lines that are short enough to be read, and a problem for each that is not."""
    fit: list[tuple[int, str]] = []
    problems: list[Problem] = []
    size = 0
    for number, line in enumerate(lines, start=1):
        size += min(len(line), MAX_LINE)
        if number > MAX_LINES or size > MAX_TEXT:
            reason = gettext_noop("only the first {lines} lines or {letters} characters are read")
            error = Unreadable(reason, {"lines": MAX_LINES, "letters": MAX_TEXT})
            problems.append(Problem(number, line[:MAX_LINE], error))
            break
        if len(line) <= MAX_LINE:
            fit.append((number, line))
        else:
            error = Unreadable(gettext_noop("a line may have at most {most} characters"), {"most": MAX_LINE})
            problems.append(Problem(number, line[:MAX_LINE], error))
    return fit, tuple(problems)


def check_depth(text: str) -> None:
    """Raises Unreadable where round brackets are nested too deep."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth > MAX_DEPTH:
            raise too_deep(at)


def too_deep(at: int) -> Unreadable:
    reason = gettext_noop("brackets are nested more than {most} levels deep")
    return Unreadable(reason, {"most": MAX_DEPTH}, at=at)


def by_nearness(word: str, names: Sequence[str]) -> list[str]:
    """Names, those first that begin like what was written; all others in the order they have.

    >>> by_nearness("C6.9", ["A1.0", "C5.0", "C6.0"])
    ['C6.0', 'C5.0', 'A1.0']
    """
    plain = key(word)
    return sorted(names, key=lambda name: -_shared(plain, key(name)))


def _shared(one: str, other: str) -> int:
    """How many characters two words begin with in common."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def nearest(word: str, candidates: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The candidates that someone who wrote this word may have meant, best first.

    >>> nearest("yelow", ["red", "yellow", "ask"])
    ('yellow',)
    """
    names = list(dict.fromkeys(islice(candidates, 1000)))
    known = [key(name[:MAX_NAME]) for name in names]
    found = process.extract(key(word[:MAX_NAME]), known, scorer=fuzz.ratio, limit=most, score_cutoff=60)
    return tuple(names[index] for _, _, index in found)
