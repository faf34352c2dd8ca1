"""The pages of those who run the server: they find what is stuck, act by services, show no hands."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape

from accounts.models import User
from games.engine.play.save import decode_save
from games.models import EventRow, Match, Order, Press, Seat
from games.services import orders, press, resolve
from games.services.access import match_for, seats_of
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from games.services.scene import scene_of
from post import heartbeat
from post.models import IncomingEmail, OutgoingEmail

LIST = reverse("admin:games_match_changelist")


@pytest.fixture
def root(db: None) -> User:
    """She runs the server."""
    return User.objects.create_superuser("root@example.org", "Root")


@pytest.fixture
def staff(client: Client, root: User) -> Client:
    """Her browser."""
    client.force_login(root)
    return client


@pytest.fixture
def duel(alice: User, bob: User) -> Match:
    """Alice against Bob, running."""
    return open_match(alice, Terms("scrappers", "A duel", {}), [Place(alice), Place(bob)])


def seat(match: Match, number: int) -> Seat:
    """A seat as a door has it."""
    return match.seats.select_related("match", "user").get(number=number)


def mover(match: Match) -> Seat:
    """The seat that the match waits for."""
    return match.seats.select_related("match", "user").get(waiting_since__isnull=False)


def text(client: Client, page: str) -> str:
    """What a page says."""
    answer = client.get(page)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def pages_of(model: type[Model] | Model) -> str:
    """What the names of a model's pages begin with."""
    return f"{model._meta.app_label}_{model._meta.model_name}"


def act(client: Client, action: str, *chosen: Match | OutgoingEmail | IncomingEmail, **more: str) -> str:
    """An action on a list; what is said afterwards."""
    page = reverse(f"admin:{pages_of(chosen[0])}_changelist")
    data = {"action": action, "_selected_action": [thing.pk for thing in chosen], **more}
    return str(client.post(page, data, follow=True).content.decode())


# Who may come in.


PAGES = [
    "admin:index",
    "admin:games_match_changelist",
    "admin:games_order_changelist",
    "admin:games_press_changelist",
    "admin:post_outgoingemail_changelist",
    "admin:post_incomingemail_changelist",
]


@pytest.mark.parametrize("name", PAGES)
def test_staff_sees_every_list(staff: Client, duel: Match, name: str) -> None:
    text(staff, reverse(name))


@pytest.mark.parametrize("name", PAGES)
def test_players_and_strangers_see_none(client: Client, duel: Match, alice: User, name: str) -> None:
    assert client.get(reverse(name)).status_code in (302, 403, 404)
    client.force_login(alice)
    assert client.get(reverse(name)).status_code in (302, 403, 404)


@pytest.mark.parametrize("name", ["extend", "replace", "look"])
def test_nobody_else_reaches_the_pages_of_a_seat(client: Client, duel: Match, alice: User, name: str) -> None:
    """E6: neither a player nor staff without the right to act."""
    page = reverse(f"admin:games_seat_{name}", args=[seat(duel, 2).pk])
    answer = {"reason": "curious", "hours": 5, "address": "alice@example.org"}
    client.force_login(alice)
    assert client.post(page, answer).status_code in (302, 403)
    clerk = User.objects.create_user("clerk@example.org", "Clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_match"))
    client.force_login(clerk)
    assert client.get(LIST).status_code == 200
    assert client.get(page).status_code == 403
    assert client.post(page, answer).status_code == 403
    assert not any(b"looked" in bytes(row.data) for row in EventRow.objects.filter(match=duel))


def test_staff_that_may_look_only_has_no_actions(client: Client, duel: Match) -> None:
    clerk = User.objects.create_user("clerk@example.org", "Clerk", is_staff=True)
    clerk.user_permissions.add(Permission.objects.get(codename="view_match"))
    client.force_login(clerk)
    act(client, "resume", duel)
    assert "Try a stuck match again" not in text(client, LIST)
    assert "Look at the hidden cards" not in text(client, reverse("admin:games_match_change", args=[duel.pk]))


# What is found.


def test_the_first_page_says_what_needs_attention(staff: Client, duel: Match) -> None:
    Match.objects.filter(pk=duel.pk).update(stuck="scrappers: the replay failed")
    OutgoingEmail.objects.filter(conversation=duel.pk).update(state="failed")
    page = text(staff, reverse("admin:index"))
    assert "deadlines are not being checked" in page
    heartbeat.beat("tick")
    assert "deadlines are not being checked" not in text(staff, reverse("admin:index"))
    failed = OutgoingEmail.objects.filter(state="failed").count()
    assert [cell for cell in _cells(page) if cell.isdigit()] == ["1", "0", "0", str(failed), "0", "0"]


def _cells(page: str) -> list[str]:
    table = page[page.index('id="troubles"') :].partition("</table>")[0]
    return [part.partition("</td>")[0].strip() for part in table.split("<td>")[1:]]


@pytest.mark.parametrize(
    ("trouble", "change"), [("stuck", {"stuck": "why"}), ("paused", {"paused_at": timezone.now()})]
)
def test_matches_in_trouble_are_found(
    staff: Client, duel: Match, alice: User, trouble: str, change: dict[str, object]
) -> None:
    open_match(alice, Terms("scrappers", "Another", {}), [Place(alice), Place()])
    Match.objects.filter(pk=duel.pk).update(**change)
    found = staff.get(LIST, {"trouble": trouble})
    assert list(found.context["cl"].queryset) == [duel]


def test_overdue_matches_are_found(staff: Client, duel: Match) -> None:
    assert list(staff.get(LIST, {"trouble": "overdue"}).context["cl"].queryset) == []
    Seat.objects.filter(pk=mover(duel).pk).update(due_at=timezone.now() - timedelta(hours=1))
    assert list(staff.get(LIST, {"trouble": "overdue"}).context["cl"].queryset) == [duel]


def test_the_list_says_whom_a_match_waits_for(staff: Client, duel: Match) -> None:
    waited_for = mover(duel).user
    assert waited_for is not None
    assert f'field-waits_for">{waited_for.name}<' in text(staff, LIST)


def test_a_list_of_many_matches_takes_a_few_queries(
    staff: Client, alice: User, bob: User, django_assert_max_num_queries: object
) -> None:
    for _ in range(12):
        open_match(alice, Terms("scrappers", "One of many", {}), [Place(alice), Place(bob)])
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        text(staff, LIST)


# What is done.


def test_a_pause_asks_for_a_reason_first(staff: Client, duel: Match) -> None:
    asked = act(staff, "pause", duel)
    assert 'name="reason"' in asked
    duel.refresh_from_db()
    assert duel.paused_at is None
    assert "Paused: 1." in act(staff, "pause", duel, reason="holidays")
    duel.refresh_from_db()
    assert duel.paused_at is not None
    assert "Resumed: 1." in act(staff, "resume", duel)


def test_what_is_refused_is_said(staff: Client, duel: Match) -> None:
    assert "this match is not paused" in act(staff, "resume", duel)


def test_a_day_more_for_whoever_is_waited_for(staff: Client, duel: Match) -> None:
    due = mover(duel).due_at
    assert due is not None
    assert "Given more time: 1." in act(staff, "extend_by_a_day", duel)
    assert mover(duel).due_at == due + timedelta(hours=24)


def test_a_stuck_match_is_tried_again(staff: Client, duel: Match) -> None:
    Match.objects.filter(pk=duel.pk).update(stuck="why")
    assert "Running again: 1." in act(staff, "try_again", duel)


def test_a_match_is_wound_back_on_a_page_of_its_own(staff: Client, duel: Match) -> None:
    for number in range(3):
        orders.accept(mover(duel), NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"k{number}", "end"))
        resolve.resolve(duel.pk)
    page = reverse("admin:games_match_rewind", args=[duel.pk])
    answer = staff.post(LIST, {"action": "rewind", "_selected_action": [duel.pk]})
    assert answer.headers["Location"] == page
    assert 'name="turn"' in text(staff, page)
    duel.refresh_from_db()
    assert duel.turn == 4
    staff.post(page, {"turn": "9"})
    duel.refresh_from_db()
    assert duel.turn == 4
    staff.post(page, {"turn": "1"})
    duel.refresh_from_db()
    assert duel.turn == 2


def test_a_player_gets_more_time_and_a_seat_another_player(staff: Client, duel: Match, charlie: User) -> None:
    late = mover(duel)
    assert late.due_at is not None
    staff.post(reverse("admin:games_seat_extend", args=[late.pk]), {"hours": 10})
    assert mover(duel).due_at == late.due_at + timedelta(hours=10)
    page = reverse("admin:games_seat_replace", args=[late.pk])
    assert "Nobody here has this address." in staff.post(page, {"address": "x@y.org"}).content.decode()
    staff.post(page, {"address": "Charlie@example.org"})
    assert seat(duel, late.number).user == charlie


def test_mail_that_was_given_up_comes_first_and_is_sent_again(staff: Client, duel: Match) -> None:
    first = OutgoingEmail.objects.order_by("pk")[0]
    OutgoingEmail.objects.filter(pk=first.pk).update(state="failed", error="550 no such user\nsecond line")
    page = staff.get(reverse("admin:post_outgoingemail_changelist"))
    assert page.context["cl"].result_list[0] == first
    assert "550 no such user" in page.content.decode()
    assert "Will be sent again: 1." in act(staff, "send_again", first)


def test_mail_that_was_set_aside_is_read_again(staff: Client) -> None:
    mail = IncomingEmail.objects.create(key="k", source="smtp", raw=b"", state="parked")
    assert "Will be read again: 1." in act(staff, "read_again", mail)


# What is not shown.


@pytest.fixture
def secrets(duel: Match, bob: User) -> list[str]:
    """What nobody but its owner may know, planted wherever it could come to light."""
    Seat.objects.filter(match=duel).update(standing="auto-end: no # canary-standing")
    order = orders.accept(mover(duel), NewOrder("orders", "mail", "k", "end # canary-order"))
    press.say(seat(duel, 1), "canary-press", seat(duel, 2), "k")
    IncomingEmail.objects.create(
        key="k",
        source="smtp",
        raw=b"canary-raw",
        mailbox=seat(duel, 1).pk,
        nonce="canary-nonce",
        state="parked",
    )
    OutgoingEmail.objects.create(
        kind="answer",
        key="canary-key",
        message_id="<m@id>",
        address="bob@example.org",
        conversation=duel.pk,
        mailbox=seat(duel, 2).pk,
        facts={"text": "canary-facts"},
    )
    Match.objects.filter(pk=duel.pk).update(stuck="scrappers: the replay failed: KeyError('canary-stuck')")
    duel.refresh_from_db()
    save = decode_save(bytes(duel.save_data or b""))
    nonces = [one.nonce for one in seats_of(duel)]
    return ["canary", save.seeds.server.hex(), *nonces, order.text]


@pytest.mark.parametrize("name", PAGES)
def test_no_list_shows_what_is_hidden(staff: Client, duel: Match, secrets: list[str], name: str) -> None:
    """E6, E5: no hands, seeds, texts of orders, emails or messages."""
    page = text(staff, reverse(name))
    assert [secret for secret in secrets if secret in page] == []


@pytest.mark.parametrize("model", [Match, Order, Press, OutgoingEmail, IncomingEmail])
def test_no_page_of_one_row_shows_what_is_hidden(
    staff: Client, duel: Match, secrets: list[str], model: type[Match]
) -> None:
    """E6: not even there, while the match runs."""
    for row in model.objects.all():
        page = text(staff, reverse(f"admin:{pages_of(model)}_change", args=[row.pk]))
        assert [secret for secret in secrets if secret in page] == []


def test_orders_of_a_finished_match_may_be_read(staff: Client, duel: Match) -> None:
    order = orders.accept(mover(duel), NewOrder("orders", "web", "k", "end # remark"))
    page = reverse("admin:games_order_change", args=[order.pk])
    assert "remark" not in text(staff, page)
    Match.objects.filter(pk=duel.pk).update(status="finished")
    assert "remark" in text(staff, page)


@pytest.mark.parametrize("model", [Match, Order, Press, OutgoingEmail, IncomingEmail])
def test_no_form_gets_round_the_services(
    staff: Client, duel: Match, secrets: list[str], model: type[Match]
) -> None:
    row = model.objects.all()[0]
    for action in ("change", "delete"):
        page = reverse(f"admin:{pages_of(model)}_{action}", args=[row.pk])
        assert staff.post(page, {"post": "yes", "status": "finished"}).status_code == 403
    assert staff.get(reverse(f"admin:{pages_of(model)}_add")).status_code == 403
    assert model.objects.filter(pk=row.pk).exists()


def test_a_hand_is_seen_by_an_explicit_act_that_all_players_hear_of(
    staff: Client, duel: Match, bob: User
) -> None:
    """E6: GET shows a form, POST without a reason nothing; then the hand, and an event for everybody."""
    one = seat(duel, 1)
    hand = scene_of(match_for(duel.host, duel.pk)).board()
    page = reverse("admin:games_seat_look", args=[one.pk])
    events = EventRow.objects.filter(match=duel)
    before = events.count()
    for answer in (staff.get(page), staff.post(page, {"reason": " "})):
        assert escape(hand) not in answer.content.decode()
    assert events.count() == before
    shown = staff.post(page, {"reason": "a complaint of Bob's"}).content.decode()
    assert escape(hand) in shown
    assert events.count() == before + 1
    told = scene_of(match_for(bob, duel.pk)).story()[-1].text
    assert told == "The host looked at the hidden information of Alice: a complaint of Bob's"
