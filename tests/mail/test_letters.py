"""Letters of every kind, as their readers get them."""

from __future__ import annotations

import ast
import importlib
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.mail import BadHeaderError
from django.db import connections
from django.utils import timezone

from accounts.models import User
from games.mail.letters import LETTERS
from games.mail.message import Envelope
from games.mail.outgoing import NotNeeded, compose
from games.mail.reply_text import MARKER, new_text
from games.models import Match, Order, OutgoingMail, Press, Seat
from games.reports import pdf
from games.services import delivery, matches
from games.services.access import match_for
from games.services.drafts import examples
from games.services.scene import scene_of
from tests.catalogue import many
from tests.mail.letters import (
    MAKING,
    Tags,
    by_mail,
    data_of,
    delivered,
    invited,
    letter_of,
    of_turn,
    parsed,
    queued,
    seat_in,
    seat_of,
)
from tests.services.conftest import on_turn

ROOT = Path(site.BASE_DIR)
PLAIN_TAGS = {
    *(
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "div",
        "p",
        "span",
        "a",
        "h1",
        "h2",
        "h3",
        "ul",
        "li",
    ),
    *("strong", "pre", "table", "tr", "td", "img"),
}
HOSTILE = (
    '<script>alert(1)</script><img src="http://evil.example/x.png" onerror="x()">'
    '{{ 7|add:"1" }}{% now "Y" %}<style>@import "http://evil.example/a.css";</style>'
    '<link rel="stylesheet" href="file:///etc/passwd">'
)


@pytest.fixture(autouse=True)
def files(settings, tmp_path):
    settings.MEDIA_ROOT = str(tmp_path)


@pytest.fixture
def paperless(alice, bob):
    """Printing takes time, and most letters are about something else."""
    User.objects.update(mail_pdf=False)
    alice.mail_pdf = bob.mail_pdf = False


@pytest.fixture
def player(duel, alice, bob, paperless):
    """Whoever is on turn."""
    return alice if on_turn(duel) == 1 else bob


# Every kind.


def test_each_kind_has_a_letter_here():
    assert set(MAKING) == set(LETTERS)


@pytest.mark.parametrize("kind", sorted(LETTERS))
def test_a_letter_can_be_read_by_everybody(kind, duel, player):
    letter = letter_of(kind, duel, player)
    lines = letter.text.splitlines()
    assert all(len(line) <= 76 or line.startswith("http") for line in lines), max(lines, key=len)
    assert letter.subject
    assert "None" not in letter.text + letter.subject
    assert "{{" not in letter.text + letter.html
    assert "\n\n\n" not in letter.text
    tags = Tags(letter.html)
    assert tags.tags <= PLAIN_TAGS
    assert not tags.open
    # Every link in the HTML is in the text too, but for links to the same places.
    for link in set(tags.links):
        assert link in letter.text, link


@pytest.mark.parametrize("kind", sorted(LETTERS))
def test_a_letter_says_in_both_forms_what_it_says(kind, duel, player):
    message = parsed(letter_of(kind, duel, player))
    kinds = [part.get_content_type() for part in message.walk() if part.get_content_maintype() == "text"]
    assert kinds == ["text/plain", "text/html"]
    assert message["Auto-Submitted"] in ("auto-generated", "auto-replied")
    assert message["Message-ID"]
    assert message["Date"]
    assert "@" in message["From"]


def test_every_kind_that_is_queued_anywhere_has_a_letter():
    found = {kind for path in _sources() for kind in _kinds_queued(path)}
    assert {"turn", "receipt", "sign_in", "press", "declined"} <= found
    assert found <= set(LETTERS)


def test_a_kind_that_nobody_writes_is_an_error(duel, alice):
    with pytest.raises(KeyError):
        compose(queued("love_letter", seat_of(duel, alice), alice, {}))


def _sources():
    return [path for room in ("games", "accounts") for path in (ROOT / room).rglob("*.py")]


def _kinds_queued(path: Path) -> set[str]:
    """First arguments of calls that queue letters, and kinds of rows made directly."""
    kinds: set[str] = set()
    for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
        name = ast.unparse(call.func)
        if name in ("outbox.queue", "outbox.queue_for_seat", "outbox.letter"):
            kinds |= _meant(path, call.args[0])
        elif name == "OutgoingMail" and path.name != "outbox.py":
            kinds |= _meant(path, next(word.value for word in call.keywords if word.arg == "kind"))
    return kinds


# Where the kind is a variable: what it may be.
VARIABLES = {
    "games.services.host_letters": {"paused", "resumed", "extended", "rewound"},
    "games.services.news": {"turn", "report", "finished", "started"},
    "games.services.replacing": {"turn", "started"},
    "games.services.inviting": {"invitation", "rematch"},
    "accounts.services.address_change": {"address_old", "address_new"},
}


def _meant(path: Path, argument: ast.expr) -> set[str]:
    if isinstance(argument, ast.Constant):
        return {str(argument.value)}
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    value = getattr(module, ast.unparse(argument), None)
    return {value} if isinstance(value, str) else VARIABLES[module.__name__]


# The turn letter.


def test_a_turn_letter_begins_with_the_marker_and_whose_turn_it_is_until_when(duel, player):
    Seat.objects.filter(match=duel, user=player).update(due_at="2026-11-17T17:00:00Z")
    User.objects.filter(pk=player.pk).update(time_zone="Europe/Warsaw")
    lines = letter_of("turn", duel, player).text.splitlines()
    assert lines[0] == MARKER
    assert lines[2] == "Your turn in A duel, turn 1, until Tue 17 Nov, 18:00 (Europe/Warsaw)."


def test_a_turn_letter_is_complete_in_itself(duel, player):
    body = letter_of("turn", duel, player).text
    scene = scene_of(match_for(player, duel.pk))
    assert scene.board() in body
    question = scene.question
    assert question is not None
    assert question.prompt in body
    assert f"\n  {question.draft}\n" in body
    assert all(" ".join(told.text.split()) in " ".join(body.split()) for told in scene.story())
    assert "when a deadline passes, standing orders" in body.replace("\n", " ")
    parts = ["WHAT IS ASKED", "HOW TO ANSWER", "SINCE YOUR LAST LETTER", "THE TABLE", "PLAYERS"]
    assert sorted(parts, key=body.index) == parts


def test_its_draft_may_be_sent_as_it_stands(duel, player, send):
    body = letter_of("turn", duel, player).text
    draft = body.split("left out):")[1].split("Or use")[0].strip()
    order = send(duel, on_turn(duel), "\n".join(line.strip() for line in draft.splitlines()))
    assert order.receipt["problem"] is None
    assert [done["understood"] for done in order.receipt["done"]] == ["end"]


@pytest.mark.parametrize("lateness", Match.Lateness.values)
def test_the_clock_rule_of_the_match_is_told(lateness, duel, player):
    Match.objects.filter(pk=duel.pk).update(lateness=lateness)
    said = {"default": "defaults answer", "bot": "a bot plays", "resign": "the seat is given up"}
    assert said[lateness] in " ".join(letter_of("turn", duel, player).text.split())


def test_nothing_of_a_letter_is_taken_for_orders_when_it_is_quoted(duel, player):
    body = letter_of("turn", duel, player).text
    quoted = "\n".join(f"> {line}" for line in body.splitlines())
    assert new_text(f"mine it\n\nOn Monday 16 Nov 2026 edgepbem@x.org wrote:\n{quoted}") == "mine it"
    assert new_text(f"mine it\n\n{body}") == "mine it"
    assert new_text(body) == ""


def test_a_question_that_was_answered_meanwhile_is_not_asked(duel, player, send):
    mail = of_turn("turn", duel, player)
    send(duel, on_turn(duel), "end")
    letter = compose(mail)
    assert "the match has moved on since" in " ".join(letter.text.split())
    assert "WHAT IS ASKED" not in letter.text
    assert "SINCE YOUR LAST LETTER" in letter.text


def test_a_question_that_has_changed_is_asked_as_it_stands_now(duel, player, send):
    mail = of_turn("turn", duel, player)
    question = scene_of(match_for(player, duel.pk)).question
    assert question is not None
    send(duel, on_turn(duel), next(line for line in examples(question) if line.startswith("recruit")))
    text = " ".join(compose(mail).text.split())
    assert "The match has moved since this letter was called for" in text
    assert "WHAT IS ASKED" in text
    assert "recruit: take" not in text


def test_a_letter_tells_each_event_once(duel, player, send):
    send(duel, on_turn(duel), "end")
    delivery.deliver_due()
    bodies = [message.text for message in delivered() if message.to == [other_of(duel, player).email]]
    assert sum("ends the turn." in body for body in bodies) == 1


def other_of(match, player):
    return match.seats.exclude(user=player).select_related("user")[0].user


def test_letters_speak_the_language_of_their_reader(duel, player):
    User.objects.filter(pk=player.pk).update(language="de", time_zone="Europe/Berlin")
    letter = letter_of("turn", duel, player)
    assert '<html lang="de">' in letter.html
    assert "(Europe/Berlin)" in letter.text


def test_the_board_is_a_picture_inside_the_letter(duel, player):
    letter = letter_of("turn", duel, player)
    picture = next(part for part in parsed(letter).walk() if part.get_content_type() == "image/png")
    assert data_of(parsed(letter), "image/png").startswith(b"\x89PNG")
    assert Tags(letter.html).sources == [f"cid:{picture['Content-ID'].strip('<>')}"]


# What is out of date.


def test_a_seat_that_changed_hands_gets_no_old_letters(duel, player, charlie):
    mail = of_turn("turn", duel, player)
    Seat.objects.filter(pk=seat_in(mail).pk).update(user=charlie)
    seat_in(mail).refresh_from_db()
    with pytest.raises(NotNeeded):
        compose(mail)


@pytest.mark.parametrize(
    ("kind", "wish"),
    [
        ("turn", "mail_turns"),
        ("press", "mail_press"),
        ("reminder", "mail_reminders"),
        ("paused", "mail_host_acts"),
        ("extended", "mail_host_acts"),
    ],
)
def test_what_the_reader_does_not_want_any_more_is_not_sent(kind, wish, duel, player):
    mail = MAKING[kind](duel, player)
    User.objects.filter(pk=player.pk).update(**{wish: False})
    delivery.deliver_due()
    mail.refresh_from_db()
    assert mail.state == OutgoingMail.State.DROPPED


def test_a_match_that_was_muted_is_silent(duel, player):
    mail = of_turn("turn", duel, player)
    Seat.objects.filter(pk=seat_in(mail).pk).update(is_muted=True)
    seat_in(mail).refresh_from_db()
    with pytest.raises(NotNeeded):
        compose(mail)


def test_a_match_that_was_wound_back_is_not_over(duel, player):
    mail = MAKING["finished"](duel, player)
    Match.objects.filter(pk=duel.pk).update(status=Match.Status.RUNNING)
    seat_in(mail).match.refresh_from_db()
    delivery.deliver_due(100)
    mail.refresh_from_db()
    assert mail.state == OutgoingMail.State.DROPPED


def test_an_invitation_that_is_not_open_any_more_is_not_sent(alice, bob):
    mail = invited(alice)
    Match.objects.filter(pk=seat_in(mail).match_id).update(status=Match.Status.WITHDRAWN)
    seat_in(mail).match.refresh_from_db()
    with pytest.raises(NotNeeded):
        compose(mail)


def test_a_reminder_leaves_out_what_was_answered(duel, player, send):
    mail = MAKING["reminder"](duel, player)
    send(duel, on_turn(duel), "end")
    with pytest.raises(NotNeeded):
        compose(mail)


def test_several_due_matches_are_one_letter(duel, player, alice, bob):
    terms = matches.Terms("scrappers", "Another", {})
    matches.open_match(alice, terms, [matches.Place(player), matches.Place(other_of(duel, player))])
    later = timezone.now() + timedelta(hours=5)
    Seat.objects.filter(user=player).update(due_at=later, waiting_since=timezone.now())
    seats = list(Seat.objects.filter(user=player).values_list("pk", flat=True))
    letter = compose(queued("reminder", None, player, {"seats": seats}))
    assert letter.subject == "2 matches wait for you"
    assert "A duel (Star Scrappers" in letter.text
    assert "Another (Star Scrappers" in letter.text


# Receipts.


def test_a_receipt_says_line_by_line_what_was_understood(duel, player):
    order = by_mail(duel, player, "END\nrecruit nonsense")
    letter = compose(queued("receipt", seat_of(duel, player), player, {"order": order.pk}))
    assert "Line 1: END\n    read as: end" in letter.text
    assert parsed(letter)["Auto-Submitted"] == "auto-replied"


def test_a_receipt_hands_back_what_was_not_done(duel, player):
    order = by_mail(duel, player, "recruit nonsense\nend")
    letter = compose(queued("receipt", seat_of(duel, player), player, {"order": order.pk}))
    assert "none of your orders could be carried out" in letter.text
    assert "  recruit nonsense\n  end\n" in letter.text
    assert "WHAT IS ASKED NOW" in letter.text
    assert "“nonsense” is not possible here" in letter.text


def test_a_receipt_tells_what_became_of_other_wishes(duel, player, send):
    for kind, said in (
        (Order.Kind.TAKE_BACK, "nothing could be taken back"),
        (Order.Kind.RESIGN, "you have resigned"),
    ):
        order = send(duel, on_turn(duel), "", kind)
        letter = compose(queued("receipt", order.seat, player, {"order": order.pk}))
        assert f"A duel: {said}" in letter.text


def test_a_private_message_is_read_by_its_reader_alone(duel, alice, bob, player):
    first, second = duel.seats.order_by("number")
    said = Press.objects.create(match=duel, sender=first, to=second, name="Alice", text="Secret", key="1")
    assert "Secret" in compose(queued("press", seat_of(duel, bob), bob, {"press": said.pk})).text
    Press.objects.filter(pk=said.pk).update(to=first)
    with pytest.raises(NotNeeded):
        compose(queued("press", seat_of(duel, bob), bob, {"press": said.pk}))


def test_the_seed_is_told_when_the_match_is_over_and_not_before(duel, player):
    from games.engine.save import decode_save

    seed = decode_save(bytes(duel.save_data)).seeds.server.hex()
    assert seed not in letter_of("turn", duel, player).text
    letter = letter_of("finished", duel, player)
    assert seed in letter.text
    assert duel.commitment in letter.text


# User text.


@pytest.mark.parametrize("kind", sorted(set(LETTERS) - {"goodbye", "help", "sign_in", "address_new"}))
def test_what_players_write_is_inert(kind, duel, player):
    """D1, D2, D3: no tag, no handler, no picture, no link; and no template of theirs is filled in."""
    User.objects.filter(pk=player.pk).update(name=HOSTILE[:60])
    Match.objects.update(name=HOSTILE[:60])
    mail = MAKING[kind](duel, player)
    User.objects.update(name=HOSTILE[:60])
    Press.objects.update(text=HOSTILE, name=HOSTILE[:60])
    Match.objects.update(name=HOSTILE[:60])
    facts = mail.facts | ({"text": HOSTILE, "subject": HOSTILE} if kind == "answer" else {})
    OutgoingMail.objects.filter(pk=mail.pk).update(facts=facts)
    User.objects.filter(pk=player.pk).update(mail_every_turn=True)
    letter = compose(OutgoingMail.objects.select_related("user", "match", "seat").get(pk=mail.pk))
    page = Tags(letter.html)
    assert page.tags <= PLAIN_TAGS
    assert not page.handlers
    assert all(source.startswith("cid:") for source in page.sources)
    assert all(link.startswith(site.SITE_URL + "/") for link in page.links)
    assert "8{" not in letter.html
    assert "<script" not in letter.html.lower()


def test_a_name_is_not_turned_into_a_link(alice):
    """D12: an invitation does not carry somebody else's link."""
    letter = compose(invited(alice, name="Win at https://evil.example/now"))
    assert "https://evil.example" not in letter.text + letter.html + letter.subject
    assert "evil." in letter.text


@pytest.mark.parametrize("name", ["A\r\nBcc: eve@example.org", "A\nB", "lone \ud800 half", "tab\there"])
def test_a_name_that_no_header_can_bear_costs_only_the_subject(name, duel, player):
    """D8, D9: should a row hold one, the letter goes out under a neutral subject."""
    mail = of_turn("turn", duel, player)
    seat_in(mail).match.name = name
    letter = compose(mail)
    assert letter.subject == f"Your match {duel.pk} at edgepbem"
    message = parsed(letter)
    assert message["Bcc"] is None
    assert "WHAT IS ASKED" in letter.text


def test_a_stored_line_break_does_not_stop_the_mail_of_a_match(duel, player):
    """D8, through the outbox."""
    Match.objects.filter(pk=duel.pk).update(name="A\r\nBcc: eve@example.org")
    delivery.deliver_due()
    assert {message.to[0] for message in delivered()} == {"alice@example.org", "bob@example.org"}
    assert all(message.message().parsed()["Bcc"] is None for message in delivered())


@pytest.mark.parametrize("to", ["a@x.org, b@y.org", "a@x.org b@y.org", "a@x.org\nBcc: b@y.org", ""])
def test_a_letter_has_exactly_one_reader(to):
    """D10."""
    with pytest.raises(BadHeaderError):
        Envelope(subject="x", text="x", html="x", sender="e@x.org", to=to, headers={})


def test_two_addresses_in_a_row_are_written_to_by_nobody(duel, player):
    """D10, through the outbox."""
    mail = of_turn("turn", duel, player)
    OutgoingMail.objects.filter(pk=mail.pk).update(address="a@x.org, b@y.org")
    delivery.deliver_due()
    assert all(len(message.recipients()) == 1 for message in delivered())
    assert not any("x.org" in message.to[0] for message in delivered())


# Reports.


def test_a_turn_letter_brings_its_reader_the_report(duel, alice, bob):
    player = alice if on_turn(duel) == 1 else bob
    letter = compose(of_turn("turn", duel, player))
    report = next(part for part in parsed(letter).walk() if part.get_content_type() == "application/pdf")
    assert report.get_filename() == f"match-{duel.pk}-turn-1.pdf"
    assert data_of(parsed(letter), "application/pdf").startswith(b"%PDF")
    assert "attached as a PDF" in letter.text


def test_a_letter_goes_out_without_its_report_and_says_so(duel, alice, bob, monkeypatch):
    """D6: printing fails, the letter does not; and it is counted."""
    pdf.PRESS.close()
    monkeypatch.setattr(sys, "executable", "/bin/false")
    player = alice if on_turn(duel) == 1 else bob
    delivery.deliver_due()
    letter = next(message for message in delivered() if message.to == [player.email])
    assert "The PDF is missing this time" in letter.text
    assert scene_of(match_for(player, duel.pk)).board() in letter.html.replace("&#x27;", "'")
    assert OutgoingMail.objects.get(kind="turn", user=player).without_pdf
    assert OutgoingMail.objects.get(kind="turn", user=player).state == OutgoingMail.State.SENT


def test_who_wants_no_pdf_gets_none(duel, player):
    files = letter_of("turn", duel, player).files
    assert [file.kind for file in files] == ["image/png"]


@pytest.mark.catalogue
@pytest.mark.django_db(transaction=True)
def test_letters_written_side_by_side_are_not_mixed_up(alice, bob):
    """E7: body, reply address, picture and attachment belong to the reader."""
    User.objects.filter(pk=bob.pk).update(mail_pdf=False)
    alice.refresh_from_db(), bob.refresh_from_db()
    for number in range(many(3, 125)):  # two letters each, four times
        terms = matches.Terms("scrappers", f"Duel {number}", {})
        matches.open_match(alice, terms, [matches.Place(alice), matches.Place(bob)])
    mails = [of_turn("started", match, user) for match in Match.objects.all() for user in (alice, bob)]
    alone = {mail.pk: _essence(compose(mail)) for mail in mails}
    with ThreadPoolExecutor(6) as pool:
        together = list(pool.map(_composed, [mail.pk for mail in mails] * 4))
    assert len(set(alone.values())) == len(mails)
    assert all(essence == alone[pk] for pk, essence in together)


def _composed(pk: int) -> tuple[int, tuple[object, ...]]:
    try:
        return pk, _essence(compose(OutgoingMail.objects.select_related("user", "match", "seat").get(pk=pk)))
    finally:
        connections.close_all()


def _essence(letter: Envelope) -> tuple[object, ...]:
    files = tuple((file.kind, file.data) for file in letter.files)
    return letter.to[0], letter.text, letter.html, letter.extra_headers["Reply-To"], files
