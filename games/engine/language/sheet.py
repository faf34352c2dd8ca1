"""Order sheets: a text with orders, compiled to a flat program that the table walks through."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod

from lark import Token, Tree

from games.engine.contract.conditions import Condition
from games.engine.contract.policies import Clause, Item, Policy
from games.engine.contract.text import PlayerError, Unreadable, fold, gettext_noop
from games.engine.contract.vocabulary import Vocabulary
from games.engine.language.conditions import condition_of, format_condition
from games.engine.language.grammar import quoted, read, tokens, trees, words
from games.engine.language.grammar.statements import prepared, statements
from games.engine.language.lines import MAX_LINES, MAX_TEXT, Problem, readable, split_lines, without_remark
from games.engine.language.standing import policy_of

MAX_ALTERNATIVES = 64
MAX_STEPS = MAX_LINES


@dataclass(frozen=True, slots=True)
class Step:
    """Words to be given to a decision; of the alternatives the first legal one is taken."""

    line: int
    text: str  # as written, but for typography
    alternatives: tuple[tuple[str, ...], ...]
    clauses: tuple[Policy, ...] = ()  # for every alternative; they go before the standing orders


@dataclass(frozen=True, slots=True)
class JumpUnless:
    """Unless the condition is true, go on at `otherwise`."""

    line: int
    when: Condition
    otherwise: int


@dataclass(frozen=True, slots=True)
class Jump:
    to: int


@dataclass(frozen=True, slots=True)
class Stop:
    line: int
    when: Condition | None = None


Op = Step | JumpUnless | Jump | Stop
Program = tuple[Op, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    text: str = ""  # what stands; read again, it gives the same program
    program: Program = ()


# Reading.


def parse_sheet(text: str, vocabulary: Vocabulary) -> tuple[Sheet, Problem | None, str]:
    """The part that can be read, what is wrong after it, and the text from there on. Never raises."""
    return _parse(text, vocabulary) if len(text) > MAX_TEXT else _parse_once(text, vocabulary)


def _parse(text: str, vocabulary: Vocabulary) -> tuple[Sheet, Problem | None, str]:
    lines = split_lines(text)
    _, unread = readable(lines)
    most = unread[0].line - 1 if unread else len(lines)
    compiler = _Compiler("\n".join(without_remark(fold(line)) for line in lines[:most]), vocabulary)
    error = compiler.run()
    program = tuple(compiler.ops)
    if error is not None:
        row, _ = compiler.place(error.at)
        stands, rest = _cut(lines, *compiler.place(compiler.done))
        return Sheet(stands, program), Problem(row + 1, lines[row], error), rest
    if unread:
        stands, rest = _cut(lines, most, 0)
        return Sheet(stands, program), unread[0], rest
    return Sheet(text, program), None, ""


# A save holds the text of its sheets, and each load reads them again.
_parse_once = lru_cache(maxsize=128)(_parse)


def _cut(lines: list[str], row: int, column: int) -> tuple[str, str]:
    """The text before and after a place; only a line that is cut through is not quite as written."""
    if not column:
        return "\n".join(lines[:row]), "\n".join(lines[row:])
    line = fold(lines[row])
    return "\n".join([*lines[:row], line[:column]]), "\n".join([line[column:], *lines[row + 1 :]])


class _Compiler:
    """Appends the operations of one statement after the other, until one is wrong."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self.text = prepared(text)
        self.vocabulary = vocabulary
        self.lines = [0, *(end.end() for end in re.finditer("\n", text))]  # where each begins
        self.ops: list[Op] = []
        self.done = 0  # where the first statement begins that does not stand

    def place(self, at: int) -> tuple[int, int]:
        """Row and column, both from 0. What only blanks precede begins its line."""
        row = bisect_right(self.lines, at) - 1
        begin = self.lines[row]
        return row, at - begin if self.text[begin:at].strip() else 0

    def run(self) -> PlayerError | None:
        """Compile up to the first wrong statement."""
        kept = 0
        try:
            for start, end in statements(self.text):
                self._compile(start, end)
                kept = len(self.ops)
        except PlayerError as error:
            del self.ops[kept:]
            return error.with_traceback(None)
        return None

    def _compile(self, start: int, end: int) -> None:
        begin, end = self._trimmed(start, end)
        if begin < end:
            self._statement(read("statement", self.text, begin, end))
        if len(self.ops) > MAX_STEPS:
            raise Unreadable(gettext_noop("only {most} steps are read"), {"most": MAX_STEPS}, at=begin)
        self.done, _ = self._trimmed(end, len(self.text))

    def _trimmed(self, begin: int, end: int) -> tuple[int, int]:
        text = self.text[begin:end].rstrip(" ;\n")
        return begin + len(text) - len(text.lstrip(" ;\n")), begin + len(text)

    def _line(self, token: Token) -> int:
        return self.place(token.start_pos or 0)[0] + 1

    def _statement(self, tree: Tree[Token]) -> None:
        match tree.data:
            case "branch":
                self._branch(tree)
            case "stop":
                self._stop(tree)
            case "guarded":
                step, condition = trees(tree)
                self._guarded(tokens(tree)[0], condition, [step], is_jump=False)
            case _:
                self._step(tree)

    def _stop(self, tree: Tree[Token]) -> None:
        conditions = [condition_of(condition, self.vocabulary) for condition in trees(tree)]
        self.ops.append(Stop(self._line(tokens(tree)[0]), conditions[0] if conditions else None))

    def _branch(self, tree: Tree[Token]) -> None:
        ifs, parts = tokens(tree, "IF"), trees(tree)
        otherwise = trees(parts.pop()) if len(parts) % 2 else []
        jumps: list[int] = []
        for index, token in enumerate(ifs):
            condition, block = parts[2 * index : 2 * index + 2]
            # Only over something: that is how a reader of the program knows an else.
            is_jump = index + 1 < len(ifs) or bool(otherwise)
            self._guarded(token, condition, trees(block), is_jump)
            jumps += [len(self.ops) - 1] if is_jump else []
        self._block(otherwise)
        for jump in jumps:
            self.ops[jump] = Jump(len(self.ops))

    def _guarded(self, token: Token, condition: Tree[Token], block: list[Tree[Token]], is_jump: bool) -> None:
        when, at = condition_of(condition, self.vocabulary), len(self.ops)
        self.ops.append(Jump(0))  # until it is known how far
        self._block(block)
        self.ops += [Jump(0)] if is_jump else []
        self.ops[at] = JumpUnless(self._line(token), when, len(self.ops))

    def _block(self, block: list[Tree[Token]]) -> None:
        for statement in block:
            self._statement(statement)

    def _step(self, tree: Tree[Token]) -> None:
        alternatives = trees(tree, "alternative")
        first = tokens(trees(alternatives[0])[0])[0]
        if first.type == "BARE" and first.lower() == "else":
            raise Unreadable(gettext_noop("“else” must follow a block"), at=first.start_pos or 0)
        line = self._line(first)
        text = self.text[tree.meta.start_pos : tree.meta.end_pos]
        clauses = tuple(policy_of(policy, line, self.vocabulary) for policy in trees(tree, "policy"))
        ways = [self.vocabulary.orders_of(way) for way in _expanded(alternatives, first.start_pos or 0)]
        if len(ways) == 1 and len(ways[0]) > 1:  # several orders on one line
            self.ops += [Step(line, _joined(words), (words,), clauses) for words in ways[0]]
        else:
            self.ops.append(Step(line, text, tuple(words for way in ways for words in way[:1]), clauses))


def _joined(said: Sequence[str]) -> str:
    return " ".join(quoted(word, "BARE") for word in said)


def _expanded(alternatives: list[Tree[Token]], at: int) -> tuple[tuple[str, ...], ...]:
    """`fight a|b | end` as whole steps in order: `fight a`, `fight b`, `end`."""
    slots = [[words(slot) for slot in trees(alternative)] for alternative in alternatives]
    if sum(prod(map(len, choices)) for choices in slots) > MAX_ALTERNATIVES:
        reason = gettext_noop("a step has at most {most} alternatives")
        raise Unreadable(reason, {"most": MAX_ALTERNATIVES}, at=at)
    return tuple(chosen for choices in slots for chosen in product(*choices))


def shorthand(step: Sequence[str], vocabulary: Vocabulary) -> tuple[tuple[str, ...], tuple[Policy, ...]]:
    """The words of a step without the shorthands at its end, and the clauses that those stand for."""
    at = len(step)
    while at > 1 and step[at - 1].lower() in vocabulary.shorthands:
        at -= 1
    found = [vocabulary.shorthands[word.lower()] for word in step[at:]]
    clauses = (
        Policy(0, key, None, None, (Clause((Item((word,)),)),)) for keys, word in found for key in keys
    )
    return tuple(step[:at]), tuple(clauses)


# Writing.


def lines_from(sheet: Sheet, at: int) -> str:
    """What is left from an operation on, its steps as they were written."""
    return "\n".join(_lines(sheet.program, at, len(sheet.program)))


def _lines(program: Program, at: int, end: int) -> Iterator[str]:
    while at < end:
        op = program[at]
        match op:
            case Step():
                first, *more = op.text.split("\n")
                yield from (first, *_indented(map(str.strip, more)))
                at += 1
            case Stop(_, when):
                yield f"stop if {format_condition(when)}" if when else "stop"
                at += 1
            case Jump(to):  # it began within a block; the else of that block is skipped
                at = to
            case JumpUnless():
                yield from _branch_lines(program, at, op)
                at = _extent(program, op)[1]


def _branch_lines(program: Program, at: int, branch: JumpUnless) -> Iterator[str]:
    lead = "if"
    while True:
        close, end = _extent(program, branch)
        yield f"{lead} {format_condition(branch.when)} {{"
        yield from _indented(_lines(program, at + 1, close))
        at = branch.otherwise
        following = program[at] if at < end else None
        if not isinstance(following, JumpUnless) or _extent(program, following)[1] != end:
            break
        branch, lead = following, "} else if"
    if at < end:
        yield "} else {"
        yield from _indented(_lines(program, at, end))
    yield "}"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"    {line}" for line in lines)


def _extent(program: Program, branch: JumpUnless) -> tuple[int, int]:
    """Where its block ends, and where the whole of if and else."""
    last = program[branch.otherwise - 1]
    return (branch.otherwise - 1, last.to) if isinstance(last, Jump) else (branch.otherwise, branch.otherwise)
