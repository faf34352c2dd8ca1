"""The demo: what a newcomer finds, made once."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.models import Match, Order
from games.services.access import match_for
from games.services.fairness import verify
from games.services.orders import accept
from games.services.resolve import resolve_all
from games.tools.demo import TEAM_TURNS, TURNS, make_demo, thought_out
from post.models import OutgoingEmail


@pytest.fixture
def demo(db, settings):
    """Made as bin/play makes it."""
    settings.DEBUG = True
    return make_demo()


def test_a_newcomer_finds_people_and_matches_of_all_kinds(demo):
    """They are made by bots at play, which takes its time: once for all that is to be seen of it."""
    assert [match.pk for match in demo] == list(Match.objects.order_by("pk").values_list("pk", flat=True))
    finished, running, invitation, lobby, duel, teams, duel_invitation, duel_lobby, *dreams = demo
    dream_finished, dream, dream_lobby = dreams
    assert [match.game for match in demo] == ["scrappers"] * 4 + ["edge"] * 4 + ["dreamblade"] * 3
    check_people()
    for match in (finished, dream_finished):
        check_finished(match)
    for match in (running, duel, dream):
        check_running(match, TURNS[match.game])
    check_running(teams, TEAM_TURNS)
    assert [ally.user for ally in match_for(person("Alice"), teams.pk).allies] == [person("Carol")]
    for match in (invitation, duel_invitation):
        assert match.seats.filter(invited="alice@demo.example", user=None).exists()
    for match in (lobby, duel_lobby, dream_lobby):
        assert match.seats.filter(invited="", user=None, bot="").exists()
    opened = (invitation, lobby, duel_invitation, duel_lobby, dream_lobby)
    assert {match.status for match in opened} == {Match.Status.OPEN}
    check_emails(finished, running, dream_finished, dream, teams, duel)
    check_that_a_second_time_nothing_changes(demo)


def check_people():
    people = User.objects.filter(email__endswith="@demo.example")
    assert sorted(people.values_list("name", flat=True)) == ["Alice", "Bob", "Carol", "Dan"]
    assert len(set(people.values_list("time_zone", flat=True))) == 4
    assert set(people.values_list("language", flat=True)) == {"en", "de", "pl"}


def check_finished(match):
    """Everybody may leaf through it, and check it."""
    assert (match.status, match.is_public) == (Match.Status.FINISHED, True)
    assert match.result["winners"]
    assert verify(match).rolls > 0


def person(name):
    return User.objects.get(name=name)


def check_running(match, turns):
    """It waits for Alice in its middle, and its past is made of orders that were carried out."""
    assert match.seats.get(waiting_since__isnull=False).user.name == "Alice"
    assert (match.status, match.press.count()) == (Match.Status.RUNNING, 1)
    assert match.turn >= turns
    orders = Order.objects.filter(match=match)
    assert orders.count() > 4
    assert all(order.played_at is not None and not order.receipt.get("problem") for order in orders)


def check_emails(*matches):
    """Nobody is flooded with emails of a past that never was."""
    waiting = OutgoingEmail.objects.filter(state=OutgoingEmail.State.WAITING)
    for match in matches:
        assert waiting.filter(conversation=match.pk, user__name="Alice").count() <= 2
    assert waiting.filter(conversation=matches[-1].pk, user__name="Alice", kind="turn").exists()


def check_that_a_second_time_nothing_changes(demo):
    alice = demo[1].seats.select_related("match").get(user__name="Alice")
    accept(alice, thought_out(demo[1], alice))
    resolve_all(demo[1].pk)
    before = [(match.pk, match.version, match.turn) for match in Match.objects.order_by("pk")]
    mails = OutgoingEmail.objects.count()
    said = StringIO()
    call_command("demo", stdout=said)
    assert said.getvalue() == ""
    assert [(match.pk, match.version, match.turn) for match in Match.objects.order_by("pk")] == before
    assert OutgoingEmail.objects.count() == mails


def test_a_real_server_has_no_demo(db, settings):
    settings.DEBUG = False
    with pytest.raises(CommandError, match="not for a server that people play on"):
        call_command("demo")
    assert not User.objects.exists()
