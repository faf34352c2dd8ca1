"""A match on pages: Alice against Bob, and browsers for everybody."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.services.matches.new import Place, Terms, open_match

Browse = Callable[[User | None], Client]


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Star Scrappers, Alice in seat 1 and Bob in seat 2, running, not public."""
    return open_match(alice, Terms("scrappers", "A duel", {}), [Place(alice), Place(bob)])


@pytest.fixture
def browse() -> Browse:
    """A browser in which someone, or nobody, is signed in."""

    def open_browser(user: User | None) -> Client:
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return open_browser
