"""Leaving, ending, beginning again; and seats that were left behind."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Match, Order, Seat
from games.services import seats
from games.services.matches.new import Place, Terms, open_match
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played, text


def test_resigning_is_asked_once_more(duel: Match, alice: User, browse: Browse) -> None:
    address = reverse("match_resign", args=[duel.pk])
    assert "for good" in text(browse(alice).get(address))
    assert not Order.objects.exists()
    browse(alice).post(address, {"key": "k"})
    played(duel)
    assert duel.status == Match.Status.FINISHED
    assert "Bob has won" in text(browse(alice).get(reverse("match", args=[duel.pk])))


def test_a_match_ends_when_all_agree(duel: Match, alice: User, bob: User, browse: Browse) -> None:
    address = reverse("match_agree", args=[duel.pk])
    assert "without a winner" in text(browse(alice).get(address))
    browse(alice).post(address, {"agree": "yes"})
    assert "has agreed to end the match" in text(browse(bob).get(reverse("match", args=[duel.pk])))
    assert "Continue the match" in text(browse(alice).get(address))
    browse(alice).post(address, {"agree": "no"})
    browse(bob).post(address, {"agree": "yes"})
    duel.refresh_from_db()
    assert duel.status == Match.Status.RUNNING
    browse(alice).post(address, {"agree": "yes"})
    duel.refresh_from_db()
    assert duel.status == Match.Status.FINISHED


def test_a_finished_match_shows_scores_and_offers_another(duel: Match, alice: User, browse: Browse) -> None:
    match = open_match(alice, Terms("scrappers", "Once", {}), [Place(alice), Place(bot="random")])
    Seat.objects.filter(match=match, user=alice).update(user=None, bot="random")
    played(match)
    Seat.objects.filter(match=match, number=1).update(user=alice, bot="")
    page = browse(alice).get(reverse("match", args=[match.pk]))
    assert "has won" in text(page)
    assert "points" in text(page)
    assert "Play again" in text(page)
    answer = browse(alice).post(reverse("match_rematch", args=[match.pk]))
    again = match.rematches.get()
    assert answer["Location"] == reverse("match", args=[again.pk])
    assert again.name == "Once (2)"


def test_a_seat_left_behind_is_claimed_by_a_button(
    duel: Match, bob: User, charlie: User, browse: Browse
) -> None:
    seat = on_turn(duel)
    Seat.objects.filter(pk=seat.pk).update(missed=2)
    seat.refresh_from_db()
    link = reverse("claim", args=[seats.claim_token(seat)])
    other = duel.seats.exclude(pk=seat.pk).get().user
    assert link in html(browse(other).get(reverse("match", args=[duel.pk])))
    assert link not in html(browse(charlie).get("/lobby/"))  # the match is not public
    Match.objects.filter(pk=duel.pk).update(is_public=True)
    assert link in html(browse(charlie).get("/lobby/"))
    assert "has stopped playing" in text(browse(charlie).get(link))
    assert browse(None).post(link)["Location"] == f"/sign-in/?next={link}"
    browse(charlie).post(link)
    seat.refresh_from_db()
    assert seat.user == charlie
    assert browse(charlie).get(link).status_code == 404


def test_who_plays_already_claims_no_second_seat(duel: Match, browse: Browse) -> None:
    seat = on_turn(duel)
    Seat.objects.filter(pk=seat.pk).update(missed=2)
    seat.refresh_from_db()
    other = duel.seats.exclude(pk=seat.pk).get().user
    answer = browse(other).post(reverse("claim", args=[seats.claim_token(seat)]))
    assert "already in this match" in text(answer)


def test_standing_orders_are_kept_or_explained_line_by_line(duel: Match, alice: User, browse: Browse) -> None:
    address = reverse("match_standing", args=[duel.pk])
    page = text(browse(alice).get(address))
    assert "auto-end: yes | no | ask" in page
    assert "cards in your hand" in page
    wrong = browse(alice).post(address, {"text": "auto-end: yes\r\ndance: on the table"})
    assert wrong.status_code == 422
    assert "Line 2" in text(wrong)
    assert "dance: on the table</textarea>" in html(wrong)
    assert duel.seats.get(user=alice).standing == ""
    browse(alice).post(address, {"text": "auto-end: yes"})
    assert duel.seats.get(user=alice).standing == "auto-end: yes"
    assert "auto-end: yes</textarea>" in html(browse(alice).get(address))


def match_whose_turns_were_ended(alice: User, browse: Browse) -> tuple[Match, str]:
    """Alice takes a bot's seat at the end. The last turns of most matches ask whether to end one."""
    for _ in range(10):
        match = open_match(alice, Terms("scrappers", "Trial", {}), [Place(bot="random"), Place(bot="random")])
        played(match)
        Seat.objects.filter(match=match, number=1).update(user=alice, bot="")
        tried = text(browse(alice).post(reverse("match_standing", args=[match.pk]), {"text": "", "try": "1"}))
        if "End it?" in tried:
            return match, reverse("match_standing", args=[match.pk])
    pytest.fail("no match asked whether to end a turn")


def test_standing_orders_can_be_tried_on_past_turns_without_being_saved(alice: User, browse: Browse) -> None:
    match, address = match_whose_turns_were_ended(alice, browse)
    same = text(browse(alice).post(address, {"text": "auto-end: yes", "try": "1"}))
    assert "There is nothing left to do but end the turn. End it? yes yes auto-end: yes" in same
    other = text(browse(alice).post(address, {"text": "auto-end: ask", "try": "1"}))
    assert "End it? yes you would be asked" in other
    assert match.seats.get(user=alice).standing == ""
    wrong = browse(alice).post(address, {"text": "dance: now", "try": "1"})
    assert wrong.status_code == 422


def test_standing_orders_of_others_are_not_shown(duel: Match, alice: User, bob: User, browse: Browse) -> None:
    browse(alice).post(reverse("match_standing", args=[duel.pk]), {"text": "auto-end: no"})
    for address in ("match", "match_standing"):
        assert "auto-end: no</textarea>" not in html(browse(bob).get(reverse(address, args=[duel.pk])))


def test_every_turn_has_a_page_that_stays(duel: Match, browse: Browse) -> None:
    browser = browse(on_turn(duel).user)
    browser.post(reverse("match_orders", args=[duel.pk]), {"text": "end", "key": "k"})
    played(duel)
    first, last = duel.turn - 1, duel.turn
    page = browser.get(reverse("match_turn", args=[duel.pk, first]))
    assert "ends the turn" in text(page)
    assert "<svg" in html(page)
    assert reverse("match_turn", args=[duel.pk, last]) in html(page)
    assert browser.get(reverse("match_turn", args=[duel.pk, last + 1])).status_code == 404
    assert browser.get(reverse("match_turn", args=[duel.pk, 10**15])).status_code == 404


def test_a_turn_is_to_be_had_on_paper(duel: Match, alice: User, browse: Browse) -> None:
    answer = browse(alice).get(reverse("turn_report", args=[duel.pk, 0]))
    assert answer["Content-Type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF")
    assert browse(alice).get(reverse("turn_report", args=[duel.pk, 99])).status_code == 404
