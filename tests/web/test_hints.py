"""Hints in a first match."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.engine.contract.lessons import lesson_for
from games.models import Match
from games.services.engines import ENGINES, offered
from games.services.texts import rule_ids
from tests.web.conftest import Browse
from tests.web.pages import html, text

RECRUIT = "Begin with “recruit”"


def page(browse: Browse, user: User, match: Match) -> str:
    return text(browse(user).get(reverse("match", args=[match.pk])))


def test_the_first_match_of_a_player_has_hints_until_switched_off(
    duel: Match, alice: User, browse: Browse
) -> None:
    match = duel
    mover = match.seats.get(waiting_since__isnull=False).user
    assert mover is not None
    assert RECRUIT in page(browse, mover, match)
    address = html(browse(mover).get(reverse("match", args=[match.pk])))
    assert 'href="/rules/scrappers/rule/SS-7.1/"' in address
    browse(mover).get(reverse("match_hints", args=[match.pk]))
    assert RECRUIT in page(browse, mover, match)  # looking changes nothing
    browse(mover).post(reverse("match_hints", args=[match.pk]), {"on": "0"})
    assert RECRUIT not in page(browse, mover, match)
    assert "Show hints" in page(browse, mover, match)
    browse(mover).post(reverse("match_hints", args=[match.pk]), {"on": "1"})
    assert RECRUIT in page(browse, mover, match)


def test_who_has_finished_a_match_of_the_game_gets_none(duel: Match, alice: User, browse: Browse) -> None:
    mover = duel.seats.get(waiting_since__isnull=False).user
    assert mover is not None
    other = Match.objects.create(game="scrappers", name="Old", status=Match.Status.FINISHED)
    other.seats.create(number=1, user=mover)
    assert RECRUIT not in page(browse, mover, duel)


@pytest.mark.parametrize("game", sorted(offered()))
def test_every_game_teaches_and_every_lesson_names_a_rule_that_exists(game: str, settings) -> None:
    engine = ENGINES[game]
    rules = set(rule_ids(settings.BASE_DIR / "docs" / "rules" / f"{game}.md"))
    assert engine.lessons
    assert {lesson.rule for lesson in engine.lessons} <= rules


def test_a_lesson_is_for_its_turns_only() -> None:
    lessons = ENGINES["scrappers"].lessons
    told = [lesson_for(lessons, "order", turn) for turn in (1, 2, 3, 9)]
    assert [one.rule if one else "" for one in told] == ["SS-7.1", "SS-8.1", "SS-5.2", ""]
    assert lesson_for(lessons, "auto-end", 1) is None
