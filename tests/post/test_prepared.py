"""Queries that are put together once give what the ORM gives each time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.models import Match
from post.prepared import Prepared

pytestmark = pytest.mark.django_db


def a_match(name: str, hours: int, days_ago: int = 0, host: User | None = None) -> Match:
    at = timezone.now() - timedelta(days_ago)
    return Match.objects.create(
        game="edge", name=name, turn_hours=hours, created_at=at, host=host, options={name: [hours]}
    )


def matches(hours: int | None, since: datetime | None = None) -> QuerySet[Match]:
    found = Match.objects.order_by("-pk")
    found = found.filter(turn_hours=hours) if hours is not None else found.filter(paused_at=None)
    return found if since is None else found.filter(created_at__gte=since)


def everything(match: Match) -> dict[str, object]:
    return {field.attname: getattr(match, field.attname) for field in Match._meta.concrete_fields}


def same_as_the_orm() -> None:
    """With other values, with none, from a moment on."""
    for name, hours, days in (("one", 7, 0), ("two", 7, 3), ("three", 8, 0)):
        a_match(name, hours, days)
    ask, yesterday = Prepared(matches), timezone.now() - timedelta(1)
    for given in ((7,), (8,), (9,), (10**30,), (None,), (7, yesterday), (7, yesterday - timedelta(9))):
        assert list(map(everything, ask(*given))) == list(map(everything, matches(*given)))
    assert [len(ask(7)), len(ask(7, yesterday)), len(ask(None))] == [2, 1, 3]


def test_rows_are_those_of_the_orm() -> None:
    same_as_the_orm()


def test_values_are_those_of_the_orm() -> None:
    a_match("one", 7)
    tuples = Prepared(lambda hours: matches(hours).values_list("name", "options", "created_at"))
    alone = Prepared(lambda hours: matches(hours).values_list("name", flat=True))
    assert tuples(7) == list(matches(7).values_list("name", "options", "created_at"))
    assert alone(7) == alone(hours=7) == ["one"]


def test_a_text_from_a_player_is_no_part_of_the_statement() -> None:
    match = a_match("x' OR '1'='1", 7)
    ask = Prepared(lambda name: Match.objects.filter(name=name))
    assert ask("x") == ask("%s") == []
    assert ask(match.name) == [match]


def test_companions_come_along_and_are_asked_for_once() -> None:
    host = User.objects.create_user("alice@example.org", "Alice")
    hosted, alone = a_match("one", 7, host=host), a_match("two", 7)
    ask = Prepared(lambda pk: Match.objects.select_related("host").filter(pk=pk))
    with CaptureQueriesContext(connection) as asked:
        assert [one.host for one in (*ask(hosted.pk), *ask(alone.pk))] == [host, None]
    assert len(asked) == 2
    found = ask(hosted.pk)[0]
    found.name = "three"
    found.save()  # it knows where it came from
    assert Match.objects.get(pk=hosted.pk).name == "three"


def test_what_changes_on_its_way_into_the_statement_is_refused() -> None:
    """Otherwise it would be answered with the value of the first call for ever."""
    ask = Prepared(lambda name: Match.objects.filter(name__startswith=name))
    with pytest.raises(ValueError, match="as it is given"):
        ask("one")
