"""From a text to its tree, or to an error that says where it cannot be read."""

import re
from importlib.resources import files
from typing import Literal, Protocol

from lark import Lark, Token, Tree, UnexpectedInput, UnexpectedToken
from lark.utils import TextSlice

from games.engine.contract.text import Unreadable, gettext_noop
from games.engine.language.lines import is_bullet

Start = Literal["condition", "policy", "reaction", "statement"]
Terminal = Literal["WORD", "ARGUMENT", "BARE"]


class _Parser(Protocol):
    """The part of Lark that is used, in types that are all known."""

    def parse(self, text: TextSlice[str], start: str | None = None) -> Tree[Token]: ...


_LARK = Lark(
    files(__name__).joinpath("orders.lark").read_text("utf-8"),
    parser="lalr",
    start=["condition", "policy", "reaction", "statement"],
    propagate_positions=True,
)
_PARSER: _Parser = _LARK
_RESERVED = {"if", "on", "stop", "else"}
_MISSING = {
    "COLON": gettext_noop("a colon is missing after the key"),
    "ON": gettext_noop("“on” and the name of a window are missing"),
    "_OPEN": gettext_noop("a block in curly brackets is missing after the condition"),
}


def read(start: Start, text: str, begin: int = 0, end: int | None = None) -> Tree[Token]:
    """The tree of a part of a text; its positions count from the start of the whole text."""
    end = len(text) if end is None else end
    try:
        return _PARSER.parse(TextSlice(text, begin, end), start=start)
    except UnexpectedInput as error:
        unreadable = _unreadable(text, end, error)
    raise unreadable  # out here it does not keep Lark's error, and with it the parser's state, alive


def _unreadable(text: str, end: int, error: UnexpectedInput) -> Unreadable:
    match error:
        case UnexpectedToken(token=Token(type="$END"), expected=expected):
            return Unreadable(_missing(expected) or gettext_noop("something is missing at the end"), at=end)
        case UnexpectedToken(token=Token(type="RPAR", start_pos=int(at)), expected=expected):
            reason = _missing(expected)
            return Unreadable(reason, at=at) if reason else _stuck(text, at, end)
        case _:
            return _stuck(text, error.pos_in_stream, end)


def _missing(expected: set[str]) -> str | None:
    return next((reason for terminal, reason in _MISSING.items() if terminal in expected), None)


def _stuck(text: str, at: int | None, end: int) -> Unreadable:
    at = at or 0
    if text[at] == '"':
        return Unreadable(gettext_noop("a quote is not closed"), at=at)
    rest = text[at:end].lstrip(" ;\n")
    reason = gettext_noop("could not read this from “{text}” onwards")
    return Unreadable(reason, {"text": rest.partition("\n")[0][:40]}, at=end - len(rest))


def trees(tree: Tree[Token], *names: str) -> list[Tree[Token]]:
    """The branches of these names, or all."""
    return [
        child for child in tree.children if isinstance(child, Tree) and (not names or child.data in names)
    ]


def tokens(tree: Tree[Token], *types: str) -> list[Token]:
    """The leaves of these types, or all."""
    return [
        child for child in tree.children if isinstance(child, Token) and (not types or child.type in types)
    ]


def word(token: Token) -> str:
    """A word as the player means it: without its quotes."""
    if token.type != "QUOTED":
        return str(token)
    name = " ".join(token[1:-1].split())
    if not name:
        raise Unreadable(gettext_noop("there is nothing between the quotes"), at=token.start_pos or 0)
    return name


def words(tree: Tree[Token]) -> tuple[str, ...]:
    return tuple(word(token) for token in tokens(tree))


_BARE = {
    name: re.compile(_LARK.get_terminal(name).pattern.to_regexp()) for name in ("WORD", "ARGUMENT", "BARE")
}


def quoted(text: str, terminal: Terminal) -> str:
    """A word as it can be read again: in quotes, unless it is fit to stand without."""
    is_other = text.lower() in _RESERVED or text[0] == "#" or is_bullet(text)
    fit = _BARE[terminal].fullmatch(text) and not is_other
    return text if fit else f'"{text}"'
