"""EF-2, EF-9: the content of every faction: its shape, effects that do something, texts that agree."""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib import resources
from typing import Any, cast, get_args

import msgspec.yaml
import pytest

import games.edge.engine  # noqa: F401  (it makes the verbs known)
from games.edge.catalogue import (
    CARDS,
    FACTIONS,
    MACROS,
    SQUADS,
    TOKENS,
    WINDOWS,
    Action,
    Card,
    Half,
    X,
)
from games.edge.catalogue.check import walk
from games.edge.catalogue.steps import Amount, Flag, Until
from games.edge.effects import run
from games.edge.effects.moment import CONCERNED
from tests.edge.plain_steps import plain, verbs_in
from tests.rules import rule

SHARED = cast(
    "dict[str, Any]",
    msgspec.yaml.decode(resources.files("games.edge").joinpath("content/shared.yaml").read_bytes()),
)
FILES = {
    name: resources.files("games.edge").joinpath(f"content/{name}.yaml").read_bytes() for name in FACTIONS
}
# EF-8.4, EF-9.2: kinds of cards, copies, cards of cavalry and bosses, Squad cards.
TOTALS = {
    "chapter": (20, 71, 8, 9),
    "demons": (21, 71, 8, 9),
    "faceless": (21, 72, 8, 8),
    "dvergar": (20, 72, 8, 8),
    "rha-zack": (21, 72, 8, 8),
    "reborn": (21, 72, 8, 8),
    "darkness": (17, 68, 4, 6),
}
HALVES: list[tuple[Card, Half, Action]] = [
    (card, half, action) for card in CARDS.values() for half, action in card.actions
]
ACTIONS: list[tuple[str, Action]] = [
    *((f"{card.id} {half}", action) for card, half, action in HALVES),
    *((f"{f.id} banner {kind}", action) for f in FACTIONS.values() for kind, action in f.banner.items()),
    *((f"{f.id} shrine {kind}", action) for f in FACTIONS.values() for kind, action in f.shrine.items()),
]


def every_action(test: Callable[[Action], None]) -> Callable[[], None]:
    """One test that looks at all Actions, and says which is wrong: a case for each would take a minute."""

    def looks() -> None:
        for name, action in ACTIONS:
            try:
                test(action)
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from error

    looks.__name__, looks.__doc__ = test.__name__, test.__doc__
    return looks


def every_half(test: Callable[[Card, Half, Action], None]) -> Callable[[], None]:
    """The same for both Actions of every card."""

    def looks() -> None:
        for card, half, action in HALVES:
            try:
                test(card, half, action)
            except AssertionError as error:
                raise AssertionError(f"{card.id} {half}: {error}") from error

    looks.__name__, looks.__doc__ = test.__name__, test.__doc__
    return looks


# Shape.


@rule("EF-2.1")
def test_every_key_of_a_card_is_known() -> None:
    keys = {"id", "title", "type", "extra", "copies", "squad", "attach", "U", "L", "tag"}
    fields = set(Action.__struct_fields__)
    for raw in FILES.values():
        content = cast("dict[str, Any]", msgspec.yaml.decode(raw))
        for row in (*content["cards"], *content["optional_cards"]):
            assert set(row) <= keys
            assert set(row["U"]) | set(row["L"] or ()) <= fields | {"while"}, row["id"]


def test_squads_have_bases_of_the_game_and_modes_of_different_names() -> None:
    for squad in SQUADS.values():
        assert {mode.base for mode in squad.modes} <= {1, 2, 3, 7}
        assert len({mode.name for mode in squad.modes}) == len(squad.modes)
        assert 1 <= squad.models <= 4
        assert squad.role in {"leader", "core", "elite", "cavalry", "boss", "summon"}


@rule("EF-1.4.2")
@pytest.mark.parametrize("faction", FACTIONS)
def test_copies_and_totals_are_those_of_the_faction(faction: str) -> None:
    types, copies, optional, squad_cards = TOTALS[faction]
    content = FACTIONS[faction]
    core = [card for card in content.cards.values() if "X" not in card.id]
    assert (len(core), sum(card.copies for card in core)) == (types, copies)
    assert len(content.cards) - len(core) == optional
    assert sum(squad.cards for squad in content.squads.values()) == squad_cards


@rule("EF-1.4.1", "EF-1.4.2", "EF-1.4.3")
@pytest.mark.parametrize("faction", FACTIONS)
def test_ready_made_decks_can_be_built(faction: str) -> None:
    content = FACTIONS[faction]
    for name, size, most in (("start", 25, 5), ("multi", 15, 4)):
        deck = content.decks[name]
        assert sum(deck.deck.values()) == size
        assert len(deck.squads) <= most
        for card, copies in deck.deck.items():
            assert copies <= CARDS[card].copies
            assert CARDS[card].squad in ("any", *deck.squads)
        for squad in deck.squads:
            assert deck.squads.count(squad) <= SQUADS[squad].cards


@rule("ED-17.9")
def test_titles_are_names_of_lower_actions_and_unique_in_a_faction() -> None:
    for faction in FACTIONS.values():
        titles = [card.title for card in faction.cards.values()]
        assert len(set(titles)) == len(titles)
        cards = faction.cards.values()
        assert all(card.title == (card.upper if card.is_evolve else card.lower).name for card in cards)


# Every effect does something, with words that mean something.


@rule("EF-2.14")
@every_action
def test_every_action_has_steps_with_known_verbs(action: Action) -> None:
    assert action.do or action.lasting or action.also
    steps = [*walk([*action.do, *action.setup, *action.lasting])]
    used = verbs_in(steps)
    assert used <= {row["verb"] for row in SHARED["verbs"]}
    assert {type(step) for step in steps} <= set(run.VERBS)
    # Something is done, not only chosen.
    assert action.also or used - {"pick", "if", "may", "choose", "each", "repeat", "amount"}


def test_every_macro_in_use_is_shared_and_has_steps() -> None:
    for _, action in ACTIONS:
        assert not action.m or MACROS[action.m]["do"]


@rule("EF-3.1", "ED-19.5")
@every_action
def test_every_action_is_for_windows_of_the_game(action: Action) -> None:
    assert set(action.windows) <= set(WINDOWS)
    assert action.use in {"card", "roll", "check", "combat", "turn", "payment", "shot"}
    if action.concerns:
        assert action.concerns in {"mine", "model", "source", "attacker", "defender", "enemy"}


@rule("EF-3.1")
def test_windows_of_the_data_are_those_of_the_schema() -> None:
    assert {row["name"] for row in SHARED["windows"]} == set(WINDOWS)
    assert set(CONCERNED) <= set(WINDOWS)


@rule("EF-4.13", "EF-2.1")
def test_every_token_has_a_limit_a_place_and_registered_steps() -> None:
    for kinds in TOKENS.values():
        for kind in kinds.values():
            assert kind.supply > 0
            assert kind.loc in {"model", "squad", "group", "shrine", "hex", "space", "source", "card"}
            steps = [*kind.lasting, *(step for act in kind.acts for step in act.do)]
            assert {type(step) for step in walk(steps)} <= set(run.VERBS)
            assert all(act.win in WINDOWS for act in kind.acts)


@rule("EF-2.15")
def test_durations_and_flags_are_those_of_the_schema() -> None:
    assert set(get_args(Until)) == set(SHARED["durations"])
    assert set(get_args(Flag)) == set(SHARED["flags"])


# Prices and kinds.


@rule("ED-18.5", "ED-15.7", "ED-17.3")
@every_half
def test_enhancements_are_paid_with_charges_and_cards_with_crystals(
    card: Card, half: Half, action: Action
) -> None:
    assert sum(bool(price) for price in (action.ch, action.cost, action.dp)) <= 1
    if card.is_enhancement:
        assert action.ch or action.is_free_passive or not card.attach.ch
    else:
        assert not action.ch
        assert not action.passive
    for price in action.pay:
        assert set(price) <= {"destroy_crystal", "destroy_unspent", "endurance", "discard"}


@rule("ED-18.10")
@every_half
def test_only_enhancements_have_passive_actions_and_frequencies(
    card: Card, half: Half, action: Action
) -> None:
    if action.use != "card" or action.passive or action.any_squad:
        assert card.is_enhancement


@rule("EF-2.12")
@every_half
def test_an_x_is_paid_where_an_x_is_used(card: Card, half: Half, action: Action) -> None:
    uses_x = bool(re.search(r"\bX\b", str(plain(action.do))))
    is_said = any(isinstance(step, Amount) for step in walk(action.do))  # X is chosen, not paid
    assert uses_x == (X in (action.cost, action.ch, action.dp) or is_said) or action.x_is is not None


@rule("EF-1.4.3", "EF-2.1")
@every_half
def test_squads_and_modes_that_a_card_names_are_its_factions(card: Card, half: Half, action: Action) -> None:
    if card.squad != "any":
        assert SQUADS[card.squad].faction == card.faction
    if action.mode is not None:
        assert action.mode in {mode.name for mode in SQUADS[card.squad].modes}


@rule("EF-2.3")
@every_half
def test_cards_that_answer_an_enemys_step_are_instants(card: Card, half: Half, action: Action) -> None:
    """What is for the defender, the wounded or the dead would be useless without the bolt."""
    windows = ("before_defense", "after_defense", "wound_pending", "killed")
    if action.win in windows and not action.passive and action.concerns != "enemy":
        assert action.inst
