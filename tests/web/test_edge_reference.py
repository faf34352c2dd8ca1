"""The pages of the factions of The Edge: all that a faction has, searched, filtered and printed."""

from __future__ import annotations

import io
import re

import pytest
from pypdf import PdfReader

from games.edge.catalogue import FACTIONS, SQUADS
from games.edge.names import squad_code
from games.edge.reference import entries

LIST = "/rules/edge/reference/"


def shown(client, **query: str) -> list[str]:
    """The codes on the page, in their order."""
    page = client.get(LIST, query).content.decode()
    return re.findall(r'<li id="([^"]+)">', page)


@pytest.mark.parametrize("faction", FACTIONS.values(), ids=lambda faction: faction.id)
def test_a_faction_has_all_its_squads_cards_banners_shrines_and_tokens_on_its_page(client, db, faction):
    codes = shown(client, faction=faction.name)
    wanted = {squad_code(squad) for squad in faction.squads} | {*faction.cards}
    wanted |= {f"{faction.code}-banner-{kind}" for kind in faction.banner}
    wanted |= {f"{faction.code}-shrine-{kind}" for kind in faction.shrine}
    wanted |= {f"{faction.code}-{token}" for token in faction.tokens}
    assert wanted <= {*codes}
    assert len(codes) == len({*codes}) == len(wanted) + len(faction.powers) + len(faction.always)


def test_a_filter_does_not_mind_capitals(client, db):
    assert shown(client, faction="darkness") == shown(client, faction="Darkness") != []


def test_every_entry_says_what_it_does_and_nothing_of_where_its_text_was_found():
    found = entries(str)
    assert all(part.text for entry in found for part in entry.parts)
    assert not [entry.id for entry in found if any("designed" in part.text for part in entry.parts)]


def test_what_nobody_plays_has_no_price() -> None:
    """Shrines and what runs automatically are not free: they cost nothing because nobody uses them."""
    lines = {entry.id: entry.line for entry in entries(str)}
    assert lines["DK-shrine-std"] == "in orders: shrine std"
    assert lines["DK-rule-3"] == ""
    assert lines["DK-rule-1"] == "Dark Points 2"
    assert lines["CH-banner-std"] == "free; in orders: banner std"


def test_a_squad_is_shown_in_all_its_modes_with_what_leaving_them_costs(client, db):
    shatterer = next(entry for entry in entries(str) if entry.id == squad_code("shatterer"))
    assert [part.title for part in shatterer.parts] == [mode.name for mode in SQUADS["shatterer"].modes]
    assert shatterer.parts[0].text == "INI 1 ATT 2 DEF 0 MOV 2; leaving this mode: Crystals 2"
    assert shatterer.parts[1].text.endswith("an activation cannot end this mode")
    assert shatterer.parts[2].text.endswith("only by an Evolve card")


def test_the_list_is_narrowed_by_kind_squad_and_moment(client, db):
    assert shown(client, kind="Banner") == [
        f"{faction.code}-banner-{kind}" for faction in FACTIONS.values() for kind in faction.banner
    ]
    ranger = shown(client, squad="Ranger")
    assert ranger[0] == squad_code("ranger")
    assert {"CH05", "CH16"} <= {*ranger}
    instants = {*shown(client, faction="Chapter", when="as an Instant")}
    assert "CH16" in instants
    assert "CH06" not in instants
    assert "DK-POISON" in shown(client, q="loses endurance token", kind="token")


def test_rules_and_list_lead_to_cards_of_one_faction(client, db):
    assert f'href="{LIST}"' in client.get("/rules/edge/").content.decode()
    page = client.get(LIST, {"faction": "Faceless"}).content.decode()
    address = re.findall(r'href="([^"]*cards\.pdf[^"]*)"', page)[0].replace("&amp;", "&")
    pages = PdfReader(io.BytesIO(client.get(address).content)).pages
    said = " ".join("\n".join(page.extract_text() for page in pages).split())
    assert len(pages) == -(-len(shown(client, faction="Faceless")) // 9)
    assert "Evolved Ascended" in said  # the last of five modes is not cut off
    assert "Angel of Death" not in said


def test_all_cards_of_the_game_are_printed_nine_to_a_sheet(client, db):
    pages = PdfReader(io.BytesIO(client.get(f"{LIST}cards.pdf").content)).pages
    assert len(pages) == -(-len(entries(str)) // 9)
