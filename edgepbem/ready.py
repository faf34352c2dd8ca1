"""Waiting until a server is up, by asking its health page."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any

PAUSE = 0.2


def health_of(site: str, host: str = "") -> dict[str, Any]:
    """What the health page says; empty if there is no answer. `host`: the name that the server goes by."""
    request = urllib.request.Request(f"{site}/healthz")  # noqa: S310 (our own server)
    if host:
        request.add_header("Host", host)
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:  # noqa: S310
            return _data(answer.read())
    except urllib.error.HTTPError as not_well:
        with not_well:
            return _data(not_well.read())
    except OSError:
        return {}


def _data(text: bytes) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:  # an error page
        return {}
    return data if isinstance(data, dict) else {}


def is_well(health: dict[str, Any]) -> bool:
    """Whether people can play; `attention` does not prevent that."""
    return health.get("status") in ("ok", "attention")


def await_ready(
    site: str, seconds: float, is_over: Callable[[], bool] = lambda: False, host: str = ""
) -> dict[str, Any]:
    """Ask until everything is up, the time is over or the server has ended; the last answer."""
    until = time.monotonic() + seconds
    while True:
        health = health_of(site, host)
        if is_well(health) or time.monotonic() > until or is_over():
            return health
        time.sleep(PAUSE)


def complaints(health: dict[str, Any]) -> list[str]:
    """What is not ok, a line each."""
    if not health:
        return ["web: no answer"]
    return [
        f"{name}: {part.get('why', part['status'])}"
        for name, part in health.get("parts", {}).items()
        if part["status"] != "ok"
    ]
