"""Which of the things that are offered some words name, in full or by a beginning."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract.phrases import Phrase
from games.engine.contract.text import key
from games.engine.contract.tree import Branch, Node

SHORTEST = 4  # letters of a name that are enough to mean it; “for” is not the Foreman


_PLACING = ["to", "at", "in", "into", "onto", "on"]  # people write one before a place, whatever a game has


def fillers_of(node: Node[object]) -> list[str]:
    """The words that may stand before what is offered, such as “with”.

    Where an answer may end, “to” begins what a later question asks.
    """
    said = [key(word) for word in node.lead.split()]
    return said or ([] if node.end is not None else _PLACING)


Matches = list[tuple[Branch[object], int]]


def named(node: Node[object], words: tuple[str, ...], at: int) -> tuple[Matches, Matches]:
    """Branches that the words at this place name in full, and those that they begin to name."""
    if at >= len(words):
        return [], []
    exactly = _as_offered(node, words[at])
    if exactly is not None:
        return [(exactly, 1)], []
    full: Matches = []
    begun: Matches = []
    for branch in node.branches():
        fits = [_fit(branch.word, words, at, 1), *(_fit(name, words, at, SHORTEST) for name in branch.names)]
        if "_" in branch.word:  # people write names as they speak them
            fits.append(_fit(branch.word.replace("_", " "), words, at, SHORTEST))
        kind, taken = max(fits)
        if kind == _FULL:
            full.append((branch, taken))
        elif kind == _BEGUN:
            begun.append((branch, taken))
    return full, begun


def named_in_full(node: Node[object], words: tuple[str, ...], at: int) -> Matches:
    """ "Uulsot the Keeper", where "uulsot" alone is the word, and what follows it made no sense."""
    if at + 1 >= len(words) or _as_offered(node, words[at]) is None:
        return []
    return [
        (branch, len(name.split()))
        for branch in node.branches()
        for name in branch.names
        if " " in name and _fit(name, words, at, SHORTEST) == (_FULL, len(name.split()))
    ]


def _as_offered(node: Node[object], word: str) -> Branch[object] | None:
    """Most orders are written as they were offered, but for the case: found without listing all options."""
    for written in dict.fromkeys((word, word.lower(), word.upper())):
        found = node.step(written)
        if found is not None:
            return Branch(written, _grown(found))
    return None


def _grown(node: Node[object]) -> Callable[[], Node[object]]:
    return lambda: node


_FULL, _BEGUN = 2, 1


def _fit(name: str, words: tuple[str, ...], at: int, shortest: int) -> tuple[int, int]:
    """How well a name (perhaps of several words) fits the words, and how many of them it takes."""
    wanted = [key(part) for part in name.split()]
    given = [key(word) for word in words[at : at + len(wanted)]]
    if given == wanted:
        return (_FULL, len(wanted))
    if len(given) == len(wanted) and all(begins(g, w, shortest) for g, w in zip(given, wanted, strict=True)):
        return (_BEGUN, len(wanted))
    if len(wanted) > 1 and wanted[1].isalpha() and given[:1] == wanted[:1] and len(wanted[0]) >= SHORTEST:
        return (_BEGUN, 1)  # "rainbow" will do for the Rainbow Permit
    return (0, 0)


def begins(given: str, wanted: str, shortest: int) -> bool:
    """Whether a word is a name, or enough of its beginning."""
    if given == wanted:
        return True
    return len(given) >= shortest and not given.isdigit() and wanted.startswith(given)


def is_filler(word: str, fillers: list[str]) -> bool:
    """Whether a word is one of these fillers, or its beginning."""
    return any(begins(key(word), filler, 3) for filler in fillers)


def why_barred(node: Node[object], words: tuple[str, ...], at: int) -> Phrase | None:
    """Why the thing that these words name is not offered, if the game says so; full names count first."""
    best, reason = 0, None
    for barred in node.barred():
        if not barred.word:
            continue
        fit = max(_fit(name, words, at, SHORTEST)[0] for name in (barred.word, *barred.names))
        if fit > best:
            best, reason = fit, barred.reason
    return reason
