"""Many at the same moment, on a real database."""

from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.models import SignIn, User
from accounts.services import sign_in
from post import secrets
from tests.accounts.conftest import ask, who
from tests.catalogue import many

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 50
GUESSES = many(60, 1_000)


def at_once(act, times=MANY, threads=10):
    """What comes of doing it many times, ten at once."""
    start = Barrier(threads)

    def run(number):
        if number < threads:
            start.wait()
        try:
            return act()
        finally:
            connection.close()

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(run, range(times)))


def copy_of(client):
    """The same browser once more: its cookies in a client that another thread may use."""
    twin = Client()
    twin.cookies.load(client.cookies.output(header=""))
    for name, morsel in client.cookies.items():
        twin.cookies[name] = morsel.value
    return twin


def test_of_fifty_who_use_a_link_at_once_one_gets_in(client, alice):
    """B4: exactly one success."""
    email = ask(client)
    answers = at_once(lambda: copy_of(client).post(email.link).status_code)
    assert sorted(answers) == [302] + [410] * (MANY - 1)


def test_ten_who_have_all_seen_that_a_link_is_good_do_not_all_get_in(client, alice, monkeypatch):
    """B4: between looking and using, someone else may have used it."""
    email = ask(client)
    all_have_looked = Barrier(10)
    real = sign_in.use_link

    def together(*found):
        all_have_looked.wait(timeout=60)
        return real(*found)

    monkeypatch.setattr(sign_in, "use_link", together)
    answers = at_once(lambda: copy_of(client).post(email.link).status_code, times=10)
    assert sorted(answers) == [302] + [410] * 9


@pytest.mark.catalogue
def test_of_a_crowd_of_guesses_five_are_looked_at(client, alice, monkeypatch):
    """B8: the code is dead afterwards, even for who knows it; each guess comes from an address of its own."""
    email = ask(client)
    wrong = f"{(int(email.code) + 1) % 10**8:08}"
    looked_at = []
    real = secrets.code_fits

    def counting(given, *parts):
        looked_at.append(given)
        return real(given, *parts)

    monkeypatch.setattr(secrets, "code_fits", counting)
    machines = count(1)

    def guess():
        number = next(machines)
        address = f"203.0.{number // 250}.{number % 250 + 1}"
        return copy_of(client).post(reverse("sign_in_code"), {"code": wrong}, REMOTE_ADDR=address).status_code

    assert len(at_once(guess, GUESSES)) == GUESSES
    assert len(looked_at) == 5
    assert SignIn.objects.get().tries == 5
    client.post(reverse("sign_in_code"), {"code": email.code})
    assert who(client) == ""


def test_guesses_at_the_code_of_a_link_are_the_same_five(client, alice):
    """B8: neither another browser nor another address of the sender gives more tries."""
    email = ask(client)
    wrong = f"{(int(email.code) + 1) % 10**8:08}"
    at_once(lambda: Client(REMOTE_ADDR="203.0.113.9").post(email.link, {"code": wrong}).status_code, times=20)
    assert SignIn.objects.get().tries == 5
    assert client.post(email.link).status_code == 410


def test_a_newcomer_who_clicks_twice_is_one_user(client):
    email = ask(client, "dora@example.org")
    client.post(email.link)
    dora = {"name": "Dora", "time_zone": "UTC", "language": "en"}
    at_once(lambda: copy_of(client).post(reverse("welcome"), dora).status_code, times=10)
    assert User.objects.count() == 1
