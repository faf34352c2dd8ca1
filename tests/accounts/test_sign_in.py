"""Signing in by email, through the pages."""

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import SignIn, User
from post.models import OutgoingEmail
from tests.accounts.conftest import SignInEmail, ask, who

pytestmark = pytest.mark.django_db


def test_a_link_signs_in_the_browser_that_asked(client, alice):
    email = ask(client, next_page="/account/")
    page = client.get(email.link)
    assert page.status_code == 200
    assert "alice@example.org" in page.content.decode()
    assert who(client) == ""
    entered = client.post(email.link)
    assert (entered.status_code, entered.url) == (302, "/account/")
    assert who(client) == "Alice"


def test_a_code_signs_in_the_browser_that_asked(client, alice):
    email = ask(client, next_page="/account/")
    assert "alice@example.org" in client.get(reverse("sign_in_code")).content.decode()
    spaced = f" {email.code[:4]}-{email.code[4:]} "
    assert client.post(reverse("sign_in_code"), {"code": spaced}).url == "/account/"
    assert who(client) == "Alice"


def test_without_a_wish_one_comes_to_ones_matches(client, alice):
    assert client.post(ask(client).link).url == reverse("my_matches")


def test_any_spelling_of_the_address_is_the_same_user_and_mail_goes_to_the_stored_one(client, alice):
    client.post(reverse("sign_in"), {"address": " ALICE@Example.org "})
    assert OutgoingEmail.objects.get().address == "alice@example.org"
    client.post(SignInEmail("alice@example.org").link)
    assert who(client) == "Alice"


def test_scanners_that_look_at_a_link_change_nothing(client, alice):
    """B1, P7: HEAD, GET and GET again; the human's click works afterwards."""
    email = ask(client)
    before = SignIn.objects.values().get()
    scanner = Client()
    for _ in range(10):
        assert scanner.head(email.link).status_code == 200
        assert scanner.get(email.link).status_code == 200
        assert client.get(email.link).status_code == 200
    assert SignIn.objects.values().get() == before
    assert who(scanner) == ""
    client.post(email.link)
    assert who(client) == "Alice"


def test_a_scanner_that_presses_the_button_signs_nobody_in(client, alice):
    """B2: it has not asked, and has no code; the player gets in by the same link."""
    email = ask(client)
    scanner = Client()
    for answer in ({}, {"code": ""}, {"code": "x"}):
        assert scanner.post(email.link, answer).status_code == 200
    assert (who(scanner), who(client)) == ("", "")
    assert SignIn.objects.get().tries == 0
    client.post(email.link)
    assert who(client) == "Alice"


def test_another_browser_is_told_what_happens_and_asked_for_the_code(client, alice):
    email = ask(client)
    phone = Client()
    page = phone.get(email.link).content.decode()
    assert "another browser" in page
    assert 'name="code"' in page
    assert phone.post(email.link, {"code": email.code}).status_code == 302
    assert (who(phone), who(client)) == ("Alice", "")


def test_a_browser_that_asked_for_another_email_is_another_browser(client, alice, bob):
    email = ask(client)
    thief = Client()
    ask(thief, "bob@example.org")
    assert thief.post(email.link).status_code == 200
    assert who(thief) == ""


def test_the_code_of_another_email_does_not_confirm_a_link(client, alice, bob):
    email = ask(client)
    other = ask(client, "bob@example.org")
    phone = Client()
    phone.post(email.link, {"code": other.code})
    assert who(phone) == ""


@pytest.mark.parametrize(
    "damage",
    [
        lambda link: link + "?utm_source=mail&x=1",
        lambda link: link + ".",
        lambda link: link.rstrip("/"),
        lambda link: link.rstrip("/") + ".",
        lambda link: link.rstrip("/") + ">",
        lambda link: link.upper().replace("/SIGN-IN/LINK/", "/sign-in/link/"),
        lambda link: link.replace("/link/", "/link/=3D"),
        lambda link: link + "=20",
    ],
)
def test_a_link_survives_what_mail_programs_do_to_it(client, alice, damage):
    """B3: extra parameters, a full stop, =3D."""
    link = damage(ask(client).link)
    page = client.get(link, follow=True)
    assert page.status_code == 200
    client.post(page.redirect_chain[-1][0] if page.redirect_chain else link)
    assert who(client) == "Alice"


@pytest.mark.parametrize("cut", [lambda t: t[:-1], lambda t: t + "a", lambda t: "9" + t, lambda t: "x"])
def test_a_link_that_cannot_be_repaired_leads_to_a_fresh_one(client, alice, cut):
    """B3, B6: whatever is wrong with it, the answer is the same."""
    token = ask(client).link.split("/")[-2]
    unknown = client.get(reverse("sign_in_link", args=["1-" + "a" * 32]))
    page = client.get(reverse("sign_in_link", args=[cut(token)]))
    assert page.status_code == unknown.status_code == 410
    assert 'name="address"' in page.content.decode()


def test_a_link_works_once(client, alice):
    """B4, in a row: see test_sign_in_races for many at once."""
    email = ask(client)
    client.post(email.link)
    client.post(reverse("sign_out"))
    assert client.post(email.link).status_code == 410
    assert client.get(email.link).status_code == 410
    assert who(client) == ""


def test_link_and_code_are_used_up_together(client, alice):
    email = ask(client)
    client.post(email.link)
    phone = Client()
    assert phone.post(email.link, {"code": email.code}).status_code == 410
    assert who(phone) == ""


@pytest.mark.parametrize(("seconds", "status", "name"), [(899, 302, "Alice"), (901, 410, "")])
def test_a_link_lives_for_a_quarter_of_an_hour(client, alice, seconds, status, name):
    """B5: a second before the end it works, a second after there is a way on."""
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        email = ask(client)
        clock.shift(seconds)
        assert client.post(email.link).status_code == status
        assert who(client) == name


@pytest.mark.parametrize(("seconds", "name"), [(899, "Alice"), (901, "")])
def test_a_code_lives_for_a_quarter_of_an_hour(client, alice, seconds, name):
    """B5, for the code."""
    with time_machine.travel("2026-11-16 12:00:00Z", tick=False) as clock:
        email = ask(client)
        clock.shift(seconds)
        client.post(reverse("sign_in_code"), {"code": email.code})
        assert who(client) == name


def test_after_five_wrong_codes_the_email_is_dead(client, alice):
    """B8, in a row: the right code comes too late, and so does the link."""
    email = ask(client)
    wrong = f"{(int(email.code) + 1) % 10**8:08}"
    for _ in range(5):
        client.post(reverse("sign_in_code"), {"code": wrong})
    client.post(reverse("sign_in_code"), {"code": email.code})
    assert who(client) == ""
    assert client.post(email.link).status_code == 410


def test_the_fifth_try_may_be_the_right_one(client, alice):
    email = ask(client)
    wrong = f"{(int(email.code) + 1) % 10**8:08}"
    for _ in range(4):
        client.post(reverse("sign_in_code"), {"code": wrong})
    client.post(reverse("sign_in_code"), {"code": email.code})
    assert who(client) == "Alice"


def test_one_who_asked_twice_may_type_either_code(client, alice):
    first = ask(client)
    ask(client)
    client.post(reverse("sign_in_code"), {"code": first.code})
    assert who(client) == "Alice"


def test_a_code_is_good_only_where_it_was_asked_for(client, alice, bob):
    email = ask(client)
    thief = Client()
    ask(thief, "bob@example.org")
    thief.post(reverse("sign_in_code"), {"code": email.code})
    assert who(thief) == ""


def _answer(address):
    client = Client()
    response = client.post(reverse("sign_in"), {"address": address})
    page = client.get(reverse("sign_in_code"))
    text = page.content.decode().replace(address, "ADDRESS")
    shown = text.split("<main")[1].split("csrf")
    return response.status_code, response["Location"], page.status_code, shown[0], shown[-1].split(">", 1)[1]


def test_no_answer_tells_whether_an_address_is_known(alice, django_assert_num_queries):
    """B9: same status, same text, same work."""
    with django_assert_num_queries(4) as known:
        answer = _answer("alice@example.org")
    with django_assert_num_queries(len(known)):
        assert _answer("nobody@example.org") == answer
    assert OutgoingEmail.objects.count() == 2


def test_one_who_has_asked_too_often_gets_the_same_answer_and_no_email(alice):
    """B9, B10: at most three emails in a quarter of an hour."""
    answers = [_answer("alice@example.org") for _ in range(5)]
    assert answers == [answers[0]] * 5
    assert OutgoingEmail.objects.count() == 3


def test_a_victim_gets_three_emails_whatever_header_the_attacker_invents(alice):
    """B10, C8: changing forwarded addresses do not help."""
    for number in range(50):
        headers = {"x-forwarded-for": f"198.51.100.{number}"}
        Client(headers=headers).post(reverse("sign_in"), {"address": "alice@example.org"})
    assert OutgoingEmail.objects.filter(address="alice@example.org").count() == 3


def test_one_client_has_ten_emails_an_hour_sent(client):
    """B10: to however many addresses."""
    for number in range(15):
        client.post(reverse("sign_in"), {"address": f"stranger{number}@example.org"})
    assert OutgoingEmail.objects.count() == 10


def test_a_client_that_is_shut_out_does_not_use_up_what_the_owner_may_ask_for(client, alice):
    for number in range(12):
        client.post(reverse("sign_in"), {"address": f"stranger{number}@example.org"})
    for _ in range(5):
        client.post(reverse("sign_in"), {"address": "alice@example.org"})
    email = ask(Client(REMOTE_ADDR="203.0.113.9"))
    assert email.sign_in.address == "alice@example.org"


def test_old_links_and_codes_are_good_after_the_key_was_changed(client, alice, settings):
    """B12: until they end by themselves; new ones use the new key."""
    by_link, by_code = ask(client), ask(client)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key, which is long enough to be one"
    assert SignInEmail("alice@example.org").link != by_code.link
    client.post(by_link.link)
    assert who(client) == "Alice"
    client.post(reverse("sign_out"))
    phone = Client()
    phone.post(by_code.link, {"code": by_code.code})
    assert who(phone) == "Alice"


def test_without_its_key_an_old_link_is_worth_nothing(client, alice, settings):
    email = ask(client)
    settings.SECRET_KEY = "another key, which is long enough to be one"
    assert client.post(email.link).status_code == 410


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "\\\\evil.example",
        "javascript:alert(1)",
        "http:evil.example",
        "/x" * 300,
        "/\nheader",
    ],
)
def test_after_signing_in_one_stays_on_our_site(client, alice, elsewhere):
    """B13: in the form, in the page's address, and with a password."""
    email = ask(client, next_page=elsewhere)
    assert client.post(email.link).url == reverse("my_matches")
    shown = Client().get(reverse("sign_in"), {"next": elsewhere}).context["form"]
    assert shown["next"].value() == ""


@pytest.mark.parametrize(
    "address",
    [
        "a@x.org, b@y.org",
        "a@x.org;b@y.org",
        "a@x.org b@y.org",
        "a@x.org\r\nBcc: b@y.org",
        "a@x.org\nb@y.org",
        '"a, b"@x.org',
        "<a@x.org>",
        "a@\u202ex.org",
        "a@x",
        "",
        "a" * 250 + "@x.org",
    ],
)
def test_what_is_not_exactly_one_address_is_refused(client, address):
    """D8, D9, D10: one mail has one recipient."""
    page = client.post(reverse("sign_in"), {"address": address})
    assert page.status_code == 200
    assert page.context["form"].errors["address"]
    assert not OutgoingEmail.objects.exists()


def test_a_closed_account_is_not_opened_by_an_email(client, alice):
    alice.is_active = False
    alice.save()
    assert client.post(ask(client).link).status_code == 403
    assert who(client) == ""


def test_the_code_page_sends_back_who_has_not_asked(client):
    assert client.get(reverse("sign_in_code")).url == reverse("sign_in")


def test_pages_with_a_secret_are_kept_by_no_cache(client, alice):
    email = ask(client)
    for address in (email.link, reverse("sign_in"), reverse("sign_in_code")):
        assert "no-store" in client.get(address)["Cache-Control"]


def test_the_email_is_in_the_language_of_the_browser_that_asked(client):
    client.post(reverse("sign_in"), {"address": "dora@example.org"}, headers={"accept-language": "pl"})
    assert OutgoingEmail.objects.get().facts["language"] == "pl"


def test_signing_in_begins_another_session(client, alice):
    email = ask(client)
    session = client.session
    session["left"] = "by someone"
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    client.post(email.link)
    assert client.session.session_key != before


def test_one_signs_out_by_a_button(client, alice):
    client.force_login(alice)
    assert client.get(reverse("sign_out")).status_code == 200
    assert who(client) == "Alice"
    client.post(reverse("sign_out"))
    assert who(client) == ""


def test_staff_signs_in_where_everybody_does(client, alice):
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    response = client.get(reverse("admin:index"), follow=True)
    assert response.redirect_chain[-1][0] == f"{reverse('sign_in')}?next=%2Fadmin%2F"
    assert client.post(ask(client, next_page="/admin/").link).url == "/admin/"
    assert client.get("/admin/").status_code == 200
    assert client.get(reverse("admin:login")).url == "/admin/"


def test_the_admin_takes_no_password_of_its_own(client, alice):
    assert client.post(reverse("admin:login"), {"username": "a", "password": "b"}).status_code == 405


def test_a_player_at_the_door_of_the_admin_is_told_so(client, alice):
    client.force_login(alice)
    assert client.get(reverse("admin:index"), follow=True).status_code == 403
