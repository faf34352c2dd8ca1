"""The rules pages: every rule has an address, every number leads to one, and words are found."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from django.conf import settings
from django.test import Client

from games.services.engines import offered
from games.services.texts import rule_ids

pytestmark = pytest.mark.django_db
RULE = r"[A-Z]{2}-[A-Z0-9.]*[A-Z0-9]"


def read(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def chapters(client: Client, game: str) -> list[str]:
    contents = read(client, f"/rules/{game}/")
    return list(dict.fromkeys(re.findall(rf'href="(/rules/{game}/chapter/[^"#]+)"', contents)))


@pytest.mark.parametrize("game", sorted(offered()))
def test_every_rule_has_an_address_of_its_own_and_every_link_leads_to_one(client: Client, game: str) -> None:
    pages = {address: read(client, address) for address in [f"/rules/{game}/", *chapters(client, game)]}
    anchors = [
        (address, name) for address, page in pages.items() for name in re.findall(rf' id="({RULE})"', page)
    ]
    ids = rule_ids(settings.BASE_DIR / "docs" / "rules" / f"{game}.md")
    assert sorted(name for _address, name in anchors) == sorted(ids)
    for page in pages.values():
        links = re.findall(rf'href="([^"#]+)#({RULE})"', page)
        assert set(links) <= set(anchors)
    first, last = ids[0], ids[-1]
    for number in (first, last, last.lower()):
        answer = client.get(f"/rules/{game}/rule/{number}/")
        assert tuple(answer["Location"].split("#")) in anchors


@pytest.mark.parametrize("game", sorted(offered()))
def test_headings_do_not_jump_and_chapters_lead_to_each_other(client: Client, game: str) -> None:
    addresses = chapters(client, game)
    for address in addresses:
        levels = [int(level) for level in re.findall(r"<h([1-6])[ >]", read(client, address))]
        assert levels[0] == 1
        assert all(low <= high + 1 for high, low in pairwise(levels)), address
    assert f'rel="next" href="{addresses[1]}"' in read(client, addresses[0])
    assert f'rel="prev" href="{addresses[-2]}"' in read(client, addresses[-1])


def test_the_whole_book_is_on_one_page_to_print(client: Client) -> None:
    page = read(client, "/rules/scrappers/all/")
    ids = rule_ids(settings.BASE_DIR / "docs" / "rules" / "scrappers.md")
    assert sorted(re.findall(rf' id="({RULE})"', page)) == sorted(ids)


def test_words_are_found_and_shown_where_they_stand(client: Client) -> None:
    page = read(client, "/rules/scrappers/?q=hand+limit")
    assert "<mark>hand limit</mark>" in page.lower()
    assert re.search(r'href="/rules/scrappers/chapter/[^"]+#SS-13\.1"', page)
    assert "Nothing found" in read(client, "/rules/scrappers/?q=xylophone")
    assert client.get("/rules/scrappers/?q=ss-13.1")["Location"].endswith("#SS-13.1")


@pytest.mark.parametrize("sought", ["<script>", "a" * 5000, "İ", "%", "  "])
def test_any_search_is_answered(client: Client, sought: str) -> None:
    answer = client.get("/rules/edge/", {"q": sought})
    assert answer.status_code == 200
    assert b"<script>alert" not in answer.content
    assert b"\xe2\x80\x9c<script>" not in answer.content


def test_what_is_not_there_is_not_found(client: Client) -> None:
    for address in (
        "/rules/chess/all/",
        "/rules/edge/chapter/nowhere/",
        "/rules/edge/rule/ED-999/",
        "/rules/edge/rule/x/",
    ):
        assert client.get(address).status_code == 404
