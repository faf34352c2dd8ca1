"""The email that asks for a turn, and the report that comes with it."""

from __future__ import annotations

import re
import sys
from concurrent.futures import ThreadPoolExecutor
from html import unescape

import pytest
from django.db import connections

from accounts.models import User
from games.models import Match, Seat
from games.reports import pdf
from games.services.access import match_for
from games.services.matches.new import Place, Terms, open_match
from games.services.scene import scene_of
from games.services.texts import examples
from post import delivery
from post.compose import compose
from post.mime import Envelope
from post.models import OutgoingEmail
from post.parsing.reply_text import MARKER, new_text
from tests.catalogue import many
from tests.post.emails import Tags, data_of, delivered, email_of, of_turn, other_of, parsed
from tests.services.conftest import on_turn

pytestmark = pytest.mark.usefixtures("media")


def test_a_turn_email_begins_with_the_marker_and_whose_turn_it_is_until_when(duel, player):
    Seat.objects.filter(match=duel, user=player).update(due_at="2026-11-17T17:00:00Z")
    User.objects.filter(pk=player.pk).update(time_zone="Europe/Warsaw")
    lines = email_of("turn", duel, player).text.splitlines()
    assert lines[0] == MARKER
    assert lines[2] == "Your turn in A duel, turn 1, until Tue 17 Nov, 18:00 (Europe/Warsaw)."


def test_a_turn_email_is_complete_in_itself(duel, player):
    body = email_of("turn", duel, player).text
    scene = scene_of(match_for(player, duel.pk))
    assert scene.board() in body
    question = scene.question
    assert question is not None
    assert question.prompt in body
    assert f"\n  {question.draft}\n" in body
    assert all(" ".join(told.text.split()) in " ".join(body.split()) for told in scene.story())
    assert "When a deadline passes, standing orders" in body.replace("\n", " ")
    parts = ["YOUR OPTIONS", "HOW TO REPLY", "SINCE YOUR LAST EMAIL", "THE BOARD", "PLAYERS"]
    assert sorted(parts, key=body.index) == parts


def test_its_draft_may_be_sent_as_it_stands(duel, player, send):
    body = email_of("turn", duel, player).text
    draft = body.split("are ignored):")[1].split("Or play")[0].strip()
    order = send(duel, on_turn(duel), "\n".join(line.strip() for line in draft.splitlines()))
    assert order.receipt["problem"] is None
    assert [done["understood"] for done in order.receipt["done"]] == ["end"]


@pytest.mark.parametrize("lateness", Match.Lateness.values)
def test_the_clock_rule_of_the_match_is_told(lateness, duel, player):
    Match.objects.filter(pk=duel.pk).update(lateness=lateness)
    said = {"default": "defaults play", "bot": "a bot plays", "resign": "the player loses the seat"}
    assert said[lateness] in " ".join(email_of("turn", duel, player).text.split())


def test_nothing_of_an_email_is_taken_for_orders_when_it_is_quoted(duel, player):
    body = email_of("turn", duel, player).text
    quoted = "\n".join(f"> {line}" for line in body.splitlines())
    assert new_text(f"mine it\n\nOn Monday 16 Nov 2026 edgepbem@x.org wrote:\n{quoted}") == "mine it"
    assert new_text(f"mine it\n\n{body}") == "mine it"
    assert new_text(body) == ""


def test_a_question_that_was_answered_meanwhile_is_not_asked(duel, player, send):
    mail = of_turn("turn", duel, player)
    send(duel, on_turn(duel), "end")
    email = compose(mail)
    assert "the match has moved on since" in " ".join(email.text.split())
    assert "YOUR OPTIONS" not in email.text
    assert "SINCE YOUR LAST EMAIL" in email.text


def test_a_question_that_has_changed_is_asked_as_it_stands_now(duel, player, send):
    mail = of_turn("turn", duel, player)
    question = scene_of(match_for(player, duel.pk)).question
    assert question is not None
    send(duel, on_turn(duel), next(line for line in examples(question) if line.startswith("recruit")))
    text = " ".join(compose(mail).text.split())
    assert "The match has moved on since this email was queued" in text
    assert "YOUR OPTIONS" in text
    assert "recruit: take" not in text


def test_an_email_tells_each_event_once(duel, player, send):
    send(duel, on_turn(duel), "end")
    delivery.deliver_due()
    bodies = [message.text for message in delivered() if message.to == [other_of(duel, player).email]]
    assert sum("ends the turn." in body for body in bodies) == 1


def test_emails_speak_the_language_of_their_reader(duel, player):
    User.objects.filter(pk=player.pk).update(language="de", time_zone="Europe/Berlin")
    email = email_of("turn", duel, player)
    assert '<html lang="de">' in email.html
    assert "(Europe/Berlin)" in email.text


def board_lines(match: Match, player: User) -> set[str]:
    """What the board says to a player as text."""
    return set(scene_of(match_for(player, match.pk)).board().splitlines())


def lines_of(email: Envelope) -> set[str]:
    """The lines of an HTML email, as they are read."""
    return set(unescape(re.sub("<[^>]+>", "", email.html)).splitlines())


def test_the_board_and_the_hand_are_text_in_the_html_too(duel, player):
    """A phone shows the picture too small to be read."""
    email = email_of("turn", duel, player)
    assert board_lines(duel, player) - lines_of(email) == set()
    assert "cid:" in email.html


def test_the_board_is_a_picture_inside_the_email(duel, player):
    email = email_of("turn", duel, player)
    picture = next(part for part in parsed(email).walk() if part.get_content_type() == "image/png")
    assert data_of(parsed(email), "image/png").startswith(b"\x89PNG")
    assert Tags(email.html).sources == [f"cid:{picture['Content-ID'].strip('<>')}"]


# Reports.


def test_a_turn_email_brings_its_reader_the_report(duel, alice, bob):
    player = alice if on_turn(duel) == 1 else bob
    email = compose(of_turn("turn", duel, player))
    report = next(part for part in parsed(email).walk() if part.get_content_type() == "application/pdf")
    assert report.get_filename() == f"match-{duel.pk}-turn-1.pdf"
    assert data_of(parsed(email), "application/pdf").startswith(b"%PDF")
    assert "PDF with the same content" in email.text


def test_an_email_goes_out_without_its_report_and_says_so(duel, alice, bob, monkeypatch):
    """D6: printing fails, the email does not; and it is counted."""
    pdf.PRINTERS.close()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    player = alice if on_turn(duel) == 1 else bob
    delivery.deliver_due()
    email = next(message for message in delivered() if message.to == [player.email])
    assert "The PDF could not be made this time" in email.text
    assert board_lines(duel, player) - lines_of(email) == set()
    assert OutgoingEmail.objects.get(kind="turn", user=player).without_pdf
    assert OutgoingEmail.objects.get(kind="turn", user=player).state == OutgoingEmail.State.SENT


def test_who_wants_no_pdf_gets_none(duel, player):
    files = email_of("turn", duel, player).files
    assert [file.kind for file in files] == ["image/png"]


@pytest.mark.catalogue
@pytest.mark.django_db(transaction=True)
def test_emails_written_side_by_side_are_not_mixed_up(alice, bob):
    """E7: body, reply address, picture and attachment belong to the reader."""
    User.objects.filter(pk=bob.pk).update(mail_pdf=False)
    alice.refresh_from_db(), bob.refresh_from_db()
    for number in range(many(3, 125)):  # two emails each, four times
        terms = Terms("scrappers", f"Duel {number}", {})
        open_match(alice, terms, [Place(alice), Place(bob)])
    mails = [of_turn("started", match, user) for match in Match.objects.all() for user in (alice, bob)]
    alone = {mail.pk: _essence(compose(mail)) for mail in mails}
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(_composed, [mail.pk for mail in mails] * 4))
    assert len(set(alone.values())) == len(mails)
    assert all(essence == alone[pk] for pk, essence in together)


def _composed(pk: int) -> tuple[int, tuple[object, ...]]:
    try:
        return pk, _essence(compose(OutgoingEmail.objects.select_related("user").get(pk=pk)))
    finally:
        connections.close_all()


def _essence(email: Envelope) -> tuple[object, ...]:
    files = tuple((file.kind, file.data) for file in email.files)
    return email.to[0], email.text, email.html, email.extra_headers["Reply-To"], files
