"""Previews run in children with little time: no sheet stops the server, an honest one is answered in full."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.test import Client

from accounts.models import User
from games.engine.contract.phrases import Phrase, Seat
from games.engine.play.save import encode_save
from games.models import Match
from games.services.access import PREVIEWS, match_for
from games.services.orders import try_standing
from games.services.rehearsal import parent, previews
from games.services.rehearsal.messages import WhatIf, heard, said
from games.services.rehearsal.parent import REHEARSALS, foresee
from games.services.rehearsal.previews import TooBusy, foretell
from games.services.scene import scene_of
from post.children.pool import Pool, Work
from tests.edge.bench import Bench
from tests.services.conftest import Send, on_turn


def test_one_fight_is_worked_out_in_full() -> None:
    bench = Bench("holy_knight@C5.12 gorehound=1@C5.34", pools=(0, 0))
    text = "activate holy_knight\nfight HK vs GO yellow"
    seen = foresee(WhatIf("edge", encode_save(bench.run.save()), 1, text, b"seed"))
    assert (seen.complete, seen.exact) == (True, True)
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)


def test_a_child_loads_no_django() -> None:
    program = "import sys, games.services.rehearsal.child; print('django' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "False"


def test_a_rehearsal_that_ends_its_child_tells_that_nothing_is_known(
    duel: Match, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        parent, "REHEARSALS", Pool(Work("games.services.rehearsal.child", seconds=0.0, jobs=1))
    )
    foretold = foretell(scene_of(match_for(alice, duel.pk)), "end")
    assert foretold is not None
    assert (foretold.certain, foretold.is_complete) == ([], False)


def test_phrases_travel_whole() -> None:
    phrase = Phrase("{seat}: {number}, {more}", {"seat": Seat(2), "number": 3, "more": Phrase("all")})
    assert heard(said(phrase)) == phrase
    assert heard(said(phrase)).text({2: "Bob"}) == "Bob: 3, all"


def test_the_sixty_first_preview_in_a_minute_is_refused_on_the_page_and_by_rest(
    duel: Match, alice: User, client: Client
) -> None:
    """C9: the same count for all doors, so that no door is a way around."""
    seat = duel.seats.get(user=alice)
    for _ in range(PREVIEWS.most - 1):
        previews._count(seat)
    client.force_login(alice)
    page = f"/matches/{duel.pk}/preview/"
    assert "What would happen" in client.post(page, {"text": "end"}).text
    assert "enough previews for now" in client.post(page, {"text": "end"}).text
    answer = client.post(f"/api/v1/matches/{duel.pk}/orders/preview/", {"text": "end"}, "application/json")
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")


def test_a_preview_that_took_all_its_time_counts_as_several(
    duel: Match, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        parent, "REHEARSALS", Pool(Work("games.services.rehearsal.child", seconds=0.0, jobs=1))
    )
    scene = scene_of(match_for(alice, duel.pk))
    for _ in range(PREVIEWS.most // previews.HARD):
        foretell(scene, "end")
    with pytest.raises(previews.TooMany):
        foretell(scene, "end")


def test_a_third_caller_is_not_kept_waiting(duel: Match, alice: User) -> None:
    """Two threads of a process may wait for previews; the others are for everybody else."""
    scene = scene_of(match_for(alice, duel.pk))
    taken = [REHEARSALS._admitted.acquire(blocking=False) for _ in range(REHEARSALS.work.callers)]
    try:
        with pytest.raises(TooBusy):
            foretell(scene, "end")
    finally:
        for _ in filter(None, taken):
            REHEARSALS._admitted.release()
    assert foretell(scene, "end") is not None


def test_standing_orders_are_tried_out_in_a_child(duel: Match, alice: User, send: Send) -> None:
    for _ in range(4):
        send(duel, on_turn(duel), "end")
    assert isinstance(try_standing(scene_of(match_for(alice, duel.pk)), ""), list)
