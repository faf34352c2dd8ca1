"""The rules pages: every rule has an address, and every number leads to one."""

from __future__ import annotations

import re

import pytest
from django.conf import settings

from games.services.engines import ENGINES
from games.services.reference import rule_ids


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_rule_has_an_address_of_its_own_and_every_link_leads_to_one(client, db, game):
    page = client.get(f"/rules/{game}/").content.decode()
    anchors = re.findall(r' id="([A-Z]{2}-[A-Z0-9.]+)"', page)
    assert sorted(anchors) == sorted(rule_ids(settings.BASE_DIR / "docs" / "rules" / f"{game}.md"))
    assert set(re.findall(r'href="#([A-Z]{2}-[A-Z0-9.]+)"', page)) <= set(anchors)
