"""Reports: for whom, what is in them, and that they are made once."""

from __future__ import annotations

from io import BytesIO

import pytest
from pypdf import PdfReader

from accounts.models import User
from accounts.readers import reading_as
from games.models import Match, Report
from games.services.access import match_for
from games.services.reports import NoReport, content_of, report_for
from games.services.scene import scene_of
from tests.services.conftest import on_turn

pytestmark = pytest.mark.usefixtures("media")


def text_of(report: Report) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content_of(report))).pages)


def told(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def player(duel, alice, bob):
    return alice if on_turn(duel) == 1 else bob


def test_a_report_tells_its_reader_what_is_asked(duel, player):
    access = match_for(player, duel.pk)
    with reading_as(player):
        text = told(text_of(report_for(access, duel.turn)))
        scene = scene_of(access)
    assert f"for {player.name}" in text
    assert "Your turn: what do you do?" in text
    assert "recruit" in text
    assert f"({player.time_zone})" in text
    assert "A duel" in text
    assert told(scene.story(turn=1)[0].text) in text


def test_it_is_printed_once_and_kept_through_the_storage(duel, player, tmp_path):
    access = match_for(player, duel.pk)
    first, second = report_for(access, 1), report_for(access, 1)
    assert first == second
    assert Report.objects.count() == 1
    assert len(list(tmp_path.rglob("*.pdf"))) == 1
    assert player.name.lower() not in first.file.name


def test_a_lost_file_is_printed_again(duel, player):
    access = match_for(player, duel.pk)
    first = report_for(access, 1)
    first.file.storage.delete(first.file.name)
    assert content_of(report_for(access, 1)).startswith(b"%PDF")
    assert Report.objects.count() == 1


def test_each_reader_has_a_report_of_their_own(duel, alice, bob):
    """E3: what one holds is not in the other's."""
    Match.objects.filter(pk=duel.pk).update(is_public=True)
    rows = [report_for(match_for(user, duel.pk), 1) for user in (alice, bob, None)]
    assert len({row.pk for row in rows}) == 3
    texts = [told(text_of(row)) for row in rows]
    assert ["YOUR HAND" in text for text in texts] == [True, True, False]
    assert "for spectators" in texts[2]


def test_language_and_zone_make_another_report(duel, player):
    access = match_for(player, duel.pk)
    here = report_for(access, 1)
    with reading_as(User(language="de", time_zone="Asia/Tokyo")):
        there = report_for(access, 1)
    assert here.pk != there.pk


def test_a_turn_that_is_over_is_told_as_it_was(duel, player, send):
    send(duel, on_turn(duel), "end")
    access = match_for(player, duel.pk)
    text = told(text_of(report_for(access, 1)))
    assert "ends the turn." in text
    assert "what do you do?" not in text
    before = report_for(access, 1).pk
    send(duel, on_turn(duel), "end")
    assert report_for(match_for(player, duel.pk), 1).pk == before


@pytest.mark.parametrize("turn", [-1, 2, 10**9])
def test_there_is_no_report_of_a_turn_that_was_not(turn, duel, player):
    with pytest.raises(NoReport):
        report_for(match_for(player, duel.pk), turn)


def test_a_match_that_has_not_begun_has_none(alice):
    from games.services.matches import new

    terms = new.Terms("scrappers", "Open", {})
    match = new.open_match(alice, terms, [new.Place(alice), new.Place()])
    with pytest.raises(NoReport):
        report_for(match_for(alice, match.pk), 0)


def test_a_report_carries_the_head_of_the_record(duel: Match, alice: User) -> None:
    from games.services import fairness

    report = report_for(match_for(alice, duel.pk), duel.turn)
    assert fairness.head(duel) in text_of(report).replace("\n", "")
