"""What a player is told about orders, messages and the end."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Order, Press, Seat
from games.services import resolve
from post.compose import compose
from post.kinds import NotNeeded
from post.text import grouped
from tests.post.emails import (
    by_mail,
    email_of,
    of_turn,
    parsed,
    queued,
    seat_of,
)
from tests.post.inbox import post
from tests.services.conftest import on_turn

pytestmark = pytest.mark.usefixtures("media")


def test_a_receipt_says_line_by_line_what_was_understood(duel, player):
    order = by_mail(duel, player, "END\nrecruit nonsense")
    email = compose(queued("receipt", seat_of(duel, player), player, {"order": order.pk}))
    assert "Line 1: END\n    read as: end" in email.text
    assert parsed(email)["Auto-Submitted"] == "auto-replied"


def test_a_receipt_says_which_line_put_orders_in_doubt(duel, player):
    post(seat_of(duel, player), "end\n\nNot yet, please.\n\nBob")
    resolve.resolve(duel.pk)
    order = Order.objects.latest("pk")
    email = compose(queued("receipt", seat_of(duel, player), player, {"order": order.pk}))
    told = " ".join(email.text.split())
    assert "your orders have not been played. NOT DONE end Because of the line “Not yet, please.” we" in told
    assert "is not possible here" not in told
    assert "correct this" not in told
    assert "Not read as" not in told


def _held(duel, player, text):
    post(seat_of(duel, player), text)
    resolve.resolve(duel.pk)
    return Order.objects.latest("pk")


DOUBTED = "end\n\nStill undecided, to be honest.\n\nBob"


@pytest.mark.parametrize(
    "said", ["yes", "Hi,\n\nYes, please!\n\nBob", "tak", "Ja, bitte.", "ok\n\nCheers\nBob"]
)
def test_orders_in_doubt_are_played_when_their_player_says_yes(duel, player, said):
    held = _held(duel, player, DOUBTED)
    assert not held.receipt["done"]
    email = compose(queued("receipt", seat_of(duel, player), player, {"order": held.pk}))
    assert "If you do, reply with just “yes”." in " ".join(email.text.split())
    post(seat_of(duel, player), said)
    resolve.resolve(duel.pk)
    assert [line["understood"] for line in Order.objects.latest("pk").receipt["done"]] == ["end"]


@pytest.mark.parametrize(
    "said", ["Yes, but only if Bob has passed.", "yes\nrecruit nonsense", "Yes? What do you mean?"]
)
def test_a_yes_with_anything_else_plays_nothing(duel, player, said):
    _held(duel, player, DOUBTED)
    post(seat_of(duel, player), said)
    resolve.resolve(duel.pk)
    assert not any(order.receipt.get("done") for order in Order.objects.all())


def test_a_yes_is_for_the_last_letter_alone_and_only_while_its_question_is_open(duel, player):
    _held(duel, player, DOUBTED)
    _held(duel, player, "recruit nonsense")
    post(seat_of(duel, player), "yes")
    resolve.resolve(duel.pk)
    assert not any(order.receipt.get("done") for order in Order.objects.all())
    held = _held(duel, player, DOUBTED)
    Seat.objects.filter(pk=held.seat_id).update(waiting_since=timezone.now())
    post(seat_of(duel, player), "yes")
    resolve.resolve(duel.pk)
    assert not any(order.receipt.get("done") for order in Order.objects.all())


def test_orders_on_both_sides_of_a_doubt_are_not_played_by_a_yes(duel, player):
    held = _held(duel, player, "recruit nonsense\nSorry, I meant:\nend")
    email = compose(queued("receipt", seat_of(duel, player), player, {"order": held.pk}))
    assert "once more, without that line" in " ".join(email.text.split())
    post(seat_of(duel, player), "yes")
    resolve.resolve(duel.pk)
    assert not any(order.receipt.get("done") for order in Order.objects.all())


def test_the_page_holds_orders_in_doubt_ready_to_be_sent(client, duel, player):
    _held(duel, player, DOUBTED)
    client.force_login(player)
    page = client.get(f"/matches/{duel.pk}/").content.decode()
    assert ">end</textarea>" in page
    assert "is not possible here" not in page


def test_a_wrong_order_is_not_said_to_put_others_in_doubt(duel, player):
    post(seat_of(duel, player), "Hi,\nrecruit nonsense\nend\n\nBob")
    resolve.resolve(duel.pk)
    order = Order.objects.latest("pk")
    email = compose(queued("receipt", seat_of(duel, player), player, {"order": order.pk}))
    assert "recruit nonsense" in email.text
    assert "Because of the line" not in email.text


def test_a_receipt_hands_back_what_was_not_done(duel, player):
    order = by_mail(duel, player, "recruit nonsense\nend")
    email = compose(queued("receipt", seat_of(duel, player), player, {"order": order.pk}))
    assert "none of your orders could be carried out" in email.text
    assert "  recruit nonsense\n  end\n" in email.text
    assert "YOUR OPTIONS NOW" in email.text
    assert "“nonsense” is not possible here" in email.text


def test_a_receipt_tells_what_became_of_other_wishes(duel, player, send):
    for kind, said in (
        (Order.Kind.TAKE_BACK, "there was nothing to take back"),
        (Order.Kind.RESIGN, "you have resigned"),
    ):
        order = send(duel, on_turn(duel), "", kind)
        email = compose(queued("receipt", order.seat, player, {"order": order.pk}))
        assert f"A duel: {said}" in email.text


def test_a_private_message_is_read_by_its_reader_alone(duel, alice, bob, player):
    first, second = duel.seats.order_by("number")
    said = Press.objects.create(match=duel, sender=first, to=second, name="Alice", text="Secret", key="1")
    assert "Secret" in compose(queued("press", seat_of(duel, bob), bob, {"press": said.pk})).text
    Press.objects.filter(pk=said.pk).update(to=first)
    with pytest.raises(NotNeeded):
        compose(queued("press", seat_of(duel, bob), bob, {"press": said.pk}))


def test_the_seed_is_told_when_the_match_is_over_and_not_before(duel, player):
    from games.engine.play.save import decode_save

    seed = decode_save(bytes(duel.save_data)).seeds.server.hex()
    assert seed not in email_of("turn", duel, player).text
    email = email_of("finished", duel, player)
    assert seed in email.text
    assert duel.commitment in email.text


def test_turn_emails_carry_the_head_of_the_record_up_to_what_they_tell(duel, player, send):
    from games.services import fairness

    head = fairness.head(duel)
    queued_before = of_turn("turn", duel, player)
    send(duel, on_turn(duel), "end")
    email = compose(queued_before)
    shown = grouped(head)
    assert f"The record of the match up to here:\n{shown}\n" in email.text
    assert shown in email.html
    assert fairness.find_head(duel, shown) is not None
    assert fairness.head(duel) != head


def test_the_page_and_the_api_tell_what_was_not_read_as_an_order(duel, player):
    """The same as the emailed receipt."""
    post(seat_of(duel, player), "Hi Bob,\n\nend")
    resolve.resolve(duel.pk)
    client = Client()
    client.force_login(player)
    order = Order.objects.get(door="mail")
    page = client.get(f"/matches/{duel.pk}/?order={order.ref}").content.decode()
    assert "Hi Bob," in page.partition('id="receipt"')[2].partition("</div>")[0]
    shown = client.get(f"/api/v1/matches/{duel.pk}/orders/{order.ref}/").json()
    assert shown["receipt"]["remarks"] == ["Hi Bob,"]
