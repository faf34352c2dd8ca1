"""Pictures in the rules: drawn by the boards' own code, up to date, described, and where they belong."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client
from django.urls import reverse

from games.services.engines import ENGINES, offered
from games.services.texts import rule_ids
from games.tools.illustrate import drawn, path_of
from tests.web.pages import html

GAMES = sorted(offered())


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_is_as_its_table_is_drawn_today(game: str) -> None:
    """If not: `manage.py draw_rules`, and look at what has changed."""
    engine = ENGINES[game]
    assert engine.illustrations
    for number, one in enumerate(engine.illustrations, 1):
        kept = path_of(game, number, one).read_text(encoding="utf-8")
        assert kept == drawn(engine, one), one.rule
        assert f"<title>{escape(one.shows)}</title>" in kept


@pytest.mark.parametrize("game", GAMES)
def test_every_picture_stands_below_a_rule_that_exists(game: str, settings: LazySettings) -> None:
    rules = set(rule_ids(settings.BASE_DIR / "docs" / "rules" / f"{game}.md"))
    assert {one.rule for one in ENGINES[game].illustrations} <= rules


def test_no_picture_is_left_over(settings: LazySettings) -> None:
    kept = set(Path(settings.BASE_DIR, "static", "rules").rglob("*.svg"))
    wanted = {
        path_of(game, number, one)
        for game in GAMES
        for number, one in enumerate(ENGINES[game].illustrations, 1)
    }
    assert kept == wanted


@pytest.mark.parametrize("game", GAMES)
def test_every_colour_of_a_picture_has_another_by_night(game: str, settings: LazySettings) -> None:
    """They are files of their own, which no style sheet of a page reaches."""
    drawings = Path(settings.BASE_DIR, "static")
    for path in [drawings / "boards" / f"{game}.svg", *(drawings / "rules" / game).glob("*.svg")]:
        style, shapes = path.read_text(encoding="utf-8").split("</style>")
        assert "@media (prefers-color-scheme: dark)" in style
        for part, colour in set(re.findall(r'(fill|stroke)="(#\w+)"', shapes)):
            assert f'[{part}="{colour}"] {{' in style, (path.name, colour)
        assert "style=" not in shapes


@pytest.mark.django_db
def test_a_chapter_shows_its_pictures_with_what_is_to_be_seen(client: Client) -> None:
    page = html(client.get(reverse("rule", args=["edge", "ED-12.2"]), follow=True))
    place = page.index('id="ED-12.2"')
    figure = page.index("rule-picture", place)
    assert "ed-12.2" in page[figure : figure + 200]
    assert "Contact: hexes of the Angel" in page
    assert figure < page.index('id="ED-12.3"')
