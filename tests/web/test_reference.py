"""The list of figures of a game: searched, filtered, and printed as cards."""

from __future__ import annotations

import io
import re

from pypdf import PdfReader

from games.dreamblade.catalogue import MINIATURES
from games.web import reference
from tests.rules import rule

LIST = "/rules/dreamblade/reference/"


def names(client, query: str = "") -> list[str]:
    """The codes on the page, in their order."""
    page = client.get(f"{LIST}?{query}").content.decode()
    return re.findall(r'<li id="(\w+)">', page)


def printed(answer) -> str:
    """All that a PDF says, in one line."""
    pages = PdfReader(io.BytesIO(answer.content)).pages
    return " ".join("\n".join(page.extract_text() for page in pages).split())


@rule("DB-13.1")
def test_all_miniatures_are_on_the_page_and_the_rules_lead_there(client, db):
    assert names(client) == list(MINIATURES)
    rules = client.get("/rules/dreamblade/").content.decode()
    assert f'href="{LIST}"' in rules
    assert f'href="{LIST}cards.pdf"' in rules
    assert LIST not in client.get("/rules/scrappers/").content.decode()


def test_a_list_is_narrowed_by_aspect_cost_lineage_and_ability(client, db):
    def expected(fits) -> list[str]:
        return [code for code, miniature in MINIATURES.items() if fits(miniature)]

    assert names(client, "aspect=Fear") == expected(lambda m: "fear" in m.aspects)
    assert names(client, "cost=5") == expected(lambda m: m.cost == 5)
    assert names(client, "lineage=Bloodcut") == expected(lambda m: m.lineage == "Bloodcut")
    assert names(client, "ability=Ambush") == expected(lambda m: any(a.name == "AMBUSH" for a in m.abilities))
    both = names(client, "aspect=Valor&cost=5")
    assert both == expected(lambda m: "valor" in m.aspects and m.cost == 5)
    assert "V04" in both


def test_words_are_searched_in_names_and_texts_whatever_their_case(client, db):
    assert names(client, "q=twilight+SCOUT") == ["V04"]
    assert "F06" in names(client, "q=special+attack")
    assert names(client, "q=no+such+thing") == []
    page = client.get(f"{LIST}?q=%3Cb%3E&aspect=Nonsense").content.decode()
    assert "Nothing matches these filters." in page
    assert 'value="&lt;b&gt;"' in page


def test_costs_are_offered_by_their_size_and_what_was_chosen_stays(client, db):
    page = client.get(f"{LIST}?cost=10").content.decode()
    costs = re.findall(r'name="cost">(.*?)</select>', page)[0]
    offered = [int(number) for number in re.findall(r">(\d+)<", costs)]
    assert offered == sorted({miniature.cost for miniature in MINIATURES.values()})
    assert "<option selected>10</option>" in costs


def test_what_the_list_shows_is_printed_as_cards(client, db):
    page = client.get(f"{LIST}?aspect=Fear&cost=8").content.decode()
    address = re.findall(r'href="([^"]*cards\.pdf[^"]*)"', page)[0].replace("&amp;", "&")
    answer = client.get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")
    said = printed(answer)
    for code, miniature in MINIATURES.items():
        assert (miniature.name in said) == (code in names(client, "aspect=Fear&cost=8"))
    assert "Ambush 4" in said


def test_all_cards_fill_sheets_of_nine(client, db):
    pdf = PdfReader(io.BytesIO(client.get(f"{LIST}cards.pdf").content))
    assert len(pdf.pages) == -(-len(MINIATURES) // 9)
    assert "Runetagged Brawler" in pdf.pages[0].extract_text()


def test_a_card_says_its_large_numbers_once(client, db):
    """The list has them in its line; a card has room for larger letters without."""
    said = printed(client.get(f"{LIST}cards.pdf?q=twilight+scout"))
    assert "V04 Bloodcut; in orders: scout" in said
    assert "cost 5 V; power 3, defense 5, life 7; Bloodcut" in client.get(LIST).content.decode()
    said = printed(client.get("/rules/edge/reference/cards.pdf?faction=Chapter"))
    assert "AD leader; in orders: angel_of_death" in said
    assert "copies 4" not in said


def test_who_prints_too_often_is_sent_back_to_the_list(client, db, monkeypatch):
    monkeypatch.setattr(reference, "PRINTS", "1/hour")
    assert client.get(f"{LIST}cards.pdf?q=scout").status_code == 200
    answer = client.get(f"{LIST}cards.pdf?q=scout", follow=True)
    assert answer.redirect_chain == [(LIST, 302)]
    assert "Please wait a few minutes." in answer.content.decode()


def test_there_is_no_list_for_games_without_one_and_no_empty_sheet(client, db):
    assert client.get("/rules/scrappers/reference/").status_code == 404
    assert client.get("/rules/chess/reference/").status_code == 404
    assert client.get(f"{LIST}cards.pdf?q=nothing-like-it").status_code == 404
