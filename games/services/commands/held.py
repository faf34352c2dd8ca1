"""Orders that their letter put in doubt: they are held until their player says "yes", or sends others."""

from __future__ import annotations

from games.engine.language.letter_words import Known, known_words, offered_by, words_of
from games.engine.language.order_lines import orders_among
from games.engine.language.prose import as_meant, as_written, without_prose
from games.engine.language.tongues import is_yes
from games.engine.language.word_lists import WORDS
from games.models import Order, Seat
from games.services.commands.parts import remarks_of
from games.services.engines import ENGINES
from games.services.scene import Scene
from games.services.texts import about_doubt, about_prose

_MOST_LINES = 8  # of a letter that says yes, with its signature
_LONGEST = 400  # characters
_BRIEF = 5  # words
_WITH_YES = frozenset(
    {
        "i",
        "mean",
        "them",
        "these",
        "do",
        "ahead",
        "written",
        "bitte",
        "proszę",
        "svp",
        "favor",
        "favore",
        "graag",
    }
)


def held_in(order: Order) -> str:
    """What an order would be if its writer meant it after all; empty if nothing in it was put in doubt."""
    at = line_in_doubt(order)
    if at is None:
        return ""
    return as_meant(order.text, at, _known(order.seat), goes_on=bool(order.receipt["done"]))


def held_lines(order: Order) -> str:
    """The orders alone that are held, as their writer would send them again."""
    return without_prose(held_in(order))


def prose_of(order: Order) -> str:
    """What an email said apart from its orders; or that it put them in doubt, which are then no remarks."""
    if line_in_doubt(order) is None:
        return about_prose(remarks_of(order))
    return about_doubt(order.receipt["problem"]["text"], is_held=bool(held_in(order)))


def line_in_doubt(order: Order) -> int | None:
    """Where a line that may take orders back stopped them; None if none did, or an order that is wrong."""
    problem = order.receipt.get("problem")
    if order.door != Order.Door.MAIL or not problem:
        return None
    at: int = problem["line"] - 1
    is_order = orders_among(as_written(order.text), _known(order.seat))
    return at if is_order[at : at + 1] == [False] else None


def held_for(seat: Seat) -> str:
    """The held orders of a player: those of the last letter, while its question is still open."""
    last = Order.objects.of(seat).select_related("seat__match").order_by("-pk").first()
    if last is None or last.played_at is None or last.is_void or seat.waiting_since is None:
        return ""
    return held_in(last) if last.received_at >= seat.waiting_since else ""


def may_say_yes(text: str) -> bool:
    """Whether a letter is worth asking whether it says yes: it is short, and has such a word."""
    return len(text) < _LONGEST and any(
        is_yes(words[0]) for line in text.splitlines() if (words := words_of(line))
    )


def says_yes(text: str, scene: Scene) -> bool:
    """Whether a letter says nothing but yes, and that is no answer to the question that is open.

    A greeting and a signature say nothing.
    """
    question = scene.question
    answers = offered_by(question.decision) if question is not None else frozenset[str]()
    known = known_words(ENGINES[scene.match.game].vocabulary, people=scene.names.values())
    said = [line for line in text.splitlines() if words_of(line)]
    told = next((line for line in said if is_yes(words_of(line)[0])), "")
    if not told or len(said) > _MOST_LINES or words_of(told)[0] in answers:
        return False
    others = [line for line in said if line is not told]
    return _is_nothing_else(words_of(told)) and not any(orders_among(others, known)) and _are_brief(others)


def _is_nothing_else(words: list[str]) -> bool:
    """ "Yes, please play them!"; not "Yes, but only the first"."""
    return all(is_yes(word) or word in WORDS.social or word in _WITH_YES for word in words)


def _are_brief(lines: list[str]) -> bool:
    return all(len(words_of(line)) <= _BRIEF and not line.rstrip().endswith("?") for line in lines)


def _known(seat: Seat) -> Known:
    return known_words(ENGINES[seat.match.game].vocabulary)
