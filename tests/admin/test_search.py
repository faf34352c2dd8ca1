"""Staff find rows by a number or a whole address, and no search reads a whole table."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.services import press
from games.services.matches.new import Place, Terms, open_match
from post.models import IncomingEmail
from tests.real.plans import long_way, queries_of

LISTS = [
    "games_match",
    "games_order",
    "games_press",
    "post_outgoingemail",
    "post_incomingemail",
    "accounts_user",
]


@pytest.fixture
def staff(client: Client, db: None) -> Client:
    client.force_login(User.objects.create_superuser("root@example.org", "Root"))
    return client


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    return open_match(alice, Terms("scrappers", "A duel", {}), [Place(alice), Place(bob)])


def found(staff: Client, which: str, term: str) -> int:
    """How many rows a search finds."""
    page = staff.get(reverse(f"admin:{which}_changelist"), {"q": term})
    return len(page.context["cl"].result_list)


def test_a_match_is_found_by_its_number_and_its_players(
    staff: Client, duel: Match, alice: User, bob: User, charlie: User
) -> None:
    open_match(charlie, Terms("scrappers", "Another", {}), [Place(charlie), Place(bot="scrapper")])
    assert found(staff, "games_match", str(duel.pk)) == 1
    assert found(staff, "games_match", "Bob@Example.org ") == 1
    assert found(staff, "games_match", alice.email) == 1
    assert found(staff, "games_match", "nobody@example.org") == 0
    assert found(staff, "games_match", "9" * 30) == 0
    assert found(staff, "games_match", "") == 2


def test_what_belongs_to_a_person_or_a_match_is_found(staff: Client, duel: Match, bob: User) -> None:
    seat = duel.seats.select_related("match", "user").get(user=bob)
    press.say(seat, "hello", None, "k")
    IncomingEmail.objects.create(key="a", source="smtp", raw=b"", mailbox=seat.pk)
    for term in (str(duel.pk), bob.email):
        assert found(staff, "games_press", term) == 1
        assert found(staff, "post_incomingemail", term) == 1
        assert found(staff, "post_outgoingemail", term) >= 1
    assert found(staff, "accounts_user", bob.email) == 1
    assert found(staff, "accounts_user", str(bob.pk)) == 1


@pytest.mark.parametrize("which", LISTS)
@pytest.mark.parametrize("term", ["7", "bob@example.org", "a name"])
def test_no_search_reads_a_whole_table(staff: Client, duel: Match, which: str, term: str) -> None:
    asked = queries_of(lambda: found(staff, which, term))
    assert [why for query in asked if (why := long_way(query, 50, is_paged=True))] == []
