"""What people take back below it: an order that may not be meant any more is not played.

"Sorry, I meant: …", "scratch that", "only if Bob has left": what exactly is taken back, only their writer
knows. So nothing above such a line is played, and the line itself is told as one that cannot be read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import dropwhile, pairwise
from pathlib import Path

import msgspec

from games.engine.language.word_lists import CONDITIONS, Phrases, lists_of

_LONGEST = 25  # words; a longer line is a paragraph, and takes nothing back by the way
_SHORT = 4
_NOTHING = frozenset(
    {"not", "nothing", "nicht", "nichts", "nie", "nic", "pas", "rien", "nada", "niente", "inte", "niet"}
)
_NAMES = ("skip",)  # somebody may sign so
_CLAUSE = 8
_THESE = frozenset(
    {"that", "this", "those", "these", "thats", "das", "ça", "esto", "eso", "questo", "dit", "dat"}
)
_CONDITIONS = frozenset(CONDITIONS)
_ENGLISH, _FOREIGN = frozenset({"not", "dont", "never"}), frozenset({"to", "ten", "te"})  # pointers elsewhere
_BRIEF = 6  # of a line that names another piece than the orders do


class _Phrases(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The lists of retractions.toml, under the names they have there."""

    retractions: Phrases
    conditions: tuple[str, ...]
    corrections: tuple[str, ...]
    apologies: frozenset[str]
    replacements: tuple[str, ...]
    notices: frozenset[str]
    denials: frozenset[str]
    prohibitions: tuple[str, ...]
    revocations: frozenset[str]
    pointers: frozenset[str]
    mistakes: frozenset[str]
    fillers: frozenset[str]
    yets: frozenset[str]
    acts: frozenset[str]
    selves: frozenset[str]
    second_thoughts: frozenset[str]
    conditions_within: Phrases
    above: Phrases
    invalid: Phrases
    letters: frozenset[str]
    slips: frozenset[str]
    games: frozenset[str]
    replies: frozenset[str]
    different: frozenset[str]
    forms_of_be: frozenset[str]
    still_playing: frozenset[str]
    persons: frozenset[str]
    mishaps: frozenset[str]
    delays: frozenset[str]
    untils: frozenset[str]
    counting: frozenset[str]
    undecided: tuple[str, ...]
    taunts: frozenset[str]
    halts: frozenset[str]
    sighs: frozenset[str]
    soon: Phrases
    redoing: Phrases
    requests: Phrases
    pretences: frozenset[str]
    refusals: frozenset[str]
    misdirections: frozenset[str]


_PHRASES = lists_of(Path(__file__).with_suffix(".toml"), _Phrases)


_REFUSING = (
    _PHRASES.refusals | _PHRASES.second_thoughts | _PHRASES.yets | _PHRASES.fillers | _PHRASES.pointers
)


_HALTING = _PHRASES.halts | _PHRASES.refusals | _PHRASES.second_thoughts


@dataclass(frozen=True, slots=True)
class Written:
    """A line, as much as has to be known of it here."""

    words: Sequence[str]  # in the form in which names are compared
    codes: frozenset[str]  # what looks like a piece or a place
    is_order: bool
    is_readable: bool  # an order as its game writes them: with nothing in front of it
    introduces: bool  # ends with a colon
    sentences: tuple[tuple[str, ...], ...]
    names_game: bool  # has a word of the game
    stops: bool = False  # what stands below it is not played for its sake
    clauses: tuple[tuple[str, ...], ...] = ()
    asks_leave: bool = False  # asks whether the orders are right


def last_retraction(lines: Sequence[Written]) -> int | None:
    """The last line that takes back what stands above it; None if no order is taken back."""
    found = None
    for at, line in enumerate(lines):
        above = [one for one in lines[:at] if one.is_order]
        below = any(one.is_order for one in lines[at + 1 :])
        if above and line.words and _takes_back(line, above, below=below):
            found = at
    return found


def _takes_back(line: Written, above: Sequence[Written], *, below: bool) -> bool:
    text = f" {' '.join(line.words)} "
    if len(line.words) > _LONGEST or not _PHRASES.notices.isdisjoint(line.words):
        return False
    if line.is_order and line.is_readable:
        return any(f" {phrase} " in text for phrase in _PHRASES.replacements)
    if _PHRASES.retractions.are_in(text):
        return True
    is_heading = line.stops and line.introduces and below  # "For next turn:" is about what follows
    if not is_heading and any(text.startswith(f" {phrase} ") for phrase in _PHRASES.conditions):
        return True
    if any(map(_is_taking_back, line.sentences)):
        return True
    if _speaks_against(line):
        return True
    if _denies_a_piece(line, above) or _names_another(line, above):
        return True
    return _corrects(line, text, below=below)


def _speaks_against(line: Written) -> bool:
    """Whether prose denies, stops or postpones; "not end yet" only leaves the end of the turn open."""
    if line.is_order or (line.names_game and len(line.words) < _SHORT):
        return False
    clauses = (*map(_denies_plainly, line.clauses), *map(_halts, line.clauses))
    sentences = (*map(_postpones, line.sentences), *map(_waits, line.sentences))
    return line.asks_leave or any(clauses) or any(sentences)


def _is_taking_back(sentence: Sequence[str]) -> bool:
    return any(
        judge(sentence) for judge in (_forbids, _revokes, _refuses, _limits, _invalidates, _was_misdirected)
    )


def _limits(sentence: Sequence[str]) -> bool:
    """ "That holds only if Peter agrees": a condition that only its writer can judge."""
    begins = sentence[:1] and sentence[0] in _CONDITIONS and not _THESE.isdisjoint(sentence[1:3])
    return bool(begins) or _PHRASES.conditions_within.are_in(f" {' '.join(sentence)} ")


def _invalidates(sentence: Sequence[str]) -> bool:
    """ "The above is nonsense", "Ne tenez pas compte de ce message"; not "Don't answer this mail"."""
    text = f" {' '.join(sentence)} "
    if not _PHRASES.replies.isdisjoint(sentence):
        return False
    if not (_PHRASES.above.are_in(text) or _points_at_letter(sentence)):
        return False
    return _PHRASES.invalid.are_in(text) or not _PHRASES.refusals.isdisjoint(sentence)


def _denies_plainly(clause: Sequence[str]) -> bool:
    """ "Noch nicht eintragen", "tego nie liczyć": a denial of this, or for now, in which nobody acts."""
    words = list(dropwhile(_PHRASES.fillers.__contains__, clause))
    if not words or len(words) > _CLAUSE or _PHRASES.refusals.isdisjoint(words):
        return False
    if not (_PHRASES.persons | _PHRASES.still_playing | _PHRASES.replies).isdisjoint(words):
        return False
    if not (_PHRASES.yets | _PHRASES.untils | _PHRASES.counting).isdisjoint(words):
        return True
    if (_PHRASES.pointers - (frozenset() if _ENGLISH.isdisjoint(words) else _FOREIGN)).isdisjoint(words):
        return False
    return _PHRASES.forms_of_be.isdisjoint(words) or not (_PHRASES.acts | _PHRASES.letters).isdisjoint(words)


def _waits(sentence: Sequence[str]) -> bool:
    """ "Oops, …", "wait until I confirm", "I have not decided"; not "wait until you see it"."""
    words = list(dropwhile(_PHRASES.fillers.__contains__, sentence))
    if sentence and sentence[0] in _PHRASES.mishaps:
        return True
    if any(word.startswith(_PHRASES.undecided) for word in words):
        return not _PHRASES.refusals.isdisjoint(words)
    begins = not _PHRASES.delays.isdisjoint(sentence[:_SHORT])
    return begins and not _PHRASES.untils.isdisjoint(words) and "you" not in words


def _halts(clause: Sequence[str]) -> bool:
    """ "Whoa, hang on, …", "Nie, …", "No scusa, …": nothing but that stands before a comma."""
    if len(clause) > _SHORT or not _HALTING.union(_PHRASES.fillers, _PHRASES.sighs).issuperset(clause):
        return False
    return not _HALTING.isdisjoint(clause)


def _postpones(sentence: Sequence[str]) -> bool:
    """ "Back later with a better one", "can you leave that out?", "this is a rehearsal"."""
    text = f" {' '.join(sentence)} "
    if _PHRASES.soon.are_in(text) and _PHRASES.redoing.are_in(text):
        return True
    if _PHRASES.pointers.isdisjoint(sentence) or not _PHRASES.replies.isdisjoint(sentence):
        return False
    return _PHRASES.requests.are_in(text) or not _PHRASES.pretences.isdisjoint(sentence)


def _points_at_letter(sentence: Sequence[str]) -> bool:
    """ "This mail", "diese Züge", "tego listu"."""
    pairs = pairwise(sentence)
    return any(one in _PHRASES.pointers and other in _PHRASES.letters for one, other in pairs)


def _was_misdirected(sentence: Sequence[str]) -> bool:
    """ "I got the games mixed up", "me equivoqué de partida", "that was for the other match"."""
    if _PHRASES.games.isdisjoint(sentence):
        return False
    if not _PHRASES.slips.isdisjoint(sentence):
        return True
    points = not _PHRASES.pointers.isdisjoint(sentence[:_SHORT])
    return points and not _PHRASES.different.isdisjoint(sentence)


def _forbids(sentence: Sequence[str]) -> bool:
    """ "Please don't use this yet", "noch nicht ausführen"; not "I don't play on Sundays"."""
    words = list(dropwhile(_PHRASES.fillers.__contains__, sentence))
    if not words or _PHRASES.acts.isdisjoint(words):
        return False
    fillers = sentence[: len(sentence) - len(words)]
    starts = [" ".join(sentence[at:]) for at in range(len(fillers) + 1)]
    if any(f"{start} ".startswith(f"{one} ") for start in starts for one in _PHRASES.prohibitions):
        return True
    is_told = _PHRASES.selves.isdisjoint(words[:1])
    return is_told and not (_PHRASES.denials.isdisjoint(words) or _PHRASES.yets.isdisjoint(words))


def _revokes(sentence: Sequence[str]) -> bool:
    """ "Please cancel all of this.", or nothing but "please ignore"."""
    words = list(dropwhile(_PHRASES.fillers.__contains__, sentence))
    if len(words) == 2 and words[1] in _THESE:
        return words[0] not in _PHRASES.taunts and words[0] not in _PHRASES.persons
    if not words or words[0] not in _PHRASES.revocations:
        return False
    if len(words) == 1:
        return words[0] not in _NAMES
    return not _PHRASES.pointers.isdisjoint(words[1:4])


def _refuses(sentence: Sequence[str]) -> bool:
    """ "Not yet, please.", "No, better wait.", "Wrong thread."; not "No hurry!" or "Not bad, eh?"."""
    words = list(dropwhile(_PHRASES.fillers.__contains__, sentence))
    if len(words) <= _SHORT and not _PHRASES.misdirections.isdisjoint(words):
        return _NOTHING.isdisjoint(words[:2])
    if not words or len(words) > _BRIEF:
        return False
    if words[0] in _PHRASES.refusals and not _PHRASES.second_thoughts.isdisjoint(words):
        return True
    return _REFUSING.issuperset(words) and not (_PHRASES.refusals | _PHRASES.second_thoughts).isdisjoint(
        words
    )


def _names_another(line: Written, above: Sequence[Written]) -> bool:
    """ "Make it TER1." below an order that speaks of MIN1; not "London N1 9GU"."""
    named = frozenset[str]().union(*(one.codes for one in above))
    shapes = {_shape(code) for code in named}
    others = {code for code in line.codes - named if _shape(code) in shapes}
    is_mistake = not _PHRASES.mistakes.isdisjoint(line.words)
    is_brief = not line.is_order and any(  # an order with a slip in it is another matter
        len(one) <= _BRIEF and not others.isdisjoint(one) for one in line.sentences
    )
    return bool(others) and (is_mistake or is_brief or _puts_first(line, others, named))


def _puts_first(line: Written, others: Collection[str], named: Collection[str]) -> bool:
    """ "Rather MIN1 in place of TER1", in any language; not "TER1, since MIN1 was gone"."""
    at = next((n for n, word in enumerate(line.words) if word in others), len(line.words))
    return not line.is_readable and any(word in named for word in line.words[at + 1 : at + _SHORT + 2])


def _shape(code: str) -> str:
    """TER1 and MIN2 are of one shape."""
    return "".join("0" if sign.isdigit() else "a" if sign.isalpha() else sign for sign in code)


def _denies_a_piece(line: Written, above: Sequence[Written]) -> bool:
    """ "TER1, not HYD1": about a piece that an order above speaks of."""
    named = frozenset[str]().union(*(one.codes for one in above))
    return not _PHRASES.denials.isdisjoint(line.words) and not named.isdisjoint(line.codes)


def _corrects(line: Written, text: str, *, below: bool) -> bool:
    """ "I meant:", or "sorry, recruit TER1"; not "Sorry, that hurts." nor, at the end, "Sorry for TER1!" """
    if any(f" {phrase} " in text for phrase in _PHRASES.replacements):
        return bool(line.codes) or (below and line.introduces)
    begins = any(text.startswith(f" {phrase} ") for phrase in _PHRASES.corrections)
    if line.codes:
        explicit = (phrase for phrase in _PHRASES.corrections if phrase not in _PHRASES.apologies)
        return (begins and below) or any(f" {phrase} " in text for phrase in explicit)
    ends = any(text.endswith(f" {phrase} ") for phrase in _PHRASES.corrections)
    if line.introduces:
        return below and (begins or ends)
    if (
        begins
        and line.words[0] not in _PHRASES.apologies
        and line.names_game
        and 1 < len(line.words) <= _SHORT
        and not line.is_readable
    ):
        return True  # "Oops, active!"
    return below and ends and len(line.words) <= _SHORT
