"""What a text from a player consists of: its commands, its orders, and what else an email says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from accounts.services.dates import is_about_absence
from accounts.services.users import is_about_daily
from games.engine.contract.text import key
from games.engine.language.joined_lines import joined
from games.engine.language.letter_words import Known, known_words
from games.engine.language.prose import Letter, prose_in, read_letter
from games.models import Order
from games.services.engines import ENGINES
from games.services.scene import Scene
from post.parsing.reader import Reading

FULL = "full"

WORDS = frozenset({"help", "status", "board", "preview", "standing", "say", "resign", "stop", "undo", "drop"})
WORDS |= {"report", "rules", "language", "daily", "agree", "disagree", "absent", "back"}
STOP_WORDS = ("stop", "unsubscribe")
_GREEDY = frozenset({"preview"})  # takes all that follows
_BLOCK = frozenset({"standing", "say"})  # takes its line, or the lines up to the next empty one


@dataclass(frozen=True, slots=True)
class Command:
    """One command and the text that belongs to it."""

    word: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """An email taken apart."""

    commands: list[Command] = field(default_factory=list[Command])
    orders: str = ""


def parts_of(reading: Reading, game: str, name: str = "") -> Parts:
    """An email taken apart, its broken lines joined; where it is empty, its subject may say something.

    The name of the match stands in the subject of every reply, and is no command even if it looks like one.
    """
    known = known_words(ENGINES[game].vocabulary)
    parts = take_apart(joined(reading.new_text, known.orders | WORDS))
    if not parts.commands and not parts.orders:
        subject = reading.email.subject
        return in_subject(subject) if key(name) not in key(subject) or not name else Parts()
    if _is_goodbye(parts.orders, known):
        return Parts([*parts.commands, Command("stop")])
    return parts


def _is_goodbye(text: str, known: Known) -> bool:
    """Whether "stop" is all that is said, apart from prose; few letters have such a line at all."""
    said = [word for word in STOP_WORDS if any(is_lone_word([line], word) for line in text.splitlines())]
    return bool(said) and any(is_lone_word(_spoken(text, known), word) for word in said)


def _spoken(text: str, known: Known) -> list[str]:
    """The lines that are no prose, and those that ask us to stop writing."""
    prose = set(read_letter(text, known).prose)
    lines = (line for line in text.splitlines() if line.strip())
    return [line for line in lines if line.strip() not in prose or is_lone_word([line], STOP_WORDS[1])]


def letter_of(text: str, game: str, scene: Callable[[], Scene], language: str = "") -> Letter:
    """The orders of an email with its prose set apart; the language is the one that its writer has chosen.

    The match is loaded only if there may be prose: the open question may have words of its own.
    """
    vocabulary = ENGINES[game].vocabulary
    letter = read_letter(text, known_words(vocabulary), language)
    if letter.is_plain:
        return letter
    question, people = scene().question, scene().names.values()
    decision = question.decision if question is not None else None
    return read_letter(text, known_words(vocabulary, decision, people), language)


def remarks_of(order: Order) -> list[str]:
    """What an email said apart from its orders, line by line."""
    return prose_in(order.text) if order.door == Order.Door.MAIL else []


def take_apart(text: str) -> Parts:
    """Commands, at the beginning of any line; everything else is one sheet of orders.

    >>> take_apart("recruit TER1\\nsay Well played!\\nend")
    Parts(commands=[Command(word='say', text='Well played!')], orders='recruit TER1\\nend')
    """
    lines = text.strip().splitlines()
    if any(is_lone_word(lines, word) for word in STOP_WORDS):  # in a sheet `stop` means: skip the rest
        return Parts([Command("stop")])
    for word in ("draw", "join"):  # a game may have an order of that name
        if is_lone_word(lines, word):
            return Parts([Command(word)])
    commands: list[Command] = []
    orders: list[str] = []
    at = 0
    while at < len(lines):
        word, rest = _split(lines[at])
        at += 1
        if not _is_command(word, rest):
            orders.append(lines[at - 1])
            continue
        taken, at = _text(word, rest, lines, at)
        commands.append(Command(word, taken))
    return Parts(commands, "\n".join(orders).strip())


_SUBJECTS = ("help", "status", "board", *STOP_WORDS)  # nothing that changes a match


def in_subject(subject: str) -> Parts:
    """The command that a subject consists of: with an empty email, that is what is meant."""
    word = subject.rpartition(":")[2].strip()
    return take_apart(word) if any(is_lone_word([word], known) for known in _SUBJECTS) else Parts()


def is_lone_word(lines: Sequence[str], word: str) -> bool:
    """Whether there is nothing but this word."""
    return [line.strip().rstrip(".!?").lower() for line in lines if line.strip()] == [word]


def _split(line: str) -> tuple[str, str]:
    word, _, rest = line.strip().partition(" ")
    return word.rstrip(":.!?").lower(), rest.strip()


def _is_command(word: str, rest: str) -> bool:
    """A command that takes no text is none if text follows: a game may have such an order."""
    if word == "board":
        return rest.lower() in ("", FULL)
    if word in {"status", "resign", "undo", "drop", "report", "agree", "disagree", "back"}:
        return not rest
    if word == "daily":
        return is_about_daily(rest)
    if word == "absent":
        return is_about_absence(rest)
    return word in WORDS and word != "stop"


def _text(word: str, rest: str, lines: Sequence[str], at: int) -> tuple[str, int]:
    """What belongs to a command, and where the next thing begins."""
    if word in _GREEDY:
        return "\n".join(filter(None, [rest, *lines[at:]])).strip(), len(lines)
    if word not in _BLOCK or rest:
        return rest, at
    end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
    return "\n".join(lines[at:end]).strip(), end
