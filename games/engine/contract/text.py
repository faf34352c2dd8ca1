"""What players write: folded to plain characters and compared; and the errors they are told."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from textwrap import fill
from typing import Self

from games.engine.contract.phrases import Phrase


def gettext_noop(message: str) -> str:
    """Mark a message for `makemessages`; it is translated where it is shown."""
    return message


BOARD_WIDTH = 76  # characters of a line of a board: an email must not break it


def board_line(content: str, indent: int = 0, hang: int = 2) -> str:
    """A line of a board; a long one goes on below, further in, and no word of an order is broken."""
    return fill(
        content,
        BOARD_WIDTH,
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + hang),
        break_on_hyphens=False,
        break_long_words=False,
    )


class PlayerError(Exception):
    """What is wrong with a player's text: `reason` with its `values`, and what may have been meant."""

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
        self.more = 0  # names that were left out of `nearest`
        self.guessed = False  # `nearest` are guesses at what was meant, not all that is possible
        self.at = at  # where in the text that was read; a sheet makes a line number of it

    def __str__(self) -> str:
        return Phrase(self.reason, self.values).text()

    def near(self, names: Iterable[str], *, guessed: bool = False) -> Self:
        """The same, with what would have been right."""
        self.nearest, self.guessed = tuple(names), guessed
        return self

    def among(self, names: Sequence[str], most: int) -> Self:
        """The same, with the first of what would have been right, and how many more there are."""
        self.more = max(0, len(names) - most)
        return self.near(names[:most])


class Unreadable(PlayerError):
    """Not a sentence of the language, or a word it does not know."""


class Incomplete(Unreadable):
    """More must follow."""


class Illegal(PlayerError):
    """Understood, but the rules forbid it now."""


class Ambiguous(PlayerError):
    """Understood in more than one way."""


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


def fold(text: str) -> str:
    """The text in plain characters, with as many lines as before.

    >>> fold("play “Leap”\\u00a0– now\\r\\nstop")
    'play "Leap" - now\\nstop'
    """
    return text.replace("\r\n", "\n").translate(_FOLDING)


def key(text: str) -> str:
    """What names are compared by: neither case, spacing, apostrophes nor typography matter.

    >>> key("Hunter’s  MARK") == key("hunters mark")
    True
    """
    return _remembered_key(text) if len(text) <= _LONGEST_NAME else _key(text)


def _key(text: str) -> str:
    plain = unicodedata.normalize("NFKC", fold(text)).casefold()
    plain = fold(unicodedata.normalize("NFKC", plain))  # folding case can undo the normal form
    return " ".join(plain.replace("'", "").split())


_LONGEST_NAME = 100  # longer texts of players would fill the memory
_remembered_key = lru_cache(maxsize=8192)(_key)  # the same few hundred names are compared again and again
