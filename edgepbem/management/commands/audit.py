"""`manage.py audit`: does anything that we install have a known vulnerability?"""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from edgepbem import advisories
from edgepbem.pins import FOLDER, pins_in


class Command(BaseCommand):
    """Compares the pins with advisories.json, without a network; ends with 1 if one is vulnerable."""

    requires_system_checks = ()
    help = "Compare what is pinned with the known vulnerabilities in advisories.json."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="*", type=Path, help="requirement files with versions (pins/*.txt)"
        )
        parser.add_argument(
            "--renew",
            type=Path,
            metavar="JSON",
            help="first take over what pip-audit --format json, or OSV, has found",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        today = timezone.now().date()
        if options["renew"]:
            self._renew(options["renew"], today)
        known = advisories.load()
        if known.age(today) > advisories.FRESH:
            self.stderr.write(
                f"advisories.json is {known.age(today).days} days old. To renew it: "
                "pip-audit --require-hashes --disable-pip -r pins/requirements-test.txt --format json "
                "--output found.json; manage.py audit --renew found.json"
            )
        pins: dict[str, str] = {}
        for path in options["files"] or sorted(FOLDER.glob("*.txt")):
            pins |= pins_in(path.read_text())
        found = known.found_in(pins)
        if found:
            raise CommandError("\n".join(_told(*one) for one in found))
        self.stdout.write(f"{len(pins)} packages, no known vulnerability on {known.as_of}")

    def _renew(self, path: Path, today: date) -> None:
        more = list(advisories.reported(json.loads(path.read_text())))
        advisories.save(advisories.load().with_more(more, today))
        self.stdout.write(f"advisories.json is of today; {len(more)} entries were new or newer")


def _told(name: str, version: str, one: advisories.Advisory) -> str:
    fixed = f"; fixed in {one.fixed}" if one.fixed else ""
    return f"{name} {version}: {one.id}: {one.summary}{fixed}"
