"""The page behind the link in an email: one seat, no account."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User, new_nonce
from games.models import Match, Order, Seat
from games.services.access import LINK, seat_secret
from tests.web.conftest import Browse
from tests.web.pages import fields, html, offered, on_turn, played, rows, text


@pytest.fixture
def seat(duel: Match) -> Seat:
    """The seat that is waited for."""
    return on_turn(duel)


@pytest.fixture
def link(seat: Seat) -> str:
    """What its player's email carries."""
    return reverse("seat_link", args=[seat_secret(LINK, seat)])


def test_a_turn_is_played_without_signing_in(duel: Match, seat: Seat, link: str, browse: Browse) -> None:
    browser = browse(None)
    page = browser.get(link)
    assert "<svg" in html(page)
    assert {"recruit", "end"} <= set(offered(page))
    sent = fields(browser.get(link, {"at": "end"}), f"{link}answer/")
    answer = browser.post(f"{link}answer/", sent)
    order = Order.objects.get()
    assert (order.door, order.seat_id, order.path) == ("link", seat.pk, ["end"])
    assert answer["Location"] == f"{link}?order={order.ref}#receipt"
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
