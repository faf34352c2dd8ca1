"""Moving to another address."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import AddressChange
from accounts.services.address_change import new_address_link, old_address_link
from post.models import OutgoingEmail

NEW = "alice@new.example"


@pytest.fixture
def signed_in(client, alice):
    client.force_login(alice)
    return client


def ask(client, address=NEW):
    client.post(reverse("account_address"), {"address": address})
    return AddressChange.objects.latest("pk")


def test_the_address_changes_when_both_have_confirmed(signed_in, alice):
    change = ask(signed_in, " Alice@New.example")
    emails = OutgoingEmail.objects.order_by("kind").values_list("kind", "address", "facts")
    facts = {"change": change.pk}
    assert list(emails) == [("address_new", NEW, facts), ("address_old", "alice@example.org", facts)]
    assert signed_in.get(new_address_link(change)).status_code == 200
    signed_in.post(new_address_link(change))
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"
    signed_in.post(old_address_link(change))
    alice.refresh_from_db()
    assert alice.email == NEW


@pytest.mark.parametrize("link", [old_address_link, new_address_link])
def test_one_side_alone_is_not_enough(signed_in, alice, link):
    change = ask(signed_in)
    for _ in range(3):
        signed_in.post(link(change))
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_looking_confirms_nothing(signed_in, alice):
    """B1: nor does a scanner that presses the button, for it is not signed in."""
    change = ask(signed_in)
    before = AddressChange.objects.values().get()
    for link in (old_address_link(change), new_address_link(change)):
        for client in (signed_in, Client()):
            client.get(link)
            client.head(link)
        assert Client().post(link).status_code == 302
    assert AddressChange.objects.values().get() == before


def test_a_link_is_for_its_own_user_and_side(signed_in, bob):
    """B6: the same answer as for an unknown one."""
    change = ask(signed_in)
    other = Client()
    other.force_login(bob)
    wrong_side = old_address_link(change).replace("-old-", "-new-")
    answers = [
        other.post(old_address_link(change)),
        signed_in.post(wrong_side),
        signed_in.post(reverse("address_change", args=["1-old-" + "a" * 32])),
        signed_in.post(reverse("address_change", args=["nonsense"])),
    ]
    assert [answer.status_code for answer in answers] == [410] * 4


def test_a_damaged_link_is_repaired(signed_in):
    """B3."""
    change = ask(signed_in)
    assert signed_in.get(old_address_link(change) + ".").status_code == 200


def test_the_links_end_after_a_day(signed_in, alice):
    """B5."""
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        signed_in.force_login(alice)
        change = ask(signed_in)
        clock.shift(24 * 3600 + 1)
        assert signed_in.post(old_address_link(change)).status_code == 410


def test_the_last_wish_counts(signed_in, alice):
    first, second = ask(signed_in), ask(signed_in, "alice@newest.example")
    assert signed_in.get(new_address_link(first)).status_code == 410
    for link in (old_address_link(second), new_address_link(second)):
        signed_in.post(link)
    alice.refresh_from_db()
    assert alice.email == "alice@newest.example"


def test_whether_an_address_is_taken_is_told_only_to_who_reads_its_mail(signed_in, alice, bob):
    """B9."""
    free = signed_in.post(reverse("account_address"), {"address": NEW}, follow=True)
    taken = signed_in.post(reverse("account_address"), {"address": bob.email}, follow=True)
    assert free.redirect_chain == taken.redirect_chain
    assert [str(m) for m in free.context["messages"]] == [str(m) for m in taken.context["messages"]]
    assert OutgoingEmail.objects.filter(kind="address_new", address=bob.email).count() == 1
    change = AddressChange.objects.latest("pk")
    signed_in.post(old_address_link(change))
    page = signed_in.post(new_address_link(change), follow=True)
    assert "There is already a user with this email address." in page.content.decode()
    alice.refresh_from_db()
    assert alice.email == "alice@example.org"


def test_emails_to_an_address_are_few(signed_in):
    """B10."""
    for _ in range(6):
        ask(signed_in)
    assert OutgoingEmail.objects.filter(kind="address_new").count() == 3


@pytest.mark.parametrize("address", ["alice@example.org", "a@x.org, b@y.org", "a@x.org\nb", ""])
def test_what_is_no_new_address_is_refused(signed_in, address):
    """D10."""
    page = signed_in.post(reverse("account_address"), {"address": address})
    assert page.context["form"].errors["address"]
    assert not AddressChange.objects.exists()
