"""Two machines that do not share their reports are told so."""

from __future__ import annotations

import logging

import pytest

from edgepbem import health, shared_media
from post.models import Heartbeat


@pytest.fixture(autouse=True)
def media(settings, tmp_path, db):
    """A folder for reports of this machine alone."""
    settings.MEDIA_ROOT = str(tmp_path / "media")
    return tmp_path / "media"


def machine(monkeypatch, name):
    monkeypatch.setattr("socket.gethostname", lambda: name)


def test_a_machine_alone_has_nothing_to_say(monkeypatch, caplog):
    machine(monkeypatch, "one")
    shared_media.introduce("web")
    shared_media.introduce("postman")
    assert caplog.records == []
    assert health.media().status == "ok"


def test_two_machines_with_one_folder_have_nothing_to_say(monkeypatch, caplog):
    for name in ("one", "two"):
        machine(monkeypatch, name)
        shared_media.introduce("web")
    assert caplog.records == []


def test_a_machine_whose_reports_are_elsewhere_says_so_when_it_starts(
    monkeypatch, caplog, settings, tmp_path
):
    machine(monkeypatch, "one")
    shared_media.introduce("postman")
    machine(monkeypatch, "two")
    settings.MEDIA_ROOT = str(tmp_path / "elsewhere")
    with caplog.at_level(logging.WARNING):
        shared_media.introduce("postman")
    assert "one does not share the folder" in caplog.text
    found = health.media()
    assert (found.status, "STORAGE" in found.why) == ("attention", True)


def test_machines_of_yesterday_do_not_count(monkeypatch, settings, tmp_path):
    machine(monkeypatch, "one")
    shared_media.introduce("web")
    Heartbeat.objects.update(at="2026-01-01T00:00:00Z")
    machine(monkeypatch, "two")
    settings.MEDIA_ROOT = str(tmp_path / "elsewhere")
    shared_media.introduce("web")
    assert shared_media.machines_elsewhere() == []


def test_a_storage_for_all_needs_no_folder(monkeypatch):
    Heartbeat.objects.create(part="web on another")
    monkeypatch.setattr(shared_media, "default_storage", object())
    assert shared_media.machines_elsewhere() == []
    shared_media.introduce("web")


def test_a_start_does_not_fail_for_it(monkeypatch, settings):
    settings.MEDIA_ROOT = "/dev/null/media"
    shared_media.introduce("web")
