"""DP-S2: an army in words. `army squads pilgrim ranger deck CH03 3 CH16 8 ...`, or `army start`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.edge.catalogue import FACTIONS, Action
from games.edge.names import squad_code
from games.edge.rules.armies.deck_words import PartialArmy, ReadyMade, deck_node
from games.edge.rules.armies.muster import (
    BOSS,
    NEWEST,
    START,
    Army,
    barred_roles,
    can_be_completed,
    capacity,
    further_squads,
    is_complete,
    ready_made,
    unit_name,
)
from games.edge.rules.facts import in_setup
from games.edge.state import Choices, SeatId, State
from games.engine.contract.decisions import MAJOR, Decision
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred, Branch, Node, leaf, words

LINES = ("army", "banner", "shrine", "squads", "deck")


def army_decision(state: State, seat: SeatId) -> Decision[Army]:
    """DP-S2: sealed until all have chosen."""
    faction, choices = state.player(seat).faction, state.choices
    asked = _ORDER if choices.beginner else _CHOICE
    return Decision(
        seat=seat,
        kind="army",
        prompt=say(asked, squads=choices.squads, count=choices.deck),
        grow=lambda: army_node(faction, choices, state.rules),
        default=(START,),
        asks=MAJOR,
        facts=lambda: in_setup(state, seat),
        lines=LINES,
    )


_CHOICE = _("Choose your army: up to {squads} Squads and a deck of {count} cards, or the ready-made one.")
_ORDER = _("Put the {count} cards of your ready-made army in order, or have them shuffled.")


def army_node(faction: str, choices: Choices, rules: int = NEWEST) -> Node[Army]:
    """`start`, or Banner and Shrine (standard ones if not named), Squads and deck."""
    plan = PartialArmy(faction, choices)
    ready = ready_made(faction, choices, rules)
    if choices.beginner:
        return _order_node(ready, plan)
    return words(
        [
            Branch(START, lambda: leaf(ready), _("the ready-made army")),
            Branch("banner", lambda: _banner_node(plan), _("choose a Banner")),
            *_after_banner(plan),
        ],
        lead="army",
    )


def _order_node(ready: Army, plan: PartialArmy) -> Node[Army]:
    """ED-23.8 with ED-4.7: of the ready-made army only the deck can be arranged."""
    known = ReadyMade(plan.faction, plan.choices, ready.banner, ready.shrine, ready.squads, deck=ready.deck)
    return words(
        [
            Branch(START, lambda: leaf(ready), _("the ready-made army")),
            Branch("deck", lambda: deck_node(known), _("choose the order of your deck")),
        ],
        lead="army",
    )


def _banner_node(plan: PartialArmy) -> Node[Army]:
    """ED-4.6, EF-1.4.8: one of two Banners."""

    def branch(kind: str, banner: Action) -> Branch[Army]:
        return Branch(kind, lambda: words(_after_banner(replace(plan, banner=kind))), banner.name)

    return words(branch(kind, banner) for kind, banner in FACTIONS[plan.faction].banner.items())


def _after_banner(plan: PartialArmy) -> list[Branch[Army]]:
    return [
        Branch("shrine", lambda: _shrine_node(plan), _("choose a Shrine")),
        Branch("squads", lambda: _squads_node(plan), _("choose your Squads")),
    ]


def _shrine_node(plan: PartialArmy) -> Node[Army]:
    """ED-4.6, EF-1.4.8: one of two Shrines."""

    def branch(kind: str, shrine: Action) -> Branch[Army]:
        chosen = replace(plan, shrine=kind)
        squads = Branch("squads", lambda: _squads_node(chosen), _("choose your Squads"))
        return Branch(kind, lambda: words([squads]), shrine.name, (shrine.name,))

    return words(branch(kind, shrine) for kind, shrine in FACTIONS[plan.faction].shrine.items())


# Squads.


def _squads_node(plan: PartialArmy) -> Node[Army]:
    """ED-4.7: one or more; then the deck, as soon as there are enough cards for it."""
    faction, squads, choices = plan.faction, plan.squads, plan.choices
    kinds = FACTIONS[faction].squads

    def branches() -> Iterator[Branch[Army]]:
        for kind in _further(plan):
            if _leads_on(plan, kind):
                yield _squad_branch(plan, kind)
        if is_complete(faction, squads, choices.deck):
            yield Branch("deck", lambda: deck_node(plan), _("choose the cards of your deck"))

    return Node(
        None,
        branches,
        lead="squads" if squads else "",  # a line of an email may begin with it again
        pool=tuple(kinds),
        barred=lambda: _barred_squads(plan),
        unled=(*kinds, "deck"),
    )


def _further(plan: PartialArmy) -> list[str]:
    """The Squads that may be added."""
    choices = plan.choices
    return list(further_squads(plan.faction, plan.squads, choices.squads, barred_roles(choices)))


def _leads_on(plan: PartialArmy, kind: str) -> bool:
    """Whether there are enough cards with this Squad, and perhaps with more of them."""
    choices, squads = plan.choices, (*plan.squads, kind)
    return can_be_completed(plan.faction, squads, choices.deck, choices.squads, barred_roles(choices))


def _squad_branch(plan: PartialArmy, kind: str) -> Branch[Army]:
    name = FACTIONS[plan.faction].squads[kind].name
    chosen = replace(plan, squads=(*plan.squads, kind))
    return Branch(kind, lambda: _squads_node(chosen), name, (squad_code(kind), name))


def _barred_squads(plan: PartialArmy) -> Iterator[Barred]:
    offered = _further(plan)
    for kind in FACTIONS[plan.faction].squads.values():
        if kind.id not in offered:
            yield Barred(kind.id, _why_no_squad(plan, kind.id), (squad_code(kind.id), kind.name))
        elif not _leads_on(plan, kind.id):
            yield Barred(kind.id, _too_few_cards(plan), (squad_code(kind.id), kind.name))
    yield Barred("deck", _why_no_deck(plan))


def _why_no_squad(plan: PartialArmy, name: str) -> Phrase:
    kinds = FACTIONS[plan.faction].squads
    kind = kinds[name]
    if len(plan.squads) >= plan.choices.squads:
        return say(_("an army has at most {count} Squads"), count=plan.choices.squads)
    if plan.squads.count(name) >= kind.cards:
        return say(_("{squad} can be fielded only {count} times"), squad=kind.name, count=kind.cards)
    if not plan.choices.allows(kind.role):
        return say(_("{squad}: this match is played without {units}"), squad=kind.name, units=unit_name(kind))
    if kind.role == BOSS and any(kinds[other].role == BOSS for other in plan.squads):
        return say(_("an army has at most one boss"))
    return say(_("{squad} comes earlier in the list of Squads: name it before the others"), squad=kind.name)


def _why_no_deck(plan: PartialArmy) -> Phrase:
    """ED-22.2: who has nothing but late Squads would begin without a model on the board."""
    if plan.squads and capacity(plan.faction, plan.squads) >= plan.choices.deck:
        return say(_("an army has at least one Squad that is deployed in set-up"))
    return _too_few_cards(plan)


def _too_few_cards(plan: PartialArmy) -> Phrase:
    return say(_("these Squads have too few cards for a deck of {count}"), count=plan.choices.deck)
