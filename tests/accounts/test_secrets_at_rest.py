"""What a thief of the database gets, and what is tidied away."""

import logging
import re
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import AddressChange, SignIn
from accounts.services import calendar, cleanup, sign_in, tokens
from accounts.services.address_change import ask as ask_change
from accounts.services.address_change import new_address_link, old_address_link
from accounts.sessions import SessionStore
from games.services import access
from games.services.access import CLAIM, MUTE, REPLY, seat_secret
from post import limiter
from post.models import OutgoingEmail
from post.tokens import masked
from tests.accounts.conftest import ask, who
from tests.catalogue import many

pytestmark = pytest.mark.django_db
ASKED = many(200, 4_990)  # each is a link and a code


def dump():
    """All tables, as text."""
    return "\n".join(repr(row) for model in apps.get_models() for row in model._base_manager.values())


def secret_part(path):
    return path.rstrip("/").removesuffix(".ics").rsplit("-", 1)[-1]


@pytest.mark.catalogue
def test_a_copy_of_the_database_and_the_logs_hold_no_secret(client, duel, alice, bob, caplog):
    """B7, P8: links, codes, tokens, feeds, reply addresses."""
    caplog.set_level(logging.DEBUG)
    issued, codes = [], []
    for number in range(ASKED):
        limiter.forget()
        email = ask(client, f"x{number}@example.org")
        issued.append(secret_part(email.link))
        codes.append(email.code)
    issued += [tokens.make(user, "bot") for user in (alice, bob) for _ in range(10)]
    issued += [secret_part(calendar.calendar_path(user)) for user in (alice, bob)]
    ask_change(alice, "alice@new.example")
    change = AddressChange.objects.get()
    issued += [secret_part(old_address_link(change)), secret_part(new_address_link(change))]
    for seat in duel.seats.all():
        issued += [secret_part(seat_secret(purpose, seat)) for purpose in (REPLY, CLAIM, MUTE)]
        issued.append(secret_part(access.link_token(seat)))
    assert len(issued) == len(set(issued)) == ASKED + 32
    kept = dump().lower() + caplog.text.lower()
    assert f"x{ASKED - 1}@example.org" in kept  # it is the right dump
    assert [secret for secret in issued if secret.lower() in kept] == []
    # Eight digits in a row come up in hashes by chance; a code that is kept is a word of its own.
    assert set(codes).isdisjoint(re.findall(r"[0-9a-z]+", kept))


def test_what_the_row_of_a_browser_holds_does_not_make_one(client, alice):
    """B7: the cookie is not in the row, so a thief of the row has not asked."""
    email = ask(client)
    cookie = client.cookies["edgepbem_browser"]
    assert cookie.value not in dump()
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")
    thief = Client()
    thief.cookies["edgepbem_browser"] = email.sign_in.browser
    thief.post(email.link)
    assert who(thief) == ""


def test_a_page_that_waits_for_a_sign_in_keeps_its_token_to_itself(client, duel, alice):
    """B7: whoever opens an invitation is sent to sign in first, and comes back."""
    page = f"/invitation/{seat_secret(CLAIM, duel.seats.first())}/?from=mail"
    known, newcomer = ask(client, next_page=page), Client()
    new = ask(newcomer, "dora@example.org", next_page=page)
    assert client.post(known.link)["Location"] == page
    newcomer.post(new.link)
    assert secret_part(page.partition("/?")[0]) not in dump()
    assert page not in str(newcomer.session.items())
    profile = {"name": "Dora", "time_zone": "UTC", "language": "en"}
    assert newcomer.post(reverse("welcome"), profile)["Location"] == page


def test_a_copied_session_signs_nobody_in(client, alice):
    """B7, P8: the row holds a hash of what the browser holds."""
    client.post(ask(client).link)
    key = client.cookies["sessionid"].value
    row = Session.objects.get()
    assert key not in dump()
    thief = Client()
    thief.cookies["sessionid"] = row.session_key
    assert thief.get(reverse("account")).status_code == 302
    assert client.get(reverse("account")).status_code == 200
    client.post(reverse("sign_out"))
    assert not Session.objects.filter(pk=row.pk).exists()
    thief.cookies["sessionid"] = key
    assert thief.get(reverse("account")).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_an_asynchronous_view_keeps_its_sessions_in_the_same_way():
    async def through_its_life():
        store = SessionStore()
        store["name"] = "Alice"
        await store.asave()
        assert store.session_key is not None
        again = SessionStore(store.session_key)
        assert await again.aget("name") == "Alice"
        assert await again.aexists(store.session_key)
        await again.adelete()
        assert await SessionStore(store.session_key).aget("name") is None
        return store.session_key

    assert async_to_sync(through_its_life)() not in dump()


def test_a_link_is_not_spent_by_another_browser(client, alice):
    email = ask(client)
    assert not sign_in.use_link(email.sign_in, "another browser")
    assert not sign_in.use_link(email.sign_in, "")
    assert sign_in.use_link(email.sign_in, client.cookies["edgepbem_browser"].value)


def test_secrets_of_one_purpose_open_nothing_else(client, duel, alice):
    """B6: a reply address is no sign-in link, a feed no reply address."""
    email = ask(client)
    others = [
        calendar.calendar_path(alice),
        *(seat_secret(p, duel.seats.first()) for p in (REPLY, MUTE)),
        access.link_token(duel.seats.first()),
    ]
    for other in others:
        token = f"{masked('sign-in link', email.sign_in.pk)}-{secret_part(other)}"
        assert client.post(reverse("sign_in_link", args=[token])).status_code == 410
    as_feed = f"/calendar/{alice.pk}-{secret_part(email.link)}.ics"
    assert client.get(as_feed).status_code == 404
    assert sign_in.found_by_link(email.link) is not None


def test_the_log_tells_who_came_in_by_number_alone(client, alice, caplog):
    """ASVS V16: neither name nor address nor secret."""
    caplog.set_level(logging.INFO)
    email = ask(client)
    client.post(reverse("sign_in_code"), {"code": f"{(int(email.code) + 1) % 10**8:08}"})
    client.post(email.link)
    told = [record.getMessage() for record in caplog.records if record.name.startswith("accounts")]
    assert told == ["a sign-in code was refused", f"user {alice.pk} signed in"]


def test_the_sweep_tidies_once_an_hour(client, alice):
    for _ in range(2):
        ask(client)
        SignIn.objects.update(expires_at=timezone.now() - timedelta(days=2))
        cleanup.sweep()
    assert SignIn.objects.count() == 1


def test_what_nobody_needs_is_forgotten(client, alice):
    ask(client)
    ask_change(alice, "alice@new.example")
    client.force_login(alice)
    cleanup.tidy()
    assert (SignIn.objects.count(), AddressChange.objects.count(), Session.objects.count()) == (1, 1, 1)
    old = timezone.now() - timedelta(days=40)
    SignIn.objects.update(expires_at=old)
    AddressChange.objects.update(expires_at=old)
    Session.objects.update(expire_date=old)
    OutgoingEmail.objects.update(created_at=old)
    cleanup.tidy()
    assert (SignIn.objects.count(), AddressChange.objects.count(), Session.objects.count()) == (0, 0, 0)
    assert set(OutgoingEmail.objects.values_list("kind", flat=True)) == {"address_old", "address_new"}
