"""What a player is told names the rule behind it: on pages, in the API, in emails."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from django.conf import LazySettings, settings

from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Seeds
from games.engine.contract.tree import sample, walk
from games.engine.play.random_play import play_out
from games.engine.play.run import AnyRun, Run
from games.services.engines import ENGINES, offered, rule_behind
from games.services.texts import rule_ids

GAMES = sorted(offered())


def marked(game: str) -> set[str]:
    """All sentences of a game that are marked for translation."""
    return {text for file in Path(settings.BASE_DIR, "games", game).rglob("*.py") for text in _marked(file)}


def _marked(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text("utf-8"))
    names = {"gettext_noop"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names if alias.name == "gettext_noop"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield from (str(told.value) for told in node.args[:1] if isinstance(told, ast.Constant))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_is_named_exists(game: str, settings: LazySettings) -> None:
    known = set(rule_ids(settings.BASE_DIR / "docs" / "rules" / f"{game}.md"))
    assert set(ENGINES[game].rules_behind.values()) <= known


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_with_a_rule_is_one_of_the_game(game: str) -> None:
    """A sentence that was changed has lost its rule; keys of events are single words."""
    cited = {told for told in ENGINES[game].rules_behind if " " in told}
    assert cited - marked(game) == set()


def test_no_sentence_stands_for_rules_of_two_games() -> None:
    told = Counter(one for engine in ENGINES.values() for one in engine.rules_behind if " " in one)
    assert [one for one, count in told.items() if count > 1] == []


# Not the rules but the language of orders forbids these.
OF_THE_LANGUAGE = (
    "comes earlier in the list",
    "copies are alike",
    "has to be named earlier",
    "is named twice",
)


def refusals(decision: Decision[object]) -> Iterator[str]:
    """Why words are not offered: at the beginning of an answer, and after each first word."""
    for before in ((), *((option.word,) for option in islice(decision.options(), 12))):
        node, _taken = walk(decision.root, before)
        yield from (one.reason.template for one in islice(node.barred(), 60)) if node is not None else ()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_refused_in_play_names_its_rule(game: str) -> None:
    engine, chance = ENGINES[game], random.Random(5)
    unnamed = Counter[str]()

    def choose(run: AnyRun, decision: Decision[object]) -> tuple[str, ...]:
        unnamed.update(reason for reason in refusals(decision) if not rule_behind(reason))
        return sample(decision.root, chance.randrange)

    for seed in (b"1", b"2"):
        play_out(Run.start(engine, (1, 2), Seeds(seed), engine.facts.first), choose, most=120)
    left = {told for told in unnamed if not any(words in told for words in OF_THE_LANGUAGE)}
    assert not left, "\n".join(left)
