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

_MOST = 40  # options named at one level; a list longer than a screen helps nobody


def explain(
    decision: Decision[T],
    words: Sequence[str] = (),
    translate: Callable[[str], str] = in_english,
    spoken: Callable[[str], str] = str,
) -> str:
    """The question, each word that may come next, what it means and one complete example of it.

    After some words: what may follow them. Raises a PlayerError where they are not possible.
    """
    path, node = follow(decision, words)
    branches = list(node.branches())
    shown = [_row(decision, path, branch, translate, spoken) for branch in branches[:_MOST]]
    if len(branches) > _MOST:
        shown.append(translate(gettext_noop("… and {count} more")).format(count=len(branches) - _MOST))
    if node.end is not None and path:
        shown.insert(0, "  " + translate(gettext_noop("(complete as it is)")))
    return "\n".join([decision.prompt.text(translate=translate), *shown])


def _row(
    decision: Decision[T],
    path: Path,
    branch: Branch[T],
    translate: Callable[[str], str],
    spoken: Callable[[str], str],
) -> str:
    example = write(decision, first_path(branch.grow(), (*path, branch.word)), spoken)
    label = translate(branch.label) if branch.label else ""
    word = quoted(spoken(branch.word), "WORD")
    hint = "" if example == word else translate(gettext_noop("for example: ")) + example
    notes = "; ".join(part for part in (label, hint) if part)
    return f"  {word}" + (f": {notes}" if notes else "")


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
