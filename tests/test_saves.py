"""Matches that were saved by former versions go on under this one."""

from __future__ import annotations

import base64
import gzip
from pathlib import Path

import msgspec
import pytest

from games.engine.play.orders import submit
from games.engine.play.run import AnyRun, Run
from games.engine.play.save import decode_save, encode_save
from games.engine.play.standing import standing_from
from games.services.engines import ENGINES
from games.tools.recordings import Recording, read_recording, result_of

FOLDER = Path(__file__).parent


class Kept(msgspec.Struct):
    """A recorded match as it was saved after some of its orders."""

    match: str
    after: int
    save: str
    asked: list[tuple[int, str, str]]  # seat, kind and id of each open question


SAVES = [
    kept
    for file in sorted((FOLDER / "saves").glob("matches-*.json.gz"))
    for kept in msgspec.json.decode(gzip.decompress(file.read_bytes()), type=list[Kept])
]
each_save = pytest.mark.parametrize("kept", SAVES, ids=lambda kept: f"{kept.match}-{kept.after}")


def loaded(kept: Kept) -> tuple[AnyRun, Recording]:
    """The match as a worker finds it, with the standing orders of its players."""
    recording = read_recording(FOLDER / "matches" / f"{kept.match}.json")
    engine = ENGINES[recording.game]
    run: AnyRun = Run.load(engine, decode_save(base64.b64decode(kept.save)))
    run.standing = standing_from(engine, {int(seat): (1, text) for seat, text in recording.standing.items()})
    return run, recording


@each_save
def test_an_old_save_asks_what_it_asked_and_is_put_away_as_it_was(kept: Kept) -> None:
    run, _ = loaded(kept)
    asked = [(decision.seat, decision.kind, run.decision_id(decision.seat)) for decision in run.asked]
    assert asked == kept.asked
    assert encode_save(run.save()) == base64.b64decode(kept.save)


@each_save
def test_an_old_save_is_played_on_to_the_end_that_the_match_had(kept: Kept) -> None:
    """G8, P11."""
    run, recording = loaded(kept)
    for seat, text in recording.orders[kept.after :]:
        assert submit(run, seat, text).problem is None
    assert result_of(run) == recording.result


def test_there_are_saves_of_every_recorded_match_of_that_time() -> None:
    assert len({kept.match for kept in SAVES}) >= 6
