"""`manage.py verify_match`: what was promised before the first roll can be checked after the last."""

from __future__ import annotations

from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from games.engine.contract.dice import Roll
from games.engine.contract.events import Event
from games.models import EventRow, Match, RollRow
from games.services.matches.new import Place, Terms, open_match
from games.services.resolve import resolve_all


@pytest.fixture
def played(alice: User) -> Match:
    """A match that two bots have played to its end."""
    match = open_match(alice, Terms("scrappers", "Two bots", {}), [Place(bot="random"), Place(bot="random")])
    resolve_all(match.pk)
    match.refresh_from_db()
    return match


def verify(match: Match) -> str:
    """What the command says."""
    out = StringIO()
    call_command("verify_match", str(match.pk), stdout=out)
    return out.getvalue()


def test_an_honest_match_is_verified(played: Match) -> None:
    assert f"{RollRow.objects.count()} rolls and {EventRow.objects.count()} events" in verify(played)


def test_another_seed_than_the_promised_one_is_noticed(played: Match) -> None:
    Match.objects.update(commitment="0" * 64)
    with pytest.raises(CommandError, match="not the one that was promised"):
        verify(played)


def test_a_changed_roll_is_noticed(played: Match) -> None:
    """G3."""
    row = RollRow.objects.filter(match=played)[3]
    roll = msgspec.msgpack.decode(bytes(row.data), type=Roll)
    row.data = msgspec.msgpack.encode(msgspec.structs.replace(roll, value=roll.value + 1))
    row.save()
    with pytest.raises(CommandError, match="roll 4"):
        verify(played)


def test_a_changed_event_is_noticed(played: Match) -> None:
    """G3."""
    row = EventRow.objects.filter(match=played)[5]
    event = msgspec.msgpack.decode(bytes(row.data), type=Event)
    row.data = msgspec.msgpack.encode(msgspec.structs.replace(event, values={"seat": 9}))
    row.save()
    with pytest.raises(CommandError, match="is not what was told"):
        verify(played)


def test_the_seed_of_a_running_match_stays_a_secret(alice: User, bob: User) -> None:
    """G5."""
    match = open_match(alice, Terms("scrappers", "Running", {}), [Place(alice), Place(bob)])
    with pytest.raises(CommandError, match="a secret until then"):
        verify(match)


def test_a_match_that_is_not_there_is_said_so(db: None) -> None:
    with pytest.raises(CommandError, match="no match 99"):
        call_command("verify_match", "99")
