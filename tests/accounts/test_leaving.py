"""Deleting an account, through the page."""

import json

import pytest
from django.apps import apps
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, SignIn, User
from games.models import Match, Order, Press, Report
from games.services import access, orders, press, resolve, seats
from games.services.access import CLAIM, REPLY, seat_by_secret, seat_secret
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from post.models import IncomingEmail, OutgoingEmail
from tests.accounts.conftest import ask, who


@pytest.fixture
def signed_in(client, alice):
    client.force_login(alice)
    return client


def leave(client, address="alice@example.org"):
    return client.post(reverse("account_delete"), {"address": address})


def seat_of(match, number):
    return match.seats.select_related("match", "user").get(number=number)


def test_one_who_leaves_is_gone_and_gets_a_last_email(signed_in, alice):
    assert leave(signed_in).url == reverse("home")
    assert not User.objects.exists()
    assert who(signed_in) == ""
    goodbye = OutgoingEmail.objects.get()
    assert (goodbye.kind, goodbye.address, goodbye.user) == ("goodbye", "alice@example.org", None)
    assert goodbye.facts == {"name": "Alice", "language": "en"}


@pytest.mark.parametrize("address", ["", "bob@example.org"])
def test_one_who_does_not_write_the_address_stays(signed_in, address):
    assert leave(signed_in, address).status_code == 200
    assert User.objects.exists()


def test_the_match_goes_on_without_a_name(signed_in, duel, alice, bob):
    """The seat can be taken over, and Bob's match is not over."""
    press.say(seat_of(duel, 1), "hello", None, "k")
    leave(signed_in)
    duel.refresh_from_db()
    assert duel.status == Match.Status.RUNNING
    both = {number: seat_of(duel, number) for number in (1, 2)}
    assert access.names_of(both.values()) == {1: "former player 1", 2: "Bob"}
    assert Press.objects.get().name == "former player 1"
    assert seats.may_be_claimed(both[1])
    late = NewOrder(Order.Kind.LATE, Order.Door.CLOCK, "late")
    waited_for = duel.seats.select_related("match").get(waiting_since__isnull=False)
    orders.accept(waited_for, late)
    assert resolve.resolve(duel.pk)
    duel.refresh_from_db()
    assert duel.status == Match.Status.RUNNING


def test_someone_else_plays_on(signed_in, duel, charlie):
    """E4: with secrets of their own."""
    leave(signed_in)
    seat = seats.claim_seat(seats.claim_token(seat_of(duel, 1)), charlie)
    assert seat.user == charlie


def test_the_secrets_of_the_seat_are_worth_nothing_any_more(signed_in, duel):
    seat = seat_of(duel, 1)
    known = {purpose: seat_secret(purpose, seat) for purpose in (CLAIM, REPLY)}
    leave(signed_in)
    assert all(seat_by_secret(purpose, token) is None for purpose, token in known.items())


def test_open_matches_of_the_one_who_leaves_are_withdrawn_and_other_seats_are_free_again(
    signed_in, alice, bob
):
    two = Terms("scrappers", "Two", {})
    hers = open_match(alice, two, [Place(alice), Place()])
    his = open_match(bob, two, [Place(alice), Place(bob), Place()])
    leave(signed_in)
    hers.refresh_from_db()
    assert (hers.status, hers.host) == (Match.Status.WITHDRAWN, None)
    assert not his.seats.get(number=1).is_taken
    assert not bytes(his.seats.get(number=1).seed)


def test_what_is_left_names_neither_address_nor_name(signed_in, duel, alice):
    """ASVS V14: no row holds them but the last email."""
    User.objects.filter(pk=alice.pk).update(name="Alice Canary", email="canary@example.org")
    ask(Client(), "canary@example.org")
    signed_in.post(reverse("account_tokens"), {"name": "canary bot"})
    signed_in.post(reverse("account_address"), {"address": "canary@new.example"})
    press.say(seat_of(duel, 1), "hello", None, "k")
    IncomingEmail.objects.create(
        key="k",
        source="smtp",
        raw=b"From: canary@example.org",
        envelope_from="canary@example.org",
        mailbox=seat_of(duel, 1).pk,
        state=IncomingEmail.State.HANDLED,
    )
    leave(signed_in, "canary@example.org")
    OutgoingEmail.objects.filter(kind="goodbye").delete()
    left = [repr(row) for model in apps.get_models() for row in model._base_manager.values()]
    # A session of one's own browser may still hold something of its owner; it ends with that browser.
    assert [row for row in left if "canary" in row.lower()] == []
    assert not ApiToken.objects.exists()
    assert not SignIn.objects.exists()


def test_reports_that_name_the_player_are_made_anew(
    signed_in, duel, settings, tmp_path, django_capture_on_commit_callbacks
):
    settings.MEDIA_ROOT = tmp_path
    report = Report.objects.create(match=duel, turn=1, key="k", file=ContentFile(b"%PDF", "turn.pdf"))
    assert list(tmp_path.rglob("*.pdf"))
    with django_capture_on_commit_callbacks(execute=True):
        leave(signed_in)
    assert not Report.objects.filter(pk=report.pk).exists()
    assert not list(tmp_path.rglob("*.pdf"))


def test_other_sessions_end(signed_in, alice):
    phone = Client()
    phone.force_login(alice)
    leave(signed_in)
    assert phone.get(reverse("account")).status_code == 302


def test_the_address_is_free_for_a_new_account(signed_in):
    leave(signed_in)
    assert signed_in.post(ask(signed_in).link).url == reverse("welcome")


def test_staff_does_not_leave_by_this_door(signed_in, alice):
    User.objects.filter(pk=alice.pk).update(is_staff=True)
    assert leave(signed_in).context["form"].non_field_errors()
    assert User.objects.exists()


def test_staff_deletes_a_user_in_the_same_way(client, duel, alice):
    client.force_login(User.objects.create_superuser("root@example.org", "Root"))
    client.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"})
    assert not User.objects.filter(pk=alice.pk).exists()
    assert seat_of(duel, 1).user is None
    assert OutgoingEmail.objects.filter(kind="goodbye").count() == 1
    page = reverse("admin:accounts_user_changelist")
    bob = seat_of(duel, 2).user
    client.post(page, {"action": "delete_selected", "_selected_action": [bob.pk], "post": "yes"})
    assert OutgoingEmail.objects.filter(kind="goodbye").count() == 2


def test_facts_of_emails_are_plain(signed_in):
    leave(signed_in)
    assert json.dumps(OutgoingEmail.objects.get().facts)
