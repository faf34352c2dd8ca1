"""The page behind the link in an email: one seat, no account."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User, new_nonce
from games.emails.about import order_link
from games.models import Match, Order, Seat
from games.services import access, invitations
from games.services.hosting import acts
from games.services.matches.new import Place, Terms, open_match
from tests.web.conftest import Browse
from tests.web.pages import fields, html, offered, on_turn, played, rows, text


@pytest.fixture
def seat(duel: Match) -> Seat:
    """The seat that is waited for."""
    return on_turn(duel)


@pytest.fixture
def link(seat: Seat) -> str:
    """What its player's email carries."""
    return reverse("seat_link", args=[access.link_token(seat)])


def test_a_turn_is_played_without_signing_in(duel: Match, seat: Seat, link: str, browse: Browse) -> None:
    browser = browse(None)
    page = browser.get(link)
    assert "<svg" in html(page)
    assert {"recruit", "end"} <= set(offered(page))
    sent = fields(browser.get(link, {"at": "end"}), f"{link}answer/")
    answer = browser.post(f"{link}answer/", sent)
    order = Order.objects.get()
    assert (order.door, order.seat_id, order.path) == ("link", seat.pk, ["end"])
    assert answer["Location"] == f"{link}?order={order.ref}"
    played(duel)
    after = browser.get(answer["Location"])
    assert "Nothing to do right now" in text(after)
    assert "_auth_user_id" not in browser.session


def test_lines_and_previews_work_too(duel: Match, link: str, browse: Browse) -> None:
    browser = browse(None)
    assert "ends the turn" in text(browser.post(f"{link}preview/", {"text": "end"}))
    browser.post(f"{link}orders/", {"text": "end", "key": "k"})
    assert Order.objects.get().door == "link"


def test_the_page_speaks_to_the_player_in_the_players_zone(seat: Seat, link: str, browse: Browse) -> None:
    User.objects.filter(seats=seat).update(time_zone="Asia/Tokyo")
    assert "JST" in text(browse(None).get(link))


def test_no_page_of_the_account_opens_from_there(duel: Match, seat: Seat, link: str, browse: Browse) -> None:
    browser = browse(None)
    page = html(browser.get(link))
    for name in ("match_standing", "match_say", "match_resign", "match_agree"):
        assert reverse(name, args=[duel.pk]) not in page
    assert browser.get(reverse("match", args=[duel.pk])).status_code == 302
    for name in ("standing", "say", "resign", "agree", "rematch"):
        assert browser.get(f"{link}{name}/").status_code == 404


def test_the_link_ends_when_the_seat_changes_hands(seat: Seat, link: str, browse: Browse) -> None:
    Seat.objects.filter(pk=seat.pk).update(nonce=new_nonce())
    before = rows()
    answer = browse(None).get(link)
    assert answer.status_code == 404
    assert "/sign-in/" in html(answer)
    assert browse(None).post(f"{link}orders/", {"text": "end"}).status_code == 404
    assert rows() == before


def test_the_link_ends_with_the_match(duel: Match, link: str, browse: Browse) -> None:
    Match.objects.filter(pk=duel.pk).update(status=Match.Status.FINISHED)
    answer = browse(None).get(link)
    assert answer.status_code == 410
    assert "Sign in" in text(answer)
    assert browse(None).post(f"{link}orders/", {"text": "end"}).status_code == 410
    assert not Order.objects.exists()


def test_the_link_ends_with_the_account(seat: Seat, link: str, browse: Browse) -> None:
    User.objects.filter(seats=seat).update(is_active=False)
    assert browse(None).get(link).status_code == 404


@pytest.mark.parametrize("tail", [".", ")", ">", "'", ",", "%20", "?utm_source=mail"])
def test_what_mail_programs_hang_on_does_not_matter(link: str, browse: Browse, tail: str) -> None:
    """B3."""
    address = f"{link}{tail}" if tail.startswith("?") else f"{link.rstrip('/')}{tail}/"
    assert browse(None).get(address).status_code == 200


@pytest.mark.parametrize("token", ["x", "1", "1-", "-abc", "1-" + "a" * 5_000, "9" * 30 + "-a", "½-x"])
def test_what_is_no_link_gets_a_page_with_a_way_on(duel: Match, browse: Browse, token: str) -> None:
    """B3."""
    for kind in ("seat", "invitation", "claim"):
        answer = browse(None).get(f"/{kind}/{token}/")
        assert answer.status_code == 404
        assert "/sign-in/" in html(answer)


# What it serves, and for whom.


def test_afterwards_it_shows_no_more_than_the_email_did(
    duel: Match, seat: Seat, link: str, browse: Browse
) -> None:
    """E4: the turn is over, and the holder of an old email learns nothing of the next ones."""
    browser = browse(None)
    browser.post(f"{link}orders/", {"text": "end", "key": "k"})
    played(duel)
    before = rows()
    later = browser.get(link)
    assert later.status_code == 410
    assert "<svg" not in html(later)
    assert "What happened" not in text(later)
    for name in ("answer", "orders", "preview", "drop", "take-back", "roster"):
        assert browser.post(f"{link}{name}/", {"text": "end", "at": "end"}).status_code == 410
    assert rows() == before


def test_a_turn_later_it_still_opens_nothing(duel: Match, seat: Seat, link: str, browse: Browse) -> None:
    for _ in range(2):
        now = on_turn(duel)
        browse(now.user).post(reverse("match_orders", args=[duel.pk]), {"text": "end", "key": "k"})
        played(duel)
        duel.refresh_from_db()
    assert on_turn(duel).pk == seat.pk
    assert browse(None).get(link).status_code == 410
    assert browse(None).get(reverse("seat_link", args=[access.link_token(on_turn(duel))])).status_code == 200


def test_the_sender_of_an_order_sees_what_became_of_it(duel: Match, link: str, browse: Browse) -> None:
    browser = browse(None)
    sent = browser.post(f"{link}orders/", {"text": "end", "key": "k"})["Location"]
    played(duel)
    page = browser.get(sent)
    assert (page.status_code, "<svg" in html(page)) == (200, False)
    assert "end done" in text(page)
    ref = Order.objects.get().ref
    assert browser.get(f"{link}receipt/{ref}/").status_code == 200


def test_orders_of_other_doors_are_not_shown_by_it(
    duel: Match, seat: Seat, link: str, browse: Browse
) -> None:
    browse(seat.user).post(reverse("match_orders", args=[duel.pk]), {"text": "end", "key": "k"})
    played(duel)
    assert browse(None).get(link, {"order": Order.objects.get().ref}).status_code == 410


def test_a_turn_that_is_played_again_after_a_rewind_has_new_links(
    duel: Match, alice: User, link: str, browse: Browse
) -> None:
    acts.rewind(duel, 0, alice, "by mistake")
    duel.refresh_from_db()
    assert browse(None).get(link).status_code == 404
    assert browse(None).get(reverse("seat_link", args=[access.link_token(on_turn(duel))])).status_code == 200


def test_someone_else_who_is_signed_in_is_refused(
    duel: Match, seat: Seat, link: str, alice: User, bob: User, charlie: User, browse: Browse
) -> None:
    """E4: the opponent above all; signing out is offered, and leads back."""
    before = rows()
    for other in {alice, bob, charlie} - {seat.user}:
        browser = browse(other)
        page = browser.get(link)
        assert page.status_code == 403
        assert "<svg" not in html(page)
        assert duel.name not in text(page)
        assert browser.post(f"{link}orders/", {"text": "end"}).status_code == 403
        assert rows() == before
        out = browser.post(reverse("sign_out"), fields(page, reverse("sign_out")), follow=True)
        assert "<svg" in html(out)


def test_its_owner_who_is_signed_in_is_led_on(duel: Match, seat: Seat, link: str, browse: Browse) -> None:
    browser = browse(seat.user)
    assert browser.get(link).status_code == 200
    browser.post(f"{link}orders/", {"text": "end", "key": "k"})
    played(duel)
    assert browser.get(link)["Location"] == reverse("match", args=[duel.pk])


def test_signing_out_leads_to_no_other_site(alice: User, browse: Browse) -> None:
    """B13."""
    for page in ("https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)"):
        assert browse(alice).post(reverse("sign_out"), {"next": page})["Location"] == "/"


def test_emails_to_one_who_is_not_asked_lead_to_the_match_page(duel: Match, seat: Seat) -> None:
    other = duel.seats.select_related("match").exclude(pk=seat.pk).get()
    assert order_link(other).endswith(reverse("match", args=[duel.pk]))
    assert "/seat/" in order_link(duel.seats.select_related("match").get(pk=seat.pk))


def test_an_opponent_neither_accepts_nor_declines_for_the_one_invited(
    alice: User, bob: User, browse: Browse
) -> None:
    places = [Place(alice), Place(bob), Place(address="dora@example.org")]
    match = open_match(alice, Terms("scrappers", "Soon", {}), places)
    link = reverse("invitation", args=[invitations.token(match.seats.get(number=3))])
    for user in (alice, bob):
        assert browse(user).get(link).status_code == 403
        assert browse(user).post(link, {"answer": "decline"}).status_code == 403
    assert match.seats.get(number=3).invited == "dora@example.org"
    assert browse(None).get(link).status_code == 200
