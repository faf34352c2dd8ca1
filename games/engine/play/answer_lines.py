"""Lines of a sheet that answer what a step brings up, and the one meant for the open question."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from rapidfuzz import fuzz

from games.engine.contract.decisions import Decision
from games.engine.contract.text import key
from games.engine.contract.vocabulary import PAY, Vocabulary
from games.engine.language.paths import Reading
from games.engine.language.sheet import Op, Program, Sheet, Step, lines_from
from games.engine.play.save import SheetState

_ALIKE = 75  # per cent: `dammage` is a slip of `damage`, `spawn` none of `send`
_SHORTEST = 3  # letters that are enough to mean a longer word


def begins(decision: Decision[object], words: tuple[str, ...]) -> bool:
    """Whether these words are meant for this question: with its filler, or a word that stands without it."""
    return bool(words) and key(words[0]) in _openings(decision)


def asked_at(decision: Decision[object], words: tuple[str, ...]) -> int | None:
    """Where in the words of a step this question is answered: at their beginning; a payment anywhere."""
    if begins(decision, words):
        return 0
    if decision.policy != PAY:
        return None
    return next((at for at, word in enumerate(words) if key(word) == PAY), None)


def line_for(
    decision: Decision[object], program: Program, state: SheetState, vocabulary: Vocabulary
) -> int | None:
    """The place of the line that is meant for a question; answers to others may stand before it."""
    for place in (*state.passed, *_before_next_order(program, state.at, vocabulary)):
        op = program[place]
        if isinstance(op, Step) and any(_means(decision, words, vocabulary) for words in op.alternatives):
            return place
    return None


def answers_from(program: Program, at: int, vocabulary: Vocabulary) -> range:
    """The places from here on of lines that are nothing but answers."""
    end = at
    while end < len(program) and _is_answer(program[end], vocabulary):
        end += 1
    return range(at, end)


def is_only_answer(decision: Decision[object], op: Step, vocabulary: Vocabulary) -> bool:
    """Whether a line that this question cannot read is no order for later either."""
    return _is_answer(op, vocabulary) or not any(begins(decision, words) for words in op.alternatives)


def lines_with_first(sheet: Sheet, state: SheetState, place: int) -> list[str]:
    """What is left of a sheet, beginning with one line: the draft of someone who must answer that first."""
    ops = [sheet.program[at] for at in (place, *state.passed, *range(state.at, place))]
    texts = list(dict.fromkeys(op.text for op in ops if isinstance(op, Step)))
    rest = lines_from(sheet, max(state.at, place + 1))
    return [*texts, rest] if rest else texts


def with_further_lines(
    decision: Decision[object], program: Program, at: int, words: tuple[str, ...]
) -> list[tuple[int, tuple[str, ...]]]:
    """The words of a step, with those of following lines that belong to the same answer: longest first."""
    found = [(at + 1, words)]
    for place in range(at + 1, len(program)):
        further = _one_line(program[place])
        if not {key(word) for word in (*words[:1], *further[:1])} <= set(decision.lines) or not further:
            break
        found.append((place + 1, (*found[-1][1], *further)))
    return found[::-1]


def is_for_another(decision: Decision[object], reading: Reading) -> bool:
    """Whether a line was read with those before it that only a later question can take up."""
    return bool(reading.left) and key(reading.left[0]) in decision.lines


def _one_line(op: Op) -> tuple[str, ...]:
    """The words of a step without alternatives."""
    return op.alternatives[0] if isinstance(op, Step) and len(op.alternatives) == 1 else ()


def beyond(state: SheetState, place: int, last: int) -> SheetState:
    """The sheet after the line at a place was taken: lines that it came before still wait."""
    if place in state.passed:
        passed = tuple(at for at in state.passed if at != place)
        return msgspec.structs.replace(state, passed=passed)
    return msgspec.structs.replace(state, at=last, passed=(*state.passed, *range(state.at, place)))


def _before_next_order(program: Program, at: int, vocabulary: Vocabulary) -> Iterator[int]:
    """The lines that are nothing but answers, and the one after them."""
    answers = answers_from(program, at, vocabulary)
    yield from answers
    if answers.stop < len(program):
        yield answers.stop


def _is_answer(op: Op, vocabulary: Vocabulary) -> bool:
    return isinstance(op, Step) and all(key(words[0]) in vocabulary.answers for words in op.alternatives)


def _means(decision: Decision[object], words: tuple[str, ...], vocabulary: Vocabulary) -> bool:
    return begins(decision, words) or _is_slip(decision, key(words[0]), vocabulary)


def _is_slip(decision: Decision[object], written: str, vocabulary: Vocabulary) -> bool:
    """Whether a word that no order begins with is short for a word of this question, or nearly that word."""
    if written in (*vocabulary.answers, *vocabulary.closing) or len(written) < _SHORTEST:
        return False
    known = [word for word in _openings(decision) if word in vocabulary.answers and len(word) > _SHORTEST]
    return any(word.startswith(written) or fuzz.ratio(written, word) >= _ALIKE for word in known)


def _openings(decision: Decision[object]) -> list[str]:
    root = decision.root
    return [key(word) for word in (*root.lead.split(), *root.unled)]
