"""DP-S2: an army in words. `army squads pilgrim ranger deck CH03 3 CH16 8 ...`, or `army start`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.edge.catalogue import DUEL, FACTIONS, Action
from games.edge.names import squad_code
from games.edge.rules.armies import (
    BOSS,
    START,
    Army,
    can_be_completed,
    capacity,
    further_squads,
    ready_made,
)
from games.edge.rules.briefing import facts
from games.edge.rules.deck_words import Draft, deck_node
from games.edge.state import Choices, SeatId, State
from games.engine.decisions import Decision
from games.engine.phrases import Phrase, say
from games.engine.text import gettext_noop as _
from games.engine.tree import Barred, Branch, Node, leaf, words

LINES = ("army", "banner", "shrine", "squads", "deck")


def army_decision(state: State, seat: SeatId) -> Decision[Army]:
    """DP-S2: sealed until both have chosen."""
    faction, choices = state.player(seat).faction, state.choices
    return Decision(
        seat=seat,
        kind="army",
        prompt=say(
            _("Choose your army: up to {squads} Squads and a deck of {count} cards, or the ready-made one."),
            squads=DUEL.squads_max,
            count=choices.deck,
        ),
        grow=lambda: army_node(faction, choices),
        default=(START,),
        major=True,
        facts=lambda: facts(state, seat),
        lines=LINES,
    )


def army_node(faction: str, choices: Choices) -> Node[Army]:
    """`start`, or Banner and Shrine (standard ones if not named), Squads and deck."""
    draft = Draft(faction, choices)
    ready = ready_made(faction, choices.deck)
    return words(
        [
            Branch(START, lambda: leaf(ready), _("the ready-made army")),
            Branch("banner", lambda: _banner_node(draft), _("choose a Banner")),
            *_after_banner(draft),
        ],
        lead="army",
    )


def _banner_node(draft: Draft) -> Node[Army]:
    """ED-4.6, EF-1.4.8: one of two Banners."""

    def branch(kind: str, banner: Action) -> Branch[Army]:
        return Branch(kind, lambda: words(_after_banner(replace(draft, banner=kind))), banner.name)

    return words(branch(kind, banner) for kind, banner in FACTIONS[draft.faction].banner.items())


def _after_banner(draft: Draft) -> list[Branch[Army]]:
    return [
        Branch("shrine", lambda: _shrine_node(draft), _("choose a Shrine")),
        Branch("squads", lambda: _squads_node(draft), _("choose your Squads")),
    ]


def _shrine_node(draft: Draft) -> Node[Army]:
    """ED-4.6, EF-1.4.8: one of two Shrines."""

    def branch(kind: str, shrine: Action) -> Branch[Army]:
        chosen = replace(draft, shrine=kind)
        squads = Branch("squads", lambda: _squads_node(chosen), _("choose your Squads"))
        return Branch(kind, lambda: words([squads]), shrine.name, (shrine.name,))

    return words(branch(kind, shrine) for kind, shrine in FACTIONS[draft.faction].shrine.items())


# Squads.


def _squads_node(draft: Draft) -> Node[Army]:
    """ED-4.7: one to five; then the deck, as soon as there are enough cards for it."""
    faction, squads, deck = draft.faction, draft.squads, draft.choices.deck
    kinds = FACTIONS[faction].squads

    def branches() -> Iterator[Branch[Army]]:
        for kind in further_squads(faction, squads):
            if can_be_completed(faction, (*squads, kind), deck):
                yield _squad_branch(draft, kind)
        if squads and capacity(faction, squads) >= deck:
            yield Branch("deck", lambda: deck_node(draft), _("choose the cards of your deck"))

    return Node(None, branches, pool=tuple(kinds), barred=lambda: _barred_squads(draft))


def _squad_branch(draft: Draft, kind: str) -> Branch[Army]:
    name = FACTIONS[draft.faction].squads[kind].name
    chosen = replace(draft, squads=(*draft.squads, kind))
    return Branch(kind, lambda: _squads_node(chosen), name, (squad_code(kind), name))


def _barred_squads(draft: Draft) -> Iterator[Barred]:
    faction, squads = draft.faction, draft.squads
    offered = list(further_squads(faction, squads))
    for kind in FACTIONS[faction].squads.values():
        if kind.id not in offered:
            yield Barred(kind.id, _why_no_squad(draft, kind.id), (squad_code(kind.id), kind.name))
        elif not can_be_completed(faction, (*squads, kind.id), draft.choices.deck):
            yield Barred(kind.id, _too_few_cards(draft), (squad_code(kind.id), kind.name))
    yield Barred("deck", _too_few_cards(draft))


def _why_no_squad(draft: Draft, name: str) -> Phrase:
    kinds = FACTIONS[draft.faction].squads
    kind = kinds[name]
    if len(draft.squads) >= DUEL.squads_max:
        return say(_("an army has at most {count} Squads"), count=DUEL.squads_max)
    if draft.squads.count(name) >= kind.cards:
        return say(_("{squad} can be fielded only {count} times"), squad=kind.name, count=kind.cards)
    if kind.role == BOSS and any(kinds[other].role == BOSS for other in draft.squads):
        return say(_("an army has at most one boss"))
    return say(_("{squad} stands earlier in the list of Squads: name it before the others"), squad=kind.name)


def _too_few_cards(draft: Draft) -> Phrase:
    return say(_("these Squads have too few cards for a deck of {count}"), count=draft.choices.deck)
