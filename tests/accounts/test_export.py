"""One's own data, and nobody else's."""

import csv
import io
import json
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services.spreadsheet import safe_cell
from games.models import Match, Order
from games.services import orders, press, resolve, seats
from games.services.orders import NewOrder


def exported(client, user):
    client.force_login(user)
    response = client.get(reverse("account_export"))
    assert response["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(response.content)) as packed:
        return json.loads(packed.read("account.json")), packed.read("matches.csv").decode("utf-8-sig")


def order(seat, text, key="k"):
    seat = seat.match.seats.select_related("match", "user").get(pk=seat.pk)
    accepted = orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, key, text))
    resolve.resolve(seat.match_id)
    return accepted


def test_all_of_ones_own_is_there(client, duel, alice):
    seat = duel.seats.select_related("match", "user").get(waiting_since__isnull=False)
    order(seat, "nonsense that cannot be read")
    press.say(seat, "hello from me", None, "k")
    data, table = exported(client, seat.user)
    assert data["account"]["email"] == seat.user.email
    (match,) = data["matches"]
    assert (match["id"], match["seat"]) == (duel.pk, seat.number)
    assert match["orders"][0]["text"] == "nonsense that cannot be read"
    assert "nonsense" in match["orders"][0]["problem"]
    assert match["press"][0]["text"] == "hello from me"
    (row,) = csv.DictReader(io.StringIO(table))
    assert (row["name"], row["players"]) == ("A duel", "Alice, Bob")
    hosted = exported(client, alice)[0]["hosted_matches"]
    assert [match["name"] for match in hosted] == ["A duel"]


def test_nothing_of_others_is_there(client, duel, alice, bob):
    """E10: neither orders nor emails nor addresses of others."""
    seat = duel.seats.select_related("match", "user").get(number=2)
    order(seat, "canary order")
    press.say(seat, "canary email", None, "k")
    text = json.dumps(exported(client, alice)[0])
    assert "canary" not in text
    assert "bob@example.org" not in text


def test_no_secret_is_there(client, alice):
    text = json.dumps(exported(client, alice)[0])
    for secret in (alice.session_nonce, alice.feed_nonce, alice.mail_nonce, alice.password):
        assert secret not in text


def test_one_who_takes_a_seat_over_does_not_get_the_former_players_orders(client, duel, alice, charlie):
    """E4, E10: a replaced player's words stay that player's."""

    seat = duel.seats.select_related("match", "user").get(number=1)
    order(seat, "canary order")
    press.say(seat, "canary email", None, "k")
    staff = User.objects.create_superuser("root@example.org", "Root")
    seat = duel.seats.select_related("match", "user").get(number=1)
    seat = seats.replace_player(seat, charlie, staff)
    order(seat, "an order of Charlie's", "k2")
    data, _table = exported(client, charlie)
    (match,) = data["matches"]
    assert [one["text"] for one in match["orders"]] == ["an order of Charlie's"]
    assert match["press"] == []
    assert exported(Client(), alice)[0]["matches"] == []


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "＝1"])  # noqa: RUF001
def test_no_cell_is_taken_for_a_formula(client, duel, alice, name):
    """C10: names that begin like one open as text."""
    Match.objects.update(name=name)
    User.objects.filter(pk=alice.pk).update(name=name)
    _data, table = exported(client, alice)
    (row,) = csv.DictReader(io.StringIO(table))
    assert row["name"].startswith("'")
    assert row["players"].startswith("'")
    assert safe_cell(name)[1:] == name


def test_exports_are_counted(client, alice):
    client.force_login(alice)
    answers = [client.get(reverse("account_export")).status_code for _ in range(11)]
    assert answers == [200] * 10 + [429]
