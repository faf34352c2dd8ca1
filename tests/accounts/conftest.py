"""Emails as their readers see them, and a match to have part in."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import SignIn, User
from accounts.services.sign_in import sign_in_code, sign_in_link
from games.models import Match
from games.services.matches.new import Place, Terms, open_match
from post.models import OutgoingEmail


class SignInEmail:
    """What the last sign-in email to an address brought."""

    def __init__(self, address: str) -> None:
        mail = OutgoingEmail.objects.filter(kind="sign_in", address=address).latest("pk")
        self.sign_in = SignIn.objects.get(pk=mail.facts["sign_in"])
        self.link = sign_in_link(self.sign_in)
        self.code = sign_in_code(self.sign_in)


def ask(client: Client, address: str = "alice@example.org", next_page: str = "") -> SignInEmail:
    """Ask for an email on the sign-in page, and open it."""
    response = client.post(reverse("sign_in"), {"address": address, "next": next_page})
    assert response.status_code == 302
    return SignInEmail(address.strip().lower())


def who(client: Client) -> str:
    """Who is signed in here; nobody has no name."""
    pk = client.session.get("_auth_user_id")
    return User.objects.get(pk=pk).name if pk is not None else ""


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Star Scrappers, Alice in seat 1 and Bob in seat 2, running."""
    terms = Terms("scrappers", "A duel", {})
    return open_match(alice, terms, [Place(alice), Place(bob)])
