"""Fewer mails: with one click, and only as far as meant."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User, new_nonce
from accounts.readers import SWITCHES
from accounts.refusals import Refused
from games.models import Seat
from games.services import access
from games.services.matches.new import Place, Terms, open_match
from games.services.seat_emails.mailbox import mute_link
from post.compose import compose
from post.kinds import NotNeeded, categories
from post.models import OutgoingEmail, Refusal
from post.refusals import refuse
from post.unsubscribe import category_link
from tests.post.emails import MAKING, invited, parsed, seat_of
from tests.services.conftest import on_turn


def path_of(link: str) -> str:
    """Where a link leads on this site."""
    return urlsplit(link).path


def token_in(link: str) -> str:
    """The secret at the end of a link."""
    return link.strip("/").rpartition("/")[2]


@pytest.fixture
def program(db):
    """A mail program: no cookie, no token, and CSRF is checked."""
    return Client(enforce_csrf_checks=True)


def one_click(program: Client, url: str):
    return program.post(url, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")


def switches(user: User) -> dict[str, bool]:
    now = User.objects.get(pk=user.pk)
    return {name: getattr(now, name) for name in SWITCHES.values()}


@pytest.mark.parametrize("category", SWITCHES)
def test_one_click_ends_one_category_and_no_other(category, program, alice, bob):
    """B11, P20: a POST without cookie is honoured, for that category."""
    User.objects.update(mail_every_turn=True)
    before = switches(alice)
    response = one_click(program, path_of(category_link(alice, category)))
    assert response.status_code == 200
    assert switches(alice) == before | {SWITCHES[category]: False}
    assert switches(bob) == before


def test_every_category_has_a_switch_and_a_label_of_its_own():
    assert set(categories()) == set(SWITCHES)
    assert len({str(category.label) for category in categories().values()}) == len(SWITCHES)


@pytest.mark.parametrize("category", SWITCHES)
def test_the_page_says_what_ends(category, program, alice):
    """Hosts' emails, for one, are not called reminders."""
    page = unescape(program.post(path_of(category_link(alice, category))).content.decode())
    assert str(categories()[category].label) in page
    assert [name for name, other in categories().items() if str(other.label) in page] == [category]


def test_twice_is_fine(program, alice):
    """B11."""
    url = path_of(category_link(alice, "press"))
    assert [one_click(program, url).status_code for _ in range(3)] == [200] * 3
    assert not User.objects.get(pk=alice.pk).mail_press


def test_looking_changes_nothing(program, duel, alice):
    """B1, P20: GET and HEAD show a page with a button."""
    before = switches(alice)
    for url in map(path_of, (category_link(alice, "turns"), mute_link(seat_of(duel, alice)))):
        for _ in range(10):
            program.head(url)
            assert b'<button class="button" type="submit"' in program.get(url).content
    assert switches(alice) == before
    assert not Seat.objects.filter(is_muted=True).exists()


def test_a_match_can_be_silenced_alone(program, duel, alice):
    before = switches(alice)
    assert one_click(program, path_of(mute_link(seat_of(duel, alice)))).status_code == 200
    assert seat_of(duel, alice).is_muted
    assert Seat.objects.filter(is_muted=True).count() == 1
    assert switches(alice) == before


def test_the_link_in_an_email_works(program, duel, alice, bob):
    player = alice if on_turn(duel) == 1 else bob
    message = parsed(compose(MAKING["press"](duel, player)))
    (path,) = re.findall(r"<http://localhost:8000([^>]+)>", message["List-Unsubscribe"])
    one_click(program, path)
    assert not User.objects.get(pk=player.pk).mail_press


def test_other_tokens_are_worth_nothing_here(program, duel, alice, bob):
    """B6: whatever is wrong, altered, old or meant for something else looks alike."""
    good = token_in(category_link(alice, "turns"))
    name, number, letters = good.split("-")
    seat = seat_of(duel, alice)
    bad = [
        good[:-1],
        f"press-{number}-{letters}",
        f"turns-{bob.pk}-{letters}",
        f"turns-999-{letters}",
        f"turns-x-{letters}",
        f"all-{number}-{letters}",
        f"match-{access.link_token(seat)}",
        "x" * 500,
    ]
    before = switches(alice)
    for token in bad:
        assert one_click(program, reverse("unsubscribe", args=[token])).status_code == 404
    User.objects.filter(pk=alice.pk).update(mail_nonce=new_nonce())
    assert one_click(program, reverse("unsubscribe", args=[good])).status_code == 404
    assert switches(alice) == before
    assert not Seat.objects.filter(is_muted=True).exists()
    assert name == "turns"


def test_case_does_not_matter(program, alice):
    one_click(program, reverse("unsubscribe", args=[token_in(category_link(alice, "turns")).upper()]))
    assert not User.objects.get(pk=alice.pk).mail_turns


def test_an_invitation_to_a_stranger_has_a_way_out_that_ends_them_for_this_address_alone(program, alice, bob):
    """B11, P20: one click, without an account; nobody on the server can invite that address any more."""
    mail = invited(alice)
    message = parsed(compose(mail))
    [link] = re.findall("<(https?:[^>]+)>", message["List-Unsubscribe"])
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert "Stop invitations from this server:\nhttp" in compose(mail).text
    assert "dora" not in link
    assert program.get(path_of(link)).status_code == 200
    compose(mail)  # to look is not to stop
    assert (
        one_click(program, path_of(link).upper().replace("/UNSUBSCRIBE/", "/unsubscribe/")).status_code == 200
    )
    with pytest.raises(NotNeeded):
        compose(mail)
    with pytest.raises(Refused, match="does not want invitations"):
        invited(bob, name="Another duel")
    assert "dora" not in str(list(Refusal.objects.values()))
    terms = Terms("scrappers", "With someone else", {})
    open_match(bob, terms, [Place(bob), Place(address="erik@example.org")])


def test_a_damaged_link_of_a_stranger_stops_nothing(program, alice):
    link = path_of(re.findall("<([^>]+)>", parsed(compose(invited(alice)))["List-Unsubscribe"])[0])
    token = token_in(link)
    for wrong in (
        token[:-1],
        token[:-4] + "aaaa",
        "invitations-to-",
        "invitations-to-1é",
        "turns-to-" + token[15:],
    ):
        assert one_click(program, reverse("unsubscribe", args=[wrong])).status_code == 404
    assert not Refusal.objects.exists()


def test_who_has_an_account_decides_about_invitations_there(program, alice, bob):
    refuse(bob.email, "invitations")  # before he had one
    terms = Terms("scrappers", "A third duel", {})
    open_match(alice, terms, [Place(alice), Place(address=bob.email)])
    mail = OutgoingEmail.objects.select_related("user").get(kind="invitation", user=bob)
    [link] = re.findall("<(https?:[^>]+)>", parsed(compose(mail))["List-Unsubscribe"])
    one_click(program, path_of(link))
    assert not User.objects.get(pk=bob.pk).mail_invitations
    mail = OutgoingEmail.objects.select_related("user").get(pk=mail.pk)
    with pytest.raises(NotNeeded):
        compose(mail)
