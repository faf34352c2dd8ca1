"""Keys for programs, through the page."""

import pytest
from django.test import Client
from django.urls import reverse
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed

from accounts.models import ApiToken


@pytest.fixture
def signed_in(client, alice):
    client.force_login(alice)
    return client


def make(client, name="My bot"):
    return client.post(reverse("account_tokens"), {"name": name})


def user_of(token):
    try:
        return TokenAuthentication().authenticate_credentials(token.encode())[0]
    except AuthenticationFailed:
        return None


def test_a_token_is_shown_once_and_opens_the_api(signed_in, alice):
    page = make(signed_in)
    token = page.context["made"]
    assert token.startswith("edge_")
    assert token in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert token not in signed_in.get(reverse("account_tokens")).content.decode()
    assert user_of(token) == alice


def test_a_token_is_revoked_by_its_owner_alone(signed_in, alice, bob):
    token = make(signed_in).context["made"]
    row = ApiToken.objects.get()
    other = Client()
    other.force_login(bob)
    other.post(reverse("account_token_revoke", args=[row.token_key]))
    assert user_of(token) == alice
    assert "My bot" not in other.get(reverse("account_tokens")).content.decode()
    signed_in.post(reverse("account_token_revoke", args=[row.token_key]))
    assert user_of(token) is None


@pytest.mark.parametrize("name", ["", "bot\r\nX: y", "x" * 61])
def test_a_token_has_a_plain_name(signed_in, name):
    """D8."""
    assert make(signed_in, name).context["form"].errors["name"]
    assert not ApiToken.objects.exists()


def test_nobody_collects_tokens_without_end(signed_in):
    for _ in range(20):
        make(signed_in)
    page = make(signed_in)
    assert page.context["form"].errors["name"]
    assert ApiToken.objects.count() == 20


def test_a_token_of_one_who_has_been_shut_out_opens_nothing(signed_in, alice):
    token = make(signed_in).context["made"]
    alice.is_active = False
    alice.save()
    assert user_of(token) is None
