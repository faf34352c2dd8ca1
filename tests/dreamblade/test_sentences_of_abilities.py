"""DB-11: the sentence that people read of an ability, against what the ability does."""

from __future__ import annotations

import pytest

from games.dreamblade.abilities.blows import AMOUNTS
from games.dreamblade.abilities.moves import MOVERS
from games.dreamblade.abilities.registry import VERBS
from games.dreamblade.abilities.table import ABILITIES
from games.dreamblade.abilities.verbs import OPTIONAL
from games.dreamblade.catalogue import MINIATURES
from games.dreamblade.figuretext import brief
from games.dreamblade.statistics import AURAS, DEFENSE, LIFE, POWER
from tests.dreamblade.notation import ability_of
from tests.rules import rule

# What a sentence has to say, in words that no other effect would be told in.
TOLD = {
    "ADVANCE": "unengaged ally one cell",
    "SKIRMISH": "engaged ally adjacent cell",
    "EXPEL": "engaged enemy adjacent cell",
    "LURE": "pull enemy one cell closer",
    "SCARE": "push unengaged enemy one cell away",
    "SWAP": "exchange cells ally another cell",
    "TELEPORT": "this any cell not a portal",
    "GATHER": "adjacent ally into this cell",
    "DEFENDER": "cannot shift enemy",
    "REINFORCE": "spawned any cell one of your creatures",
    "DOMINATE": "claims scoring cell contested",
    "CRIT": "more damage",
    "FUMBLE": "less damage",
    "FLANKING": "more damage more creatures combat cell",
    "HEROICS": "more damage fewer creatures combat cell",
    "PACK": "1 more damage each local or adjacent ally",
    "STALWART": "1 more damage each local enemy",
    "PAYBACK": "more damage power local enemy",
    "ASSAULT": "special attack local enemy",
    "WARPSTRIKE": "special attack enemy another cell",
    "AMBUSH": "special attack each enemy enters this cell",
    "CHARGE": "special attack local enemy when it enters",
    "STRIKEBACK": "special attack local enemy opponent's action phase local enemy attacked none removed",
    "BOMB": "sacrifice this damage each local enemy",
    "FORTUNATE": "may reroll dice when this attacks",
    "FEROCITY": "local enemy destroyed instead disrupted",
    "RELENTLESS": "damage cannot be disrupted",
    "BODYGUARD": "local allies cannot be dealt damage before",
    "LONER": "only attack alone",
    "FIGHT": "more power while an enemy of that kind is local",
    "GEOMANCY": "all statistics 1 each your locations column",
    "THANATOMANCY": "power number creatures your graveyard",
    "COPY": "blade abilities every other local creature",
    "NULLIFY": "blade abilities local creatures cannot be used",
    "HELLSFURY": "local and adjacent hellbred allies b:crit 2",
    "ENERGIZE": "more to spend in your spawn phase",
    "CHANNEL": "spawn costs less",
    "VESSEL": "bonus points instead of 2 destroyed",
    "APPEASE": "sacrifice one of your creatures",
    "RESPAWN": "spawned from your graveyard points",
    "UNIQUE": "only one map",
    "VENGEANCE": "cannot be spawned before opponent won turns",
    "REGENERATE": "banished instead destroyed",
    "REINCARNATE": "when destroyed another creature graveyard reserves",
    "RAISE": "creature your graveyard to your reserves",
    "PURGE": "opponent's reserves into the graveyard",
    "DEMOLISH": "destroy local or adjacent location",
    "WAIL": "roll two ordinary dice banish all creatures spawn cost sum",
    "DISSIPATE": "banish this",
    "FADE": "after attacked banished",
    "DETONATE": "after attacked sacrificed",
    "BLOODTHIRSTY": "after attacked sacrificed unless enemy creature destroyed",
}
STATISTICS = {POWER: "power", DEFENSE: "defense", LIFE: "life"}


def said(name: str) -> str:
    """The sentence of an ability, in small letters and without its full stop."""
    return ABILITIES[name].brief.lower().rstrip(".")


@rule("DB-11.1")
@pytest.mark.parametrize("name", [name for name in ABILITIES if name not in AURAS])
def test_the_sentence_has_all_that_matters_in_its_order(name: str) -> None:
    rest = said(name)
    for word in TOLD[name].split():
        before, found, rest = rest.partition(word)
        assert found, f"{ABILITIES[name].brief!r}: {word!r} is missing behind {before!r}"


@pytest.mark.parametrize("name", AURAS)
def test_the_sentence_of_an_aura_is_what_it_adds(name: str) -> None:
    aura = AURAS[name]
    whom = "local and adjacent allies" if aura.is_for_allies else "local enemies"
    change = "more" if aura.sign > 0 else "less"
    assert said(name) == f"{whom} have {{x}} {change} {STATISTICS[aura.statistic]}"


@rule("DB-9.12")
@pytest.mark.parametrize("name", VERBS)
def test_only_what_may_be_declined_says_may(name: str) -> None:
    assert (VERBS[name].rank == OPTIONAL) == (" may " in f" {said(name)} ")


@pytest.mark.parametrize("name", MOVERS)
def test_the_sentence_of_a_mover_says_whom_and_in_which_state(name: str) -> None:
    mover, words = MOVERS[name], set(said(name).replace(",", "").split())
    if name != "TELEPORT":  # by itself: this
        assert ("ally" in words, "enemy" in words) == (mover.is_for_allies, not mover.is_for_allies)
    assert ("engaged" in words, "unengaged" in words) == (mover.is_engaged is True, mover.is_engaged is False)


@pytest.mark.parametrize("name", ABILITIES)
def test_a_number_is_told_where_it_is_printed(name: str) -> None:
    assert ABILITIES[name].needs_value == (name in WITH_NUMBER)


WITH_NUMBER = {
    *AURAS, "CRIT", "FUMBLE", "FLANKING", "HEROICS", "ASSAULT", "WARPSTRIKE", "AMBUSH", "CHARGE",
    "STRIKEBACK",
    "BOMB", "FORTUNATE", "FIGHT", "ENERGIZE", "CHANNEL", "VESSEL", "RESPAWN", "VENGEANCE",
}  # fmt: skip


def test_every_ability_that_adds_damage_says_so() -> None:
    for name in AMOUNTS:
        assert ("less damage" if name == "FUMBLE" else "more damage") in said(name)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("B:Skirmish Self", "You may move this to an adjacent cell while it is engaged."),
        ("B:Teleport Allies", "You may move a local ally to any cell that is not a portal."),
        ("Reinforce Valor", "One of the creatures there must be Valor."),
        ("Fight Fear +2", "2 more power while an enemy of that kind is local. Only Fear enemies count."),
        ("Channel Madness 1", "It affects only Madness miniatures."),
    ],
)
def test_a_modifier_is_told_in_the_sentence(text: str, told: str) -> None:
    assert text in {ability.text for m in MINIATURES.values() for ability in m.abilities}
    assert brief(ability_of(text), str).endswith(told)
