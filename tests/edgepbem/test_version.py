"""The version is written in one place, and everyone who asks is told the same."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.test import Client

from edgepbem import __version__, health

DATED = re.compile(r"^## (\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def test_the_newest_dated_release_is_the_version() -> None:
    changelog = (settings.BASE_DIR / "CHANGELOG.md").read_text(encoding="utf-8")
    released = DATED.findall(changelog)
    assert released[0][0] == __version__
    assert [day for _, day in released] == sorted((day for _, day in released), reverse=True)


@pytest.mark.django_db
def test_the_footer_of_a_page_tells_the_version(client: Client) -> None:
    footer = client.get("/").content.decode().partition("<footer")[2]
    assert f"edgepbem {__version__}" in footer


@pytest.mark.django_db
def test_the_page_of_a_mistyped_address_tells_it_too(client: Client) -> None:
    page = client.get("/no-such-page/")
    assert page.status_code == 404
    assert f"edgepbem {__version__}" in page.content.decode()


@pytest.mark.django_db
def test_the_health_page_tells_the_version(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_kept", {})
    assert client.get("/healthz?parts=database").json()["version"] == __version__


@pytest.mark.django_db
def test_the_schema_of_the_api_tells_the_version(client: Client) -> None:
    assert client.get("/api/schema/?format=json").json()["info"]["version"] == __version__
