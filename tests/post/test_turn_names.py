"""A turn has one name: in an email, on its board and on the pages; before the first there is the set-up."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from accounts.models import User
from games.models import Match, Seat
from games.services.access import match_for
from games.services.hosting import acts
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import accept
from games.services.resolve import resolve_all
from games.services.scene import scene_of
from games.services.texts import about_status
from games.tools.demo import FIRST, thought_out
from post.compose import compose
from post.models import OutgoingEmail
from tests.post.emails import of_turn
from tests.web.pages import html

pytestmark = pytest.mark.usefixtures("media")


@pytest.fixture(autouse=True)
def _no_reports(alice: User, bob: User) -> None:
    User.objects.update(mail_pdf=False)


def opened(game: str, alice: User, bob: User) -> Match:
    return open_match(alice, Terms(game, "A name", FIRST.get(game, {})), [Place(alice), Place(bob)])


def asked(match: Match) -> Seat:
    return match.seats.filter(waiting_since__isnull=False).select_related("user", "match")[0]


def play_on(match: Match) -> None:
    """One answer, as a bot gives it."""
    seat = asked(match)
    accept(seat, thought_out(match, seat))
    resolve_all(match.pk)
    match.refresh_from_db()


def told_to(match: Match, user: User) -> tuple[str, str]:
    """What the email about a turn calls it, and what its board does."""
    return names_in(compose(of_turn("turn", match, user)).text)


def names_in(email: str) -> tuple[str, str]:
    flat = " ".join(email.split())
    named = re.search(r"A name, (turn \d+|[^,.:]+)[,.:]", flat)
    board = re.search(r"TURN (\d+)|WARBANDS are being chosen|SET-UP", flat, re.IGNORECASE)
    assert named is not None
    return named[1], "" if board is None else f"turn {board[1]}" if board[1] else "set-up"


@pytest.mark.parametrize("game", ["dreamblade", "edge", "scrappers"])
def test_an_email_names_the_turn_that_its_board_names(game: str, alice: User, bob: User) -> None:
    match = opened(game, alice, bob)
    seen = set[int]()
    for _ in range(30):
        if {0, 1} <= seen or {1, 2} <= seen:
            break
        if match.turn not in seen:
            seen.add(match.turn)
            user = asked(match).user
            assert user is not None
            named, on_board = told_to(match, user)
            assert named == (f"turn {match.turn}" if match.turn else "set-up")
            assert on_board in ("", named)
        play_on(match)
    assert 1 in seen


def test_an_email_that_was_queued_in_set_up_names_the_turn_of_now(alice: User, bob: User) -> None:
    match = opened("dreamblade", alice, bob)
    early = of_turn("turn", match, alice)
    while match.turn == 0:
        play_on(match)
    assert names_in(compose(early).text) == ("turn 1", "turn 1")


def test_pages_and_commands_do_not_count_the_set_up(alice: User, bob: User, client) -> None:
    match = opened("dreamblade", alice, bob)
    assert "A name: set-up, running." in about_status(scene_of(match_for(alice, match.pk)))
    client.force_login(alice)
    page = html(client.get(reverse("match", args=[match.pk])))
    assert "Turn 0" not in page
    assert "Set-up" in page
    assert "A name, set-up" in html(client.get(reverse("match_turn", args=[match.pk, 0])))


def test_a_match_is_rewound_to_the_end_of_set_up(alice: User, bob: User) -> None:
    match = opened("dreamblade", alice, bob)
    while match.turn < 2:
        play_on(match)
    acts.rewind(match, 0)
    told = [one.text for one in scene_of(match_for(alice, match.pk)).story()]
    assert "The host rewound the match to the end of set-up. The dice will be rolled again." in told
    mail = OutgoingEmail.objects.filter(kind="rewound").latest("pk")
    assert "to the end of set-up." in " ".join(compose(mail).text.split())
