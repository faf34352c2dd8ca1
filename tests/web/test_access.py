"""Who may see what: foreign matches are not there."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Match, Order, Press, Seat
from games.services import access
from games.services.access import REPLY, seat_secret
from games.services.matches.new import Place, Terms, open_match
from tests.web.conftest import Browse
from tests.web.pages import readable, rows, writable


def test_a_stranger_finds_no_page_of_a_match(duel: Match, charlie: User, browse: Browse) -> None:
    """C1: 404, the same as for a match that never was."""
    stranger = browse(charlie)
    for address in readable(duel):
        assert stranger.get(address).status_code == 404, address
        assert stranger.get(address.replace(f"/{duel.pk}/", "/999/", 1)).status_code == 404, address


def test_a_stranger_writes_nothing_in_a_match(duel: Match, charlie: User, browse: Browse) -> None:
    """C1: no foreign write."""
    before = rows()
    sent = {"text": "end", "seat": "1", "address": "x@example.org", "at": ["end"], "to": "", "agree": "yes"}
    for address in writable(duel):
        assert browse(charlie).post(address, sent).status_code == 404, address
    assert rows() == before


def test_staff_see_no_more_than_others(duel: Match, charlie: User, browse: Browse) -> None:
    """C1, E6: what hosts of the server may see, they see by an explicit act elsewhere."""
    charlie.is_staff = charlie.is_superuser = True
    charlie.save()
    assert browse(charlie).get(reverse("match", args=[duel.pk])).status_code == 404


def test_who_is_not_signed_in_is_asked_to(duel: Match, browse: Browse) -> None:
    """C1: whether there is such a match or not."""
    for pk in (duel.pk, 999):
        answer = browse(None).get(reverse("match", args=[pk]))
        assert answer.status_code == 302
        assert answer["Location"] == f"/sign-in/?next=/matches/{pk}/"
    for address in [*readable(duel), *writable(duel)]:
        assert browse(None).post(address).status_code in (302, 405), address


def test_spectators_of_a_public_match_only_look(duel: Match, charlie: User, browse: Browse) -> None:
    """C1, E4."""
    Match.objects.filter(pk=duel.pk).update(is_public=True)
    for user in (charlie, None):
        assert browse(user).get(reverse("match", args=[duel.pk])).status_code == 200
        assert browse(user).get(reverse("match_turn", args=[duel.pk, 0])).status_code == 200
    before = rows()
    for address in writable(duel):
        assert browse(charlie).post(address, {"text": "end", "seat": "1"}).status_code in (302, 404), address
        assert browse(None).post(address, {"text": "end"}).status_code in (302, 404), address
    assert rows() == before


def test_orders_of_others_have_no_receipt_here(duel: Match, alice: User, bob: User, browse: Browse) -> None:
    """C1: a number of an order is not a key to it."""
    theirs = Order.objects.create(
        match=duel, seat=duel.seats.get(user=bob), kind="orders", door="web", key="k", text="secret words"
    )
    page = browse(alice).get(reverse("match", args=[duel.pk]), {"order": theirs.ref})
    assert "secret words" not in page.content.decode()
    assert browse(alice).get(reverse("match_receipt", args=[duel.pk, theirs.ref])).status_code == 404
    assert browse(bob).get(reverse("match_receipt", args=[duel.pk, theirs.ref])).status_code == 200


def test_a_message_to_one_is_not_seen_by_another(
    alice: User, bob: User, charlie: User, browse: Browse
) -> None:
    places = [Place(alice), Place(bob), Place(charlie)]
    match = open_match(alice, Terms("scrappers", "Three", {}, is_public=True), places)
    say, page = reverse("match_say", args=[match.pk]), reverse("match", args=[match.pk])
    browse(alice).post(say, {"text": "leave the yellow ones", "to": "2", "key": "a"})
    browse(bob).post(say, {"text": "good luck to you all", "to": "", "key": "b"})
    seen = {user: browse(user).get(page).content.decode() for user in (alice, bob, charlie, None)}
    assert ["leave the yellow" in seen[user] for user in (alice, bob, charlie, None)] == [
        True,
        True,
        False,
        False,
    ]
    assert ["good luck to you" in seen[user] for user in (alice, bob, charlie, None)] == [
        True,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("to", ["1", "3", "99", "2 ", "all", "-1"])
def test_a_message_to_nobody_is_not_sent_to_all(duel: Match, alice: User, browse: Browse, to: str) -> None:
    browse(alice).post(reverse("match_say", args=[duel.pk]), {"text": "for one", "to": to})
    assert not Press.objects.exists()


def test_pages_of_a_reader_are_kept_by_no_cache(duel: Match, alice: User, browse: Browse) -> None:
    """E8."""
    link = reverse("seat_link", args=[access.link_token(duel.seats.get(user=alice))])
    pages = ["/", "/matches/", "/lobby/", "/matches/new/", link, *readable(duel)]
    for address in pages:
        control = browse(alice).get(address)["Cache-Control"]
        assert "no-store" in control, address
        assert "private" in control, address


def test_a_secret_for_one_thing_opens_nothing_else(duel: Match, alice: User, browse: Browse) -> None:
    """B6: refused in the same words as what never was."""
    token = seat_secret(REPLY, duel.seats.get(user=alice))
    unknown = browse(None).get(reverse("seat_link", args=["1-aaaa"]))
    for name in ("seat_link", "invitation", "claim"):
        answer = browse(None).get(reverse(name, args=[token]))
        assert (answer.status_code, answer.content) == (404, unknown.content)


def test_a_link_of_one_seat_is_not_a_link_of_another(duel: Match, browse: Browse) -> None:
    """B6."""
    one, other = duel.seats.order_by("number")
    letters = access.link_token(one).partition("-")[2]
    assert browse(None).get(reverse("seat_link", args=[f"{other.pk}-{letters}"])).status_code == 404


def test_names_are_escaped_on_the_board_and_around_it(alice: User, bob: User, browse: Browse) -> None:
    User.objects.filter(pk=bob.pk).update(name="<script>alert(1)</script>")
    bob.refresh_from_db()
    match = open_match(
        alice, Terms("scrappers", "<b>bold</b>", {}, is_public=True), [Place(alice), Place(bob)]
    )
    for address in [
        "/",
        "/lobby/",
        "/matches/",
        *readable(match)[:2],
        reverse("match_turn", args=[match.pk, 0]),
    ]:
        page = browse(alice).get(address).content
        assert b"<script>alert" not in page, address
        assert b"<b>bold" not in page, address
    assert Seat.objects.filter(match=match, user=bob).exists()


@pytest.mark.parametrize("pk", ["0", "9" * 30])
def test_odd_numbers_are_no_match(charlie: User, browse: Browse, pk: str) -> None:
    for address in (f"/matches/{pk}/", f"/matches/{pk}/turns/{pk}/", f"/matches/{pk}/receipt/{pk}/"):
        assert browse(charlie).get(address).status_code == 404
