"""Sentences of the story that depend on a number or a name."""

from __future__ import annotations

import pytest

from games.edge.engine import EDGE
from games.engine.contract.events import Plain, Seen
from games.engine.play.preview import preview
from tests.edge.bench import Bench
from tests.rules import rule


@pytest.mark.parametrize(
    ("key", "values", "told"),
    [
        ("refreshed", {"count": 1}, "seat 1 refreshes 1 Crystal."),
        ("refreshed", {"count": 2}, "seat 1 refreshes 2 Crystals."),
        ("harvested", {"count": 1, "sites": ["B2"]}, "seat 1 harvests 1 Crystal (B2)."),
        ("paid", {"units": ["crystal"] * 2, "temporary": 0}, "seat 1 pays 2 Crystals."),
        ("paid", {"units": ["crystal", "vp"], "temporary": 0}, "seat 1 pays 1 Crystal, 1 VP."),
        ("drew", {"count": 1, "left": 4}, "seat 1 draws a card."),
        ("drew", {"count": 1, "left": 0}, "seat 1 draws the last card."),
        ("drew", {"count": 2, "left": 0}, "seat 1 draws 2 cards, the last of the deck."),
        (
            "put_token",
            {"token": "SHIELD_WALL", "models": ["pilgrim/1"], "squad": ""},
            "SHIELD WALL is put on Pilgrim/1 (PI1).",
        ),
        (
            "played",
            {"card": "CH01", "half": "upper", "aims": ["ranger"]},
            "seat 1 plays “Bash” (Move) for Ranger: All models of one of your Squads Move.",
        ),
        (
            "played",
            {"card": "CH17", "half": "lower", "aims": []},
            "seat 1 plays “Storm of Blades”: The Angel fights every touched enemy.",
        ),
    ],
)
def test_a_sentence(key: str, values: dict[str, Plain], told: str) -> None:
    assert str(EDGE.sentence(Seen(key, {"seat": 1, **values}))) == told


@rule("ED-12.1")
def test_a_preview_counts_what_comes_of_a_fight_not_how_the_dice_fall() -> None:
    """Three ends: struck, held, and held with a blow in return; not dozens of pairs of dice."""
    bench = Bench("holy_knight@C5.12 gorehound=1@C5.34", pools=(0, 0))
    seen = preview(EDGE, bench.run.save(), 1, "activate holy_knight\nfight HK vs GO yellow", b"seed")
    told = [" ".join(EDGE.tell(event).text() for event in outcome) for _, outcome in seen.chances]
    assert sum(chance for chance, _ in seen.chances) == pytest.approx(1)
    assert 2 <= len(told) <= 6
    assert any("Gorehound (GO) is struck. Gorehound (GO) is wounded" in one for one in told)
    assert not any("Die" in one or "Power" in one for one in told)


def said(bench: Bench, key: str) -> list[str]:
    """The sentences of all events of a kind."""
    return [str(EDGE.sentence(Seen(key, event.values))) for event in bench.events if event.key == key]


def test_the_cards_that_are_charged_are_named() -> None:
    cards = {"pilgrim": [("CH10", 0)], "ranger": [("CH12", 1)]}
    bench = Bench("pilgrim@B3.0 ranger@B5.0 gorehound@D7.12", enhancements=cards, declare=False)
    bench.order("turn passive")
    assert said(bench, "charged") == [
        "seat 1 charges Enhancements (Last Man Standing (Pilgrim): +1, Overwatch (Ranger): +1)."
    ]
    old = Seen("charged", {"seat": 1, "names": ["pilgrim.1 1"], "count": 1})
    assert str(EDGE.sentence(old)) == "seat 1 charges Enhancements (Pilgrim, 1: +1)."


def test_the_option_of_a_banner_is_told() -> None:
    bench = Bench("angel_of_death=1@B5.* pilgrim@B3.0 gorehound@D7.12").order("banner 1")
    assert said(bench, "used_banner") == [
        "seat 1 uses the Chapter Banner: The Angel of Death regains 1 Endurance."
    ]
    bench = Bench("angel_of_death=1@B5.* pilgrim@B3.0 gorehound@D7.12").order("banner 2 pilgrim")
    (told,) = said(bench, "used_banner")
    assert told.endswith(": change the mode of one of your Squads for free.")
    old = Seen("used_banner", {"seat": 1, "banner": "Chapter Banner", "aims": []})
    assert str(EDGE.sentence(old)) == "seat 1 uses the Chapter Banner."


def test_a_preview_ends_with_the_turn_of_its_player() -> None:
    bench = Bench("pilgrim@B3.0 gorehound@D7.12", declare=False)
    found = preview(EDGE, bench.run.save(), 1, "turn passive", b"seed")
    assert [seen.key for seen in found.certain][-1] != "turn_began"
    assert found.receipt is not None
    assert found.receipt.problem is None
