"""Views that are kept: what a reader saw after a turn is shown again as it was."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Order, TurnView
from games.services import intake, resolve
from games.services.engines import ENGINES
from games.services.intake import Wish
from games.services.matches import Place, Terms, open_match
from games.services.turn_views import decode_view, encode_view
from tests.engine.test_every_game import HOSTILE, questions


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_view_that_was_kept_shows_the_same_table(game: str) -> None:
    engine = ENGINES[game]
    for number, (run, decision) in enumerate(questions(engine, engine.seats[-1], 16)):
        if number % 25 == 0 and run.table.has_state:
            view = engine.view(run.table.state, decision.seat)
            kept = decode_view(encode_view(view))
            assert engine.board(kept, names=HOSTILE) == engine.board(view, names=HOSTILE)
            assert engine.picture(kept, names=HOSTILE) == engine.picture(view, names=HOSTILE)


@pytest.mark.django_db
def test_the_table_after_every_turn_is_kept_also_when_bots_follow(alice: User) -> None:
    places = [Place(alice), Place(bot="random"), Place(bot="random")]
    match = open_match(alice, Terms("scrappers", "With bots", {}), places)
    for number in range(4):
        resolve.resolve_all(match.pk)
        match.refresh_from_db()
        seat = match.seats.select_related("match", "user").get(number=1)
        intake.accept(seat, Wish(Order.Kind.ORDERS, Order.Door.WEB, f"{number}", "end"))
    resolve.resolve_all(match.pk)
    match.refresh_from_db()
    turns = set(TurnView.objects.filter(match=match, seat=0).values_list("turn", flat=True))
    assert turns == set(range(match.turn))
