"""The words a game adds to the language of orders."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from games.engine.contract.policies import Policy, Reaction
from games.engine.contract.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Key:
    """What may follow the colon of `key: ...`."""

    choices: tuple[str, ...] = ()  # first words; none given: the decision checks them
    subject: bool = False  # takes a name, as in choose "Sapping Briar": ...
    number: bool = False  # takes a number, as in reserve: 1
    scoped: bool = True  # may be for one thing only, as in counter[pilgrim]: ...
    about: str = ""
    for_allies: bool = False  # matters only where several seats win together


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a standing order can never apply: the `{word}` in it, and the names that there are instead."""

    reason: str
    word: str
    known: tuple[str, ...] = ()


Words = tuple[str, ...]


def as_written(words: Words) -> tuple[Words, ...]:
    """One line, one order."""
    return (words,)


def one_order(line: str) -> tuple[str, ...]:
    """One line, one standing order."""
    return (line,)


Shorthand = tuple[tuple[str, ...], str]  # a word at the end of an order: the keys it answers, and how


PAY = "pay"  # the key of payments, in every game that has any
ASK_LIMIT = "ask-limit"
BUILT_IN = {
    ASK_LIMIT: Key(
        number=True,
        scoped=False,
        about=gettext_noop("how many questions you may be asked in another player's turn"),
    ),
}


@dataclass(
    frozen=True, slots=True, eq=False
)  # compared as itself, so that what was read with it can be cached
class Vocabulary:
    """All names are in lower case: what players write is lowered before it is looked up."""

    keys: Mapping[str, Key] = field(default_factory=dict[str, Key])
    variables: Mapping[str, str] = field(default_factory=dict[str, str])  # numbers: name -> help
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])  # () is any word
    flags: Mapping[str, str] = field(default_factory=dict[str, str])
    windows: Mapping[str, str] = field(default_factory=dict[str, str])
    verbs: tuple[str, ...] = ()  # first words of reactions: play, use
    places: tuple[str, ...] = ()  # keywords of their arguments: to, at, x, pay
    shorthands: Mapping[str, Shorthand] = field(default_factory=dict[str, Shorthand])
    check: Callable[[Policy | Reaction], Unfit | None] | None = None  # whether an order can ever apply
    closing: tuple[str, ...] = ()  # orders that end a turn: harmless where it has ended by itself
    orders: tuple[str, ...] = ()  # first words of orders: a line that begins like this is not prose
    responses: tuple[str, ...] = ()  # other words that short answers consist of: yes, none
    names: tuple[str, ...] = ()  # of pieces: a line that names one is an order, be it a wrong one
    later_wins: bool = False  # of standing orders with one place the last is read first, else the first
    answers: tuple[str, ...] = ()  # first words of lines that only answer what a step brings up
    orders_of: Callable[[Words], tuple[Words, ...]] = as_written  # a line in other words, or several orders
    standing_of: Callable[[str], tuple[str, ...]] = one_order  # a standing order in another notation
    examples: tuple[str, ...] = ()  # of lines with a condition, in words of the game
    spoken: Callable[[str], str] = str  # a word of an answer as people write it: HK1 for holy_knight#1/1

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", {**BUILT_IN, **self.keys})
        shouted = [name for name in self._names() if name != name.lower()]
        if shouted:
            raise ValueError(f"not in lower case, so that no order could name it: {shouted}")

    def order_of(self, words: Words) -> Words:
        """A line that is one order, in the words of the game; as written if it is several."""
        found = self.orders_of(words)
        return found[0] if len(found) == 1 else words

    def _names(self) -> Iterable[str]:
        for names in (self.keys, self.variables, self.words, self.flags, self.windows, self.shorthands):
            yield from names
        for key in self.keys.values():
            yield from key.choices
        for words in self.words.values():
            yield from words
        yield from self.verbs
        yield from self.closing
        yield from self.answers
        yield from self.places
        yield from self.orders
        yield from self.responses
        yield from self.names
