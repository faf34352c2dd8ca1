"""The emails of an account as they leave the server: what they bring works."""

import re

import pytest
from django.conf import settings as server
from django.test import Client
from django.urls import reverse

from post import delivery
from tests.accounts.conftest import who


@pytest.fixture
def post(settings, mailoutbox):
    """Deliver what waits; the emails by recipient."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

    def delivered():
        delivery.deliver_due()
        assert all(len(mail.recipients()) == 1 for mail in mailoutbox)  # D10
        return {mail.recipients()[0]: mail.body for mail in mailoutbox}

    return delivered


def link_in(text, under):
    found = re.search(re.escape(server.SITE_URL) + rf"({under}\S+)", text)
    assert found is not None
    return found[1]


def test_link_and_code_of_the_email_sign_in(client, alice, post):
    client.post(reverse("sign_in"), {"address": "alice@example.org"})
    text = post()["alice@example.org"]
    phone = Client()
    code = re.search(r"\b\d{4} ?\d{4}\b", text)
    assert code is not None
    phone.post(link_in(text, "/sign-in/link/"), {"code": code[0]})
    assert who(phone) == "Alice"


def test_the_link_of_the_email_needs_no_code_where_it_was_asked_for(client, alice, post):
    client.post(reverse("sign_in"), {"address": "alice@example.org"})
    client.post(link_in(post()["alice@example.org"], "/sign-in/link/"))
    assert who(client) == "Alice"


def test_the_links_of_both_emails_change_the_address(client, alice, post):
    client.force_login(alice)
    client.post(reverse("account_address"), {"address": "alice@new.example"})
    for text in post().values():
        client.post(link_in(text, "/account/address/"))
    alice.refresh_from_db()
    assert alice.email == "alice@new.example"


def test_one_who_leaves_is_told_by_email(client, alice, post):
    client.force_login(alice)
    client.post(reverse("account_delete"), {"address": "alice@example.org"})
    assert "Alice" in post()["alice@example.org"]
