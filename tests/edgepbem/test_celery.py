"""Workers keep their connection to the database between tasks, but not for ever."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from django.db import connection

from edgepbem.celery import KeptConnections, app


@pytest.fixture
def ties() -> KeptConnections:
    """What Celery calls around each task."""
    found = next(one for one in vars(app)["_fixups"] if hasattr(one, "worker_fixup")).worker_fixup
    assert isinstance(found, KeptConnections)
    return found


def run_a_task(ties: KeptConnections) -> None:
    task = SimpleNamespace(request=SimpleNamespace(is_eager=False))
    ties.on_task_prerun(task)
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    ties.on_task_postrun(task)


@pytest.mark.django_db(transaction=True)
def test_a_worker_keeps_its_connection_from_task_to_task(ties: KeptConnections) -> None:
    run_a_task(ties)
    before = connection.connection
    run_a_task(ties)
    assert connection.connection is before


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_grew_old_is_replaced(ties: KeptConnections) -> None:
    """CONN_MAX_AGE counts here too; what a restart of the database leaves behind is in tests/real (F11)."""
    run_a_task(ties)
    before = connection.connection
    connection.close_at = 0
    run_a_task(ties)
    assert connection.connection is not before


def test_the_workers_of_this_app_are_tied_once() -> None:
    """Celery's own ties beside ours would close the connection again."""
    ours = [one for one in vars(app)["_fixups"] if type(one).__name__.endswith(("Ties", "Fixup"))]
    assert [type(one).__name__ for one in ours] == ["Ties"]
