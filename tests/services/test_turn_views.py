"""Views that are kept: what a reader saw after a turn is shown again as it was."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Order, TurnView
from games.services import orders, resolve
from games.services.access import Access, seats_of
from games.services.engines import ENGINES
from games.services.matches.new import Place, Terms, open_match
from games.services.orders import NewOrder
from games.services.scene import scene_after
from games.services.storage import decode_view, encode_view
from tests.engine.test_every_game import HOSTILE, questions


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_a_view_that_was_kept_shows_the_same_table(game: str) -> None:
    engine = ENGINES[game]
    for number, (run, decision) in enumerate(questions(engine, engine.seats[-1], 16)):
        if number % 25 == 0 and run.has_state:
            view = engine.view(run.state, decision.seat)
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
        orders.accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, f"{number}", "end"))
    resolve.resolve_all(match.pk)
    match.refresh_from_db()
    turns = set(TurnView.objects.filter(match=match, seat=0).values_list("turn", flat=True))
    assert turns == set(range(match.turn))


@pytest.mark.django_db
def test_the_table_of_a_turn_is_the_one_at_its_end(alice: User) -> None:
    places = [Place(bot="random"), Place(bot="random")]
    match = open_match(alice, Terms("edge", "Bots", {"preset": True, "beginner": True}), places)
    while match.turn < 4:
        resolve.resolve(match.pk)
        match.refresh_from_db()
    for turn in range(1, match.turn):
        scene = scene_after(Access(match, seats_of(match), None), turn)
        assert scene is not None
        assert f"TURN {turn}" in scene.board()


@pytest.mark.django_db
def test_a_turn_that_was_taken_back_is_not_over(alice: User, bob: User) -> None:
    match = open_match(alice, Terms("scrappers", "A duel", {}), [Place(alice), Place(bob)])
    first = next(seat for seat in match.seats.all() if seat.waiting_since is not None)
    for number, (kind, text) in enumerate([(Order.Kind.ORDERS, "end"), (Order.Kind.TAKE_BACK, "")]):
        orders.accept(first, NewOrder(kind, Order.Door.WEB, f"{number}", text))
        resolve.resolve_all(match.pk)
        match.refresh_from_db()
        kept = set(TurnView.objects.filter(match=match, seat=0).values_list("turn", flat=True))
        assert kept == set(range(match.turn))
    assert match.turn == 1
