"""A database of its own for what is measured: nothing of a real server is read or written."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connections
from django.test import override_settings

from edgepbem.celery import app


@contextmanager
def scratch_database() -> Iterator[None]:
    """Everything in here uses an empty database with all tables; no message reaches a worker."""
    connection = connections["default"]
    # Public servers keep no list of all queries.
    with tempfile.TemporaryDirectory() as folder, override_settings(DEBUG=False):
        if connection.vendor == "sqlite":
            connection.settings_dict["TEST"]["NAME"] = str(Path(folder) / "bench.sqlite3")
        name = connection.settings_dict["NAME"]
        app.conf.update(broker_url="memory://", broker_read_url="memory://", broker_write_url="memory://")
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            yield
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
