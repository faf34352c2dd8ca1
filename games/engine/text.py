"""What players write: folded to plain characters, measured, compared; and the errors they are told."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Self

from rapidfuzz import fuzz, process

from games.engine.phrases import Phrase

MAX_LINES = 400
MAX_LINE = 400
MAX_TEXT = 40_000  # lines of full length would keep the parser busy for seconds
MAX_NAME = 60
MAX_DEPTH = 20  # of brackets: those who read and judge them call themselves


def gettext_noop(message: str) -> str:
    """Mark a message for `makemessages`; who shows it translates it."""
    return message


class PlayerError(Exception):
    """A fault of what a player wrote: `reason` with its `values`, and what may have been meant."""

    def __init__(
        self,
        reason: str,
        values: Mapping[str, str | int] | None = None,
        nearest: Iterable[str] = (),
        at: int = 0,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values: Mapping[str, str | int] = values or {}
        self.nearest = tuple(nearest)
        self.guessed = False  # `nearest` are guesses at what was meant, not all that is possible
        self.at = at  # where in the text that was read; a sheet makes a line number of it

    def __str__(self) -> str:
        return Phrase(self.reason, self.values).text()

    def near(self, names: Iterable[str], *, guessed: bool = False) -> Self:
        """The same, with what would have been right."""
        self.nearest, self.guessed = tuple(names), guessed
        return self


class Unreadable(PlayerError):
    """Not a sentence of the language, or a word it does not know."""


class Illegal(PlayerError):
    """Understood, but the rules forbid it now."""


class Ambiguous(PlayerError):
    """Understood in more than one way."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with one line of a text."""

    line: int  # the first line is 1
    text: str  # as the player wrote it
    error: PlayerError


_DOUBLE = "“”„‟«»″〝〞〟❝❞"
_SINGLE = "‘’‚‛‹›′`´ʼ❛❜"  # noqa: RUF001 (look-alikes are the point)
_MINUS = "\u2212\u2043"  # minus sign and hyphen bullet: the two dashes that Unicode does not call dashes
_SPELLED: dict[int, str] = {
    **dict.fromkeys(map(ord, _DOUBLE), '"'),
    **dict.fromkeys(map(ord, _SINGLE), "'"),
    **dict.fromkeys(map(ord, _MINUS), "-"),
    **dict.fromkeys(map(ord, "\n\r\x85\u2028\u2029"), "\n"),
    **dict.fromkeys(map(ord, "\t\v\f"), " "),
    **dict.fromkeys(range(0xFE00, 0xFE10), ""),  # variation selectors: phones add them to signs
    ord("→"): "->",  # mail programs "correct" these two
    ord("…"): "...",
}
_BY_CATEGORY = {"Cc": "", "Cf": "", "Cs": "", "Pd": "-", "Zs": " "}


class _Folding(dict[int, str]):
    """Answers for every character, and stores none of them: the table must not grow with what is sent."""

    def __missing__(self, code: int) -> str:
        if 0xFF01 <= code <= 0xFF5E:  # full-width forms stand at a fixed distance from ASCII
            code -= 0xFEE0
        letter = chr(code)
        return _BY_CATEGORY.get(unicodedata.category(letter), letter)


_FOLDING = _Folding(_SPELLED)
_LINE_END = re.compile("\r\n|[\n\r\x85\u2028\u2029]")
BULLET = r" *(?:(?:[-*•·‣◦]|[0-9]{1,3}[.)]) +)+"
_REMARK = re.compile(r'"[^"\n]*"|(?<!\S)#.*')  # its # follows a space: MET2#3 is a name


def fold(text: str) -> str:
    """The text in plain characters, with as many lines as before.

    >>> fold("play “Leap”\\u00a0– now\\r\\nstop")
    'play "Leap" - now\\nstop'
    """
    return text.replace("\r\n", "\n").translate(_FOLDING)


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
            reason = gettext_noop("only {lines} lines and {letters} characters are read")
            error = Unreadable(reason, {"lines": MAX_LINES, "letters": MAX_TEXT})
            problems.append(Problem(number, line[:MAX_LINE], error))
            break
        if len(line) <= MAX_LINE:
            fit.append((number, line))
        else:
            error = Unreadable(gettext_noop("a line has at most {most} characters"), {"most": MAX_LINE})
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
    reason = gettext_noop("brackets are nested more than {most} deep")
    return Unreadable(reason, {"most": MAX_DEPTH}, at=at)


@lru_cache(maxsize=8192)  # the same few hundred names are compared again and again
def key(text: str) -> str:
    """What names are compared by: neither case, spacing, apostrophes nor typography matter.

    >>> key("Hunter’s  MARK") == key("hunters mark")
    True
    """
    plain = unicodedata.normalize("NFKC", fold(text)).casefold()
    plain = fold(unicodedata.normalize("NFKC", plain))  # folding case can undo the normal form
    return " ".join(plain.replace("'", "").split())


def nearest(word: str, candidates: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The candidates that somebody who wrote this word may have meant, best first.

    >>> nearest("yelow", ["red", "yellow", "ask"])
    ('yellow',)
    """
    names = list(dict.fromkeys(islice(candidates, 1000)))
    known = [key(name[:MAX_NAME]) for name in names]
    found = process.extract(key(word[:MAX_NAME]), known, scorer=fuzz.ratio, limit=most, score_cutoff=60)
    return tuple(names[index] for _, _, index in found)
