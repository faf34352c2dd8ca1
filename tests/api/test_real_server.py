"""Against real processes: the same request twenty times at once, and everything that the schema allows."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import requests
from pytest_django import DjangoDbBlocker

from accounts.models import User
from games.models import Match, Order
from tests.api.fuzz import with_things_that_exist
from tests.api.real import GENEROUS, PARTS, Place, furnish, her_turn
from tests.catalogue import IS_FULL, LONGEST
from tests.real.server import Server
from tests.tables import NAME, copy_of_tables
from tests.timing import wait_for

pytestmark = pytest.mark.slow

EXAMPLES = 500  # of each operation
CHECKS = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance,unsupported_method,ignored_auth"
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, django_db_blocker: DjangoDbBlocker) -> Iterator[Place]:
    """One server for all of these tests."""
    server = Server(tmp_path_factory.mktemp("server"), **GENEROUS)
    copy_of_tables(tmp_path_factory, server.folder / NAME)
    with django_db_blocker.unblock():
        try:
            server.start(*PARTS)
            with server.at_hand():
                place = Place(server, *furnish())
            wait_for(lambda: _is_there(place), 60, "the web server")
            yield place
        finally:
            server.stop()


def _is_there(place: Place) -> bool:
    try:
        return place.get("me/").ok
    except requests.ConnectionError:
        return False


@pytest.mark.timeout(300)
def test_twenty_at_once_with_one_key_are_one_order(place: Place) -> None:
    """C2, P15: one effect, twenty equal answers."""
    with place.server.at_hand():
        alice, bob = (User.objects.get(email=f"{name}@example.org") for name in ("alice", "bob"))
        match = her_turn(alice, bob).pk  # one that no other test has played in
    path = f"matches/{match}/orders/"

    def send(_number: int) -> tuple[int, int]:
        answered = place.post(path, {"text": "end"}, Idempotency_Key="one", Prefer="wait=10")
        return answered.status_code, answered.json()["id"]

    with ThreadPoolExecutor(20) as pool:
        answers = set(pool.map(send, range(20)))
    # Some wait for the receipt, others find no room to wait: it is the same order for all.
    assert {status for status, _ in answers} <= {200, 202}, answers
    assert len({order for _, order in answers}) == 1, answers
    with place.server.at_hand():
        assert Order.objects.filter(match_id=match).count() == 1
    assert place.post(path, {"text": "end # other"}, Idempotency_Key="one").status_code == 422


@pytest.mark.timeout(300)
def test_twenty_at_once_with_one_key_open_one_match(place: Place) -> None:
    """P15."""
    body = {"game": "scrappers", "name": "Once", "seats": [{"kind": "me"}, {"kind": "open"}]}

    def send(_number: int) -> tuple[int, str]:
        answered = place.post("matches/", body, Idempotency_Key="one")
        return answered.status_code, answered.text

    with ThreadPoolExecutor(20) as pool:
        answers = set(pool.map(send, range(20)))
    assert [status for status, _ in answers] == [201], answers
    with place.server.at_hand():
        assert Match.objects.filter(name="Once").count() == 1


@pytest.mark.catalogue
@pytest.mark.skipif(not IS_FULL, reason="takes an hour; test_fuzz.py has a few of each")
def test_nothing_that_the_schema_allows_or_forbids_is_a_server_error(place: Place, tmp_path: Path) -> None:
    """P16: through gunicorn, what is allowed and what is not, with the checks of the command."""
    done = _schemathesis(place, tmp_path, "--exclude-operation-id=resign")
    assert done.returncode == 0, done.stdout + done.stderr
    done = _schemathesis(place, tmp_path, "--include-operation-id=resign")
    assert done.returncode == 0, done.stdout + done.stderr


def _schemathesis(place: Place, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    described = folder / "schema.json"
    schema = requests.get(f"{place.server.site}/api/schema/", timeout=30).json()
    described.write_text(json.dumps(with_things_that_exist(schema)))
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("run", str(described), "--url", place.server.site),
        *("--header", f"Authorization: Token {place.token}", "--checks", CHECKS),
        *("--max-examples", str(EXAMPLES), "--seed", "21", "--no-color", "--generation-database", "none"),
        *more,
    ]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LONGEST)
