"""The members of a set, written in any order: brought into the order of their pool."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.contract.text import key
from games.engine.contract.tree import Node
from games.engine.language.fits import SHORTEST, begins, fillers_of, is_filler, named


def sorted_sets(root: Node[object], words: tuple[str, ...]) -> tuple[str, ...]:
    """Bring the members of sets into the order of their pool, as far as the words can be followed."""
    node: Node[object] = root
    at = 0
    while at < len(words):
        if node.pool:
            words = (*words[:at], *_sorted_run(node, words[at:]))
        full, begun = named(node, words, at)
        matches = full or begun
        if len(matches) == 1:
            node, at = matches[0][0].grow(), at + matches[0][1]
        elif is_filler(words[at], fillers_of(node)):
            at += 1
        else:
            implied = [branch for branch in node.branches() if branch.implied]
            if len(implied) != 1:
                break
            node = implied[0].grow()
    return words


def _sorted_run(node: Node[object], words: tuple[str, ...]) -> list[str]:
    """The members of the set at the beginning of these words, sorted; then the other words."""
    ranks = _ranks(node)
    seconds = {key(name): rank for rank, name in enumerate(_second_words(node))}
    members: list[tuple[int, list[int], tuple[str, ...]]] = []
    spoken = _spoken_names(node)
    at = 0
    words = _with_name(spoken, words, at)
    while at < len(words) and (rank := _rank(words[at], ranks)) is not None:
        member = words[at : at + node.stride]
        members.append((rank, [seconds.get(key(word), 0) for word in member[1:]], member))
        at += node.stride
        words = _with_name(spoken, words, at)
    members.sort(key=lambda member: member[:2])
    return [*(word for _, _, member in members for word in member), *words[at:]]


def _spoken_names(node: Node[object]) -> dict[tuple[str, ...], str]:
    """The names of a set's members that have several words, and the word that stands for each."""
    names = [(name.replace("_", " "), name) for name in node.pool if "_" in name]
    names += [(name, word) for word, others in _members(node) for name in others]
    parts = [(tuple(key(part) for part in name.split()), member) for name, member in names]
    return {words: member for words, member in parts if len(words) > 1}


def _with_name(spoken: dict[tuple[str, ...], str], words: tuple[str, ...], at: int) -> tuple[str, ...]:
    """A member that is named in several words, as one: "Prime Shadow" is not "Shadow"."""
    for parts, member in spoken.items():
        if tuple(key(word) for word in words[at : at + len(parts)]) == parts:
            return (*words[:at], member, *words[at + len(parts) :])
    return words


def _rank(word: str, ranks: dict[str, int]) -> int | None:
    """The place of a set's member, by its name or by a beginning that fits one member only."""
    name = key(word)
    if name in ranks:
        return ranks[name]
    begun = {rank for other, rank in ranks.items() if begins(name, other, SHORTEST)}
    return begun.pop() if len(begun) == 1 else None


def _ranks(node: Node[object]) -> dict[str, int]:
    """The places of a set's members, by every single-word name that means one of them only."""
    places = {name: rank for rank, name in enumerate(node.pool)}
    ranks = {key(name): rank for name, rank in places.items()}
    found: dict[str, set[int]] = {}
    for word, names in _members(node):
        for name in names:
            if " " not in name:
                found.setdefault(key(name), set()).add(places[word])
    return {**{name: min(ranked) for name, ranked in found.items() if len(ranked) == 1}, **ranks}


def _members(node: Node[object]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """A set's members with their names, those too that may be added later only."""
    yield from ((branch.word, branch.names) for branch in node.branches() if branch.word in node.pool)
    yield from ((one.word, one.names) for one in node.barred() if one.word in node.pool)


def _second_words(node: Node[object]) -> list[str]:
    """What may follow a member of a set whose members are pairs."""
    first = next(iter(node.branches()), None) if node.stride > 1 else None
    return [branch.word for branch in first.grow().branches()] if first is not None else []
