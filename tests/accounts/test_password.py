"""The optional password."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import ask, who

GOOD = "four random words here"


@pytest.fixture(autouse=True)
def quick_hashes(settings):
    """A good hash is slow, and there are many tries here."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def alice_with_password(alice):
    alice.set_password(GOOD)
    alice.save()
    return alice


def sign_in(client, address="alice@example.org", password=GOOD, next_page=""):
    fields = {"address": address, "password": password, "next": next_page}
    return client.post(reverse("sign_in_password"), fields)


def main_of(response):
    return response.content.decode().split("<main")[1]


def test_a_password_signs_in(client, alice_with_password):
    assert sign_in(client, " ALICE@example.org", next_page="/account/").url == "/account/"
    assert who(client) == "Alice"


def test_from_a_password_too_one_stays_on_our_site(client, alice_with_password):
    """B13."""
    assert sign_in(client, next_page="//evil.example/").url == reverse("my_matches")


def test_wrong_unknown_closed_and_without_a_password_are_answered_alike(
    client, alice_with_password, bob, charlie
):
    """B9: one text for all."""
    charlie.set_password(GOOD)
    charlie.is_active = False
    charlie.save()
    tried = [("alice@example.org", "wrong"), ("bob@example.org", GOOD), ("charlie@example.org", GOOD)]
    answers = {
        main_of(sign_in(client, address, password))
        .split("csrfmiddlewaretoken")[-1]
        .split('">', 1)[1]
        .replace(address, "ADDRESS")
        for address, password in [*tried, ("nobody@example.org", GOOD)]
    }
    assert len(answers) == 1
    assert "Wrong address or password" in answers.pop()
    assert who(client) == ""


def test_a_wrong_password_is_not_shown_again(client, alice_with_password):
    assert "my secret" not in sign_in(client, password="my secret").content.decode()


def test_after_ten_tries_at_an_address_the_right_password_waits_too(client, alice_with_password):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        for number in range(10):
            sign_in(Client(REMOTE_ADDR=f"198.51.100.{number}"), password="wrong")
        assert sign_in(client).status_code == 200
        assert who(client) == ""
        clock.shift(901)
        sign_in(client)
        assert who(client) == "Alice"


def test_meanwhile_an_email_lets_the_owner_in(client, alice_with_password):
    for _ in range(11):
        sign_in(client, password="wrong")
    client.post(ask(client).link)
    assert who(client) == "Alice"


def test_one_client_has_thirty_tries_an_hour(client, alice_with_password):
    """C8: at whatever addresses, with whatever header."""
    for number in range(30):
        headers = {"x-forwarded-for": f"198.51.100.{number}"}
        fields = {"address": f"x{number}@example.org", "password": "wrong"}
        client.post(reverse("sign_in_password"), fields, headers=headers)
    sign_in(client)
    assert who(client) == ""


def test_a_password_is_set_and_other_sessions_end(client, alice):
    elsewhere = Client()
    for one in (client, elsewhere):
        one.force_login(alice)
    assert client.post(reverse("account_password"), {"password": GOOD}).url == reverse("account")
    alice.refresh_from_db()
    assert alice.check_password(GOOD)
    assert client.get(reverse("account")).status_code == 200
    assert elsewhere.get(reverse("account")).status_code == 302


@pytest.mark.parametrize("weak", ["short", "password", "1234567890123", ""])
def test_a_password_that_is_easily_guessed_is_refused(client, alice, weak):
    client.force_login(alice)
    page = client.post(reverse("account_password"), {"password": weak})
    assert page.context["form"].errors["password"]
    alice.refresh_from_db()
    assert not alice.has_usable_password()


def test_a_password_is_removed(client, alice_with_password):
    client.force_login(alice_with_password)
    client.post(reverse("account_password_remove"))
    alice_with_password.refresh_from_db()
    assert not alice_with_password.has_usable_password()
    assert client.get(reverse("account")).status_code == 200
    later = Client()
    sign_in(later)
    assert who(later) == ""


PRECIOUS = ["account_password", "account_address", "account_tokens", "account_delete"]


@pytest.mark.parametrize("name", PRECIOUS)
def test_at_a_forgotten_screen_nobody_takes_the_account(client, alice, name):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        client.force_login(alice)
        assert client.get(reverse(name)).status_code == 200
        clock.shift(3601)
        again = client.get(reverse(name))
        assert again.url == f"{reverse('sign_in')}?next={reverse(name).replace('/', '%2F')}"
        assert client.post(reverse(name), {"password": GOOD}).status_code == 302
        assert client.get(reverse("account")).status_code == 200
        client.post(ask(client, next_page=reverse(name)).link)
        assert client.get(reverse(name)).status_code == 200
    alice.refresh_from_db()
    assert not alice.has_usable_password()


def test_a_wrong_password_is_worked_on_once(client, alice_with_password, monkeypatch):
    """There is a second way to look after sessions from earlier versions."""
    tries = []
    monkeypatch.setattr(User, "check_password", lambda user, password: tries.append(password))
    assert sign_in(client, password="not this one").status_code == 200
    assert tries == ["not this one"]


def test_a_session_from_an_earlier_version_goes_on(client, alice):
    client.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    assert who(client) == "Alice"
