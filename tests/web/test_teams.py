"""Seats of more than two, and teams: opened, drawn, seen, written to, left."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.refusals import Refused
from games.models import Match, Press, Seat
from games.services import invitations, press
from games.services.access import match_for
from games.services.commands.execution import _addressee
from games.services.matches.new import Place, Terms, open_match
from games.services.resolve import resolve_all
from games.services.scene import scene_of
from games.services.seats import sit_down
from games.services.texts import about_status
from post.compose import compose
from post.models import OutgoingEmail
from tests.web.conftest import Browse
from tests.web.pages import html, text

QUICK = {"preset": True, "beginner": True}
RANDOM = Place(bot="random")


def four(host: User, **options: int | bool) -> Match:
    """A match of four with two people in it, seats 1 and 3, and bots."""
    places = [Place(host), RANDOM, Place(), RANDOM]
    return open_match(host, Terms("edge", "Four", {**QUICK, **options}), places)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_match_of_more_players_starts_when_all_are_there(alice: User, seats: int) -> None:
    match = open_match(alice, Terms("edge", "More", dict(QUICK)), [Place(alice), *[RANDOM] * (seats - 1)])
    assert match.status == Match.Status.RUNNING
    assert match_for(alice, match.pk).sides == [(number,) for number in range(1, seats + 1)]


@pytest.mark.parametrize(("option", "seats"), [("teams", 3), ("buy_vp", 3), ("deck20", 4), ("handicap_4", 3)])
def test_an_option_for_other_numbers_of_players_is_refused(alice: User, option: str, seats: int) -> None:
    value = 1 if option.startswith("handicap") else True
    with pytest.raises(Refused, match=r"is for .*players"):
        open_match(alice, Terms("edge", "No", {option: value}), [Place(alice), *[RANDOM] * (seats - 1)])
    assert not Match.objects.exists()


def test_the_form_opens_two_teams(alice: User, browse: Browse) -> None:
    sent = {"game": "edge", "name": "Teams", "turn_hours": "48", "lateness": "bot", "key": "k"}
    sent |= {"who-1": "me", "who-2": "bot:random", "who-3": "open", "who-4": "bot:random"}
    sent |= {"option-teams": "on", "option-drawn_seats": "on"}
    form = text(browse(alice).get(reverse("new_match"), {"game": "edge"}))
    assert "Seats 1 and 3 play together against seats 2 and 4 [4 players]" in form
    assert "is drawn when the match starts [3 or 4 players]" in form  # not as many as in other games
    assert browse(alice).post(reverse("new_match"), sent).status_code == 302
    match = Match.objects.get()
    assert (match.options["teams"], match.options["drawn_seats"], match.seats.count()) == (True, True, 4)


def test_seats_are_drawn_when_the_match_starts_and_everybody_keeps_the_links(alice: User, bob: User) -> None:
    """Nobody knows in advance; the draw follows from the seed that was promised when the match was opened."""
    seen = set()
    for number in range(12):
        terms = Terms("edge", f"Drawn {number}", {**QUICK, "teams": True, "drawn_seats": True})
        match = open_match(alice, terms, [Place(alice), Place(), RANDOM, RANDOM])
        before = {seat.pk: seat.nonce for seat in match.seats.all()}
        free = match.seats.get(number=2)
        sit_down(free.pk, bob)
        seats = Seat.objects.filter(match=match)
        assert sorted(seat.number for seat in seats) == [1, 2, 3, 4]
        assert {seat.pk: seat.nonce for seat in seats} == before
        mine, theirs = (match.seats.get(user=user).number for user in (alice, bob))
        seen.add((mine - theirs) % 2)
        if len(seen) == 2:
            return
    pytest.fail("two players never were both allies and enemies")


def test_before_the_seats_are_drawn_nobody_is_said_to_be_an_ally(alice: User, browse: Browse) -> None:
    terms = Terms("edge", "Drawn", {**QUICK, "teams": True, "drawn_seats": True})
    match = open_match(alice, terms, [Place(alice), RANDOM, Place(), RANDOM])
    page = text(browse(alice).get(reverse("match", args=[match.pk])))
    assert "team A" not in page
    assert "your ally" not in page
    assert "team A" not in text(browse(alice).get("/lobby/"))


def test_the_lobby_tells_who_is_invited_and_who_plays_with_whom(alice: User, browse: Browse) -> None:
    places = [Place(alice), Place(address="dan@example.org"), Place(), RANDOM]
    open_match(alice, Terms("edge", "Teams", {**QUICK, "teams": True}), places)
    page = text(browse(alice).get("/lobby/"))
    assert "Alice (team A), someone invited (team B), free (team A), Bot random (team B)" in page


def test_who_is_invited_to_one_seat_is_offered_no_other(alice: User, bob: User, browse: Browse) -> None:
    """Who plays with whom may be the host's choice, and a kept seat nobody comes for stops the match."""
    places = [Place(alice), Place(address=bob.email), Place(), RANDOM]
    match = open_match(alice, Terms("edge", "Teams", {**QUICK, "teams": True}), places)
    page = text(browse(bob).get(reverse("match", args=[match.pk])))
    assert "you are invited" in page
    assert "Answer the invitation" in page
    assert "Take this seat" not in page
    with pytest.raises(Refused, match="accept that invitation, or decline it"):
        sit_down(match.seats.get(number=3).pk, bob)
    invitations.decline(match.seats.get(number=2).pk)
    assert sit_down(match.seats.get(number=3).pk, bob).number == 3


def test_who_is_invited_is_told_who_the_ally_will_be(alice: User, bob: User, browse: Browse) -> None:
    """In the email and behind its link; and both learn it once more when the match has started."""
    places = [Place(alice), RANDOM, Place(address=bob.email), RANDOM]
    match = open_match(alice, Terms("edge", "Teams", {**QUICK, "teams": True}), places)
    email = compose(OutgoingEmail.objects.get(kind="invitation"))
    link = reverse("invitation", args=[invitations.token(match.seats.get(number=3))])
    for told in (email.text, email.html, text(browse(bob).get(link))):
        assert told.count("Alice (your ally)") == 1
        assert told.count("your ally") == 1
    invitations.accept(match.seats.get(number=3).pk, bob, "")
    for address, ally in ((alice.email, "Bob (your ally)"), (bob.email, "Alice (your ally)")):
        newest = OutgoingEmail.objects.filter(address=address, kind__in=("started", "turn")).latest("pk")
        started = compose(newest)
        assert ally in started.text
        assert ally in started.html


def test_status_says_who_the_ally_is(alice: User, bob: User) -> None:
    match = four(alice, teams=True)
    sit_down(match.seats.get(number=3).pk, bob)
    status = about_status(scene_of(match_for(alice, match.pk)))
    assert "3. Bob (your ally)" in status
    assert status.count("ally") == 1


def test_allies_are_named_on_the_page_and_written_to_alone(alice: User, bob: User, browse: Browse) -> None:
    match = four(alice, teams=True)
    sit_down(match.seats.get(number=3).pk, bob)
    page = browse(alice).get(reverse("match", args=[match.pk]))
    assert "(your ally) team A" in text(page)
    assert "Bob, your ally, only" in html(page)
    access = match_for(alice, match.pk)
    assert access.seat is not None
    press.say(access.seat, "I take the left.", access.allies[0], "k")
    message = Press.objects.get()
    assert message.to is not None
    assert message.to.number == 3
    readers = set(OutgoingEmail.objects.filter(kind="press").values_list("address", flat=True))
    assert readers <= {"bob@example.org"}


def test_a_message_to_the_ally_by_command(alice: User, bob: User) -> None:
    match = four(alice, teams=True)
    sit_down(match.seats.get(number=3).pk, bob)
    scene = scene_of(match_for(alice, match.pk))
    to, words = _addressee(scene, "to my ally: go left")
    assert to is not None
    assert (to.number, words) == (3, "go left")
    lonely = scene_of(match_for(alice, four(alice).pk))
    with pytest.raises(Refused, match="nobody here is called ally"):
        _addressee(lonely, "to ally: hello")


def test_when_one_of_four_resigns_the_match_goes_on(alice: User, bob: User, browse: Browse) -> None:
    match = four(alice)
    sit_down(match.seats.get(number=3).pk, bob)
    browse(bob).post(reverse("match_resign", args=[match.pk]), {"key": "r"})
    resolve_all(match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.seats.get(user=bob).resigned_at is not None
    answer_if_asked(match, alice, browse)  # nobody leaves in the middle of another player's question
    assert "has left" in scene_of(match_for(alice, match.pk)).board()


def answer_if_asked(match: Match, user: User, browse: Browse) -> None:
    """Give the default answer to what a player is asked, if anything."""
    question = scene_of(match_for(user, match.pk)).question
    if question is not None:
        sent = {"question": question.id, "at": list(question.decision.fallback()), "key": "d"}
        browse(user).post(reverse("match_answer", args=[match.pk]), sent)
        resolve_all(match.pk)
