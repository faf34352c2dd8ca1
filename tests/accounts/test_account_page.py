"""What a user wishes, and the pages that keep it."""

import re
from datetime import time

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import who

PROFILE = {"name": "Alice Liddell", "time_zone": "America/New_York", "language": "de"}

WRITING = [  # every page of an account that writes
    "account_profile",
    "account_mails",
    "account_mail_again",
    "account_calendar",
    "sign_out_everywhere",
    "account_password",
    "account_password_remove",
    "account_address",
    "account_tokens",
    "account_delete",
    "sign_out",
]
STRANGERS_WRITE = ["sign_in", "sign_in_password", "sign_in_code", "welcome"]


@pytest.fixture
def signed_in(client, alice):
    client.force_login(alice)
    return client


def test_the_page_shows_what_is_kept(signed_in):
    page = signed_in.get(reverse("account"))
    shown = page.content.decode()
    assert "alice@example.org" in shown
    assert '<option value="Europe/Warsaw" selected>' in shown
    assert "no-store" in page["Cache-Control"]


def test_a_stranger_is_asked_to_sign_in(client, db):
    assert client.get(reverse("account")).url == f"{reverse('sign_in')}?next=/account/"


def test_name_zone_and_language_are_kept(signed_in, alice):
    assert signed_in.post(reverse("account_profile"), PROFILE).url == reverse("account")
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone, alice.language) == tuple(PROFILE.values())
    assert '<html lang="de">' in signed_in.get(reverse("account")).content.decode()


def test_a_refused_name_is_not_shown_as_if_it_were_kept(signed_in, alice):
    """D8."""
    page = signed_in.post(reverse("account_profile"), PROFILE | {"name": "Alice\r\nBcc: x"})
    assert page.context["profile"].errors["name"]
    assert page.context["person"].name == "Alice"
    alice.refresh_from_db()
    assert alice.name == "Alice"


def test_a_zone_with_an_old_name_stays(signed_in, alice):
    User.objects.filter(pk=alice.pk).update(time_zone="Poland")
    signed_in.post(reverse("account_profile"), PROFILE | {"time_zone": "Poland"})
    alice.refresh_from_db()
    assert (alice.name, alice.time_zone) == ("Alice Liddell", "Poland")


def test_wishes_about_mails_are_kept(signed_in, alice):
    wishes = {"mail_turns": "on", "remind_day": "on", "quiet_from": "22:00", "quiet_to": "07:30"}
    signed_in.post(reverse("account_mails"), wishes)
    alice.refresh_from_db()
    assert (alice.mail_turns, alice.mail_press, alice.mail_pdf) == (True, False, False)
    assert (alice.remind_half, alice.remind_day) == (False, True)
    assert (alice.quiet_from, alice.quiet_to) == (time(22), time(7, 30))
    shown = signed_in.get(reverse("account")).content.decode()
    assert 'value="22:00"' in shown


def test_quiet_hours_have_a_beginning_and_an_end(signed_in, alice):
    page = signed_in.post(reverse("account_mails"), {"quiet_from": "22:00"})
    assert page.context["email_settings"].errors["quiet_to"]
    alice.refresh_from_db()
    assert alice.quiet_from is None


def test_nobody_writes_more_than_the_form_has(signed_in, alice):
    more = {"is_staff": "on", "is_superuser": "on", "email": "x@example.org", "session_nonce": "x"}
    before = dict(User.objects.values().get())
    signed_in.post(reverse("account_profile"), PROFILE | more)
    after = dict(User.objects.values().get())
    assert {name for name in after if after[name] != before[name]} == set(PROFILE)


def test_one_signs_out_everywhere(signed_in, alice):
    phone = Client()
    phone.force_login(alice)
    signed_in.post(reverse("sign_out_everywhere"))
    assert who(signed_in) == ""
    assert phone.get(reverse("account")).status_code == 302


def test_mail_that_came_back_is_shown_and_tried_again(signed_in, alice):
    User.objects.filter(pk=alice.pk).update(bounced_at=timezone.now())
    assert "have not reached you" in signed_in.get(reverse("account")).content.decode()
    signed_in.post(reverse("account_mail_again"))
    alice.refresh_from_db()
    assert alice.bounced_at is None


@pytest.mark.parametrize("name", WRITING + STRANGERS_WRITE)
def test_a_form_on_another_site_does_nothing(alice, name):
    """C9: without our token each writing page refuses."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    before = list(User.objects.values())
    answer = client.post(
        reverse(name), PROFILE | {"address": "alice@example.org", "password": "four random words"}
    )
    assert answer.status_code == 403
    assert list(User.objects.values()) == before


@pytest.mark.parametrize("name", [*WRITING, *STRANGERS_WRITE, "account", "account_export"])
def test_looking_changes_nothing(signed_in, name):
    """P7: GET and HEAD of every page."""
    before = list(User.objects.values())
    for look in (signed_in.get, signed_in.head):
        assert look(reverse(name)).status_code in (200, 302, 405)
    assert list(User.objects.values()) == before
    assert who(signed_in) == "Alice"


@pytest.mark.parametrize(
    "name", ["account", "account_password", "account_address", "account_tokens", "account_delete"]
)
def test_every_control_has_a_label_and_no_style_or_script_stands_in_the_page(signed_in, name):
    page = signed_in.get(reverse(name)).content.decode().split("<main")[1]
    labels = set(re.findall(r'<label[^>]* for="([^"]+)"', page))
    controls = re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*>', page)
    assert controls
    assert {name for control in controls for name in re.findall(r' id="([^"]+)"', control)} <= labels
    assert all(" id=" in control for control in controls)
    assert "style=" not in page
    assert "<script" not in page
