"""With tens of thousands of matches, what people and the tick ask for is found by indexes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from django.db import transaction
from django.db.models import Q
from django.test import Client
from django.utils import timezone

from accounts import admin
from accounts.models import User
from accounts.services import cleanup, tokens
from edgepbem import health
from games.models import Match, Order
from games.services import lateness, press, resolve, watches
from games.services.deadlines import reminders
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder, accept
from post import bundles, delivery, holding, inbox
from post.models import OutgoingEmail
from tests.real.plans import Query, long_way, queries_of
from tests.real.population import populate

MATCHES = 20_000  # 4,000 of them running
MOST = 1_000  # rows that one step of a plan may read

API = [
    "me/", "matches/", "matches/?status=open", "matches/?status=finished&game=scrappers",
    "matches/?page_size=1&page=2", "matches/{pk}/", "matches/{pk}/decision/", "matches/{pk}/orders/",
    "matches/{pk}/orders/kept/",
    "matches/{pk}/press/", "matches/{pk}/turns/", "matches/{pk}/turns/0/", "matches/{pk}/standing-orders/",
    "matches/{pk}/verification/", "rosters/", "matches/{pk}/changes/", "matches/{pk}/board.svg",
    "matches/{pk}/turns/0/board.svg",
]  # fmt: skip
PAGES = [
    "/", "/lobby/", "/matches/", "/matches/?page=2", "/matches/{pk}/", "/matches/{pk}/turns/0/",
    "/matches/{pk}/dice/", "/matches/{pk}/changes/", "/matches/{pk}/traces/", "/matches/{pk}/board.svg",
    "/matches/{pk}/turns/1/1/", "/matches/{pk}/standing/", "/matches/new/", "/rules/scrappers/", "/decks/",
    "/account/", "/account/tokens/", "/account/export/", "/healthz",
]  # fmt: skip
ADMIN = [
    "", "games/match/", "games/match/?trouble=stuck", "games/match/?trouble=overdue",
    "games/match/?trouble=paused", "games/match/?status__exact=open", "games/order/", "games/press/",
    "post/outgoingemail/", "post/outgoingemail/?delivery=undelivered", "post/outgoingemail/?delivery=waiting",
    "post/incomingemail/", "post/incomingemail/?state__exact=parked", "accounts/user/",
]  # fmt: skip
SWEEPS: list[Callable[[], object]] = [
    lateness.give_grace,
    lateness.call_late_seats,
    reminders.send_due_reminders,
    lateness.matches_left_behind,
    delivery.deliver_due,
    delivery.is_any_due,
    delivery.bring_forward,
    inbox.read_due,
    inbox.bring_forward,
    cleanup.tidy,
]  # fmt: skip


@pytest.fixture
def crowd(postgres_rows: str) -> None:
    """A PostgreSQL database with many matches."""
    populate(MATCHES)


def asked_by_people_and_the_tick() -> Iterator[tuple[str, list[Query]]]:
    """Every list and every sweep, with what it asks."""
    alice = User.objects.create_superuser("alice@example.org", "Alice")
    bob = User.objects.create_user("bob@example.org", "Bob")
    match = open_match(alice, Terms("scrappers", "A duel", {}, is_public=True), [Place(alice), Place(bob)])
    open_match(bob, Terms("scrappers", "Open", {}), [Place(bob), Place(address=alice.email)])
    _turn_played(match)
    press.say(match.seats.select_related("match", "user").get(number=1), "Hello", None, "k")
    headers = {"Authorization": f"Token {tokens.make(alice, 'plans')}"}
    program, browser, stranger = Client(headers=headers), Client(), Client()
    browser.force_login(alice)
    doors = [
        *((program, f"/api/v1/{path.format(pk=match.pk)}") for path in API),
        *((browser, path.format(pk=match.pk)) for path in PAGES),
        *((stranger, path) for path in ("/", "/lobby/")),
        *((browser, f"/admin/{path}") for path in ADMIN),
    ]
    for client, path in doors:
        health._kept.clear()
        yield path, queries_of(partial(_opened, client, path))
    for work in (*SWEEPS, *_news(alice, match)):
        yield getattr(work, "__name__", str(work)), queries_of(work)


def _turn_played(match: Match) -> None:
    """There is something since one's last order, and steps to go through."""
    for number in range(len(match.seats.all())):
        seat = match.seats.select_related("match", "user").get(waiting_since__isnull=False)
        accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"plans {number}", "end"))
        resolve.resolve(match.pk)
    match.refresh_from_db()


def _news(user: User, match: Match) -> list[Callable[[], object]]:
    """What open pages are told, and emails that wait for company."""
    held = OutgoingEmail.objects.order_by("pk").last()
    assert held is not None
    return [
        partial(watches.versions, range(match.pk, match.pk + 500)),
        partial(_written, holding.join, held),
        partial(_written, holding.withdraw, held.mailbox or 0, [held.kind], "answered"),
        partial(_written, holding.hold_back, held.mailbox or 0, [held.kind], timezone.now()),
        partial(holding.release, user),
        partial(bundles.parts_of, held),
    ]


def _written(work: Callable[..., object], *about: object) -> None:
    """As it is done: in a transaction, which rows are held for."""
    with transaction.atomic():
        work(*about)


def _opened(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (200, 503), (path, answer.status_code)


def long_ways() -> dict[str, list[str]]:
    """What takes a long way, by who asks for it."""
    found: dict[str, list[str]] = {}
    for name, queries in asked_by_people_and_the_tick():
        for query in queries:
            why = long_way(query, MOST, is_paged=name.startswith("/admin/"))
            if why:
                found.setdefault(name, []).append(f"{why}: {query.sql[:300]}")
    return found


@pytest.mark.usefixtures("crowd")
def test_no_list_and_no_sweep_reads_all_matches_on_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows that each step of each plan reads are counted; an OR over joins, as it was, would be seen."""
    monkeypatch.setattr(admin, "MOST_ROWS", 500)
    everywhere = Q(seats__user=1) | Q(host=1)
    (query,) = queries_of(lambda: list(Match.objects.filter(everywhere).distinct().order_by("-pk")[:25]))
    assert "reads" in long_way(query, MOST)
    assert long_ways() == {}


@pytest.mark.django_db
def test_no_list_and_no_sweep_scans_a_table_on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would scan one is seen: names have no index."""
    monkeypatch.setattr(admin, "MOST_ROWS", 500)
    (query,) = queries_of(lambda: list(Match.objects.filter(name="A duel")))
    assert "SCAN" in long_way(query, MOST)
    found = long_ways()
    assert set(found) - {"/admin/post/outgoingemail/"} == set(), found  # an index on a CASE is not understood
