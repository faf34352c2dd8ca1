"""Prose that may take back the orders below it: it is not passed over, so that nothing below it is played."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.language.letter_words import FEW, SENTENCE_END, SHORT, Known, words_of
from games.engine.language.talk import is_banner, is_statement, pieces_in, tells
from games.engine.language.wavering import speaks_of_else
from games.engine.language.word_lists import CONDITIONS, UNDOING, WORDS

_COLONS = (":", "\N{FULLWIDTH COLON}")
_DENIALS = frozenset(
    {"not", "didnt", "dont", "never", "nie", "nicht", "ne", "pas", "no", "non", "hadnt", "couldnt"}
)


def with_doubts(lines: Sequence[str], is_order: Sequence[bool], known: Known) -> list[bool]:
    """What is left as it stands: orders, and the prose that puts orders below it in doubt."""
    kept = list(is_order)
    has_orders, below = False, len(lines)  # below: the nearest line that is not empty
    for at in range(len(lines) - 1, -1, -1):
        if has_orders and not is_order[at] and lines[at].strip():
            distance = below - at if is_order[below] else None
            kept[at] = _casts_doubt(lines[at], distance, known) and not speaks_of_else(lines[at], known)
        has_orders = has_orders or is_order[at]
        below = at if lines[at].strip() else below
    return kept


def _casts_doubt(line: str, distance: int | None, known: Known) -> bool:
    """Whether prose may say that orders below are not meant. The distance is to an order right below it."""
    if is_banner(words_of(line)):
        return False
    names_pieces = not line.rstrip().endswith(_COLONS) and bool(pieces_in(line, known))
    if names_pieces and (is_statement(line) or tells(line, known)):
        return False  # about pieces: orders that speak of the same would have made it an order
    *earlier, last = SENTENCE_END.split(line.strip())
    if any(_takes_back(_meant(one)) for one in earlier):
        return True
    if any(_asks_leave(one) or (distance is not None and asks_opinion(one)) for one in (*earlier, last)):
        return True
    line, words = last, words_of(last)
    text = _meant(last)
    negates, doubts = WORDS.negations.are_in(text), _is_doubtful(text)
    if negates and (WORDS.pointers.are_in(text) or (distance == 1 and _denies_orders(last, text, doubts))):
        return True
    if distance is None:
        return False
    if line.rstrip().endswith(_COLONS):
        return negates or doubts or not _introduces(text.split(), known)
    if line.rstrip().endswith("?"):
        return doubts and (WORDS.pointers.are_in(text) or (distance == 1 and _is_own(words)))
    if _tells_of_others(text, known) or (
        _goes_on(line) and _leads_elsewhere(text.split(), distance, doubts=doubts or CONDITIONS.are_in(text))
    ):
        return True
    is_heading = len(words) <= 2 or (len(words) == FEW and not line.rstrip().endswith("."))
    return is_heading and (negates or doubts)


def _denies_orders(sentence: str, text: str, doubts: bool) -> bool:
    """Whether what denies something right above an order may deny that order: not "I don't like spiders"."""
    words = text.split()
    if doubts or len(words) <= FEW or sentence.rstrip().endswith(_COLONS):
        return True
    if UNDOING.are_in(text):
        return True
    return words[0] in WORDS.denials or not WORDS.acts.isdisjoint(words)


def _is_doubtful(text: str) -> bool:
    """Whether a sentence has a word of doubt, or one of another time."""
    return WORDS.doubts.are_in(text) or any(word.startswith(WORDS.other_times) for word in text.split())


def _tells_of_others(text: str, known: Known) -> bool:
    """ "This is what Alice did in turn 3"."""
    words = text.split()
    if WORDS.past.isdisjoint(words) or not WORDS.selves.isdisjoint(words):
        return False
    return WORDS.pointers.are_in(text) and (not known.people.isdisjoint(words) or WORDS.others.are_in(text))


def _goes_on(line: str) -> bool:
    """Whether a sentence has no end, so that the order below may belong to it."""
    return line.rstrip()[-1:].isalnum() or line.rstrip().endswith(("...", "\N{HORIZONTAL ELLIPSIS}"))


def _leads_elsewhere(words: Sequence[str], distance: int, *, doubts: bool) -> bool:
    """ "Next turn I'll play", "In round two I had", "The rules say": what follows is not for now."""
    if not words:
        return False
    if words[-1] in WORDS.past | WORDS.hesitations or not WORDS.musings.isdisjoint(words):
        return True
    return doubts and (distance > 1 or len(words) <= SHORT or not WORDS.pursuits.isdisjoint(words))


def _asks_leave(sentence: str) -> bool:
    """ "Should I do this?", "Soll ich so spielen?"; not "How do you find these moves?"."""
    if not sentence.rstrip().endswith("?"):
        return False
    text = f" {' '.join(words_of(sentence))} "
    words = set(text.split())
    if any(word.startswith(WORDS.subjunctives) for word in words):
        return True
    if (WORDS.pursuits | WORDS.verdicts).isdisjoint(words) or not (
        WORDS.pointers.are_in(text) or WORDS.manners.are_in(text)
    ):
        return False
    return not words.isdisjoint(WORDS.selves | WORDS.modals) or not WORDS.others.are_in(text)


def asks_opinion(sentence: str) -> bool:
    """ "What do you think?", "Tu en penses quoi ?"."""
    return sentence.rstrip().endswith("?") and WORDS.opinions.are_in(f" {' '.join(words_of(sentence))} ")


def _is_own(words: Sequence[str]) -> bool:
    """Whether a question may be about what its writer is to do."""
    return len(words) <= FEW or not (WORDS.acts | WORDS.selves).isdisjoint(words)


def _takes_back(text: str) -> bool:
    return WORDS.negations.are_in(text) and WORDS.pointers.are_in(text)


def _meant(sentence: str) -> str:
    """A sentence without what denies something else than orders: "I did not see that coming"."""
    text = f" {' '.join(words_of(sentence))} "
    for phrase in WORDS.harmless:
        text = text.replace(f" {phrase} ", " ")
    if sentence.rstrip().endswith((":", "?")):
        return text
    words = text.split()
    for at, word in enumerate(words):
        if word in WORDS.perceptions and set(words[max(0, at - 3) : at]) & _DENIALS:
            near = range(at - 3, at + 3)
            words = [one for n, one in enumerate(words) if n not in near or one not in _DENIALS]
            return f" {' '.join(words)} "
    return text


def introduces(line: str, known: Known) -> bool:
    """Whether a line that ends with a colon leads to orders that its writer means."""
    *earlier, last = SENTENCE_END.split(line.strip())
    text = _meant(last)
    if any(_takes_back(_meant(one)) for one in earlier) or WORDS.negations.are_in(text):
        return False
    return not WORDS.doubts.are_in(text) and _introduces(text.split(), known)


def _introduces(words: Sequence[str], known: Known) -> bool:
    """ "My orders:", "First I dig:", or a greeting; not "You wrote:" or "Bob's orders:"."""
    if all(word in WORDS.social or word in known.people for word in words):
        return True
    text = f" {' '.join(words)} "
    if _speaks_of_others(words, text, known):
        return False
    if not WORDS.hesitations.isdisjoint(words):
        return False
    if WORDS.introductions.are_in(text):
        return WORDS.past.isdisjoint(words)
    speaks = not WORDS.selves.isdisjoint([*words[:FEW], *words[-1:]])
    return speaks and len(words) >= FEW and WORDS.past.isdisjoint(words)  # "First I dig:"


def _speaks_of_others(words: Sequence[str], text: str, known: Known) -> bool:
    """ "Your orders:"; but not "I send you my orders:" or "Now your dragon will suffer:"."""
    if not {f"{name}s" for name in known.people}.isdisjoint(words):
        return True
    theirs = WORDS.others.found_in(text)
    if theirs and not WORDS.selves.isdisjoint(words) and WORDS.past.isdisjoint(words):
        theirs -= WORDS.questions | WORDS.objects  # "Here is what I do:"
    if len(words) >= SHORT and (WORDS.acts | WORDS.spans).isdisjoint(words):
        theirs -= WORDS.possessives
    return bool(theirs)
