"""The match page of a player, rendered by a warm worker, against the bare view of the same player as JSON."""

from __future__ import annotations

import json

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.benchmarks.clock import ratio
from games.benchmarks.scratch import scratch_database
from games.models import Match
from games.services import resolve
from games.services.access import Access
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import accept
from games.services.scene import scene_of
from games.tools.demo import thought_out

TURNS = 12


def view_vs_state(rounds: int) -> float:
    """A whole request, against reading match and players by the ORM and writing the view as JSON."""
    with scratch_database():
        match, user = _a_match()
        page, client = reverse("match", args=[match.pk]), Client(SERVER_NAME="localhost")
        client.force_login(user)
        told = client.get(page).content.decode()
        for part in ("<svg", 'id="question"', "<textarea", match.name):
            if part not in told:
                raise AssertionError(f"the page lacks {part}")
        return ratio(lambda: client.get(page), lambda: _bare_view(user, match.pk), rounds)


def _bare_view(user: User, pk: int) -> str:
    """What the least view would do; it reads rows as any other does, not as quickly as ours."""
    match = Match.objects.select_related("host").get(pk=pk)
    seats = list(match.seats.select_related("user").order_by("number"))
    mine = next(seat for seat in seats if seat.user_id == user.pk)
    return json.dumps(scene_of(Access(match, seats, mine)).view)


def _a_match() -> tuple[Match, User]:
    """A duel in its middle, with the first player to move."""
    people = [User.objects.create_user(f"{name}@example.org", name) for name in ("ann", "ben")]
    match = open_match(people[0], Terms("scrappers", "Bench", {}), [Place(person) for person in people])
    while match.turn < TURNS or not match.seats.get(user=people[0]).waiting_since:
        seat = match.seats.select_related("match", "user").get(waiting_since__isnull=False)
        accept(seat, thought_out(match, seat))
        resolve.resolve(match.pk)
        match.refresh_from_db()
    return match, people[0]
