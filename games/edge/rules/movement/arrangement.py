"""ED-9.4, ED-11.2: the models of one Move, and those that are pushed, may be named in any order.

The tree of a Move has one path for each Move, in the order of the army lists; players need not know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from games.edge.effects.prepare import FURTHER
from games.edge.names import model_code
from games.edge.rules.movement.words import MOVE, WITH
from games.edge.state import State
from games.engine.contract.text import key
from games.engine.contract.tree import Path

_STOPS = frozenset(FURTHER) - {MOVE, WITH}


def arranged(state: State, movers: Sequence[str], words: Path) -> Path:
    """`move PI3 C5.3 move PI1 C5.6 push GO2>… GO1>…`: all in the order of the lists."""
    said = with_sorted_pushes(state, words)
    start = next((at for at, word in enumerate(said) if key(word) == MOVE), len(said))
    parts = _parts(said[start:])
    if len(parts) < 2:
        return said
    ranks = _ranks(movers)
    count = next((at for at, part in enumerate(parts) if key(part[1]) not in ranks), len(parts))
    if count < 2:
        return said
    last, after = _cut(parts[count - 1])
    own = sorted([*parts[: count - 1], last], key=lambda part: ranks[key(part[1])])
    return (*said[:start], *_joined(own), *after, *_joined(parts[count:]))


def with_sorted_pushes(state: State, words: Path) -> Path:
    """The models that one model pushes, in the order of the lists."""
    if not any(">" in word for word in words):
        return words
    ranks = _ranks([model.id for squad in state.squads for model in squad.models])
    found: list[str] = []
    for is_push, group in groupby(words, key=lambda word: ">" in word and _pushed(word) in ranks):
        said = list(group)
        found += sorted(said, key=lambda word: ranks[_pushed(word)]) if is_push else said
    return tuple(found)


def _ranks(models: Sequence[str]) -> Mapping[str, int]:
    """The place of each model in the lists, by each of its names."""
    return {key(name): at for at, m in enumerate(models) for name in (m, model_code(m), f"model:{m}")}


def _parts(words: Path) -> list[Path]:
    """What is said of each mover: from one `move` to the next."""
    starts = [at for at, word in enumerate(words) if key(word) == MOVE]
    found = [words[at:end] for at, end in pairwise([*starts, len(words)])] if starts else []
    return [part if len(part) > 1 else (*part, "") for part in found]


def _cut(part: Path) -> tuple[Path, Path]:
    """What belongs to the last mover, and the words that follow the Move."""
    end = next((at for at, word in enumerate(part) if key(word) in _STOPS), len(part))
    return part[:end], part[end:]


def _joined(parts: Sequence[Path]) -> Path:
    return tuple(word for part in parts for word in part if word)


def _pushed(word: str) -> str:
    return key(word.partition(">")[0])
