"""EF-9: a mistake in the content is found when it is loaded, and told with its file and line."""

from __future__ import annotations

from importlib import resources

import pytest

from games.edge.catalogue.mistakes import Mistake, Source
from games.edge.catalogue.read import FactionBook, Shared
from tests.rules import rule

FOLDER = resources.files("games.edge").joinpath("content")


def text_of(name: str) -> str:
    """A file of the content."""
    return FOLDER.joinpath(name).read_text(encoding="utf-8")


def load(name: str = "chapter.yaml", *, right: str = "", wrong: str = "", after: str = "") -> tuple[int, str]:
    """Load the Chapter with one mistake planted: the line it is on, and what is told about it."""
    files = {file: text_of(file) for file in ("shared.yaml", "chapter.yaml")}
    start = files[name].index(after)
    at = files[name].index(right, start)
    files[name] = files[name][:at] + wrong + files[name][at + len(right) :]
    line = files[name][: at + len(wrong)].count("\n") + 1
    with pytest.raises(Mistake) as told:
        FactionBook(
            Source("chapter.yaml", files["chapter.yaml"]), Shared(Source("shared.yaml", files["shared.yaml"]))
        ).faction()
    return line, str(told.value)


PLANTED = {
    "a verb": ("CH09", "kill: {who: e}", "kil: {who: e}", "unknown verb 'kil'"),
    "the type of an argument": ("CH11", "thru: 1", "thru: very", "Expected `int`, got `str`"),
    "a number": ("CH06", "cost: 1", "cost: [1]", "Expected `int | str`, got `array`"),
    "a name in a number": ("CH02", "half(X)", "half(Y)", "“Y” is no known number"),
    "a function in a number": ("CHX5", "by: lost(squad)", "by: gone(squad)",
        "“gone(squad)” is no known number"),
    "an expression": ("CHX5", "by: -lost(squad)", "by: -lost(squad", "“-lost(squad” is not a number"),
    "a thing that is counted": ("CH10", "n(squad)", "n(sqad)", "“sqad” means nothing here"),
    "a token": ("CH19", "t: TRAP", "t: TRAPP", "there is no token “TRAPP”"),
    "a token that is looked for": ("CHX7", "token: DISCHARGE", "token: CHARGE", "there is no token “CHARGE”"),
    "an attribute": ("CHX2", "stat: MOV", "stat: MOVE", "“MOVE” is not an attribute"),
    "a selector": ("CH15", "loc: g", "loc: h", "“h” means nothing here"),
    "a selector of a condition": ("CH01", "b2b: user", "b2b: usr", "“usr” means nothing here"),
    "the place of a move": ("CH06", "to: {b2b: k}", "to: {b2b: kk}", "“kk” means nothing here"),
    "a field of a step": ("CH11", "thru: 1", "through: 1", "unknown field `through`"),
    "a field of a condition": ("CH09", "no_end: 1", "noend: 1", "unknown field `noend`"),
    "a field of an Action": ("CH17", "cost: 1\n      do", "costs: 1\n      do", "unknown field `costs`"),
    "a field of a card": ("CH17", "copies: 5", "copies: 5\n    colour: red", "unknown field `colour`"),
    "a missing argument": ("CH20", "move: {who: user}", "move: {thru: 1}", "missing required field `who`"),
    "a flag": ("CH11", "flag: wins_ini", "flag: wins", "Invalid enum value 'wins'"),
    "a duration": ("CHX2", "until: action", "until: later", "Invalid enum value 'later'"),
    "a window": ("CH08", "win: wound_pending", "win: wound_soon", "there is no window “wound_soon”"),
    "a mode": ("CH20", "mode: Flight", "mode: Fligt", "there is no mode “Fligt”"),
    "a mode of a bonus": ("CH16", "mode: Aim", "mode: Aimed", "there is no mode “Aimed”"),
    "a Squad": ("CH20", "squad: angel_of_death", "squad: angel", "there is no Squad “angel”"),
    "a Squad that is picked from": (
        "CH15", "squad: holy_knight}", "squad: knight}", "there is no Squad “knight”"),
    "a macro": ("CH20", "m: MOVE_COMBAT", "m: MOVE_FIGHT", "there is no macro “MOVE_FIGHT”"),
    "the steps of a shot": ("CH14", "t: FIRE, loc: h}", "t: FIRE, loc: hh}", "“hh” means nothing here"),
    "a token's steps": ("t: BLESSING", "who: squad", "who: sqad", "“sqad” means nothing here"),
    "a token's end": ("t: SHIELD_WALL", "disturbed: true", "disturbed: often", "Expected `bool`, got `str`"),
    "a Banner": ("banner:", "squad: angel_of_death, n", "squad: angel, n", "“angel” means nothing here"),
    "steps that wait": ("banner:", "win: wound_dealt", "win: wounded", "there is no window “wounded”"),
    "a Shrine": ("shrine:", "op: put", "op: putt", "Invalid enum value 'putt'"),
    "a card that is there twice": ("- id: CH02", "id: CH02", "id: CH01", "“CH01” is there twice"),
    "a card of another faction": ("- id: CH02", "id: CH02", "id: DE02", "“DE02” does not begin with CH"),
    "a Squad that is there twice": ("squads:", "- id: ranger", "- id: pilgrim", "“pilgrim” is there twice"),
    "a card of a deck": ("decks:", "CH01:", "CH99:", "there is no card “CH99”"),
    "a Squad of a deck": ("decks:", "pilgrim", "pilgrims", "there is no Squad “pilgrims”"),
    "the place of a token": ("t: TRAP", "loc: model", "loc: modell", "Invalid enum value 'modell'"),
    "steps that are no list": ("CH09", "- kill: {who: e}", "- 7", "Expected `object`, got `int`"),
    "a Squad card": ("- id: war_golem", "base: 7", "base: large", "Expected `int`, got `str`"),
}  # fmt: skip


# What is not there, or something else altogether, is told at the beginning of the row.
ASTRAY = {
    "a card without one of its Actions": ("- id: CH02", "    U:", "    txt:", "missing required field `U`"),
    "a card that is no mapping": ("- id: CH01", "- id: CH01\n", "- CH00\n  - id: CH01\n", "got `str`"),
    "a token without a name": ("- t: TRAP", "- t: TRAP", "- tag: found", "missing required field `t`"),
    "a token that is there twice": ("- t: TRAP", "t: TRAP", "t: BLESSING", "“BLESSING” is there twice"),
    "a missing list of Squads": ("", "squads:\n", "flocks:\n", "missing required field `squads`"),
    "a missing list of cards": ("", "\ncards:\n", "\nkarten:\n", "missing required field `cards`"),
    "decks that are a list": ("decks:", "decks:\n", "decks: [1]\nmore:\n", "Expected `object`, got `array`"),
}  # fmt: skip


@pytest.mark.parametrize(("row", "right", "wrong", "reason"), ASTRAY.values(), ids=ASTRAY)
def test_what_is_missing_is_told_with_the_row_it_is_missing_from(
    row: str, right: str, wrong: str, reason: str
) -> None:
    _, told = load(right=right, wrong=wrong, after=row)
    place, _, said = told.partition(": ")
    assert reason in said
    file, _, number = place.partition(":")
    start = text_of("chapter.yaml")
    assert (file, int(number)) == ("chapter.yaml", start[: start.index(row)].count("\n") + 1)


@rule("EF-2.4", "EF-2.10", "EF-2.13", "EF-2.14")
@pytest.mark.parametrize(("after", "right", "wrong", "reason"), PLANTED.values(), ids=PLANTED)
def test_a_mistake_is_told_with_file_line_and_reason(after: str, right: str, wrong: str, reason: str) -> None:
    line, told = load(right=right, wrong=wrong, after=after)
    place, _, said = told.partition(": ")
    assert reason in said
    file, _, number = place.partition(":")
    assert file == "chapter.yaml"
    assert abs(int(number) - line) <= 1  # of several lines it is the first


def test_a_mistake_in_a_shared_action_is_told_in_the_shared_file() -> None:
    line, told = load(
        "shared.yaml", right="combat: {who: squad}", wrong="combat: {whom: squad}", after="COMBAT:"
    )
    assert told == f"shared.yaml:{line}: Object contains unknown field `whom`"
    line, told = load("shared.yaml", right="who: ev.defender", wrong="who: ev.defnder", after="DEFENSE:")
    assert told == f"shared.yaml:{line}: “ev.defnder” means nothing here"


def test_a_mistake_in_a_shared_token_is_told_in_the_shared_file() -> None:
    line, told = load("shared.yaml", right="wound: {who: bearer, n: 1}", wrong="wound: {who: bearer, m: 1}")
    assert told == f"shared.yaml:{line}: Object contains unknown field `m`"


@pytest.mark.parametrize("name", ["shared.yaml", "chapter.yaml"])
def test_what_is_no_yaml_is_told_with_file_and_line(name: str) -> None:
    line, told = load(name, right="\n", wrong="\n  - [broken\n", after="tokens:")
    place, _, reason = told.partition(": ")
    file, _, number = place.partition(":")
    assert (file, abs(int(number) - line) <= 1) == (name, True)
    assert reason


def test_a_window_that_is_no_mapping_is_told_in_the_shared_file() -> None:
    line, told = load("shared.yaml", right="\n", wrong="\n  - main\n", after="windows:")
    assert told == f"shared.yaml:{line - 1}: Expected `object`, got `str`"


def test_the_content_as_it_is_has_no_mistake() -> None:
    shared = Shared(Source("shared.yaml", text_of("shared.yaml")))
    for name in ("chapter.yaml", "demons.yaml"):
        assert FactionBook(Source(name, text_of(name)), shared).faction().cards
