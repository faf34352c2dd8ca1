"""Standing orders by a form: fields write lines, and what is written by hand stays."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine.language.standing import parse_standing
from games.models import Match
from games.services.engines import ENGINES
from games.services.matches.new import Place, Terms, open_match
from games.web import standing_form
from tests.web.conftest import Browse
from tests.web.pages import html, text


@pytest.fixture
def edge_duel(alice: User, bob: User) -> Match:
    return open_match(alice, Terms("edge", "A duel", {}), [Place(alice), Place(bob)])


def shown(client: Client, match: Match) -> str:
    return html(client.get(reverse("match_standing", args=[match.pk])))


def sent(client: Client, match: Match, body: str, **fields: str) -> str:
    """Change fields on the page as it is and save it; the standing orders afterwards."""
    engine = ENGINES[match.game]
    was = {f"was-{field.key}": field.chosen for field in standing_form.fields(engine, body)}
    same = {f"key-{field.key}": field.chosen for field in standing_form.fields(engine, body)}
    changed = {f"key-{name.replace('_', '-')}": value for name, value in fields.items()}
    answer = client.post(reverse("match_standing", args=[match.pk]), {"text": body, **was, **same, **changed})
    assert answer.status_code == 302, text(answer)
    return match.seats.get(number=1).standing


def test_each_key_shows_what_holds_now(edge_duel: Match, alice: User, browse: Browse) -> None:
    page = shown(browse(alice), edge_duel)
    assert '<option value="" selected>default: free if fail; no</option>' in page
    assert '<option value="ask">ask me</option>' in page
    assert "whether you counterattack" in page


@pytest.mark.parametrize(("teams", "shown_there"), [(False, False), (True, True)])
def test_what_is_about_allies_is_a_field_where_there_are_some(
    alice: User, browse: Browse, teams: bool, shown_there: bool
) -> None:
    places = [Place(alice), *[Place(bot="random")] * 2, Place()]
    match = open_match(alice, Terms("edge", "Four", {"teams": teams}), places)
    page = shown(browse(alice), match)
    assert ('name="key-share-hand"' in page) == shown_there
    assert ('<option value="most">' in page) == shown_there
    assert "whether you counterattack" in page


def test_a_changed_field_writes_its_line_and_leaves_the_rest(
    edge_duel: Match, alice: User, browse: Browse
) -> None:
    browser = browse(alice)
    body = "counter[pilgrim]: no\nattack: red if crystals >= 2; yellow"
    assert (
        sent(browser, edge_duel, body, counter="ask", ask_limit="2") == f"{body}\nask-limit: 2\ncounter: ask"
    )
    page = shown(browser, edge_duel)
    assert "as written below" in page
    assert 'value="2"' in page


def test_set_back_to_the_usual_a_line_goes_and_lines_for_one_thing_stay(
    edge_duel: Match, alice: User, browse: Browse
) -> None:
    body = "counter: no\nfire: wound"
    assert sent(browse(alice), edge_duel, body, counter="") == "fire: wound"
    assert sent(browse(alice), edge_duel, "counter: no", counter="no") == "counter: no"


def test_what_no_field_offers_changes_nothing(edge_duel: Match, alice: User, browse: Browse) -> None:
    assert sent(browse(alice), edge_duel, "counter: no", counter="dance", reserve="-3") == "counter: no"


@pytest.mark.parametrize("game", sorted(ENGINES))
def test_every_value_of_every_field_can_be_saved(game: str) -> None:
    engine = ENGINES[game]
    for field in standing_form.fields(engine, ""):
        offered = [choice.value for choice in field.choices if choice.value]
        for value in offered + (["3"] if field.is_number else []):
            data = QueryDict(mutable=True)
            data.update({f"key-{field.key}": value, f"was-{field.key}": "other"})
            body = standing_form.written(engine, "", data)
            assert parse_standing(body, engine.vocabulary)[1] == ()
            [again] = [one for one in standing_form.fields(engine, body) if one.key == field.key]
            assert again.chosen == value


def test_the_first_change_keeps_the_other_answers_of_the_game(
    edge_duel: Match, alice: User, browse: Browse
) -> None:
    saved = sent(browse(alice), edge_duel, "", counter="no").splitlines()
    usual = ENGINES["edge"].standing.strip().splitlines()
    assert sorted(saved) == sorted(
        [*(line for line in usual if not line.startswith("counter")), "counter: no"]
    )
