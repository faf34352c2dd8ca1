"""Signing out everywhere, and moving to another address: what was sent before opens nothing any more."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AddressChange, SignIn, User
from accounts.services import calendar, renewal, sign_in, tokens
from accounts.services.address_change import new_address_link, old_address_link
from games.models import Match, Seat
from games.services import access, invitations, seats
from games.services.access import MUTE, REPLY, seat_secret
from games.services.matches.new import Place, Terms, open_match
from games.services.seat_emails import mailbox
from post import mailboxes, unsubscribe
from post.compose import compose
from post.kinds import NotNeeded
from post.models import IncomingEmail, OutgoingEmail
from tests.mailboxes import reply_address

NEW = "alice@new.example"
End = Callable[[User], None]


def everywhere(user: User) -> None:
    """The button on the account page."""
    browser = Client()
    browser.force_login(user)
    browser.post(reverse("sign_out_everywhere"))


def move(user: User) -> None:
    """Both emails confirmed."""
    browser = Client()
    browser.force_login(user)
    browser.post(reverse("account_address"), {"address": NEW})
    change = AddressChange.objects.latest("pk")
    for link in (old_address_link(change), new_address_link(change)):
        browser.post(link)
    assert User.objects.get(pk=user.pk).email == NEW


def moved_by_staff(user: User) -> None:
    """The admin page."""
    browser = Client()
    browser.force_login(User.objects.create_superuser("root@example.org", "Root"))
    address = reverse("admin:accounts_user_change", args=[user.pk])
    form = browser.get(address).context["adminform"].form
    sent = {name: value for name, value in form.initial.items() if value not in (None, False, [])}
    assert browser.post(address, {**sent, "email": NEW}).status_code == 302
    assert User.objects.get(pk=user.pk).email == NEW


WAYS = pytest.mark.parametrize("end", [everywhere, move, moved_by_staff])


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Alice is asked."""
    while True:  # who begins is drawn by lot
        match = open_match(alice, Terms("scrappers", "A duel", {}), [Place(alice), Place(bob)])
        if match.seats.get(user=alice).waiting_since is not None:
            return match
        match.delete()


def seat_of(match: Match, user: User) -> Seat:
    """The player's seat as it is now."""
    return match.seats.select_related("match", "user").get(user=user)


def unconfirmed(seat: Seat) -> IncomingEmail:
    """An email that its player may confirm by a link."""
    return IncomingEmail.objects.create(
        key="k", source="smtp", raw=b"", mailbox=seat.pk, state="unconfirmed", nonce="n"
    )


@WAYS
def test_sessions_tokens_feeds_and_codes_end(alice: User, end: End) -> None:
    """B6, C11: wherever they are."""
    browser, token = Client(), tokens.make(alice, "phone")
    browser.force_login(alice)
    feed = calendar.calendar_path(alice)
    asked = sign_in.ask(alice.email, "b" * 43, "", "client")
    assert asked is not None
    link = sign_in.sign_in_link(asked)
    stop = unsubscribe.category_link(alice, "turns")
    end(alice)
    assert browser.get(reverse("account")).status_code == 302
    called = Client().get("/api/v1/me/", headers={"Authorization": f"Token {token}"})
    assert called.status_code == 401
    assert Client().get(feed).status_code == 404
    assert Client().get(link).status_code == 410
    assert not SignIn.objects.filter(pk=asked.pk).exists()
    assert Client().get(stop).status_code == 404
    assert not sign_in.waiting_in("b" * 43)


@WAYS
def test_links_and_reply_addresses_of_seats_end(alice: User, duel: Match, end: End) -> None:
    """B6: of all matches; an opponent's go on."""
    mine, his = seat_of(duel, alice), duel.seats.exclude(user=alice).get()
    link = reverse("seat_link", args=[access.link_token(mine)])
    address, foreign = reply_address(mine), reply_address(his)
    mute = reverse("unsubscribe", args=[f"match-{seat_secret(MUTE, mine)}"])
    came = IncomingEmail.objects.create(
        key="k", source="smtp", raw=b"", mailbox=mine.pk, state="unconfirmed", nonce="n"
    )
    confirm = reverse("confirm_mail", args=[mailbox.confirm_token(came)])
    assert (Client().get(link).status_code, Client().get(confirm).status_code) == (200, 200)
    end(alice)
    assert [Client().get(page).status_code for page in (link, mute, confirm)] == [404] * 3
    with pytest.raises(mailboxes.NoSuchMailbox):
        mailboxes.mailbox(address)
    assert mailboxes.mailbox(foreign).number == his.pk


@WAYS
def test_what_waits_to_be_sent_carries_new_secrets_to_the_present_address(
    alice: User, duel: Match, end: End
) -> None:
    mine = seat_of(duel, alice)
    mailbox.queue_for_seat("turn", mine, "waiting", {"first": 0, "last": 0, "turn": 1, "question": ""})
    old = seat_secret(REPLY, mine)
    end(alice)
    email = OutgoingEmail.objects.select_related("user").get(key="waiting")
    written = compose(email)
    assert written.to == [User.objects.get(pk=alice.pk).email]
    assert old not in str(written.extra_headers) + str(written.text)
    assert seat_secret(REPLY, seat_of(duel, alice)) in written.extra_headers["Reply-To"]


@WAYS
def test_whoever_is_asked_gets_the_question_again(alice: User, duel: Match, end: End) -> None:
    OutgoingEmail.objects.update(state="sent")
    end(alice)
    again = OutgoingEmail.objects.select_related("user").get(kind="turn", state="waiting")
    written = compose(again)
    assert again.mailbox == seat_of(duel, alice).pk
    link = re.search(r"/seat/[^/\s]+/", written.text)
    assert link is not None
    assert Client().get(link[0]).status_code == 200


@WAYS
def test_invitations_move_along(alice: User, bob: User, end: End) -> None:
    match = open_match(bob, Terms("scrappers", "Soon", {}), [Place(bob), Place(address=alice.email)])
    kept = match.seats.get(number=2)
    old = reverse("invitation", args=[invitations.token(kept)])
    end(alice)
    kept.refresh_from_db()
    assert kept.invited == User.objects.get(pk=alice.pk).email
    assert Client().get(old).status_code == 404
    (email,) = OutgoingEmail.objects.filter(kind="invitation", state="waiting")
    assert email.address == kept.invited
    assert Client().get(reverse("invitation", args=[invitations.token(kept)])).status_code == 200


def test_a_sign_in_email_that_waits_is_not_sent(alice: User) -> None:
    sign_in.ask(alice.email, "b" * 43, "", "client")
    everywhere(alice)
    with pytest.raises(NotNeeded):
        compose(OutgoingEmail.objects.get(kind="sign_in"))


def test_a_change_of_address_that_waits_ends(alice: User) -> None:
    browser = Client()
    browser.force_login(alice)
    browser.post(reverse("account_address"), {"address": NEW})
    change = AddressChange.objects.get()
    everywhere(alice)
    browser.force_login(User.objects.get(pk=alice.pk))
    for link in (old_address_link(change), new_address_link(change)):
        assert browser.post(link).status_code == 410
    assert User.objects.get(pk=alice.pk).email == "alice@example.org"


def test_nothing_is_renewed_if_a_part_of_it_fails(alice: User, duel: Match, monkeypatch: Any) -> None:
    """All of it, or nothing: half of the old secrets must not live on."""
    before = User.objects.values().get(pk=alice.pk)
    monkeypatch.setattr(mailbox, "end_confirmations", lambda _seats: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        renewal.renew(alice)
    assert User.objects.values().get(pk=alice.pk) == before


def test_a_seat_s_new_player_is_not_confirmed_for_by_the_former_one(
    alice: User, bob: User, charlie: User, duel: Match
) -> None:
    """E4."""
    his = seat_of(duel, bob)
    came = IncomingEmail.objects.create(
        key="k", source="smtp", raw=b"", mailbox=his.pk, state="unconfirmed", nonce="n"
    )
    token = mailbox.confirm_token(came)
    seats.replace_player(his, charlie, User.objects.create_superuser("root@example.org", "Root"))
    assert mailbox.email_for(token) is None
