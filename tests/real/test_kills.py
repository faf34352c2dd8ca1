"""Whatever dies, whenever: an accepted order has one effect, an email is sent, a repeat is known as one."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest
import redis

from games.engine.contract.events import Event, Link, verify
from games.engine.play.save import decode_save
from games.models import EventRow, Match, Order, Seat
from post.models import OutgoingEmail
from tests.catalogue import IS_FULL
from tests.real.conftest import ON
from tests.real.doors import (
    Player,
    address_of,
    await_move,
    begin,
    next_move,
    order,
    reply,
    sign_up,
)
from tests.real.machine import program
from tests.real.postgres import FOLDERS, Postgres
from tests.real.server import Server
from tests.real.smtp import Sink
from tests.timing import PATIENCE, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.timeout(280)]
# On which of the two everything is killed every day; the other one is for the catalogue. On the first, much
# more goes on at the same time; on SQLite, other tests kill each part alone.
EVERY_DAY = "postgres" if program("initdb", folders=FOLDERS) else "sqlite"
MORTAL = ["worker", "web", "gateway", "postman", "beat"]


@contextmanager
def murderer(server: Server, parts: list[str], pause: float = 2.0) -> Iterator[list[str]]:
    """Kills one part after the other, at random moments after the last one has come back to life."""
    killed: list[str] = []
    stop = threading.Event()
    chance = random.Random(7)

    def work() -> None:
        while not stop.wait(chance.uniform(0.1, pause)):
            part = parts[len(killed) % len(parts)]
            server.kill(part)
            killed.append(part)
            server.revive(
                part
            )  # else a busy machine would start parts that are killed before they do anything

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield killed
    finally:
        stop.set()
        thread.join()


def insist(server: Server, player: Player, match_id: int, text: str, key: str) -> None:
    """Send an order until someone says that it was accepted; the same key each time."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            status, answer = order(server, player, match_id, text, key, wait=0)
        except OSError:
            time.sleep(0.2)
            continue
        if status in (200, 202):
            return
        assert status == 429 or status >= 500, answer  # too fast for one person, or dying: nothing else
        time.sleep(0.2)
    raise AssertionError("nobody accepts orders")


def insist_by_mail(server: Server, match_id: int, player: Player, text: str, name: str) -> None:
    """Mail servers come again with the same email until it is taken."""
    to = address_of(server, match_id, player.seat)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            reply(server, to, player.address, text, message_id=f"<{name}@example.org>")
        except OSError:  # smtplib's own errors among them
            time.sleep(0.2)
            continue
        return
    raise AssertionError("nobody takes emails")


def all_is_quiet(server: Server) -> bool:
    """Whether nothing waits to be played or sent."""
    with server.at_hand():
        waiting = [OutgoingEmail.State.WAITING, OutgoingEmail.State.SENDING]
        return not (
            Order.objects.filter(played_at=None).exists()
            or OutgoingEmail.objects.filter(state__in=waiting).exists()
        )


def check_emails(server: Server, sink: Sink, kills: int) -> None:
    """P3: none is lost, none is from nowhere, and a repeat has the Message-ID of the first."""
    with server.at_hand():
        rows = dict(OutgoingEmail.objects.values_list("message_id", "state"))
        joined = OutgoingEmail.objects.filter(state=OutgoingEmail.State.JOINED)
        assert not joined.exclude(carrier__state=OutgoingEmail.State.SENT).exists()
    came = Counter(email.message_id for email in sink.emails)
    sent = {name for name, state in rows.items() if state == OutgoingEmail.State.SENT}
    ended = {OutgoingEmail.State.SENT, OutgoingEmail.State.DROPPED, OutgoingEmail.State.JOINED}
    assert set(rows.values()) <= ended
    assert sent <= set(came) <= set(rows)
    assert sum(came.values()) - len(came) <= kills


def check_match(server: Server, match_id: int, keys: list[str]) -> None:
    """P1, P2: each order is there once and was played once; the story has no hole."""
    with server.at_hand():
        match = Match.objects.get(pk=match_id)
        rows = list(Order.objects.filter(match=match).exclude(door=Order.Door.CLOCK))
        named = [row.key.removeprefix("api ") for row in rows if row.door == Order.Door.API]
        assert sorted(named) == sorted(keys)
        assert all(row.played_at for row in rows)
        assert not match.stuck
        numbers = list(EventRow.objects.filter(match=match).values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        check_chain(match)


def check_chain(match: Match) -> None:
    """Every link of the hash chain fits the events on record."""
    rows = list(match.event_rows.all())
    told = [msgspec.msgpack.decode(bytes(row.data), type=Event) for row in rows]
    links = [msgspec.msgpack.decode(bytes(row.link), type=Link) for row in rows if row.link is not None]
    save = decode_save(bytes(match.save_data or b""))
    assert verify(told, links, save.seeds.server) == save.chain


@pytest.mark.catalogue
@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_parts_killed_at_random_lose_nothing_and_do_nothing_twice(
    database: str, smtp_sink: Sink, request: pytest.FixtureRequest
) -> None:
    """F3, P1-P3: all but the stores are killed while a match is played by API and by mail."""
    if not IS_FULL and database != EVERY_DAY:
        pytest.skip("only in the catalogue")
    any_server: Server = request.getfixturevalue(ON[database])
    players = sign_up(any_server, "alice", "bob")
    match_id = begin(any_server, players)
    keys, emails = [], 0
    with murderer(any_server, MORTAL) as killed:
        for turn in range(30):
            move = next_move(any_server, match_id)
            if move is None or (turn >= 8 and len(killed) >= len(MORTAL)):
                break
            player = players[move.seat - 1]
            if player.seat == 1:
                keys.append(f"turn-{turn}")
                insist(any_server, player, match_id, move.text, keys[-1])
            else:
                emails += 1
                insist_by_mail(any_server, match_id, player, move.text, f"turn{turn}")
            await_move(any_server, match_id, move.version)
        # On a quick machine the match may be over before each part has been killed once.
        wait_for(lambda: len(killed) >= len(MORTAL), 90, "each part to be killed")
    any_server.kill(*MORTAL)
    killed += MORTAL
    any_server.start(*MORTAL)
    wait_for(lambda: all_is_quiet(any_server), 90, "all emails to be sent")
    assert set(killed[: -len(MORTAL)]) == set(MORTAL)
    check_match(any_server, match_id, keys)
    with any_server.at_hand():
        assert Order.objects.filter(match_id=match_id, door=Order.Door.MAIL).count() == emails
    check_emails(any_server, smtp_sink, len(killed))


def test_a_flushed_and_a_dead_redis_cost_time_and_nothing_else(server: Server, smtp_sink: Sink) -> None:
    """F1, F8, F9, P13: orders are accepted all the while, and the sweep finds them."""
    players = sign_up(server, "alice", "bob")
    match_id = begin(server, players)
    keys = []
    for turn in range(4):
        move = next_move(server, match_id)
        assert move is not None
        keys.append(f"turn-{turn}")
        if turn % 2:
            with redis.Redis.from_url(server.redis_url) as client:
                client.flushall()
        else:
            server.kill("redis")
        status, answer = order(server, players[move.seat - 1], match_id, move.text, keys[-1], wait=0)
        assert status == 202, answer
        server.start("redis")
        await_move(server, match_id, move.version)
    wait_for(lambda: all_is_quiet(server), 60)
    check_match(server, match_id, keys)
    check_emails(server, smtp_sink, 0)


def test_a_database_restarted_in_mid_turn_leaves_no_half_turn(
    postgres_server: Server, postgres: Postgres, smtp_sink: Sink
) -> None:
    """F11: what was accepted before is played once afterwards."""
    players = sign_up(postgres_server, "alice", "bob")
    match_id = begin(postgres_server, players)
    keys = []
    for turn in range(3):
        move = next_move(postgres_server, match_id)
        assert move is not None
        keys.append(f"turn-{turn}")
        insist(postgres_server, players[move.seat - 1], match_id, move.text, keys[-1])
        postgres.restart()
        await_move(postgres_server, match_id, move.version)
    wait_for(lambda: all_is_quiet(postgres_server), 60)
    check_match(postgres_server, match_id, keys)


def test_emails_wait_for_a_mail_server_that_refuses_and_for_one_that_is_gone(
    server: Server, smtp_sink: Sink
) -> None:
    """F14, G10: and what was rolled meanwhile stands."""
    smtp_sink.failure = "451 come again"
    match_id = begin(server, sign_up(server, "alice", "bob"))
    wait_for(lambda: _tried(server, "come again"), 30, "an attempt that is refused")
    smtp_sink.stop()
    wait_for(lambda: _tried(server, "ConnectionRefused"), 30, "an attempt that nobody hears")
    smtp_sink.failure = ""
    smtp_sink.start()
    wait_for(lambda: all_is_quiet(server), 60, "the emails")
    check_emails(server, smtp_sink, 0)
    check_match(server, match_id, [])


def _tried(server: Server, error: str) -> bool:
    with server.at_hand():
        waiting = OutgoingEmail.objects.filter(state=OutgoingEmail.State.WAITING)
        return waiting.filter(attempts__gt=0, error__contains=error).exists()


def test_one_refused_recipient_does_not_hold_up_the_others(server: Server, smtp_sink: Sink) -> None:
    players = sign_up(server, "alice", "bob")
    smtp_sink.refusals[players[0].address] = "550 no such user"
    begin(server, players)
    wait_for(lambda: all_is_quiet(server), 60)
    assert smtp_sink.to(players[1].address)
    with server.at_hand():
        refused = OutgoingEmail.objects.filter(address=players[0].address)
        assert {mail.state for mail in refused} == {OutgoingEmail.State.FAILED}


def test_a_postman_killed_after_the_mail_server_took_an_email_repeats_the_same_email(
    server: Server, smtp_sink: Sink
) -> None:
    """F15: at most one repeat for a kill, with the same Message-ID."""
    killed: list[bool] = []

    def kill() -> None:
        if not killed:
            server.kill("postman")
            killed.append(True)

    smtp_sink.on_email = kill
    begin(server, sign_up(server, "alice", "bob"))
    wait_for(lambda: killed, 30, "the kill")
    server.start("postman")
    wait_for(lambda: all_is_quiet(server), 60)
    came = Counter(email.message_id for email in smtp_sink.emails)
    assert max(came.values()) == 2
    check_emails(server, smtp_sink, 1)


def test_two_schedulers_and_two_workers_do_each_thing_once(server: Server, smtp_sink: Sink) -> None:
    """F6, P2: deadlines that pass while two of each look at them."""
    server.add_worker("second")
    beat = server.parts["beat"]
    server.parts["beat2"] = type(beat)("beat2", beat.command, beat.environment, server.folder)
    server.start("second", "beat2")
    wait_for(lambda: "ready." in server.parts["second"].words(), 30, "the second worker")
    wait_for(lambda: "Sending due task" in server.parts["beat2"].words(), 30, "the second beat")
    players = sign_up(server, "alice", "bob")
    matches = [begin(server, players) for _ in range(6)]
    with server.at_hand():
        Seat.objects.filter(due_at__isnull=False).update(due_at="2020-01-01T00:00Z")
    wait_for(lambda: min(_turn(server, match_id) for match_id in matches) >= 2, 60, "the deadlines")
    wait_for(lambda: all_is_quiet(server), 60)
    with server.at_hand():
        assert Order.objects.filter(door=Order.Door.CLOCK).count() == len(matches)
        assert {Match.objects.get(pk=pk).turn for pk in matches} == {2}
    check_emails(server, smtp_sink, 0)


def _turn(server: Server, match_id: int) -> int:
    with server.at_hand():
        return Match.objects.get(pk=match_id).turn
