"""Orders as people say them: each is an order in the words of the game, or refused without effect."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from games.edge.catalogue import CARDS, SQUADS
from games.edge.names import model_code
from games.edge.notation import orders
from tests.edge.bench import Bench

MATCHES = Path(__file__).parents[1] / "matches" / "edge"
POSITION = "pilgrim@C5.0,B3.0 holy_knight@B4.01 gorehound@C5.12 son_of_khyber@C8.*"
HAND = {1: ["CH19", "CH11", "CH05", "CH01"]}
TRAP = 'play "Trap" lower to gorehound/1'

SAID = {
    "active turn": "turn active",
    "I take a passive turn": "turn passive",
}
BEFORE = {
    "activate pilgrims": "activate pilgrim",
    "activate my Pilgrim in run mode": "activate pilgrim mode Run",
    "activate pilgrim run": "activate pilgrim mode Run",
    "activate Pilgrim and change to Run mode": "activate pilgrim mode Run",
    "activate holy knight upgraded pay vp crystal": "activate holy_knight mode Upgraded pay crystal vp",
    "activate pilgrim, move PI2 to B4.5": "activate pilgrim\nmove pilgrim/2 B4.5",
    "activate pilgrims and move Pilgrim 2 to B4.5": "activate pilgrim\nmove pilgrim/2 B4.5",
    "play Trap on Gorehound": TRAP,
    "use trap against GO": TRAP,
    "play trap lower on the gorehound, paying with a VP": f"{TRAP} pay vp",
    "play Bash upper on my Holy Knight\nmove HK B4.12": 'play "Bash" upper with holy_knight\nmove HK B4.12',
    "play Firing Position on the Pilgrim": 'attach "Firing Position" to pilgrim',
    "play Firing Position on Pilgrim": 'attach "Firing Position" to pilgrim',
    "put firing position onto PI": 'attach "Firing Position" to pilgrim',
    "use the banner 2 pilgrim": "banner 2 pilgrim",
    "end my turn and discard Trap": "end discard Trap",
    "discard Trap and end my turn": "end discard Trap",
    "end turn": "end",
}
ACTIVATED = {
    "I attack GO with PI1, red die": "fight pilgrim/1 vs gorehound/1 red",
    "attack gorehound with pilgrim 1": "fight pilgrim/1 vs gorehound/1",
    "fight with PI1 against Gorehound": "fight pilgrim/1 vs gorehound/1",
    "PI1 attacks GO, red die": "fight pilgrim/1 vs gorehound/1 red",
    "Pilgrim 1 fights the gorehound using the red die": "fight pilgrim/1 vs gorehound/1 red",
    "fight PI1 vs GO with a red die": "fight pilgrim/1 vs gorehound/1 red",
    "attack GO with PI1, yellow": "fight pilgrim/1 vs gorehound/1 yellow",
    "fight PI1 > GO red, pay with 1 VP": "fight pilgrim/1 vs gorehound/1 red pay vp",
    "fight PI1 vs GO red paid by Pilgrim endurance": "fight pilgrim/1 vs gorehound/1 red pay pilgrim",
    "PI2 moves to B4.5": "move pilgrim/2 B4.5",
    "move PI2 to B4.5 and fight PI1 vs GO": "move pilgrim/2 B4.5\nfight pilgrim/1 vs gorehound/1",
}


def played(lines: str, *before: str, declare: bool = True) -> bytes:
    """The table after some lines; the dice fall the same."""
    bench = Bench(POSITION, hands=HAND, declare=declare).dice(1, 4, 3, 3, 2, 2)
    bench.order(*before, *lines.split("\n"))
    return bench.run.engine.encode(bench.state)


@pytest.mark.parametrize(("said", "meant"), SAID.items())
def test_a_turn_is_declared_in_any_words(said: str, meant: str) -> None:
    assert played(said, declare=False) == played(meant, declare=False)


@pytest.mark.parametrize(("said", "meant"), BEFORE.items())
def test_orders_in_the_words_of_people(said: str, meant: str) -> None:
    assert played(said) == played(meant)


@pytest.mark.parametrize(("said", "meant"), ACTIVATED.items())
def test_orders_of_the_activated_squad_in_the_words_of_people(said: str, meant: str) -> None:
    assert played(said, "activate pilgrim") == played(meant, "activate pilgrim")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("fight PI1 vs GO with great courage", "“with” is not possible here"),
        ("fight PI1 vs GO red to C5.3", "the order was already complete"),
        ("move all pilgrims to B4", "“all” is not possible here"),
        ("discard trap", "you discard at the end of your turn: write “end discard” and the card"),
        ("change pilgrim to run mode", "a Squad changes its mode when it is activated"),
        ("pass", "to end your turn, write “end”"),
        ("harvest", "you harvest in a Passive turn, and this turn is an Active one"),
    ],
)
def test_what_cannot_be_read_is_refused_before_anything_happens(line: str, reason: str) -> None:
    bench = Bench(POSITION, hands=HAND).order("activate pilgrim")
    assert reason in bench.refused(line)


CANONICAL = (
    "turn active",
    "turn passive buy",
    "activate pilgrim mode Run pay crystal",
    "move pilgrim/1 B4.0 via B5 push gorehound/1>B4.12",
    "fight pilgrim/1 vs gorehound#1/1 red pay vp",
    "play CH19 lower to gorehound/1 pay vp red",
    "play FA12 lower move berserker#1/1 C5.0 fight berserker#1/1 vs pilgrim/1",
    "use pilgrim.1 upper with pilgrim/2 to gorehound/1",
    "attach CH05 to pilgrim drop CH10",
    "banner 2 pilgrim",
    "remove FREEZE from pilgrim/1",
    "disperse move pilgrim/1 B4.0",
    "end discard CH19",
    "to pilgrim/2",
    "stay",
    "first pilgrim/2",
)


@pytest.mark.parametrize("line", CANONICAL)
def test_orders_in_the_words_of_the_game_stay_as_they_are(line: str) -> None:
    words = tuple(line.replace('"', "").split())
    assert orders(words) == (words,)


def test_every_mode_can_be_named() -> None:
    """Attack and Move are modes of some Squads, and orders."""
    for squad in SQUADS.values():
        for mode in squad.modes:
            said, meant = tuple(mode.name.split()), ("activate", squad.id, "mode", *mode.name.split())
            assert orders(("activate", squad.id, "mode", *said)) == (meant,)
            assert orders(("activate", squad.id, "mode", *said, "pay", "vp")) == ((*meant, "pay", "vp"),)
            assert orders(("activate", squad.id, "in", *said, "mode")) == (meant,)
            assert orders(("activate", squad.id, *said)) == (meant,)
            assert orders(("activate", squad.id, "mode", *said, "and", "move", "PI1", "B4")) == (
                meant,
                ("move", "PI1", "B4"),
            )


def test_every_recorded_order_stays_as_it_is() -> None:
    recorded = [json.loads(path.read_text(encoding="utf-8")) for path in MATCHES.glob("*.json")]
    lines = {line for match in recorded for order in match["orders"] for line in str(order[1]).split("\n")}
    assert len(lines) > 100
    for line in lines:
        words = tuple(line.replace('"', "").split())
        assert [word.lower() for order in orders(words) for word in order] == [
            word.lower() for word in words
        ], line


def test_titles_stay_whole() -> None:
    """ "Rip and Tear" and "Punish the Weak" have words in them that are left out elsewhere."""
    for card in CARDS.values():
        title = tuple(card.title.split())
        assert orders(("end", "discard", *title)) == (("end", "discard", *title),)
        assert orders(("play", *title, "lower")) == (("play", *title, "lower"),)


def test_every_squad_can_stand_first() -> None:
    for kind, squad in SQUADS.items():
        code = model_code(f"{kind}/1")
        assert orders((code, "moves", "to", "B4.0")) == (("move", code, "B4.0"),)
        name = tuple(squad.name.split())
        assert orders((*name, "attacks", "PI1")) == (("fight", *name, "PI1"),)
