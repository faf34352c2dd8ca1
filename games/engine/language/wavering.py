"""Sentences beside orders that put them in doubt, in their writer's own words.

Word lists know what people often say when they take something back. What they say otherwise has one thing
in common: such a sentence speaks of nothing but orders. All its words are those of deciding and doing, and
one of them denies, sets a condition, asks or puts off. Small talk speaks of something else: of trains, of
the weather.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.language.letter_words import SENTENCE_END, Known, codes_in, words_of
from games.engine.language.talk import is_statement
from games.engine.language.tongues import Sort, Tongue, sort_of, spoken_in
from games.engine.language.word_lists import WORDS

_COLONS = (":", "\N{FULLWIDTH COLON}")
_LONGEST = 16  # words; a longer sentence tells something
_OWN_SUBJECT = 2  # words of something else
_FOREIGN_TO_LIMITS = 3  # words of something else: "unless your tunnel is blocked"
_LIMITS = frozenset(
    {
        *(
            "unless",
            "provided",
            "only",
            "except",
            "sofern",
            "falls",
            "außer",
            "nur",
            "vorausgesetzt",
            "chyba",
        ),
        *("tylko", "sauf", "pourvu", "uniquement", "seulement", "salvo", "solo", "siempre", "purché"),
        *("soltanto", "tenzij", "mits", "alleen", "behalve"),
    }
)
_OTHERS = frozenset(
    {
        *("you", "youll", "youd", "youre", "he", "she", "they", "du", "ihr", "er", "sie", "tu", "vous", "il"),
        *("elle", "tú", "él", "ella", "lui", "lei", "jij", "hij", "zij", "ty", "on", "ona"),
    }
)
_LEADS = frozenset(
    {"but", "aber", "ale", "mais", "pero", "ma", "maar", "and", "und", "i", "et", "y", "e", "en"}
)
_HARMLESS = tuple(f" {one} " for one in WORDS.harmless)
_DENYING = frozenset(WORDS.denials) | frozenset(
    {
        *("no", "nothing", "without", "nichts", "ohne", "nic", "rien", "sans", "nada", "sin", "niente"),
        *("nulla", "senza", "niets", "niks", "zonder"),
    }
)
_SHORT = 3


def speaks_of_else(line: str, known: Known) -> bool:
    """Whether a line has a subject of its own: "Don't tell my boss where I am." """
    words = words_of(line)
    if line.rstrip().endswith(_COLONS) or codes_in(line) or not known.all.isdisjoint(words):
        return False
    return any(_has_own_subject(words, tongue, known) for tongue in spoken_in(words))


def _has_own_subject(words: Sequence[str], tongue: Tongue, known: Known) -> bool:
    sorts = [sort_of(tongue, word) for word in words if not _is_known(word, known)]
    foreign = sum(not sort for sort in sorts)
    is_sure = foreign * 5 <= len(words) * 3  # most words are of that language
    return foreign >= _OWN_SUBJECT and is_sure and not any(Sort.MATTER in sort for sort in sorts)


def first_wavering(
    lines: Sequence[str], is_order: Sequence[bool], known: Known, preferred: str = ""
) -> int | None:
    """The first line of prose that puts orders in doubt; None if none does."""
    prose = [(at, line) for at, line in enumerate(lines) if line.strip() and not is_order[at]]
    if not prose or not any(is_order):
        return None
    spoken = spoken_in((word for _, line in prose for word in words_of(line)), preferred)
    for at, line in prose:
        if is_statement(line) or _greets(line, known) or _leaves_turn_open(line, known):
            continue
        if any(_wavers(sentence, tongue, known) for sentence in _sentences(line) for tongue in spoken):
            return at
    return None


def _greets(line: str, known: Known) -> bool:
    """ "Lieber Bob,"."""
    words = words_of(line)
    is_brief = len(words) <= _SHORT and line.rstrip().endswith(",")
    return is_brief or all(word in WORDS.social or word in known.people for word in words)


def _leaves_turn_open(line: str, known: Known) -> bool:
    """ "Not end yet" is about no other order."""
    words = words_of(line)
    return len(words) <= _SHORT and not known.closing.isdisjoint(words)


def _sentences(line: str) -> list[str]:
    return [one for one in SENTENCE_END.split(line.strip()) if one]


def _wavers(sentence: str, tongue: Tongue, known: Known) -> bool:
    """Whether a sentence speaks of nothing but orders, and puts them in doubt."""
    words, is_talk = _spoken(sentence, tongue)
    if not 1 < len(words) <= _LONGEST or sentence.rstrip().endswith(_COLONS):
        return False  # what leads to orders is judged by itself
    sorts = [sort_of(tongue, word) for word in words]
    foreign = sum(not sort and not _is_known(word, known) for word, sort in zip(words, sorts, strict=True))
    if foreign > (_FOREIGN_TO_LIMITS if _sets_limit(words) else 0):
        return False
    markers = {word for word, sort in zip(words, sorts, strict=True) if Sort.MARKER in sort}
    matters = any(Sort.MATTER in sort for sort in sorts) or bool(codes_in(sentence))
    judge = _asks if sentence.rstrip().endswith("?") else _tells
    return judge(words, markers - WORDS.perceptions, is_about=matters, is_talk=is_talk)


def _asks(words: Sequence[str], markers: set[str], *, is_about: bool, is_talk: bool) -> bool:
    """ "Is that legal?", "Or should I wait?"; not "Why do you never come?"."""
    is_own = is_about or not WORDS.selves.isdisjoint(words) or words[0] in WORDS.alternatives
    return is_own and (not _DENYING.issuperset(markers) or (is_about and not is_talk))


def _tells(words: Sequence[str], markers: set[str], *, is_about: bool, is_talk: bool) -> bool:
    """ "Still undecided."; not "She may be right!"."""
    if not markers or (_is_of_others(words, is_about=is_about) and not _sets_limit(words)):
        return False
    return not (_DENYING.issuperset(markers) and _is_mere_denial(words, is_about=is_about and not is_talk))


def _spoken(sentence: str, tongue: Tongue) -> tuple[list[str], bool]:
    """The words of a sentence without phrases of small talk, and whether there were some."""
    text = whole = f" {' '.join(words_of(sentence))} "
    for phrase in (*tongue.talk, *_HARMLESS):
        if phrase in text:
            text = text.replace(phrase, " ")
    return text.split(), text != whole


def _is_known(word: str, known: Known) -> bool:
    return word in known.people or word in known.all or bool(codes_in(word))


def _sets_limit(words: Sequence[str]) -> bool:
    begins = words[1:2] if words[:1] and words[0] in _LEADS else words[:1]
    return not _LIMITS.isdisjoint(begins)


def _is_of_others(words: Sequence[str], *, is_about: bool) -> bool:
    """ "She may be right!": it speaks neither of orders nor of who writes."""
    return not is_about and WORDS.selves.isdisjoint(words) and (len(words) > _SHORT or words[0] in _OTHERS)


def _is_mere_denial(words: Sequence[str], *, is_about: bool) -> bool:
    """ "I never thought you would go there", "You won't get that": it denies, and nothing more."""
    if not WORDS.perceptions.isdisjoint(words) or words[0] in _OTHERS:
        return True
    return not is_about and len(words) > _SHORT
