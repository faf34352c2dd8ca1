"""What players write stays text in every email."""

from __future__ import annotations

import pytest
from django.conf import settings as site
from django.core.mail import BadHeaderError

from accounts.models import User
from games.models import Match, Press
from post import delivery
from post.compose import compose
from post.kinds import all_kinds
from post.mime import Envelope
from post.models import OutgoingEmail
from tests.post.emails import (
    MAKING,
    PLAIN_TAGS,
    Tags,
    delivered,
    invited,
    of_turn,
    parsed,
)

HOSTILE = (
    '<script>alert(1)</script><img src="http://evil.example/x.png" onerror="x()">'
    '{{ 7|add:"1" }}{% now "Y" %}<style>@import "http://evil.example/a.css";</style>'
    '<link rel="stylesheet" href="file:///etc/passwd">'
)
pytestmark = pytest.mark.usefixtures("media")


@pytest.mark.parametrize("kind", sorted(set(all_kinds()) - {"goodbye", "help", "sign_in", "address_new"}))
def test_what_players_write_is_inert(kind, duel, player):
    """D1, D2, D3: no tag, no handler, no picture, no link; and no template of theirs is filled in."""
    User.objects.filter(pk=player.pk).update(name=HOSTILE[:60])
    Match.objects.update(name=HOSTILE[:60])
    mail = MAKING[kind](duel, player)
    User.objects.update(name=HOSTILE[:60])
    Press.objects.update(text=HOSTILE, name=HOSTILE[:60])
    Match.objects.update(name=HOSTILE[:60])
    facts = mail.facts | ({"text": HOSTILE, "subject": HOSTILE} if kind == "answer" else {})
    OutgoingEmail.objects.filter(pk=mail.pk).update(facts=facts)
    User.objects.filter(pk=player.pk).update(mail_every_turn=True)
    email = compose(OutgoingEmail.objects.select_related("user").get(pk=mail.pk))
    page = Tags(email.html)
    assert page.tags <= PLAIN_TAGS
    assert not page.handlers
    assert all(source.startswith("cid:") for source in page.sources)
    assert all(link.startswith(site.SITE_URL + "/") for link in page.links)
    assert "8{" not in email.html
    assert "<script" not in email.html.lower()


def test_a_name_is_not_turned_into_a_link(alice):
    """D12: an invitation does not carry someone else's link."""
    email = compose(invited(alice, name="Win at https://evil.example/now"))
    assert "https://evil.example" not in email.text + email.html + email.subject
    assert "evil." in email.text


@pytest.mark.parametrize("name", ["A\r\nBcc: eve@example.org", "A\nB", "lone \ud800 half", "tab\there"])
def test_a_name_that_no_header_can_bear_costs_only_the_subject(name, duel, player, monkeypatch):
    """D8, D9: should a row hold one, the email goes out under a neutral subject."""
    mail = of_turn("turn", duel, player)
    monkeypatch.setattr(Match, "name", property(lambda match: name, lambda match, value: None))
    email = compose(mail)
    assert email.subject == f"Your match {duel.pk} at edgepbem"
    message = parsed(email)
    assert message["Bcc"] is None
    assert "YOUR OPTIONS" in email.text


def test_a_stored_line_break_does_not_stop_the_mail_of_a_match(duel, player):
    """D8, through the outbox."""
    Match.objects.filter(pk=duel.pk).update(name="A\r\nBcc: eve@example.org")
    delivery.deliver_due()
    assert {message.to[0] for message in delivered()} == {"alice@example.org", "bob@example.org"}
    assert all(message.message().parsed()["Bcc"] is None for message in delivered())


@pytest.mark.parametrize("to", ["a@x.org, b@y.org", "a@x.org b@y.org", "a@x.org\nBcc: b@y.org", ""])
def test_an_email_has_exactly_one_reader(to):
    """D10."""
    with pytest.raises(BadHeaderError):
        Envelope(subject="x", text="x", html="x", sender="e@x.org", to=to, headers={})


def test_two_addresses_in_a_row_are_written_to_by_nobody(duel, player):
    """D10, through the outbox."""
    mail = of_turn("turn", duel, player)
    OutgoingEmail.objects.filter(pk=mail.pk).update(address="a@x.org, b@y.org")
    delivery.deliver_due()
    assert all(len(message.recipients()) == 1 for message in delivered())
    assert not any("x.org" in message.to[0] for message in delivered())
