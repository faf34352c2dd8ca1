"""Orders by REST: accepted once, answered line by line."""

from __future__ import annotations

import time
from threading import BoundedSemaphore

import pytest
from celery import current_app
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api import waiting
from games.models import Match, Order
from games.services import resolve
from tests.api.conftest import Program, problem
from tests.timing import PATIENCE, quick


def path(match: Match) -> str:
    return f"matches/{match.pk}/orders/"


def test_an_order_is_accepted_and_its_receipt_is_found_at_its_address(mover: Program, duel: Match) -> None:
    played = mover.order(duel, "end\nfly")
    assert played["played_at"]
    assert [done["understood"] for done in played["receipt"]["done"]] == ["end"]
    assert played["receipt"]["refused"]["line"] == 2
    assert "fly" in played["receipt"]["refused"]["told"]
    assert played["receipt"]["rest"] == "fly"


def test_an_end_too_many_is_named_in_the_receipt(mover: Program, duel: Match) -> None:
    receipt = mover.order(duel, "end\nend")["receipt"]
    assert receipt["refused"] is None
    assert [done["line"] for done in receipt["done"]] == [1]
    assert receipt["needless"] == [{"line": 2, "text": "end"}]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_quick_turns_202_into_200(
    mover: Program, duel: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(current_app, "send_task", lambda task, args=(): resolve.resolve_all(*args))
    answered = mover.post(path(duel), {"text": "end"}, Prefer="wait=5")
    assert answered.status_code == 200, answered.content
    assert answered.json()["receipt"]["done"][0]["understood"] == "end"


def test_nobody_waits_who_did_not_ask_to(
    mover: Program, duel: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However far behind the workers are, an order takes no thread of the web server."""
    monkeypatch.setattr(waiting, "time", None)  # whoever looks at the clock, or sleeps, fails
    answered = mover.post(path(duel), {"text": "end"}, Prefer="")
    assert answered.status_code == 202, answered.content
    assert mover.get(answered["Location"].removeprefix("/api/v1/")).json()["receipt"] is None


def test_no_more_wait_than_there_is_room_for(
    mover: Program, duel: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The threads of the web server are for everybody: half of them may wait."""
    monkeypatch.setattr(waiting, "_places", BoundedSemaphore(1))
    monkeypatch.setattr(waiting, "time", None)
    with waiting._places:
        assert mover.post(path(duel), {"text": "end"}, Prefer="wait=9").status_code == 202


def test_nobody_waits_longer_than_wanted(
    mover: Program, duel: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOST", 2 * PATIENCE)
    began = time.monotonic()
    assert mover.post(path(duel), {"text": "end"}, Prefer="wait=1").status_code == 202
    assert 1 <= time.monotonic() - began < PATIENCE


def test_answers_are_lines_of_words(mover: Program, duel: Match) -> None:
    asked = mover.get(f"matches/{duel.pk}/decision/").json()["decision"]
    assert "end" in [option["word"] for option in asked["options"]]
    answered = mover.post(path(duel), {"answers": [["end"], ["end"]]})
    assert answered.json()["text"] == "end\nend"


def test_a_word_cannot_smuggle_another_line_in(mover: Program, duel: Match) -> None:
    for word in ('end"\nresign', "end\nend", "\u2028", " "):
        problem(mover.post(path(duel), {"answers": [[word]]}), 400)
    assert not Order.objects.exists()


def test_an_answer_holds_for_its_question_only(mover: Program, duel: Match) -> None:
    asked = mover.get(f"matches/{duel.pk}/decision/").json()["decision"]
    body = {"question": asked["question"], "answer": ["end"]}
    first = mover.post(path(duel), body)
    again = mover.post(path(duel), body)
    resolve.resolve_all(duel.pk)
    assert mover.get(_relative(first)).json()["receipt"]["refused"] is None
    assert "question has changed" in mover.get(_relative(again)).json()["receipt"]["refused"]["told"]


def _relative(answered: object) -> str:
    return str(answered["Location"]).removeprefix("/api/v1/")  # type: ignore[index]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": "end", "answers": [["end"]]},
        {"question": "x"},
        {"answer": ["end"]},
        {"text": "end", "question": "x"},
        {"text": 5},
        {"answers": []},
        {"answers": [[]]},
        {"answers": "end"},
        {"text": "end", "seat": 2},
        [],
        "end",
        None,
    ],
)
def test_orders_come_in_one_form(body: object, mover: Program, duel: Match) -> None:
    problem(mover.post(path(duel), b"null" if body is None else body), 400)
    assert not Order.objects.exists()


def test_what_cannot_be_read_is_refused_with_what_is_legal(mover: Program, duel: Match) -> None:
    told = problem(mover.post(path(duel), {"text": "((((\nend"}), 422)
    assert told["line"] == 1
    assert "end" in told["legal"]
    assert "Line 1" in told["detail"]
    assert not Order.objects.exists()


@pytest.mark.parametrize("text", ["", " \n ", "# only a remark"])
def test_a_text_without_orders_is_no_order(text: str, mover: Program, duel: Match) -> None:
    problem(mover.post(path(duel), {"text": text}), 422)
    assert not Order.objects.exists()


@pytest.mark.parametrize(
    "text",
    ["end\n" * 9_000, "(" * 5_000, "a|b " * 5_000, "if " * 9_000, "x" * 39_999, '"' * 30_000],
)
def test_a_monstrous_text_is_decided_quickly(text: str, mover: Program, duel: Match) -> None:
    """C12: 10,000 lines, 5,000 brackets, what can be read in many ways."""
    with quick(2.0):
        answered = mover.post(path(duel), {"text": text})
    assert answered.status_code in (202, 422)


def test_more_than_anybody_writes_is_refused(mover: Program, duel: Match) -> None:
    """C12."""
    problem(mover.post(path(duel), {"text": "end\n" * 10_001}), 400)
    problem(mover.post(path(duel), b'{"text": "' + b"x" * 300_000 + b'"}'), 413)


# Keys.


def test_the_same_key_is_the_same_order(mover: Program, duel: Match) -> None:
    """C2, one after the other."""
    first, again = (mover.post(path(duel), {"text": "end"}, Idempotency_Key="k") for _ in range(2))
    assert first.json() == again.json()
    assert Order.objects.count() == 1


def test_the_same_key_for_something_else_is_refused(mover: Program, duel: Match) -> None:
    """C2: other body."""
    mover.post(path(duel), {"text": "end"}, Idempotency_Key="k")
    told = problem(mover.post(path(duel), {"text": "recruit TER1"}, Idempotency_Key="k"), 422)
    assert told["type"].endswith("key-used")
    problem(mover.post(path(duel), {"question": "x", "answer": ["end"]}, Idempotency_Key="k"), 422)


def test_keys_of_others_do_not_clash(hers: Program, his: Program, duel: Match) -> None:
    """C2: other user's key."""
    for program in (hers, his):
        assert program.post(path(duel), {"text": "end"}, Idempotency_Key="k").status_code == 202
    assert Order.objects.count() == 2


def test_the_order_that_ended_the_match_is_still_the_same_order(hers: Program, duel: Match) -> None:
    """P15."""
    first = hers.post(f"matches/{duel.pk}/resign/", Idempotency_Key="bye")
    resolve.resolve_all(duel.pk)
    again = hers.post(f"matches/{duel.pk}/resign/", Idempotency_Key="bye")
    assert again.status_code == 200
    assert again.json()["id"] == first.json()["id"]
    problem(hers.post(f"matches/{duel.pk}/resign/", Idempotency_Key="other"), 409)


def test_a_key_cannot_stand_for_one_that_the_clock_makes(mover: Program, duel: Match) -> None:
    due = duel.seats.get(waiting_since__isnull=False).due_at
    assert due is not None
    problem(mover.post(path(duel), {"text": "end"}, Idempotency_Key=f"late {due.isoformat()}"), 400)
    mover.post(path(duel), {"text": "end"}, Idempotency_Key=f"late{due.isoformat()}")
    assert Order.objects.get().key.startswith("api ")


@pytest.mark.parametrize("key", ["", " ", "x" * 191, "ä", "a b"])
def test_a_key_is_plain(key: str, mover: Program, duel: Match) -> None:
    problem(mover.post(path(duel), {"text": "end"}, Idempotency_Key=key), 400)


def test_two_orders_without_keys_are_two_orders(mover: Program, duel: Match) -> None:
    for _ in range(2):
        mover.post(path(duel), {"text": "end"})
    assert Order.objects.count() == 2


# Looking at them.


def test_orders_are_listed_newest_first(mover: Program, duel: Match) -> None:
    for text in ("end", "end # 2", "end # 3"):
        mover.post(path(duel), {"text": text})
    page = mover.get(path(duel), page_size=2).json()
    assert page["count"] == 3
    assert [order["text"] for order in page["results"]] == ["end # 3", "end # 2"]
    rest = mover.get(page["next"].removeprefix("/api/v1/")).json()
    assert [order["text"] for order in rest["results"]] == ["end"]
    assert rest["next"] is None


def test_an_order_takes_three_queries(mover: Program, duel: Match) -> None:
    with CaptureQueriesContext(
        connection,
    ) as counted:
        mover.post(path(duel), {"text": "end"})
    asked = [query["sql"] for query in counted if "SAVEPOINT" not in query["sql"]]
    assert len(asked) == 3, asked


def test_take_back_is_an_order_too(mover: Program, duel: Match) -> None:
    answered = mover.post(f"matches/{duel.pk}/take-back/")
    assert answered.json()["kind"] == "take_back"
    resolve.resolve_all(duel.pk)
    receipt = mover.get(_relative(answered)).json()["receipt"]
    assert receipt["refused"] is not None  # nothing was ordered yet
    asked = mover.get(f"matches/{duel.pk}/decision/").json()["decision"]
    assert asked["is_waited_for"]
