"""EF-1.4: an army as text and back, and everything that is wrong with one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.edge.army_text import check_army, format_army
from games.edge.catalogue import CARDS, FACTIONS
from games.edge.rules.armies.muster import Army, army_of, ready_made
from games.edge.rules.armies.words import army_node
from games.edge.state import PLAY, Choices
from games.engine.contract.tree import sample, walk
from tests.edge.army_lists import at_armies
from tests.edge.setting_up import Opening
from tests.rules import rule

DUEL = Choices()
SQUADS = ("angel_of_death", "holy_knight", "pilgrim", "ranger")
DECK = {"CH01": 4, "CH03": 4, "CH06": 4, "CH08": 4, "CH11": 5, "CH16": 4}


def random_army(faction: str, seed: int, choices: Choices) -> Army:
    """An army that the words allow, not the ready-made one."""
    chance = random.Random(seed)
    root, _ = walk(army_node(faction, choices), ("banner",))
    assert root is not None
    end, _ = walk(root, sample(root, chance.randrange))
    assert end is not None
    assert end.end is not None
    return end.end.value


@rule("DP-S2")
@pytest.mark.parametrize("script", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_a_written_army_is_read_back_by_the_ordinary_reader(seed: int, script: bool) -> None:
    choices = Choices(script=script)
    opening = at_armies(script=script)
    for seat, faction in ((1, "chapter"), (2, "demons")):
        army = random_army(faction, seed, choices)
        text = format_army(army)
        assert max(map(len, text.splitlines())) <= 70
        receipt = opening.send(seat, text)
        assert receipt.problem is None, text
        assert len(receipt.done) == 1
    for player in opening.state.players:
        army = random_army(player.faction, seed, choices)
        assert tuple(squad.kind for squad in player.squads) == army.squads
        assert (player.banner, player.shrine) == (army.banner, army.shrine)
        assert (player.deck if script else sorted(player.deck)) == list(army.deck)


@rule("DP-S2")
def test_a_long_list_of_squads_goes_on_in_the_next_line() -> None:
    squads = ["angel_of_death", "holy_knight", "holy_knight", "purge_doctor", "holy_riders"]
    army = army_of("chapter", squads, {"CH01": 4, "CH06": 4, "CH08": 4, "CH11": 5, "CH13": 4, "CH14": 4})
    text = format_army(army)
    assert [line.partition(" ")[0] for line in text.splitlines()].count("squads") == 2
    opening = at_armies()
    assert opening.send(1, text).problem is None


@rule("DP-S2")
def test_a_squad_whose_name_holds_the_name_of_another_is_read_as_itself() -> None:
    """As in "Prime Shadow" and "Shadow", in whatever order the Squads are named."""
    opening = Opening().order("faction darkness", "faction demons")
    deck = (
        'deck "Anger" 4, "Hunger" 4, "Murder of Crows" 4, "Poison Kiss" 4, "Chaos Wisdom" 3, DKX3 3, DKX4 3'
    )
    seat = next(player.seat for player in opening.state.players if player.faction == "darkness")
    assert (
        opening.send(seat, f'army squads "Prime Shadow", Impostor, "Slaughter Crows" {deck}').problem is None
    )
    opening.by_default(PLAY)
    listed = [squad.kind for squad in opening.state.player(seat).squads]
    assert listed[:3] == ["slaughter_crows", "impostor", "prime_shadow"]


@rule("EF-1.4.1", "ED-23.6")
@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("size", [20, 25])
def test_nothing_is_wrong_with_a_ready_made_army(faction: str, size: int) -> None:
    army = ready_made(faction, Choices(deck=size))
    counts = {card: army.deck.count(card) for card in army.deck}
    assert check_army(faction, army.squads, counts, Choices(deck=size)) == []


@rule("EF-1.4.1", "EF-1.4.2", "EF-1.4.3", "EF-1.4.4", "EF-1.4.7", "ED-4.7", "ED-4.9", "EC-14")
@pytest.mark.parametrize(
    ("squads", "changed", "reasons"),
    [
        (SQUADS, {}, []),
        (SQUADS, {"CH16": 3}, ["a deck has exactly 25 cards, this one has 24"]),
        (SQUADS, {"CH01": 5, "CH16": 3}, ["there are only 4 copies of “Bash”, not 5"]),
        (SQUADS[:3], {}, ["“Shoot” belongs to Ranger, which is not in your army"]),
        (SQUADS, {"CH16": 3, "CHX1": 1}, ["“Winged Charge” is kept beside the deck and does not count"]),
        (SQUADS, {"CH16": 3, "DE01": 1}, ["Chapter has no card “DE01”"]),
        ((*SQUADS, "ranger"), {}, ["Ranger can be fielded only 1 times, not 2"]),
        ((*SQUADS, "gorehound"), {}, ["Chapter has no Squad “gorehound”"]),
        (
            (*SQUADS, "war_golem", "purge_doctor"),
            {},
            ["an army has at most 5 Squads, this one has 6"],
        ),
    ],
)
def test_every_breach_is_named(squads: tuple[str, ...], changed: dict[str, int], reasons: list[str]) -> None:
    found = check_army("chapter", squads, {**DECK, **changed}, DUEL)
    assert [str(phrase) for phrase in found] == reasons


@rule("ED-4.7", "EF-7.4")
def test_all_of_them_are_named_at_once() -> None:
    found = [str(phrase) for phrase in check_army("chapter", (), {"CH01": 9}, DUEL)]
    assert len(found) == 4  # no Squad, nine cards, too many copies, nobody to use them
    bosses = check_army("chapter", ("war_golem", "war_golem"), {}, DUEL)
    assert "an army has at most one boss, this one has 2" in [str(phrase) for phrase in bosses]


@rule("EF-1.4.2")
@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.parametrize("seed", range(10))
def test_what_the_words_allow_has_nothing_wrong_with_it(faction: str, seed: int) -> None:
    army = random_army(faction, seed, DUEL)
    counts = {card: army.deck.count(card) for card in army.deck}
    assert check_army(faction, army.squads, counts, DUEL) == []


@rule("DP-S2")
def test_lists_in_any_order_make_the_same_army() -> None:
    shuffled = dict(reversed(DECK.items()))
    army = army_of("chapter", SQUADS[::-1], shuffled, shrine="alt")
    assert army == army_of("chapter", SQUADS, DECK, "std", "alt")
    assert army.squads == SQUADS
    assert list(dict.fromkeys(army.deck)) == list(DECK)


@rule("DP-S2")
def test_titles_may_come_in_any_order_and_too_few_are_refused_with_the_reason() -> None:
    opening = at_armies()
    begun = f"army squads {' '.join(SQUADS)} deck"
    reason = opening.refused(f'{begun} "Storm of Blades" 5, "Energy Drain" 4')
    assert "the deck needs exactly" in reason
    reason = opening.refused(f'{begun} "Guardian Angel" 4, "Energy Drain" 4')
    assert "is incomplete" in reason


@rule("DP-S2")
def test_a_deck_whose_titles_come_in_any_order_is_the_same_deck() -> None:
    chosen = ready_made("chapter", Choices())
    titles = [f'"{CARDS[card].title}" {count}' for card, count in Counter(chosen.deck).items()]
    squads = " ".join(chosen.squads)
    orders = [f"army squads {squads} deck {' '.join(named)}" for named in (titles, reversed(titles))]
    decks = [Counter(at_armies().order(text, "army start").state.player(1).deck) for text in orders]
    assert decks == [Counter(chosen.deck)] * 2
