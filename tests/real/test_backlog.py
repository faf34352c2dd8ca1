"""More orders than workers can play at once: what watches over them goes on."""

from __future__ import annotations

import json
import uuid
from base64 import b64encode

import redis

from post.models import Heartbeat
from tests.real.server import Server
from tests.timing import wait_for

BACKLOG = 3_000


def call(task: str, *ids: int) -> bytes:
    """A call of a task as Celery writes it."""
    number = str(uuid.uuid4())
    headers = {"lang": "py", "task": task, "id": number, "root_id": number, "argsrepr": "", "kwargsrepr": ""}
    properties = {
        "correlation_id": number,
        "delivery_mode": 2,
        "delivery_info": {"exchange": "", "routing_key": "celery"},
        "priority": 0,
        "body_encoding": "base64",
        "delivery_tag": number,
    }
    body = b64encode(json.dumps([ids, {}, {}]).encode()).decode()
    kinds = {"content-encoding": "utf-8", "content-type": "application/json"}
    return json.dumps({"body": body, "headers": headers, "properties": properties} | kinds).encode()


def test_the_tick_does_not_wait_behind_a_backlog(server: Server) -> None:
    """F16: thousands of calls are in front of it, and it is heard while most of them still wait."""
    server.kill("worker")
    with redis.Redis.from_url(server.redis_url) as client:
        client.lpush("celery", *(call("post.tasks.read_emails") for _ in range(BACKLOG)))
        with server.at_hand():
            Heartbeat.objects.filter(part="tick").delete()
        server.start("worker")
        wait_for(lambda: _has_ticked(server), 60, "the tick")
        assert client.llen("celery") > BACKLOG / 2


def _has_ticked(server: Server) -> bool:
    with server.at_hand():
        return Heartbeat.objects.filter(part="tick").exists()
