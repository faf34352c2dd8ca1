"""Letters in the layouts of all mail programs: what their writers mean is played, and nothing else."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from games.engine.contract.decisions import MAJOR, Decision, some_of
from games.engine.contract.phrases import say
from games.engine.contract.text import PlayerError
from games.engine.contract.tree import Branch, Node, leaf, words
from games.engine.language.joined_lines import joined
from games.engine.language.letter_words import known_words
from games.engine.language.paths import read as read_order
from games.engine.language.paths import write
from games.engine.language.prose import read_letter
from games.engine.language.sheet import Step, parse_sheet
from games.scrappers.words import VOCABULARY
from games.services.commands.parts import parts_of
from games.services.engines import ENGINES
from post.parsing.reader import read
from tests.catalogue import many
from tests.mails.builder import FOLDER, Mail, Written, letters

OWN = ("play@example.org",)
CARDS = ("TER1", "TER2", "MET9")
PAID = tuple(f"{kind}{number}" for kind in ("HYD", "MET") for number in range(1, 10))


class Wrong(msgspec.Struct):
    """Orders of a game that cannot be read, and good ones to stand below them."""

    orders: list[str]
    below: str


class Lines(msgspec.Struct):
    """What people write above and below orders."""

    above: list[str]
    below: list[str]
    doubtful: list[str]
    wrong: dict[str, Wrong]


LINES = msgspec.toml.decode((FOLDER / "letters" / "lines.toml").read_bytes(), type=Lines)
ORDERS = ["recruit TER1", "end"]
GAPS = ("\n", "\n\n")


def orders_in(text: str, game: str = "scrappers") -> list[str]:
    """The lines of a letter that are read as orders, right or wrong."""
    known = known_words(ENGINES[game].vocabulary, people=["Alice", "Bob"])
    lines = read_letter(joined(text, known.orders), known).orders.split("\n")
    return [line for line in lines if line.strip() and not line.startswith("## ")]


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("line", LINES.above)
def test_what_stands_above_orders_loses_none_of_them(line: str, gap: str) -> None:
    assert orders_in(f"{line}{gap}recruit TER1\nend") == ORDERS


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("line", LINES.below)
def test_what_stands_below_orders_is_not_read_as_one(line: str, gap: str) -> None:
    assert orders_in(f"recruit TER1\nend{gap}{line}") == ORDERS


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize("line", LINES.doubtful)
def test_orders_that_may_not_be_meant_are_not_played(line: str, gap: str) -> None:
    assert orders_in(f"Hi,\n{line}{gap}recruit TER1\nend")[0] == line


@pytest.mark.parametrize("gap", GAPS)
@pytest.mark.parametrize(
    ("game", "line"), [(game, line) for game, wrong in LINES.wrong.items() for line in wrong.orders]
)
def test_a_wrong_order_of_a_game_is_never_passed_over(game: str, line: str, gap: str) -> None:
    first = orders_in(f"Hi,\n\n{line}{gap}{LINES.wrong[game].below}\n\nBob", game)[0]
    assert first in line  # perhaps without "please" in front of it
    assert first != LINES.wrong[game].below


def _paid() -> Node[object]:
    return some_of(PAID, 0, len(PAID), lead="with")


def _question() -> Decision[object]:
    recruits = [Branch[object](card, _paid) for card in CARDS]
    first = [Branch[object]("recruit", lambda: words(recruits)), Branch[object]("end", lambda: leaf("end"))]
    return Decision(1, "order", say("What now?"), lambda: words(first), ("end",), asks=MAJOR)


def played(text: str) -> tuple[list[str], bool]:
    """The orders that are carried out, and whether all of the text was."""
    sheet, problem, _ = parse_sheet(text, VOCABULARY)
    done: list[str] = []
    for step in sheet.program:
        try:
            assert isinstance(step, Step)
            question = _question()
            done.append(write(question, read_order(question, step.alternatives[0]).path))
        except PlayerError:
            return done, False
    return done, problem is None


def verdict(mail: Mail, written: Written) -> str:
    """exact: as meant; nagged: as meant, and told that a line is wrong; lost: less than that; or wrong."""
    reading = read(mail.raw, OWN)
    parts = parts_of(reading, "scrappers")
    said = [command.text for command in parts.commands if command.word == "say"]
    known = known_words(VOCABULARY, _question(), ["Alice", "Bob"])
    done, is_whole = played(read_letter(parts.orders, known).orders)
    if done != written.orders[: len(done)]:
        return "wrong"
    if done != written.orders or said != [written.say][: bool(written.say)]:
        return "lost"
    return "exact" if is_whole or not _is_plain(written) else "nagged"


def _is_plain(written: Written) -> bool:
    """Whether its writer made no mistake that must be told."""
    lines = (line.split("#")[0].strip(" *_-") for line in written.text.split("\n"))
    meant = [line for line in lines if line in ("end", "recruit TER1")]
    return len(meant) <= len(written.orders)


@pytest.mark.parametrize(
    "line", ["please recruit TER1 only if Bob raids me", "then end, or maybe not", "I end?"]
)
def test_a_polite_order_with_a_condition_is_not_played(line: str) -> None:
    assert played("\n".join(orders_in(line)))[0] == []


@pytest.mark.catalogue
def test_letters_in_all_layouts_are_played_as_they_are_meant(capsys: pytest.CaptureFixture[str]) -> None:
    """A9: at least 150 replies in six languages; 98 of 100 exact, none played wrongly."""
    corpus = letters(many(2, 20))
    found = [(mail.name, verdict(mail, written)) for mail, written in corpus]
    counts = Counter(kind for _, kind in found)
    with capsys.disabled():
        told = ", ".join(f"{counts[kind]} {kind}" for kind in ("exact", "nagged", "lost", "wrong"))
        print(f"\n{len(corpus)} letters: {told}")
    others = [one for one in found if one[1] != "exact"]
    assert len(corpus) >= 150
    assert counts["wrong"] == 0, others
    assert counts["exact"] >= 0.98 * len(corpus), others
