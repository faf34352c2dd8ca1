"""What caches may keep."""

from __future__ import annotations

import pytest
from django.test import Client

PAGES = [
    "/",
    "/lobby/",
    "/rules/edge/reference/",
    "/rules/edge/reference/cards.pdf?q=nothing-is-called-so",
    "/api/docs/",
    "/nothing-is-here/",
    "/matches/1/join/",
    "/calendar/1-wrong.ics",
    "/%ff/",
]


@pytest.mark.parametrize("address", PAGES)
def test_no_cache_keeps_a_page_that_names_its_reader(db: None, alice, browse, address: str) -> None:
    """E8: nor one that says that there is none."""
    for client in (browse(alice), Client()):
        kept = client.get(address).headers["Cache-Control"]
        assert "private" in kept
        assert "no-store" in kept


def test_what_is_the_same_for_all_may_be_kept(client: Client) -> None:
    assert "public" in client.get("/inks.css").headers["Cache-Control"]
