"""EF-7: cavalry and bosses of every faction: fielded, laid out, and played at random to the end.

`EDGEPBEM_GAMES=20 pytest tests/edge/test_optional_units.py` plays twenty duels of each pair.
"""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from games.edge.army_text import check_army, format_army
from games.edge.catalogue import FACTIONS, SquadKind
from games.edge.engine import EDGE
from games.edge.rules.armies.muster import Army, army_of, deck_cards
from games.edge.rules.armies.words import army_node
from games.edge.rules.setup.options import choices_of
from games.edge.state import PLAY, UNDEPLOYED, Choices, Enhancement, State
from games.engine.contract.dice import Seeds
from games.engine.contract.tree import sample, walk
from games.engine.play.orders import advance, submit, waiting_for
from games.engine.play.run import Run
from games.engine.play.standing import standing_from
from tests.catalogue import many
from tests.edge.setting_up import Opening
from tests.edge.test_whole_games import ASKED, check, nothing_is_lost
from tests.rules import rule

OPTIONAL = ("cavalry", "boss")
GAMES = int(os.environ.get("EDGEPBEM_GAMES", many(1, 20)))


def units(faction: str) -> list[SquadKind]:
    """The cavalry and the boss of a faction."""
    return [kind for kind in FACTIONS[faction].squads.values() if kind.role in OPTIONAL]


FIELDING = [faction for faction in FACTIONS if units(faction)]
PAIRS = [
    *zip(FIELDING[::2], FIELDING[1::2], strict=False),
    (FIELDING[-1], FIELDING[0]),
]  # everybody is in one


def army_with(faction: str) -> Army:
    """All its optional units, some others, and a deck with every card of those units."""
    content = FACTIONS[faction]
    chosen = [kind.id for kind in units(faction)]
    others = [kind for kind in content.decks["start"].squads if kind not in chosen]
    squads = [*chosen, *dict.fromkeys(others)][:5]
    counts: Counter[str] = Counter()
    for card in sorted(deck_cards(faction, squads), key=lambda card: card.squad not in chosen):
        counts[card.id] = min(card.copies, 25 - counts.total())
    return army_of(faction, squads, +counts)


def other_than(faction: str) -> str:
    """Who plays against it."""
    return "demons" if faction != "demons" else "chapter"


@rule("EF-7.1", "EF-7.4", "EF-1.4.3")
@pytest.mark.parametrize("faction", FIELDING)
def test_an_army_with_cavalry_and_boss_is_legal(faction: str) -> None:
    army = army_with(faction)
    assert check_army(faction, army.squads, Counter(army.deck), Choices()) == []
    assert {kind.id for kind in units(faction)} <= set(army.squads)


@rule("EF-7.1", "EF-7.2", "EF-7.3", "EF-7.4", "EF-1.4.7", "ED-4.22")
@pytest.mark.parametrize("faction", FIELDING)
def test_cavalry_waits_beside_the_board_and_bosses_deploy_both_with_their_cards(faction: str) -> None:
    match = Opening().order(f"faction {faction}", f"faction {other_than(faction)}")
    player = next(player for player in match.state.players if player.faction == faction)
    match.send(player.seat, format_army(army_with(faction)))
    match.by_default(PLAY)
    player = match.state.player(player.seat)
    extras = [card for card in FACTIONS[faction].cards.values() if card.extra]
    assert player.beside == [card.id for card in extras if not card.attach.setup]
    for kind in units(faction):
        squad = player.squad(kind.id)
        assert squad.enhancements == [
            Enhancement(card.id, card.attach.ch)
            for card in extras
            if card.attach.setup and card.squad == kind.id
        ]
        assert squad.endurance == kind.endurance
        is_away = {model.state for model in squad.models} == {UNDEPLOYED}
        assert is_away == (kind.role == "cavalry")


# Matches without them.


@rule("EF-7.6", "ED-23.11")
@pytest.mark.parametrize("faction", FIELDING)
@pytest.mark.parametrize(("option", "role"), [("cavalry", "cavalry"), ("bosses", "boss")])
def test_a_match_may_be_played_without_cavalry_or_bosses(faction: str, option: str, role: str) -> None:
    choices = choices_of({option: "forbidden"})
    barred = [kind for kind in units(faction) if kind.role == role]
    army = army_with(faction)
    wrong = [str(reason) for reason in check_army(faction, army.squads, Counter(army.deck), choices)]
    units_said = "bosses" if role == "boss" else "cavalry"
    assert wrong == [f"{kind.name}: this match is played without {units_said}" for kind in barred]
    root, _ = walk(army_node(faction, choices), ("squads",))
    assert root is not None
    offered = {branch.word for branch in root.branches()}
    assert not offered & {kind.id for kind in barred}


@rule("EF-7.6")
def test_who_brings_a_forbidden_unit_is_told_why_not() -> None:
    match = Opening(cavalry="forbidden").order("faction demons", "faction chapter")
    player = next(player for player in match.state.players if player.faction == "demons")
    receipt = submit(match.run, player.seat, format_army(army_with("demons")))
    assert receipt.problem is not None
    assert str(receipt.problem.error) == "Succubus: this match is played without cavalry"
    match.by_default(PLAY)
    assert match.state.player(player.seat).squads


@rule("EF-7.6", "ED-23.11")
def test_the_options_change_nothing_in_matches_that_do_not_use_them() -> None:
    assert choices_of({"cavalry": "allowed", "bosses": "allowed"}) == Choices()
    assert choices_of({"cavalry": "forbidden"}).further == {"no_cavalry": 1}


def play(pair: tuple[str, str], number: int) -> Run[State]:
    """One duel to its end, looked at before every answer."""
    whims = random.Random(f"{pair} {number}")
    run = Run.start(EDGE, (1, 2), Seeds(whims.randbytes(32)), {"preset": True})
    if number % 2:
        run.standing = standing_from(EDGE, dict.fromkeys((1, 2), (1, ASKED)))
    decks: dict[int, Counter[str]] = {}
    advance(run)
    while waiting := waiting_for(run):
        decision = run.decision_for(waiting[0])
        assert decision is not None
        check(run.state, decks, decision.kind)
        if decision.kind == "faction":
            taken = {player.faction for player in run.state.players}
            run.answer(decision.seat, (next(faction for faction in pair if faction not in taken),))
        elif decision.kind == "army":
            army = army_with(run.state.player(decision.seat).faction)
            assert submit(run, decision.seat, format_army(army)).problem is None
        else:
            path = sample(decision.root, whims.randrange)
            assert decision.check(path) is None
            run.answer(decision.seat, path)
        advance(run)
    return run


@rule("EF-7.6", "ED-2.3", "ED-3.9", "ED-8.2")
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
@pytest.mark.timeout(7200)
def test_random_duels_with_these_units_keep_everything_and_end(pair: tuple[str, str]) -> None:
    for number in range(GAMES):
        run = play(pair, number)
        assert run.result is not None
        nothing_is_lost(run.state)
