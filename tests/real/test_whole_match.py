"""One whole match of three people with real processes: one in the browser, one by program, one by replies."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any

import pytest
import redis
from playwright.sync_api import Page
from pypdf import PdfReader

from games.engine.play.save import decode_save
from games.models import Match, Order
from games.services import storage
from games.services.access import match_for, seats_of
from games.services.engines import ENGINES
from games.services.fairness import verify
from post.models import IncomingEmail, OutgoingEmail
from tests.real.doors import (
    Move,
    Player,
    address_of,
    await_move,
    begin,
    call,
    next_move,
    order,
    reply,
    sign_up,
)
from tests.real.server import Server
from tests.real.smtp import Email, Sink
from tests.timing import wait_for

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def sign_in(server: Server, sink: Sink, page: Page, player: Player) -> None:
    """As anybody does: ask for an email, open its link, press the button."""
    page.goto(f"{server.site}/sign-in/")
    page.get_by_label("Email address").first.fill(player.address)
    page.keyboard.press("Enter")
    emails = wait_for(
        lambda: [email for email in sink.to(player.address) if "/sign-in/" in email.text], 40, "the email"
    )
    found = re.search(rf"{re.escape(server.site)}/sign-in/\S+", emails[-1].text)
    assert found
    page.goto(found[0])
    page.locator("main button").first.click()
    page.wait_for_url("**/matches/")


TRAIL = "#question .trail [data-at]"


def play_by_form(server: Server, page: Page, match_id: int, move: Move) -> None:
    """Word by word, as the page offers them; a word without alternative is taken by the page itself.

    What is about to be sent is looked at, so this player wants to be asked before every order.
    """
    page.goto(f"{server.site}/matches/{match_id}/")
    page.get_by_label("Ask me").select_option("always")
    for count, word in enumerate(move.path):
        if page.locator(TRAIL).count() <= count:
            page.locator(f"#question .words a[data-word='{word}']").first.click()
            page.wait_for_function(
                "([trail, count]) => document.querySelectorAll(trail).length > count", arg=[TRAIL, count]
            )
    assert move.text in page.locator("#question .ready .order-lines").inner_text()
    page.locator("#question .ready .actions button").first.click()
    page.locator("#receipt .good").first.wait_for(timeout=40_000)


def play_by_mail(server: Server, sink: Sink, player: Player, move: Move) -> None:
    """A reply to the newest email about the match, with the email below."""
    email = wait_for(lambda: _about_match(sink.to(player.address)), 40, "an email to answer")[-1]
    before = len(_receipts(sink, player))
    reply(server, str(email.message["Reply-To"]), player.address, move.text, email.text)
    receipts = wait_for(lambda: _receipts(sink, player)[before:], 60, "the receipt")
    assert move.text.split()[0] in receipts[0].text


def _about_match(emails: list[Email]) -> list[Email]:
    return [email for email in emails if email.message["Reply-To"]]


def _receipts(sink: Sink, player: Player) -> list[Email]:
    return [email for email in sink.to(player.address) if email.message_id.startswith("<receipt.")]


def play_by_api(server: Server, player: Player, match_id: int, move: Move) -> None:
    """The decision is asked for, and answered."""
    status, asked = call(server, player, f"matches/{match_id}/decision/")
    assert status == 200
    assert asked["decision"]["question"] == move.question, asked
    status, told = order(server, player, match_id, move.text)
    assert status in (200, 202), told


def test_a_match_of_three_through_three_doors(server: Server, smtp_sink: Sink, page: Page) -> None:
    """To the final scores; then each one's emails, reports and JSON are looked into."""
    players = sign_up(server, "alice", "bob", "carol")
    match_id = begin(server, players)
    sign_in(server, smtp_sink, page, players[0])
    while (move := next_move(server, match_id)) is not None:
        play(server, smtp_sink, page, players, match_id, move)
    check_all(server, smtp_sink, page, players, match_id)


def test_the_same_on_postgresql(postgres_server: Server, smtp_sink: Sink, page: Page) -> None:
    """Each has one turn there, and then all but one give up: the program's player and the one by email."""
    server = postgres_server
    _alice, bob, carol = players = sign_up(server, "alice", "bob", "carol")
    match_id = begin(server, players)
    sign_in(server, smtp_sink, page, players[0])
    while turn_of(server, match_id) <= len(players):
        move = next_move(server, match_id)
        assert move is not None
        play(server, smtp_sink, page, players, match_id, move)
    assert call(server, bob, f"matches/{match_id}/resign/", {}, Idempotency_Key="resign")[0] in (200, 202)
    newest = _about_match(smtp_sink.to(carol.address))[-1]
    reply(server, str(newest.message["Reply-To"]), carol.address, "resign", newest.text)
    wait_for(lambda: next_move(server, match_id) is None, 40, "the end")
    check_all(server, smtp_sink, page, players, match_id)


def play(server: Server, sink: Sink, page: Page, players: list[Player], match_id: int, move: Move) -> None:
    """One move, through the door of whoever makes it."""
    alice, bob, carol = players
    if move.seat == alice.seat:
        play_by_form(server, page, match_id, move)
    elif move.seat == bob.seat:
        play_by_api(server, bob, match_id, move)
    else:
        play_by_mail(server, sink, carol, move)
    await_move(server, match_id, move.version)


def check_all(server: Server, sink: Sink, page: Page, players: list[Player], match_id: int) -> None:
    """Whatever can be known of a match that is over."""
    wait_for(lambda: _is_drained(server), 60, "the last emails")
    check_doors(server, match_id)
    check_emails(server, sink, match_id, players)
    check_reports(sink, players)
    check_json(server, match_id, players)
    check_pages(server, page, match_id)
    check_dice(server, match_id)
    check_nothing_is_babbled(server, sink, match_id)


def turn_of(server: Server, match_id: int) -> int:
    with server.at_hand():
        return Match.objects.get(pk=match_id).turn


def _is_drained(server: Server) -> bool:
    with server.at_hand():
        return not OutgoingEmail.objects.filter(state__in=["waiting", "sending"]).exists()


def check_doors(server: Server, match_id: int) -> None:
    """Everybody played through their own door, and nothing was refused."""
    with server.at_hand():
        rows = Order.objects.filter(match_id=match_id)
        assert {(row.seat.number, row.door) for row in rows.select_related("seat")} == {
            (1, "web"),
            (2, "api"),
            (3, "mail"),
        }
        assert [row.receipt["problem"] for row in rows if row.receipt.get("problem")] == []
        assert {mail.state for mail in IncomingEmail.objects.all()} == {"handled"}


def check_emails(server: Server, sink: Sink, match_id: int, players: list[Player]) -> None:
    """Each is complete in itself, belongs to one thread, and holds nothing that is another's."""
    secrets = {player.seat: address_of(server, match_id, player.seat) for player in players}
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        told = OutgoingEmail.objects.filter(
            conversation=match.pk, kind__in=["started", "turn", "finished"], state="sent"
        )
        spans: dict[int | None, list[tuple[int, int]]] = {seat.pk: [] for seat in match.seats.all()}
        for mail in told.order_by("pk"):
            spans[mail.mailbox].append((mail.facts["first"], mail.facts["last"]))
        last = match.event_rows.latest("number").number
    for span in spans.values():  # each event is told to each player in exactly one of them
        assert [first for first, _ in span] == [0, *[end for _, end in span[:-1]]]
        assert span[-1][1] == last
    for player in players:
        emails = _about_match(sink.to(player.address))
        assert len({email.message["References"].split()[0] for email in emails}) == 1
        for email in emails:
            raw = email.raw.decode("ascii", "replace")
            assert email.message["Auto-Submitted"]
            assert email.message["List-Id"]
            foreign = [address for seat, address in secrets.items() if seat != player.seat]
            assert not any(address.partition("@")[0] in raw for address in foreign)
        turns = [email for email in emails if email.message_id.startswith("<turn.")]
        assert turns
        for email in turns:
            assert email.text.index("--=#") < email.text.index("DOCKS")
            assert "YOUR HAND" in email.text
            assert max(map(len, email.text.splitlines())) <= 78 or "http" in email.text
        finished = [email for email in emails if email.message_id.startswith("<finished.")]
        assert len(finished) == 1


def check_reports(sink: Sink, players: list[Player]) -> None:
    """Every turn email has its report, made for its reader."""
    for player in players:
        emails = [x for x in _about_match(sink.to(player.address)) if x.message_id.startswith("<turn.")]
        for email in (emails[0], emails[-1]):
            (pdf,) = [
                part
                for part in email.message.iter_attachments()
                if part.get_content_type() == "application/pdf"
            ]
            pages = PdfReader(BytesIO(pdf.get_content())).pages
            text = "\n".join(page.extract_text() for page in pages)
            assert player.name.title() in text
            assert "play+" not in text


def check_json(server: Server, match_id: int, players: list[Player]) -> None:
    """At the end all hands are open; a stranger still sees nothing."""
    status, told = call(server, players[1], f"matches/{match_id}/")
    assert status == 200
    assert told["status"] == "finished"
    (stranger,) = sign_up(server, "mallory")
    assert call(server, stranger, f"matches/{match_id}/")[0] == 404
    assert call(server, None, f"matches/{match_id}/")[0] in (401, 404)


def check_pages(server: Server, page: Page, match_id: int) -> None:
    """The browser's player sees how it ended, and every turn."""
    page.goto(f"{server.site}/matches/{match_id}/")
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        run = storage.load(match, seats_of(match))
        scores: dict[str, Any] = match.result["scores"]
        assert ENGINES["scrappers"].result(run.state) is not None
        assert match_for(None, match_id) if match.is_public else True
        last = match.turn
    text = page.locator("main").inner_text()
    assert all(str(score) in text for score in scores.values())
    page.goto(f"{server.site}/matches/{match_id}/turns/{last}/")
    assert page.locator(".step-board svg").count() > 0


def check_dice(server: Server, match_id: int) -> None:
    """What was promised before the first roll holds."""
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        assert verify(match).rolls == match.roll_rows.count()
        assert decode_save(bytes(match.save_data or b"")).seeds.commitment() == match.commitment


def check_nothing_is_babbled(server: Server, sink: Sink, match_id: int) -> None:
    """B7, E5: no log, no Redis and no row holds what opens a seat or an account, or what someone wrote."""
    addresses = [address_of(server, match_id, seat) for seat in (1, 2, 3)]
    secrets = [address.partition("@")[0].rpartition("-")[2] for address in addresses]
    for email in sink.emails:
        secrets += re.findall(r"/sign-in/link/\d+-([a-z2-7]{20,})", email.text)
    with server.at_hand():
        written = [text for text in Order.objects.values_list("text", flat=True) if text]
        rows = [str(mail.facts) for mail in OutgoingEmail.objects.all()]
        rows += [bytes(mail.raw).decode("latin-1") for mail in IncomingEmail.objects.all()]
    said = "".join(part.words() for part in server.parts.values())
    with redis.Redis.from_url(server.redis_url) as client:
        kept = " ".join(f"{key!r} {client.dump(key)!r}" for key in client.scan_iter())
    assert len(secrets) >= 4
    for secret in secrets:
        assert secret not in said
        assert secret not in kept
        assert not any(secret in row for row in rows)
    assert not any(f" {text}" in said for text in written if " " in text)
