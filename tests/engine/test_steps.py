"""A turn gone through step by step shows what its readers saw, in every game."""

from __future__ import annotations

import pytest

from games.engine.contract.engine import AnyEngine
from games.engine.contract.events import Event
from games.engine.play.random_play import play_out
from games.engine.play.replay import Disagreement
from games.engine.play.run import AnyRun
from games.engine.play.save import Chapter, Save
from games.engine.play.steps import Step, aligned, spanning, steps
from tests.engine.lanterns import LANTERNS
from tests.engine.test_every_game import as_bytes, begin, each_table, viewers, wander, whims

TURNS = 6  # that are gone through


class Record:
    """A match as the server keeps it: events, chapters, the ends of turns."""

    def __init__(self, engine: AnyEngine, seats: int, seed: int = 3) -> None:
        self.engine = engine
        self.events: list[Event] = []
        self.chapters: list[Chapter] = []
        self.ends: dict[int, bytes] = {}
        self.run = begin(engine, seats, seed)
        play_out(self.run, wander(whims(seed).randrange), after=self.keep, turns=TURNS)
        self.save: Save = self.run.save()
        self.keep(self.run)

    def keep(self, run: AnyRun) -> None:
        delivery = run.deliver()
        self.events += delivery.events
        self.chapters += delivery.chapters
        self.ends |= delivery.turn_ends

    def steps(self, turn: int, viewer: int | None) -> list[Step]:
        all_of_it = [*self.chapters, Chapter(self.save.base, self.save.log, self.save.seeds.epoch)]
        places = spanning([chapter.base.turns for chapter in all_of_it], turn)
        until = all_of_it[places.stop].base if places.stop < len(all_of_it) else None
        some = all_of_it[places.start : places.stop]
        return steps(self.engine, self.save, some, until, turn, viewer)


@each_table
def test_each_event_of_a_turn_is_a_step_for_whoever_was_told_of_it(engine: AnyEngine, seats: int) -> None:
    record = Record(engine, seats)
    for turn in range(record.run.turn + 1):
        for viewer in viewers(record.run):
            told = [e for e in record.events if e.turn == turn and e.seen_by(viewer) is not None]
            found = record.steps(turn, viewer)
            by_rules = {as_bytes(step.event) for step in found}
            assert [step.event for step in found] == [event for event in told if as_bytes(event) in by_rules]


@each_table
def test_a_turn_ends_as_it_was_kept(engine: AnyEngine, seats: int) -> None:
    """Whether its rules tell what they have done or what they are about to do."""
    record = Record(engine, seats)
    for turn, state in record.ends.items():
        for viewer in viewers(record.run):
            kept = engine.view(engine.decode(state), viewer)
            found = record.steps(turn, viewer)
            assert not found or as_bytes(found[-1].view) == as_bytes(kept)


def test_what_was_taken_back_and_what_people_did_changes_no_board() -> None:
    moved, taken, late = Event("moved", {"to": "A"}), Event("took_back"), Event("late")
    steps_of = [Step(moved, {"at": "A"}), Step(Event("ended"), {"at": "end"})]
    told = [moved, taken, late, moved, Event("ended")]
    before = {"at": "start"}
    views = aligned(told, steps_of, before)
    assert views == [before, before, before, {"at": "A"}, {"at": "end"}]


def test_rules_that_lead_elsewhere_are_noticed() -> None:
    record = Record(LANTERNS, 2)
    other = Chapter(record.chapters[0].base, record.chapters[0].log[:-1] or (), 9)
    with pytest.raises(Disagreement):
        steps(LANTERNS, record.save, [other], record.chapters[-1].base, 1, None)
