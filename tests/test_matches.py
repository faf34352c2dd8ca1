"""Every file in tests/matches is a test: it must play to the same end and tell the same story."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.engine.contract.dice import Dice, Seeds
from games.engine.contract.events import Event, seen_by
from games.engine.contract.table import Reveal
from games.engine.play.dry_run import Script, Unknown
from games.engine.play.imagination import Imagined
from games.engine.play.orders import submit
from games.engine.play.run import AnyRun, Run
from games.services.engines import ENGINES, offered
from games.tools.recordings import Recording, begin, read_recording, recordings, replay, result_of
from tests.catalogue import many

FOLDER = Path(__file__).parent / "matches"
FILES = recordings(FOLDER)
each_match = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
MOMENTS = many(40, 10_000)  # of a match that are looked at in other worlds


@each_match
def test_a_recorded_match_goes_and_ends_as_it_did(path: Path) -> None:
    """G8, P11. If a change is meant: `manage.py record_match --accept`, and read the difference like code."""
    recording = read_recording(path)
    run, transcript = replay(recording)
    assert transcript == path.with_suffix(".txt").read_text(encoding="utf-8")
    assert result_of(run) == recording.result
    assert run.result is not None


@each_match
def test_a_recorded_match_can_be_put_away_after_every_order(path: Path) -> None:
    recording = read_recording(path)
    run: AnyRun = begin(recording)
    for seat, text in recording.orders:
        loaded: AnyRun = Run.load(run.engine, run.save())
        loaded.standing = run.standing
        run = loaded
        assert submit(run, seat, text).problem is None
    assert result_of(run) == recording.result


def moments(recording: Recording) -> Iterator[tuple[int, AnyRun, int, str]]:
    """Moments of a match, each with the order that comes next.

    Whatever is asked for the first time is among them; the others are spread over the match.
    """
    run: AnyRun = begin(recording)
    step, known = 1 + len(recording.orders) // MOMENTS, set[str]()
    for number, (seat, text) in enumerate(recording.orders):
        kinds = {decision.kind for decision in run.asked}
        if number % step == 0 or kinds - known:
            yield number, run, seat, text
        known |= kinds
        submit(run, seat, text)


@pytest.mark.catalogue
@each_match
def test_played_in_other_worlds_a_recorded_match_tells_the_same_to_who_is_not_entitled(path: Path) -> None:
    """An order is played twice, with other hidden values: neither its player nor a spectator can tell."""
    for number, run, seat, text in moments(read_recording(path)):
        save = run.save()
        here = told_until_a_reveal(Run.load(run.engine, save), seat, text)
        there = told_until_a_reveal(Imagined(run.engine, save, seat, b"elsewhere %d" % number), seat, text)
        for viewer in (None, seat):
            assert as_bytes(seen_by(here, viewer)) == as_bytes(seen_by(there, viewer))


@pytest.mark.catalogue
@each_match
def test_seen_in_other_worlds_a_recorded_match_looks_the_same(path: Path) -> None:
    for number, run, _seat, _text in moments(read_recording(path)):
        engine = run.engine
        for viewer in (None, *run.seats):
            other = engine.decode(engine.encode(run.state))
            engine.guess(other, viewer, Dice(Seeds(b"elsewhere %d" % number)))
            here, there = engine.view(run.state, viewer), engine.view(other, viewer)
            assert as_bytes(there) == as_bytes(here)
            if number % 8 == 0:  # the board is made from the view alone
                assert engine.board(there) == engine.board(here)


def as_bytes(thing: object) -> bytes:
    """What a viewer would receive."""
    return msgspec.json.encode(thing)


def told_until_a_reveal(run: AnyRun, seat: int, text: str) -> list[Event]:
    """What is told of an order, up to where something hidden or a die comes to light.

    What others have sealed or written ahead is hidden too: it would come to light with this order.
    """
    run.sealed = {owner: answer for owner, answer in run.sealed.items() if owner == seat}
    run.sheets = {owner: sheet for owner, sheet in run.sheets.items() if owner == seat}
    run.replay.table.stop_at_reveal = True
    run.replay.table.dice = Script(())
    with suppress(Reveal, Unknown):
        submit(run, seat, text)
    return [*run.events, *run.replay.table.events]


@pytest.mark.parametrize("game", sorted(offered()))
def test_every_game_has_a_recorded_match_for_each_number_of_seats(game: str) -> None:
    recorded = {read_recording(path).seats for path in FILES if path.parent.name == game}
    assert recorded == set(ENGINES[game].seats)


def test_a_new_match_is_recorded_by_a_command(tmp_path: Path) -> None:
    what = ["--game", "scrappers", "--bots", "random,random", "--shows", "Two who wander", "--seed", "9"]
    call_command("record_match", *what, "--folder", str(tmp_path), stdout=StringIO())
    found = tmp_path / "scrappers" / "two-who-wander.json"
    assert json.loads(found.read_text())["shows"] == "Two who wander"
    assert found.with_suffix(".txt").read_text().startswith("Star Scrappers")


def test_a_match_can_be_recorded_with_options(tmp_path: Path) -> None:
    what = ["--game", "edge", "--bots", "random,random", "--shows", "Short", "--folder", str(tmp_path)]
    chosen = ["--option", "beginner=true", "--option", "handicap_2=2", "--option", "deck20=True"]
    call_command("record_match", *what, *chosen, stdout=StringIO())
    recorded = read_recording(tmp_path / "edge" / "short.json")
    assert recorded.options == {"beginner": True, "handicap_2": 2, "deck20": True}
    for wrong in ("beginner=perhaps", "speed=1", "deck20"):
        with pytest.raises(CommandError, match=r"no option .*strategic=3\|4\|5"):
            call_command("record_match", *what, "--option", wrong, stdout=StringIO())
