"""A server of an earlier version, with its content, is brought up to date: nothing is lost, matches go on."""

from __future__ import annotations

import gzip
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

SAVED = Path(__file__).parent / "saves" / "database-0.1.0.sql.gz"
# Run by the upgraded server itself; what it prints last is looked at here.
AFTERWARDS = """
import json
import django

django.setup()
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.db import connection

# Hosts who may change emails, and a line in the log of what one did, as the old version knew them.
with connection.cursor() as cursor:
    cursor.execute("SELECT id FROM django_content_type WHERE app_label = 'games' AND model = 'outgoingmail'")
    [kind] = cursor.fetchone()
    cursor.execute("SELECT id FROM auth_permission WHERE codename = 'change_outgoingmail'")
    [right] = cursor.fetchone()
    cursor.execute("INSERT INTO auth_group (name) VALUES ('hosts')")
    cursor.execute(
        "INSERT INTO auth_group_permissions (group_id, permission_id) SELECT id, %s FROM auth_group", [right]
    )
    cursor.execute(
        "INSERT INTO django_admin_log (action_time, object_id, object_repr, action_flag, change_message,"
        " content_type_id, user_id)"
        " SELECT '2026-11-17', '1', 'an email', 2, '', %s, MIN(id) FROM accounts_user",
        [kind],
    )

call_command("migrate", verbosity=0)

from games.models import Match, Seat
from games.services import orders, resolve
from games.services.access import match_for
from games.services.scene import scene_of
from post import compose, inbox
from post.kinds import NotNeeded
from post.models import IncomingEmail, OutgoingEmail, RoomEmail

composed = 0
for email in OutgoingEmail.objects.select_related("user"):
    try:
        compose.compose(email)
        composed += 1
    except NotNeeded:
        pass
inbox.read_due()
played = {}
asked = Seat.objects.filter(waiting_since__isnull=False).exclude(user=None)
for seat in asked.select_related("match", "user"):
    if seat.match.status == "running" and seat.match_id not in played:
        question = scene_of(match_for(seat.user, seat.match_id)).question
        order = orders.accept(seat, orders.NewOrder("orders", "web", "after the upgrade", question.draft))
        resolve.resolve(seat.match_id)
        order.refresh_from_db()
        played[seat.match_id] = bool(order.played_at) and not order.receipt.get("problem")
print(json.dumps({
    "outgoing": OutgoingEmail.objects.count(),
    "composed": composed,
    "incoming": IncomingEmail.objects.count(),
    "unread": IncomingEmail.objects.filter(state="waiting").count(),
    "of_a_seat": IncomingEmail.objects.filter(mailbox__in=Seat.objects.values("pk")).count(),
    "room": RoomEmail.objects.count(),
    "stuck": Match.objects.exclude(stuck="").count(),
    "played": played,
    "rights": [f"{one.content_type.app_label}.{one.codename}" for one in Permission.objects.filter(group=1)],
    "logged": LogEntry.objects.get(object_repr="an email").content_type.model_class().__name__,
    "twice": Permission.objects.filter(codename="change_outgoingemail").count(),
}))
"""


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    folder = tmp_path_factory.mktemp("server")
    with sqlite3.connect(folder / "db.sqlite3") as database:
        database.executescript(gzip.decompress(SAVED.read_bytes()).decode())
    known = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG")}
    done = subprocess.run(
        [sys.executable, "-c", AFTERWARDS],
        cwd=settings.BASE_DIR,
        env=known
        | {
            "DJANGO_SETTINGS_MODULE": "edgepbem.settings",
            "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
            "VAR_DIR": str(folder),
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return told


def test_no_email_is_lost(upgraded: dict[str, object]) -> None:
    assert (upgraded["incoming"], upgraded["room"]) == (4, 3)
    assert int(str(upgraded["outgoing"])) >= 63


def test_emails_that_waited_are_written_and_read(upgraded: dict[str, object]) -> None:
    assert upgraded["composed"]
    assert upgraded["unread"] == 0
    assert upgraded["of_a_seat"] == 4


def test_staff_keep_their_rights_and_the_log_its_meaning(upgraded: dict[str, object]) -> None:
    assert upgraded["rights"] == ["post.change_outgoingemail"]
    assert upgraded["logged"] == "OutgoingEmail"
    assert upgraded["twice"] == 1


def test_running_matches_go_on(upgraded: dict[str, object]) -> None:
    """F17."""
    assert upgraded["stuck"] == 0
    played = upgraded["played"]
    assert isinstance(played, dict)
    assert played
    assert all(played.values()), played
