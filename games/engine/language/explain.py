"""What can I do now? The answer in plain text, for every decision of every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from games.engine.contract.decisions import Decision
from games.engine.contract.phrases import Phrase, in_english
from games.engine.contract.text import PlayerError, gettext_noop
from games.engine.contract.tree import Branch, Path, first_path
from games.engine.language.grammar import quoted
from games.engine.language.lines import Problem
from games.engine.language.paths import follow, write

T = TypeVar("T")

_MOST = 40  # options explained at one level; a list longer than a screen helps nobody
_FIRST, _NAMED = 6, 120  # of a longer one: so many are explained, so many more are named
_FEW = 12  # options of a small question about which the game tells more

About = Callable[[Path], Sequence[str]]


def nothing(_path: Path) -> Sequence[str]:
    """What is told of an answer where nobody knows more than its label."""
    return ()


def explain(
    decision: Decision[T],
    words: Sequence[str] = (),
    translate: Callable[[str], str] = in_english,
    spoken: Callable[[str], str] = str,
    about: About = nothing,
) -> str:
    """The question, each word that may come next, what it means and one complete example of it.

    After some words: what may follow them. Raises a PlayerError where they are not possible.
    """
    path, node = follow(decision, words)
    branches = list(node.branches())
    explained = branches if len(branches) <= _MOST else branches[:_FIRST]
    told = about if not decision.major and len(branches) <= _FEW else nothing
    shown = [_row(decision, path, branch, translate, spoken, told) for branch in explained]
    shown += _packed(branches[len(explained) :], translate, spoken)
    if node.end is not None and path:
        shown.insert(0, "  " + translate(gettext_noop("(complete as it is)")))
    return "\n".join([decision.prompt.text(translate=translate), *shown])


def _row(
    decision: Decision[T],
    path: Path,
    branch: Branch[T],
    translate: Callable[[str], str],
    spoken: Callable[[str], str],
    about: About,
) -> str:
    here = (*path, branch.word)
    example = write(decision, first_path(branch.grow(), here), spoken)
    label = translate(branch.label) if branch.label else ""
    word = quoted(spoken(branch.word), "WORD")
    hint = "" if example == word else translate(gettext_noop("for example: ")) + example
    notes = "; ".join(part.removesuffix(".") for part in (label, *about(here), hint) if part)
    return f"  {word}" + (f": {notes}" if notes else "")


def _packed(
    branches: Sequence[Branch[T]], translate: Callable[[str], str], spoken: Callable[[str], str]
) -> list[str]:
    """The rest of a long list in one line, which whoever shows it wraps."""
    if not branches:
        return []
    rows = [f"{spoken(b.word)} {translate(b.label) if b.label else ''}".strip() for b in branches[:_NAMED]]
    more = len(branches) - len(rows)
    rows += [translate(gettext_noop("… and {count} more")).format(count=more)] if more else []
    return ["  " + translate(gettext_noop("and in the same way: ")) + ", ".join(rows)]


def explain_problem(
    problem: Problem,
    legal: list[str],
    translate: Callable[[str], str] = in_english,
    names: Mapping[int, str] | None = None,
) -> str:
    """The answer to a wrong line: its number, the text as written, the reason, and what is legal."""
    where = translate(gettext_noop("Line {line}: {text}")).format(
        line=problem.line, text=problem.text.strip()
    )
    lines = [where, "  " + _reason(problem.error, translate, names)]
    error = problem.error
    if error.nearest:
        asked = (
            gettext_noop("Did you mean: {names}?")
            if error.guessed
            else gettext_noop("You can write: {names}")
        )
        lines.append("  " + translate(asked).format(names=", ".join(error.nearest)) + _more(error, translate))
    if legal and list(error.nearest) != legal:
        lines.append("  " + translate(gettext_noop("Legal now: {names}")).format(names=", ".join(legal)))
    return "\n".join(lines)


def _more(error: PlayerError, translate: Callable[[str], str]) -> str:
    """Names that were left out are not kept quiet about."""
    return " " + translate(gettext_noop("… and {count} more")).format(count=error.more) if error.more else ""


def _reason(error: PlayerError, translate: Callable[[str], str], names: Mapping[int, str] | None) -> str:
    said = Phrase(error.reason, error.values).text(names, translate)
    return said[:1].upper() + said[1:] + "."
