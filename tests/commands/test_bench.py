"""`manage.py bench`: figures come out under their names. How good they are is no test: machines are noisy."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.benchmarks.orders import bot_positions, chess_positions, play_chess
from games.engine.play.run import Run
from games.engine.play.save import decode_save
from games.scrappers.engine import SCRAPPERS
from tests.catalogue import many


@pytest.mark.catalogue
@pytest.mark.parametrize("name", ["state_vs_json", "order_flat"][: many(1, 2)])  # the second plays 500 turns
def test_a_figure_is_printed_as_json(name: str) -> None:
    out = StringIO()
    call_command("bench", "--quick", "--json", "--only", name, stdout=out)
    assert json.loads(out.getvalue())[name] > 0


def test_an_order_is_really_carried_out_before_it_is_timed() -> None:
    place = bot_positions(1)[4]
    before, after = decode_save(place.save), decode_save(place.play(options=True))
    assert after.settled + len(after.log) > before.settled + len(before.log)
    assert Run.load(SCRAPPERS, after).asked


def test_the_peer_really_plays_chess() -> None:
    fen, move = chess_positions(3)[2]
    assert play_chess(fen, move) != fen
