"""Pages for everybody, registers of matches, and pages for when something is wrong."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.shortcuts import render
from django.template.loader import render_to_string
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.models import Match, Seat
from games.services.engines import offered
from games.services.matches.new import Place, Terms, open_match
from games.web import colours
from games.web.times import when
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played, text


def test_the_front_page_shows_a_match_that_is_being_played(duel: Match, browse: Browse) -> None:
    assert "A duel" not in text(browse(None).get("/"))  # not public
    Match.objects.filter(pk=duel.pk).update(is_public=True)
    page = browse(None).get("/")
    assert "A duel" in text(page)
    assert "<svg" in html(page)
    assert "belong to their publishers" in text(page)


def test_the_front_page_has_a_board_on_an_empty_server(db: None, browse: Browse) -> None:
    page = html(browse(None).get("/"))
    assert 'alt="A table of The Edge: Dawnfall."' in page
    assert "/rules/scrappers/" in page


def test_every_rule_has_an_address_and_is_linked_where_it_is_named(db: None, browse: Browse) -> None:
    page = html(browse(None).get("/rules/scrappers/all/"))
    assert 'id="SS-7.3"' in page
    assert '<a href="/rules/scrappers/chapter/7-recruit/#SS-7.3">SS-7.3</a>' in page
    assert 'id="7-recruit"' in page
    assert page.count("<h1") == 1
    assert browse(None).get("/rules/chess/").status_code == 404
    assert browse(None).get("/rules/..%2f..%2fREADME/").status_code == 404


def test_every_ink_can_be_read_on_both_papers(db: None, browse: Browse) -> None:
    """WCAG AA asks for 4.5 to 1."""
    sheet = html(browse(None).get("/inks.css"))
    for slug, engine in offered().items():
        assert f".game-{slug}" in sheet
        for paper, towards in ((colours.LIGHT_PAPER, colours.BLACK), (colours.DARK_PAPER, colours.CREAM)):
            ink = colours.readable(engine.ink, paper, towards)
            assert colours.contrast(colours._colour(ink), colours._colour(paper)) >= 4.5


def test_contrast_is_as_defined() -> None:
    assert round(colours.contrast((0, 0, 0), (1, 1, 1)), 2) == 21
    assert round(colours.contrast(colours._colour("#767676"), (1, 1, 1)), 2) == 4.54


def test_my_matches_come_in_the_order_in_which_they_matter(alice: User, bob: User, browse: Browse) -> None:
    for number in range(4):
        open_match(alice, Terms("scrappers", f"Match {number}", {}), [Place(alice), Place(bob)])
    now = timezone.now()
    for number, match in enumerate(Match.objects.order_by("pk")):
        Seat.objects.filter(match=match).update(waiting_since=None, due_at=None)
        mine = number in (1, 3)
        due = now + timedelta(hours=10 - number)
        Seat.objects.filter(match=match, user=alice if mine else bob).update(waiting_since=now, due_at=due)
    page = text(browse(alice).get("/matches/"))
    assert "2 matches are waiting for you" in page
    places = [page.index(f"Match {number}") for number in (3, 1, 2, 0)]
    assert places == sorted(places)
    assert "Your turn" in page
    assert "Bob to play" in page


def test_deadlines_are_told_in_the_readers_zone(duel: Match, browse: Browse) -> None:
    seat = on_turn(duel)
    due = timezone.now().replace(month=7, day=1, hour=12, minute=30) + timedelta(days=365)
    Seat.objects.filter(pk=seat.pk).update(due_at=due)
    page = reverse("match", args=[duel.pk])
    User.objects.filter(seats=seat).update(time_zone="Asia/Tokyo")
    assert "21:30 JST" in text(browse(seat.user).get(page))
    User.objects.filter(seats=seat).update(time_zone="America/New_York")
    assert "08:30 EDT" in text(browse(seat.user).get(page))


def test_finished_matches_are_an_archive_with_pages(alice: User, browse: Browse) -> None:
    for number in range(23):
        match = open_match(alice, Terms("scrappers", f"Old {number}", {}), [Place(alice), Place()])
        Match.objects.filter(pk=match.pk).update(
            status=Match.Status.FINISHED,
            finished_at=timezone.now() - timedelta(days=number),
            result={"reason": "Over."},
        )
    browser = browse(alice)
    first, second = text(browser.get("/matches/")), text(browser.get("/matches/", {"page": 2}))
    assert "Old 19" in first
    assert "Old 20" not in first
    assert "Old 22" in second
    assert browser.get("/matches/", {"page": "no number"}).status_code == 200


def test_a_register_asks_the_database_as_often_for_many_as_for_few(
    alice: User, bob: User, browse: Browse
) -> None:
    browser = browse(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            browser.get("/matches/")
        return len(asked)

    def more(count: int) -> None:
        for number in range(count):
            open_match(alice, Terms("scrappers", f"M {number}", {}), [Place(alice), Place(bob)])

    more(2)
    few = queries()
    more(5)
    assert queries() == few


def test_an_error_page_needs_no_database() -> None:
    """C15: neutral, without a trace; pytest-django refuses any query here."""
    page = render_to_string("500.html")
    assert "This is our fault" in page
    assert "Traceback" not in page


@pytest.mark.parametrize("code", ["400", "403", "403_csrf", "404"])
def test_error_pages_are_in_the_design(code: str) -> None:
    assert "letterhead" in render_to_string(f"{code}.html")


def test_an_internal_error_tells_nothing(
    duel: Match, alice: User, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C15."""

    def broken(*args: object) -> None:
        raise RuntimeError("secret insides")

    monkeypatch.setattr("games.web.match_page.scene_of", broken)
    browser = browse(alice)
    browser.raise_request_exception = False
    answer = browser.get(reverse("match", args=[duel.pk]))
    assert answer.status_code == 500
    assert "secret insides" not in html(answer)
    assert "This is our fault" in html(answer)


def test_a_stuck_match_is_shown_as_it_last_stood(duel: Match, alice: User, browse: Browse) -> None:
    match = Match.objects.get(pk=duel.pk)
    data = bytearray(match.save_data or b"")
    position = bytes(data).index(b"digest") + 10
    data[position] ^= 1
    Match.objects.filter(pk=duel.pk).update(save_data=bytes(data), stuck="the rules lead elsewhere")
    page = browse(alice).get(reverse("match", args=[duel.pk]))
    assert page.status_code == 200
    assert "is stuck" in text(page)
    assert "lead elsewhere" not in text(page)
    assert "<svg" in html(page)


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (14 * 24 - 0.1, "in 2 weeks"),
        (10 * 24, "in 1 week, 3 days"),
        (71.9, "in 3 days"),
        (49, "in 2 days"),
        (23.9, "in 23 hours"),
        (5.5, "in 5 hours"),
        (-3.2, "3 hours ago"),
        (-0.001, "just now"),
    ],
)
def test_distances_are_told_in_few_words_and_no_hour_too_long(hours: float, said: str) -> None:
    told = when(timezone.now() + timedelta(hours=hours, seconds=2 if hours > 0 else 0))
    assert told is not None
    assert told.distance.replace("\xa0", " ") == said


def test_a_request_without_a_user_can_be_shown_the_frame(rf: RequestFactory) -> None:
    """Error handlers show pages before anybody is known."""
    assert render(rf.get("/"), "404.html").status_code == 200


def test_a_played_out_match_tells_its_winner_on_the_front_page(alice: User, browse: Browse) -> None:
    terms = Terms("scrappers", "Bots at work", {}, is_public=True)
    match = open_match(alice, terms, [Place(bot="random"), Place(bot="scrapper")])
    played(match)
    assert "has won" in text(browse(None).get("/")) or "share the victory" in text(browse(None).get("/"))


def test_words_can_be_read_on_both_papers() -> None:
    """WCAG AA: 4.5 to 1 for every colour of text, on the paper and on its shade."""
    sheet = (settings.BASE_DIR / "static" / "edgepbem.css").read_text(encoding="utf-8")
    light, dark = sheet.partition("(prefers-color-scheme: dark)")[::2]
    for part in (light[light.index(":root") :], dark):
        inks = dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6})", part)[::-1])
        for paper in ("paper", "shade"):
            for ink in ("ink", "faded", "wrong", "good", "focus"):
                found = colours.contrast(colours._colour(inks[ink]), colours._colour(inks[paper]))
                assert found >= 4.5, (ink, paper, found)
