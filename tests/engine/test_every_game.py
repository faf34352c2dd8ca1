"""What every game passes without code of its own: random play, the contract's promises checked on the way."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path as File
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from games.bluff.engine import BLUFF
from games.engine.contract.decisions import Decision
from games.engine.contract.dice import Dice, Seeds, verify
from games.engine.contract.engine import AnyEngine
from games.engine.contract.events import Event, seen_by
from games.engine.contract.events import verify as verify_chain
from games.engine.contract.table import Reveal
from games.engine.contract.text import PlayerError
from games.engine.contract.tree import Path, sample, walk
from games.engine.language.explain import explain
from games.engine.language.letter_words import known_words
from games.engine.language.paths import read, write
from games.engine.language.prose import read_letter
from games.engine.play.dry_run import Script, Unknown
from games.engine.play.imagination import Imagined
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.random_play import play_out
from games.engine.play.run import AnyRun, Run
from games.engine.play.save import decode_save, encode_save
from games.engine.play.standing import standing_from
from games.services.engines import ENGINES
from tests.catalogue import many
from tests.engine.lanterns import LANTERNS

pytestmark = pytest.mark.catalogue
GAMES: list[AnyEngine] = [*ENGINES.values(), BLUFF, LANTERNS]
TABLES = [(engine, seats) for engine in GAMES for seats in engine.seats]
each_table = pytest.mark.parametrize(
    ("engine", "seats"), TABLES, ids=[f"{engine.slug}-{seats}" for engine, seats in TABLES]
)
EARLY = 60  # questions of a match that are all looked at
SELDOM = many(4, 1)  # one in so many of those that come later: they are much like those before
MOST_OPTIONS = many(30, 10_000)  # of one level that are followed; some levels have hundreds
# More with few players than with many: what differs is mostly the game.
MATCHES = [
    (engine, seats, seed)
    for engine, seats in TABLES
    for seed in range(many(2 if seats == engine.seats[0] else 1, 12))
]
each_match = pytest.mark.parametrize(
    ("engine", "seats", "seed"),
    MATCHES,
    ids=[f"{engine.slug}-{seats}-{seed}" for engine, seats, seed in MATCHES],
)


def begin(engine: AnyEngine, seats: int, seed: int) -> AnyRun:
    """A match with a known seed."""
    return Run.start(engine, range(1, seats + 1), Seeds(seed.to_bytes(4, "big") * 8, (b"p1", b"p2")))


def whims(seed: int) -> random.Random:
    """The choices of a random player."""
    return random.Random(seed)


def wander(below: Callable[[int], int]) -> Callable[[AnyRun, Decision[object]], Path]:
    """A player who walks the tree at random and needs nothing but the decision."""
    return lambda run, decision: sample(decision.root, below)


def questions(engine: AnyEngine, seats: int, seed: int) -> Iterator[tuple[AnyRun, Decision[object]]]:
    """Every question of a random match, before it is answered."""
    run, rng = begin(engine, seats, seed), whims(seed)
    advance(run)
    while waiting := waiting_for(run):
        decision = run.decision_for(waiting[0])
        assert decision is not None
        yield run, decision
        run.answer(decision.seat, sample(decision.root, rng.randrange))
        advance(run)
    assert run.result is not None


def some_questions(engine: AnyEngine, seats: int, seed: int) -> Iterator[tuple[AnyRun, Decision[object]]]:
    """The early ones, those of a kind that was not asked before, and some of all others, to the end."""
    known = set[str]()
    for number, (run, decision) in enumerate(questions(engine, seats, seed)):
        if number < EARLY or number % SELDOM == 0 or decision.kind not in known:
            yield run, decision
        known.add(decision.kind)


def viewers(run: AnyRun) -> list[int | None]:
    """Everybody who may look, a spectator among them."""
    return [None, *run.seats]


def as_bytes(thing: object) -> bytes:
    """What a viewer would receive."""
    return msgspec.json.encode(thing)


@each_match
def test_a_random_match_ends_and_says_who_won(engine: AnyEngine, seats: int, seed: int) -> None:
    run = begin(engine, seats, seed)
    play_out(run, wander(whims(seed).randrange))
    assert run.result is not None
    assert set(run.result.winners) <= set(run.seats)
    assert run.result.winners


@each_table
def test_a_match_saved_and_loaded_at_every_answer_equals_the_uninterrupted_one(
    engine: AnyEngine, seats: int
) -> None:
    whole, rng = begin(engine, seats, 1), whims(1)
    play_out(whole, wander(rng.randrange))
    run, rng = begin(engine, seats, 1), whims(1)
    told: list[Event] = []
    while run.result is None:
        advance(run)
        told += run.deliver().events
        data = encode_save(run.save())
        run = Run.load(engine, decode_save(data))
        assert encode_save(run.save()) == data
        if run.result is None:
            seat = waiting_for(run)[0]
            decision = run.decision_for(seat)
            assert decision is not None
            run.answer(seat, sample(decision.root, rng.randrange))
    told += run.deliver().events
    assert engine.encode(run.state) == engine.encode(whole.state)
    assert told == whole.events
    assert run.result == whole.result


_CONTINUE = """
import sys, random
from games.engine.play.run import Run
from games.engine.play.save import decode_save
from games.engine.play.random_play import play_out
from tests.engine.test_every_game import GAMES, wander
engine = next(game for game in GAMES if game.slug == sys.argv[1])
run = Run.load(engine, decode_save(sys.stdin.buffer.read()))
play_out(run, wander(random.Random(5).randrange))
sys.stdout.write(engine.encode(run.state).hex())
"""


@pytest.mark.parametrize("engine", GAMES, ids=lambda engine: engine.slug)
def test_a_match_goes_on_in_a_new_process_as_in_this_one(engine: AnyEngine) -> None:
    run, rng = begin(engine, 2, 3), whims(3)
    advance(run)
    data = encode_save(run.save())
    for _ in range(25):
        decision = run.decision_for(waiting_for(run)[0])
        assert decision is not None
        run.answer(decision.seat, sample(decision.root, rng.randrange))
        advance(run)
        if run.result is not None:  # a short game
            break
        data = encode_save(run.save())
    here = Run.load(engine, decode_save(data))
    play_out(here, wander(whims(5).randrange))
    root = File(__file__).parents[2]
    environment = {
        "DJANGO_SETTINGS_MODULE": "edgepbem.settings",
        "PYTHONPATH": str(root),
        "PYTHONHASHSEED": "77",
    }
    found = subprocess.run(
        [sys.executable, "-c", _CONTINUE, engine.slug],
        input=data, capture_output=True, check=True, cwd=root, env=environment,
    )  # fmt: skip
    assert found.stdout.decode() == engine.encode(here.state).hex()


@each_table
def test_the_text_door_and_the_form_door_lead_to_the_same_match(engine: AnyEngine, seats: int) -> None:
    by_text, by_form, rng = begin(engine, seats, 2), begin(engine, seats, 2), whims(2)
    advance(by_form)
    while by_form.result is None:
        decision = by_form.decision_for(waiting_for(by_form)[0])
        assert decision is not None
        path = sample(decision.root, rng.randrange)
        receipt = submit(by_text, decision.seat, write(decision, path))
        assert receipt.problem is None
        by_form.answer(decision.seat, path)
        advance(by_form)
    assert by_text.replay.digest() == by_form.replay.digest()
    assert by_text.events == by_form.events


@each_match
def test_every_answer_has_one_text_that_reads_back(engine: AnyEngine, seats: int, seed: int) -> None:
    rng = whims(seed + 100)
    for _, decision in some_questions(engine, seats, seed):
        texts: dict[str, Path] = {}
        for _ in range(4):
            path = sample(decision.root, rng.randrange)
            text = write(decision, path)
            assert texts.setdefault(text, path) == path
            assert read(decision, text.upper().split()).path == path
            said = write(decision, path, engine.vocabulary.spoken)
            assert read(decision, [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', said)]).path == path


@each_match
def test_what_is_offered_is_accepted_and_what_is_not_is_refused(
    engine: AnyEngine, seats: int, seed: int
) -> None:
    rng = whims(seed + 200)
    for _, decision in some_questions(engine, seats, seed):
        assert decision.check(decision.fallback()) is None
        path = sample(decision.root, rng.randrange)
        assert decision.check(path) is None
        for cut in range(len(path)):
            _options_tell_the_truth(decision, path[:cut])
        wrong = (*path[:-1], path[-1] + "?") if path else ("?",)
        assert decision.check(wrong) is not None
        assert decision.check((*path, "?")) is not None


def _options_tell_the_truth(decision: Decision[object], path: Path) -> None:
    options = list(decision.options(path))
    assert len(options) == len({option.word for option in options})
    for option in options[:: 1 + len(options) // MOST_OPTIONS]:
        node, _ = walk(decision.root, (*path, option.word))
        assert node is not None
        assert option.final == (node.end is not None)
        assert option.more == node.has_more()
        assert option.final or option.more


@each_table
def test_a_view_is_plain_and_a_guess_of_it_looks_the_same(engine: AnyEngine, seats: int) -> None:
    """Nothing hidden is in a view: if all of it is dealt anew, the viewer's bytes stay the same."""
    for number, (run, _) in enumerate(some_questions(engine, seats, 4)):
        if not run.has_state:
            continue
        truth = engine.encode(run.state)
        for viewer in viewers(run):
            other = engine.decode(truth)
            engine.guess(other, viewer, Dice(Seeds(number.to_bytes(4, "big"))))
            assert as_bytes(engine.view(other, viewer)) == as_bytes(engine.view(run.state, viewer))


@each_table
def test_two_truths_with_one_view_give_the_same_guess(engine: AnyEngine, seats: int) -> None:
    for run, _ in some_questions(engine, seats, 5):
        if not run.has_state:
            continue
        for viewer in viewers(run):
            one = engine.decode(engine.encode(run.state))
            other = engine.decode(engine.encode(run.state))
            engine.guess(other, viewer, Dice(Seeds(b"another truth")))
            engine.guess(one, viewer, Dice(Seeds(b"dream")))
            engine.guess(other, viewer, Dice(Seeds(b"dream")))
            assert engine.encode(one) == engine.encode(other)


@each_table
def test_what_a_seat_is_asked_depends_on_nothing_it_cannot_know(engine: AnyEngine, seats: int) -> None:
    for number, (run, decision) in enumerate(questions(engine, seats, 6)):
        if not run.has_state or number % 3:
            continue
        save = run.save()
        dreamt = Imagined(engine, save, decision.seat, b"elsewhere").decision_for(decision.seat)
        assert dreamt is not None
        assert (dreamt.kind, dreamt.facts()) == (decision.kind, decision.facts())
        assert explain(dreamt) == explain(decision)
        assert list(dreamt.options()) == list(decision.options())


def _told_until_a_reveal(run: AnyRun, seat: int, path: Path) -> list[Event]:
    """What is told of an answer, up to where something hidden or a die comes to light."""
    run.replay.table.stop_at_reveal = True
    run.replay.table.dice = Script(())
    with suppress(Reveal, Unknown):
        run.answer(seat, path)
        advance(run)
    return [*run.events, *run.replay.table.events]


@each_table
def test_played_in_two_worlds_that_one_cannot_tell_apart_an_answer_is_told_alike(
    engine: AnyEngine, seats: int
) -> None:
    """Neither the one who acts nor a spectator learns from it what others hold or stacks hide."""
    rng = whims(9)
    for number, (run, decision) in enumerate(questions(engine, seats, 7)):
        if not run.has_state or number % 4:
            continue
        save, seat = run.save(), decision.seat
        path = sample(decision.root, rng.randrange)
        here = _told_until_a_reveal(Run.load(engine, save), seat, path)
        there = _told_until_a_reveal(Imagined(engine, save, seat, b"elsewhere"), seat, path)
        for viewer in (None, seat):
            assert as_bytes(seen_by(here, viewer)) == as_bytes(seen_by(there, viewer))


@each_match
def test_an_answer_taken_back_leaves_no_trace(engine: AnyEngine, seats: int, seed: int) -> None:
    rng = whims(seed + 300)
    run = begin(engine, seats, seed)
    taken_back = 0
    advance(run)
    while run.result is None:
        seat = waiting_for(run)[0]
        decision = run.decision_for(seat)
        assert decision is not None
        before = run.replay.digest()
        run.answer(seat, sample(decision.root, rng.randrange))
        if run.can_take_back(seat) and rng.random() < 0.4:  # never once the match is over
            run.take_back(seat)
            assert run.replay.digest() == before
            taken_back += 1
        advance(run)
    assert taken_back > 0


@each_table
def test_the_story_is_chained_and_every_roll_can_be_verified(engine: AnyEngine, seats: int) -> None:
    run, rng = begin(engine, seats, 8), whims(8)
    play_out(run, wander(rng.randrange))
    told = run.deliver()
    assert verify_chain(told.events, told.links, run.replay.seeds.server) == run.chain
    assert verify(run.replay.seeds, run.replay.seeds.commitment(), told.rolls) == len(told.rolls) > 0


@each_table
def test_the_end_of_every_turn_is_handed_out(engine: AnyEngine, seats: int) -> None:
    run = begin(engine, seats, 8)
    play_out(run, wander(whims(8).randrange))
    ends = run.deliver().turn_ends
    assert set(range(run.turn)) <= set(ends) <= set(range(run.turn + 1))
    assert all(engine.result(engine.decode(ends[turn])) is None for turn in range(run.turn))


@each_match
def test_every_event_can_be_told_to_everybody(engine: AnyEngine, seats: int, seed: int) -> None:
    run = begin(engine, seats, seed)
    play_out(run, wander(whims(seed).randrange))
    for viewer in viewers(run):
        for seen in seen_by(run.events, viewer):
            assert engine.tell(seen).text({seat: f"player {seat}" for seat in run.seats})
        assert engine.board(engine.view(run.state, viewer))


@each_table
def test_the_picture_is_one_whole_and_fetches_nothing(engine: AnyEngine, seats: int) -> None:
    for number, (run, decision) in enumerate(questions(engine, seats, 15)):
        if number % 25 == 0 and run.has_state:
            drawn = engine.picture(engine.view(run.state, decision.seat))
            root = ElementTree.fromstring(drawn)  # noqa: S314 (our own drawing)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert not re.search(r"<script|<image|<foreignObject|href=[\"'](?!#)|url\((?!#)|@import", drawn)


HOSTILE = {1: "<script>alert(1)</script>", 2: "\"&quot;'><b>", 3: "{0} %s {seat}", 4: "Ł" * 60}


@each_table
def test_names_on_the_board_stay_names(engine: AnyEngine, seats: int) -> None:
    """D1: whatever a player is called, the drawing stays one drawing and nothing in it is a tag."""
    for number, (run, decision) in enumerate(questions(engine, seats, 17)):
        if number % 25 == 0 and run.has_state:
            drawn = engine.picture(engine.view(run.state, decision.seat), names=HOSTILE)
            assert "<script" not in drawn
            ElementTree.fromstring(drawn)  # noqa: S314 (our own drawing)


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_the_text_board_fits_a_narrow_mail(game: str) -> None:
    engine = ENGINES[game]
    for number, (run, decision) in enumerate(questions(engine, engine.seats[-1], 14)):
        if number % 5 == 0:
            board = engine.board(engine.view(run.state, decision.seat), names=HOSTILE)
            assert max(map(len, board.split("\n"))) <= 76, board


@each_table
def test_a_seat_may_leave_at_any_time_and_the_match_still_ends(engine: AnyEngine, seats: int) -> None:
    for moment in range(0, 40, many(8, 4)):
        run, rng = begin(engine, seats, 11), whims(11)
        for number in range(200_000):
            advance(run)
            if run.result is not None:
                break
            if number == moment:
                run.resign(1 + moment % seats)
                continue
            decision = run.decision_for(waiting_for(run)[0])
            assert decision is not None
            assert decision.seat not in run.gone
            run.answer(decision.seat, sample(decision.root, rng.randrange))
            assert Run.load(engine, run.save()).save() == run.save()
        assert run.result is not None
        assert not set(run.result.winners) & run.gone or len(run.gone) == seats


@each_table
def test_a_match_in_which_everybody_is_away_ends_by_defaults(engine: AnyEngine, seats: int) -> None:
    run = begin(engine, seats, 12)
    for _ in range(10_000):
        advance(run)
        if run.result is not None:
            break
        run.set_away(waiting_for(run)[0])
    assert run.result is not None


@each_table
def test_no_text_whatever_raises(engine: AnyEngine, seats: int) -> None:
    rng = whims(13)
    run = begin(engine, seats, 13)
    advance(run)
    pieces = [
        *("end", "blow", "recruit", "mine", "skill", "seat", "2", "with", "take", "TER1", "brown-1a", "ask"),
        *("{", "}", "if", "(", "|", '"', ";", "#", "x=1", "else", "stop", ":", "\x00", "—", "«", "1.", "-"),
    ]
    for _ in range(300):
        text = " ".join(rng.choice(pieces) for _ in range(rng.randrange(1, 9)))
        if run.result is not None:
            run = begin(engine, seats, rng.randrange(1000))
            advance(run)
        submit(run, waiting_for(run)[0], text)


def small_questions(seed: int) -> AnyRun:
    """A toy night in which everybody wants to be asked everything."""
    run = begin(LANTERNS, 3, seed)
    keys = [name for name, key in LANTERNS.vocabulary.keys.items() if "ask" in key.choices]
    ask_all = "\n".join([*(f"{name}: ask" for name in keys), "ask-limit: 99"])
    run.standing = standing_from(LANTERNS, dict.fromkeys(run.seats, (1, ask_all)))
    for seat in run.seats:
        run.answer(seat, ("left",))
    return run


def test_no_text_raises_at_a_small_question_either() -> None:
    pieces = [
        *("blow seat 2", "blow seat 1", "puff seat 3 at high", "glass", "paper", "yes", "no", "pass"),
        *("play dodge", "play flare", "bet", "stop", "if oil > 1 { yes }", "rest", "low", "bright | dark"),
        *("ha", "saying ho", "fly", "wait", "rest (aim: ask)", "high"),
    ]
    rng, kinds = whims(16), set[str]()
    run = small_questions(16)
    for number in range(1500):
        if run.result is not None:
            run = small_questions(number)
        advance(run)
        kinds.update(decision.kind for decision in run.asked)
        seat = rng.choice(waiting_for(run) or [1])
        submit(run, seat, "\n".join(rng.choices(pieces, k=rng.randrange(1, 4))))
        assert Run.load(LANTERNS, run.save()).replay.digest() == run.replay.digest()
        if rng.random() < 0.01:
            run.resign(rng.choice(run.seats))
        if rng.random() < 0.05 and run.can_take_back(seat):
            run.take_back(seat)
    assert {"deed", "aim", "shield", "bet", "window", "relight"} <= kinds


@pytest.mark.parametrize("words", [[], ["?"], ["left", "left"], ["l"] * 50])
def test_reading_refuses_with_a_player_error_and_nothing_else(words: list[str]) -> None:
    decision: Any = begin(LANTERNS, 2, 1).asked[0]
    with pytest.raises(PlayerError):
        read(decision, words)


@each_match
def test_no_order_of_a_game_is_taken_for_prose(engine: AnyEngine, seats: int, seed: int) -> None:
    """By the vocabulary alone: a sheet may answer questions that are not open yet."""
    known, rng = known_words(engine.vocabulary), whims(seed)
    orders = {write(d, sample(d.root, rng.randrange)) for _, d in questions(engine, seats, seed)}
    letters = {order: read_letter(f"Hi,\n\n{order}\n\nBob", known) for order in orders if order}
    assert [order for order, letter in letters.items() if letter.prose != ("Hi,", "Bob")] == []
