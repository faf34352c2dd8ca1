"""Headers: one thread, one reply address for each seat, and a way out."""

from __future__ import annotations

import re
from html import escape

import pytest

from post import delivery
from post.compose import compose
from post.kinds import all_kinds
from post.models import OutgoingEmail
from tests.mailboxes import reply_address
from tests.post.emails import MAKING, by_mail, delivered, email_of, of_turn, parsed, queued, seat_of

OF_THE_MATCH = ["answer", "finished", "press", "receipt", "report", "started", "turn"]


@pytest.mark.parametrize("kind", OF_THE_MATCH)
def test_emails_of_a_match_are_one_thread_and_go_back_to_the_seat(kind, duel, player):
    message = parsed(email_of(kind, duel, player))
    assert message["References"].split()[0] == f"<match.{duel.pk}@edgepbem.localhost>"
    assert f"<match-{duel.pk}.edgepbem.localhost>" in message["List-Id"]
    assert reply_address(seat_of(duel, player)) in message["Reply-To"]


def test_an_email_keeps_the_id_that_was_fixed_when_it_was_queued(duel, player):
    """P3: sent twice it has one Message-ID."""
    mail = of_turn("turn", duel, player)
    assert parsed(compose(mail))["Message-ID"] == parsed(compose(mail))["Message-ID"] == mail.message_id


def test_each_seat_has_an_address_of_its_own(duel, alice, bob):
    assert reply_address(seat_of(duel, alice)) != reply_address(seat_of(duel, bob))


def test_a_receipt_answers_the_mail_that_brought_the_order(duel, player):
    order = by_mail(duel, player, "end")
    message = parsed(compose(queued("receipt", seat_of(duel, player), player, {"order": order.pk})))
    assert message["In-Reply-To"] == "<bobs-mail.1@example.org>"
    assert message["References"].split() == [
        f"<match.{duel.pk}@edgepbem.localhost>",
        "<bobs-mail.1@example.org>",
    ]
    assert message["Auto-Submitted"] == "auto-replied"


def test_what_a_foreign_mail_was_called_cannot_add_headers(duel, player):
    facts = {
        "text": "x",
        "subject": "a\r\nBcc: eve@example.org",
        "in_reply_to": "<a>\r\nBcc: eve@example.org",
    }
    message = parsed(compose(queued("answer", seat_of(duel, player), player, facts)))
    assert message["Bcc"] is None
    assert message["Subject"] == "Re: A duel"
    assert "eve" not in message["In-Reply-To"]


@pytest.mark.parametrize("kind", ["turn", "report", "press", "reminder"])
def test_what_one_may_do_without_has_a_way_out_with_one_click(kind, duel, player):
    """P20: https for programs that post, and a mail for those that cannot."""
    message = parsed(email_of(kind, duel, player))
    ways = re.findall("<([^>]+)>", message["List-Unsubscribe"])
    assert ways[0].startswith("http://localhost:8000/unsubscribe/")
    assert ways[1] == f"mailto:{reply_address(seat_of(duel, player))}?subject=stop&body=stop"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize("kind", ["turn", "report", "press", "reminder", "paused"])
def test_the_footer_names_what_each_link_stops(kind, duel, player):
    email = email_of(kind, duel, player)
    category = all_kinds()[kind].category
    assert category is not None
    what = str(category.label)
    assert re.search(rf"^Stop {what}:\nhttp\S+/unsubscribe/", email.text, re.MULTILINE)
    assert re.search(rf"/unsubscribe/[^>]+>Stop {escape(what)}</a>", email.html)


@pytest.mark.parametrize("kind", ["receipt", "sign_in", "goodbye", "finished"])
def test_what_was_asked_for_has_none(kind, duel, player):
    assert "List-Unsubscribe" not in parsed(email_of(kind, duel, player))


def test_no_secret_is_in_the_row_of_an_email(duel, player):
    """B7: links are computed when an email is sent."""
    for kind in ("turn", "sign_in", "invitation", "address_old", "press"):
        mail = MAKING[kind](duel, player)
        email = compose(mail)
        row = str(OutgoingEmail.objects.values().get(pk=mail.pk))
        for secret in re.findall("[a-z2-7]{32}", email.text):
            assert secret not in row


def test_through_the_outbox_everybody_gets_one_email(duel, player):
    delivery.deliver_due()
    delivery.deliver_due()
    assert sorted(message.to[0] for message in delivered()) == ["alice@example.org", "bob@example.org"]
    assert all(message.from_email.endswith("<edgepbem@edgepbem.localhost>") for message in delivered())
