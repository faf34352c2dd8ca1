"""An address that nobody has becomes a user."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import ask, who

pytestmark = pytest.mark.django_db

DORA = {"name": "Dora", "time_zone": "Europe/Warsaw", "language": "pl"}


@pytest.fixture
def newcomer(client):
    email = ask(client, "Dora@Example.org", next_page="/account/")
    assert client.post(email.link).url == reverse("welcome")
    return client


def test_a_newcomer_says_three_things_and_is_in(newcomer):
    page = newcomer.get(reverse("welcome"))
    assert "dora@example.org" in page.content.decode()
    assert newcomer.post(reverse("welcome"), DORA).url == "/account/"
    dora = User.objects.get(email="dora@example.org")
    assert (dora.name, dora.time_zone, dora.language) == ("Dora", "Europe/Warsaw", "pl")
    assert not dora.has_usable_password()
    assert who(newcomer) == "Dora"


def test_until_then_there_is_no_user(newcomer):
    assert not User.objects.exists()
    assert newcomer.get(reverse("account")).status_code == 302


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": "Dora\r\nBcc: all@example.org"},
        {"name": "Dora\ud800".encode("utf-8", "surrogatepass")},
        {"time_zone": "Mars/Olympus"},
        {"language": "tlh"},
    ],
)
def test_what_would_spoil_a_mail_is_refused(newcomer, wrong):
    """D8, D9: at the door, with a reason."""
    page = newcomer.post(reverse("welcome"), DORA | wrong)
    if page.status_code == 302:  # a lone surrogate has become a mark of its absence on the way
        assert User.objects.get().name.isprintable()
    else:
        assert list(page.context["form"].errors) == list(wrong)
        assert not User.objects.exists()


def test_two_pages_sent_at_once_make_one_user(newcomer):
    phone = Client()
    email = ask(phone, "dora@example.org")
    phone.post(email.link)
    newcomer.post(reverse("welcome"), DORA)
    phone.post(reverse("welcome"), DORA | {"name": "Dora the Second"})
    assert User.objects.get().name == "Dora"
    assert (who(newcomer), who(phone)) == ("Dora", "Dora")


def test_the_welcome_waits_for_an_hour(client):
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        client.post(ask(client, "dora@example.org").link)
        clock.shift(3601)
        assert client.post(reverse("welcome"), DORA).url == reverse("sign_in")
    assert not User.objects.exists()


def test_nobody_is_welcomed_without_a_proved_address(client, alice):
    assert client.get(reverse("welcome")).url == reverse("sign_in")
    assert client.post(reverse("welcome"), DORA).url == reverse("sign_in")
    client.force_login(alice)
    assert client.get(reverse("welcome")).url == reverse("sign_in")


def test_one_signed_in_who_proves_another_address_is_signed_out_first(client, alice):
    client.force_login(alice)
    client.post(ask(client, "dora@example.org").link)
    assert who(client) == ""
    client.post(reverse("welcome"), DORA)
    assert who(client) == "Dora"


def test_the_welcome_is_used_up(newcomer):
    newcomer.post(reverse("welcome"), DORA)
    assert newcomer.post(reverse("welcome"), DORA | {"name": "Dora the Second"}).url == reverse("sign_in")
    assert User.objects.get().name == "Dora"
