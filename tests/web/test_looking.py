"""Looking changes nothing; what changes something is a form of ours."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Seat
from games.services import access, invitations, seats
from games.services.matches.new import Place, Terms, open_match
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played, player_on_turn, readable, rows, writable

MOST_QUERIES = 11


def links(duel: Match) -> list[str]:
    """Links as they stand in emails. The host of the second match plays in no other: hosts are not let in."""
    host = User.objects.create_user("host@example.org", "Hosta")
    invited = open_match(
        host, Terms("scrappers", "Soon", {}), [Place(host), Place(address="dora@example.org")]
    )
    silent = duel.seats.get(number=2)
    Seat.objects.filter(pk=silent.pk).update(missed=2)
    silent.refresh_from_db()
    return [
        reverse("seat_link", args=[access.link_token(on_turn(duel))]),
        reverse("invitation", args=[invitations.token(invited.seats.get(number=2))]),
        reverse("claim", args=[seats.claim_token(silent)]),
    ]


def test_looking_at_a_page_changes_nothing(duel: Match, alice: User, charlie: User, browse: Browse) -> None:
    """B1: HEAD and GET, also again and again, of every page and of every link in an email."""
    others = ["/", "/matches/", "/matches/new/", "/lobby/", "/rules/scrappers/", "/inks.css"]
    words = f"{reverse('match', args=[duel.pk])}?at=recruit&find=x&order=1"
    addresses = [*others, *links(duel), *readable(duel), words]
    before = rows()
    for address in addresses[len(others) :][1:3]:  # the links, opened by someone who could follow them
        assert browse(charlie).get(address).status_code == 200, address
    for browser in (browse(on_turn(duel).user), browse(None)):
        for address in addresses:
            assert browser.head(address).status_code < 400, address
            for _ in range(3):
                assert browser.get(address).status_code < 400, address
    assert rows() == before


def test_only_looking_is_possible_where_nothing_is_done(duel: Match, alice: User, browse: Browse) -> None:
    for name in ("match", "match_board", "match_dice"):
        assert browse(alice).post(reverse(name, args=[duel.pk])).status_code == 405
    for address in ("/", "/lobby/", "/matches/", "/rules/scrappers/"):
        assert browse(alice).post(address).status_code == 405


def test_no_link_and_no_word_does_anything(duel: Match, alice: User, browse: Browse) -> None:
    """B1: what writes answers no GET, or shows a page with a button."""
    before = rows()
    for address in writable(duel):
        answer = browse(alice).get(address)
        assert answer.status_code in (200, 302, 404, 405), address
    assert rows() == before


def test_forms_of_other_sites_are_refused(duel: Match, alice: User, browse: Browse) -> None:
    """C9: every writing page, in a browser that is signed in."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(alice)
    addresses = [*writable(duel), "/matches/new/", *links(duel)]
    seat = reverse("seat_link", args=[access.link_token(on_turn(duel))])
    addresses += [f"{seat}{name}/" for name in ("answer", "orders", "preview", "take-back")]
    before = rows()
    for address in addresses:
        if address == seat:  # it is looked at only
            continue
        answer = browser.post(
            address, {"text": "end", "answer": "accept"}, headers={"origin": "https://evil.example"}
        )
        assert answer.status_code == 403, address
    assert rows() == before


def test_every_form_of_ours_is_accepted(duel: Match, browse: Browse) -> None:
    """C9, the other side: the token on the page is the one that is asked for."""
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(player_on_turn(duel))
    page = browser.get(reverse("match", args=[duel.pk]))
    token = re.search(r'csrfmiddlewaretoken" value="([^"]+)"', html(page))
    assert token is not None
    sent = {"text": "end", "key": "k", "csrfmiddlewaretoken": token.group(1)}
    assert browser.post(reverse("match_orders", args=[duel.pk]), sent).status_code == 302
    assert duel.orders.get().text == "end"


@pytest.mark.parametrize("address", ["/", "/matches/", "/lobby/", "/matches/new/", "/rules/scrappers/"])
def test_pages_have_no_styles_or_scripts_of_their_own(alice: User, browse: Browse, address: str) -> None:
    """The policy against foreign scripts forbids ours in pages too."""
    page = html(browse(alice).get(address))
    assert not re.search(r"<style|\sstyle=|<script(?![^>]* src=)|\son[a-z]+=", page)


def test_a_match_page_has_no_styles_or_scripts_of_its_own(duel: Match, browse: Browse) -> None:
    page = html(browse(on_turn(duel).user).get(reverse("match", args=[duel.pk]), {"at": "recruit"}))
    assert not re.search(r"<style|\sstyle=|<script(?![^>]* src=)|\son[a-z]+=", page)


def test_a_match_page_asks_the_database_little(
    duel: Match, browse: Browse, django_assert_max_num_queries: Any
) -> None:
    """However much has happened: what several parts of the page tell of is read once."""
    for _ in range(4):
        seat = on_turn(duel)
        browse(seat.user).post(reverse("match_orders", args=[duel.pk]), {"text": "end"})
        played(duel)
    browser, page = browse(on_turn(duel).user), reverse("match", args=[duel.pk])
    assert browser.get(page).status_code == 200
    with django_assert_max_num_queries(MOST_QUERIES):
        browser.get(page)
