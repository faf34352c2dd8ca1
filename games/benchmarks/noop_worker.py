"""A Celery that does nothing, as quickly as Celery can: what the latency of a turn is measured against."""

import os

from celery import Celery

from edgepbem.broker import broker_url

REDIS_URL = broker_url(os.environ.get("REDIS_URL", "redis://localhost:6379/0"))
app = Celery("noop", broker=REDIS_URL, backend=REDIS_URL, set_as_current=False)
app.conf.worker_enable_remote_control = False  # as on our side: its queues need scripts in Redis


@app.task
def noop() -> None:
    """Done."""
