"""Opening a match, filling its seats, withdrawing it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Match, Seat
from games.services import invitations
from games.services.engines import offered
from games.services.matches.new import Place, Terms, open_match
from post.compose import compose
from post.models import OutgoingEmail
from tests.web.conftest import Browse
from tests.web.pages import html, rows, text

FORM: dict[str, Any] = {
    "game": "scrappers",
    "name": "Friday’s mine",
    "turn_hours": "48",
    "lateness": "bot",
    "is_public": "on",
    "option-factions": "first game",
    "key": "k",
    "who-1": "me",
    "who-2": "invite",
    "address-2": "Bob@Example.org ",
    "who-3": "bot:scrapper",
    "who-4": "open",
}


def opened(browse: Browse, user: User, **changes: str) -> tuple[int, str]:
    answer = browse(user).post(reverse("new_match"), {**FORM, **changes})
    return answer.status_code, text(answer)


def test_a_match_is_opened_on_the_terms_of_its_form(alice: User, browse: Browse) -> None:
    assert opened(browse, alice)[0] == 302
    match = Match.objects.get()
    assert (match.game, match.name, match.host, match.turn_hours) == ("scrappers", "Friday’s mine", alice, 48)
    assert (match.lateness, match.is_public, match.options) == ("bot", True, {"factions": "first game"})
    seats = [(seat.user, seat.invited, seat.bot) for seat in match.seats.order_by("number")]
    assert seats == [(alice, "", ""), (None, "bob@example.org", ""), (None, "", "scrapper"), (None, "", "")]


def test_seats_for_nobody_are_left_out(alice: User, browse: Browse) -> None:
    opened(browse, alice, **{"who-3": "nobody", "who-4": "nobody"})
    assert Match.objects.get().seats.count() == 2


def test_the_same_form_twice_is_one_match(alice: User, browse: Browse) -> None:
    opened(browse, alice)
    opened(browse, alice)
    assert Match.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"name": "two\r\nlines"}, "one line of plain text"),  # D8
        ({"name": ""}, "required"),
        ({"name": "x" * 61}, "at most 60"),
        ({"address-2": ""}, "Enter the address of the person to invite."),
        ({"address-2": "nobody"}, "valid email address"),
        ({"address-2": "a@example.org, b@example.org"}, "valid email address"),
        ({"address-2": "a@example.org\nBcc: b@example.org"}, "valid email address"),
        ({"address-2": "alice@example.org"}, "your own address"),
        ({"who-4": "invite", "address-4": "bob@example.org"}, "the same address twice"),
        ({"who-4": "me"}, "only one seat"),
        ({"who-3": "bot:nobody"}, "not one of the available choices"),
        ({"turn_hours": "0"}, "greater than or equal to 1"),
        ({"turn_hours": "9" * 400}, "turn"),
        ({"lateness": "shoot"}, "not one of the available choices"),
        ({"option-factions": "none"}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_opened(
    alice: User, browse: Browse, changes: dict[str, str], said: str
) -> None:
    status, page = opened(browse, alice, **changes)
    assert status == 422
    assert said in page
    assert not Match.objects.exists()


def test_a_match_of_another_game_is_never_opened_and_nothing_typed_is_lost(
    alice: User, browse: Browse
) -> None:
    """Picking a game shows its options first, whichever button was pressed."""
    changed = {**FORM, "shown": "scrappers", "game": "edge", "turn_hours": "30"}
    page = browse(alice).post(reverse("new_match"), changed)
    assert (page.status_code, Match.objects.count()) == (200, 0)
    assert 'value="Friday’s mine"' in html(page)
    assert 'value="30"' in html(page)
    assert '<input type="hidden" name="shown" value="edge">' in html(page)
    assert "These are the options of The Edge: Dawnfall." in text(page)
    assert "all players use the ready-made army" in text(page).lower()
    assert opened(browse, alice, shown="scrappers")[0] == 302


def test_who_opens_a_match_signs_in_first(db: None, browse: Browse) -> None:
    assert browse(None).get(reverse("new_match"))["Location"] == "/sign-in/?next=/matches/new/"
    assert browse(None).post(reverse("new_match"), FORM).status_code == 302
    assert not Match.objects.exists()


@pytest.fixture
def waiting(alice: User) -> Match:
    """Alice's match: a seat for Bob by invitation, and one for whoever comes."""
    places = [Place(alice), Place(address="bob@example.org"), Place()]
    return open_match(alice, Terms("scrappers", "Come in", {}), places)


def test_whoever_comes_sits_down(waiting: Match, charlie: User, browse: Browse) -> None:
    browser = browse(charlie)
    assert "Come in" in text(browser.get("/lobby/"))
    assert "Take this seat" in text(browser.get(reverse("match", args=[waiting.pk])))
    browser.post(reverse("match_join", args=[waiting.pk]), {"seat": "3"})
    assert waiting.seats.get(number=3).user == charlie
    assert "Come in" not in text(browser.get("/lobby/"))


def test_a_seat_kept_for_someone_is_not_for_another(waiting: Match, charlie: User, browse: Browse) -> None:
    answer = browse(charlie).post(reverse("match_join", args=[waiting.pk]), {"seat": "2"}, follow=True)
    assert "reserved for someone else" in text(answer)
    assert waiting.seats.get(number=2).user is None


def test_an_invitation_is_accepted_by_its_button(waiting: Match, bob: User, browse: Browse) -> None:
    """A mail program that opens the link accepts nothing."""
    link = reverse("invitation", args=[invitations.token(waiting.seats.get(number=2))])
    before = rows()
    assert "Alice invites you" in text(browse(None).get(link))
    asked = browse(None).post(link, {"answer": "accept"})
    assert asked["Location"] == f"/sign-in/?next={link}"
    assert rows() == before
    assert link in html(browse(bob).get("/matches/"))
    browse(bob).post(link, {"answer": "accept"})
    assert waiting.seats.get(number=2).user == bob
    assert "You have accepted" in text(browse(bob).get(link))


def test_an_invitation_is_declined_without_an_account(waiting: Match, browse: Browse) -> None:
    link = reverse("invitation", args=[invitations.token(waiting.seats.get(number=2))])
    assert "Declined" in text(browse(None).post(link, {"answer": "decline"}))
    assert waiting.seats.get(number=2).declined_at is not None
    assert browse(None).get(link).status_code == 404


def test_the_host_invites_someone_else(waiting: Match, alice: User, bob: User, browse: Browse) -> None:
    address = reverse("match_invite", args=[waiting.pk])
    assert browse(bob).post(address, {"seat": "3", "address": "x@example.org"}).status_code == 404
    assert waiting.seats.get(number=3).invited == ""
    browse(alice).post(address, {"seat": "3", "address": "dora@example.org"})
    assert waiting.seats.get(number=3).invited == "dora@example.org"
    page = reverse("match", args=[waiting.pk])
    assert "dora@example.org" in html(browse(alice).get(page))
    assert "dora@example.org" not in html(browse(bob).get(page))


def test_only_its_host_withdraws_a_match(waiting: Match, alice: User, charlie: User, browse: Browse) -> None:
    address = reverse("match_withdraw", args=[waiting.pk])
    assert browse(charlie).post(address).status_code == 404
    assert "Withdraw" in text(browse(alice).get(address))
    waiting.refresh_from_db()
    assert waiting.status == Match.Status.OPEN
    browse(alice).post(address)
    waiting.refresh_from_db()
    assert waiting.status == Match.Status.WITHDRAWN
    assert browse(alice).get(reverse("match", args=[waiting.pk])).status_code == 200
    assert Seat.objects.filter(match=waiting).count() == 3


UNITS = {"cavalry": "allowed", "bosses": "allowed"}


def test_options_are_grouped_and_marks_are_taken(alice: User, browse: Browse) -> None:
    """Fifteen options of The Edge: two in sight, the others folded until one of them is chosen."""
    page = browse(alice).get(reverse("new_match"), {"game": "edge"})
    assert html(page).count('<details class="options">') == 5  # with that of the dice
    assert "All players use the ready-made army of their faction" in text(page)
    assert "How many cards a hand holds (standard: 3)" in text(page)
    assert "Bot warlord" in text(page)
    assert "Bot scrapper" not in text(page)
    sent = {"game": "edge", "name": "Duel", "turn_hours": "48", "lateness": "bot", "key": "k"}
    sent |= {"who-1": "me", "who-2": "bot:random", "option-preset": "on", "option-handicap_2": "2"}
    sent |= {"option-strategic": "4", "option-interrupts": "never"}
    wrong = browse(alice).post(reverse("new_match"), {**sent, "name": ""})
    assert wrong.status_code == 422
    assert html(wrong).count('<details class="options" open>') == 2  # where something was chosen
    assert browse(alice).post(reverse("new_match"), sent).status_code == 302
    match = Match.objects.get()
    chosen = {name: value for name, value in match.options.items() if value}
    assert chosen == {"preset": True, "handicap_2": 2, "strategic": 4, "interrupts": "never"} | UNITS
    shown = text(browse(alice).get(reverse("match", args=[match.pk])))
    assert "Preset Shrines and Crystal Sources start in the places recommended for a first game" in shown
    assert "Beginner" not in shown


def test_the_front_page_names_each_game_and_how_many_play_it(db: None, browse: Browse) -> None:
    page = text(browse(None).get("/"))
    for engine in offered().values():
        first, last = engine.seats[0], engine.seats[-1]
        players = str(first) if first == last else f"{first} to {last}"
        assert f"{engine.title} {engine.facts.about} Players {players} Length {engine.facts.length}" in page


def test_who_is_invited_is_told_what_is_played(alice: User, bob: User, browse: Browse) -> None:
    """In the email, behind its link and in the lobby; of what is as always, nothing."""
    chosen: dict[str, int | str | bool] = {"preset": True, "handicap_2": 2, "strategic": 3} | {
        "bosses": "forbidden"
    }
    places = [Place(alice), Place(address="bob@example.org")]
    match = open_match(alice, Terms("edge", "Come in", chosen), places)
    email = compose(OutgoingEmail.objects.get(kind="invitation"))
    page = browse(None).get(reverse("invitation", args=[invitations.token(match.seats.get(number=2))]))
    open_match(alice, Terms("edge", "For all", chosen), [Place(alice), Place()])
    for told in (" ".join(email.text.split()), text(page), text(browse(bob).get("/lobby/"))):
        assert "start in the places recommended for a first game" in told
        assert "2 (extra Crystals for seat 2" in told
        assert "Bosses: forbidden (" in told or "Bosses forbidden (" in told
        assert "Strategic" not in told
        assert "Cavalry" not in told
        assert "Deck20" not in told
