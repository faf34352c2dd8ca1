"""A missing page is ours, also on the server that `bin/play` starts."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings


@pytest.mark.django_db
@pytest.mark.parametrize("debug", [True, False])
def test_a_missing_page_shows_ours_and_no_addresses(debug: bool) -> None:
    for address in ("/nowhere/", "/rules/no-such-game/"):
        with override_settings(DEBUG=debug):
            answer = Client().get(address)
        page = answer.content.decode()
        assert answer.status_code == 404
        assert "Page not found" in page
        assert "URLconf" not in page
        assert "DEBUG" not in page


@pytest.mark.django_db
@override_settings(DEBUG=True)
def test_an_address_without_its_last_slash_still_leads_there() -> None:
    assert Client().get("/lobby").headers["Location"] == "/lobby/"


@pytest.mark.django_db
def test_the_address_of_a_button_says_that_it_has_no_page() -> None:
    """After signing in anew one is led back to it."""
    for address in ("/play/edge/", "/play/edge/tutorial/"):
        answer = Client().get(address)
        assert answer.status_code == 405
        assert answer.headers["Allow"] == "POST"
        assert "This address only works with a button" in answer.content.decode()
        assert not Client().head(address).content
