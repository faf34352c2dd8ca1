"""A refusal leads to the rule that says why, whichever way it is read."""

from __future__ import annotations

from games.models import Match, Order
from games.services.orders import NewOrder, accept
from games.services.stories.receipts import shown_receipt
from games.services.texts import about_receipt
from tests.web.conftest import Browse
from tests.web.pages import html, on_turn, played


def test_a_refused_order_names_its_rule_on_the_page_and_in_letters(duel: Match, browse: Browse) -> None:
    seat = on_turn(duel)
    for key in ("k1", "k2"):
        accept(seat, NewOrder(Order.Kind.ORDERS, Order.Door.WEB, key, text="raid seat 2"))
        played(duel)
    order = Order.objects.get(seat=seat, key="k2")
    receipt = shown_receipt(order.receipt, {})
    assert (receipt.rule, bool(receipt.problem)) == ("SS-11.2", True)
    page = html(browse(seat.user).get(f"/matches/{duel.pk}/?order={order.ref}"))
    assert 'href="/rules/scrappers/rule/SS-11.2/"' in page
    assert "See SS-11.2: write “rules SS-11.2” to read it." in about_receipt(receipt)
