"""The program that the page of the API shows."""

from __future__ import annotations

import io
import random
import runpy
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings

from games.models import Match
from games.services import resolve
from tests.api.conftest import AT_ONCE, Program
from tests.web.pages import text

ENOUGH = 8  # orders: the rest of the match shows nothing new


class Enough(Exception):
    """The program has played for long enough."""


def test_the_program_on_the_page_plays(
    hers: Program, settings: LazySettings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    orders = 0

    def played(*_: object) -> None:
        resolve.resolve_all(Match.objects.get().pk)

    def urlopen(request: urllib.request.Request) -> Any:
        """As the network would bring it to the server, with a worker at hand."""
        nonlocal orders
        sent = {**request.headers, "Prefer": AT_ONCE}
        path, data = request.full_url.removeprefix("http://server"), request.data
        answer: Any
        if isinstance(data, bytes):
            answer = hers.client.post(path, data, content_type="application/json", headers=sent)
        else:
            answer = hers.client.get(path, headers=sent)
        assert answer.status_code in (200, 201, 202), answer.content
        if path.endswith("/orders/"):
            orders += 1
            played()
            if orders == ENOUGH:
                raise Enough
        return io.BytesIO(answer.content)

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    monkeypatch.setattr(time, "sleep", played)
    monkeypatch.setattr(sys, "argv", ["api_example.py", "http://server", hers.token])
    random.seed(1)
    with pytest.raises(Enough):
        runpy.run_path(str(Path(settings.BASE_DIR, "docs", "api_example.py")))
    assert len(capsys.readouterr().out.splitlines()) == ENOUGH - 1
    assert Match.objects.get().turn > 1
    assert "def answer_by_chance(address):" in text(hers.client.get("/api/docs/"))
