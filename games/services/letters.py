"""An email as a letter: its commands, its orders, and what else its writer says."""

from __future__ import annotations

from collections.abc import Callable

from games.engine.contract.text import key
from games.engine.language.prose import Known, Letter, joined, known_words, prose_in, read_letter
from games.models import Order
from games.services.commands import STOP_WORDS, WORDS, Command, Parts, in_subject, is_lone_word, take_apart
from games.services.engines import ENGINES
from games.services.scene import Scene
from games.services.texts import about_prose
from post.parsing.reader import Reading


def parts_of(reading: Reading, game: str, name: str = "") -> Parts:
    """An email taken apart, its broken lines joined; where it is empty, its subject may say something.

    The name of the match stands in the subject of every reply, and is no command even if it looks like one.
    """
    known = known_words(ENGINES[game].vocabulary)
    parts = take_apart(joined(reading.new_text, known.orders | WORDS))
    if not parts.commands and not parts.orders:
        subject = reading.email.subject
        return in_subject(subject) if key(name) not in key(subject) or not name else Parts()
    if any(is_lone_word(_spoken(parts.orders, known), word) for word in STOP_WORDS):
        return Parts([*parts.commands, Command("stop")])
    return parts


def _spoken(text: str, known: Known) -> list[str]:
    """The lines that are no prose, and those that ask us to stop writing."""
    prose = set(read_letter(text, known).prose)
    lines = (line for line in text.splitlines() if line.strip())
    return [line for line in lines if line.strip() not in prose or is_lone_word([line], STOP_WORDS[1])]


def letter_of(text: str, game: str, scene: Callable[[], Scene]) -> Letter:
    """The orders of an email with its prose set apart.

    Only where there is prose, the match is looked at: the question that is open has words of its own.
    """
    vocabulary = ENGINES[game].vocabulary
    letter = read_letter(text, known_words(vocabulary))
    if not letter.prose:
        return letter
    question, people = scene().question, scene().names.values()
    return read_letter(
        text, known_words(vocabulary, question.decision if question is not None else None, people)
    )


def prose_of(order: Order) -> str:
    """What an email said apart from its orders, in one sentence."""
    return about_prose(prose_in(order.text))
