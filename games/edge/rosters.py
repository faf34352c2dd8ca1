"""EF-1.4 for builders of decks: armies as rosters, with what there is to choose and why not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.edge import cardtext
from games.edge.army_text import check_army, format_army
from games.edge.catalogue import ANY, FACTIONS, SQUADS, Action, Card, Faction, SquadKind
from games.edge.roster_text import read_army, write_draft
from games.edge.rules.armies.muster import STANDARD, START, Army, army_of, ready_made
from games.edge.rules.setup.options import choices_of
from games.edge.state import Choices
from games.edge.views import EdgeView
from games.engine.contract.engine import Options
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.rosters import ReadyMade, Roster, RosterBook, Shelf, Thing, Translate
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Path

BANNER, SHRINE = "banner:", "shrine:"
ARRANGED = " arranged"


def _choices(size: int, options: Options, players: int) -> Mapping[str, Choices]:
    arranged = choices_of({**options, "script": True}, players)
    return {str(size): choices_of(options, players), f"{size}{ARRANGED}": arranged}


FORMS: Mapping[str, Choices] = {
    **_choices(25, {}, 2),
    **_choices(20, {"deck20": True}, 2),
    **_choices(15, {}, 3),  # ED-4.9: as with four
}


class Armies(RosterBook[EdgeView]):
    """Armies and decks of the duel, and of matches with more players."""

    kind = "army"
    side_kind = "faction"
    title, new = _("Decks"), _("A new deck")
    sides: Mapping[str, str] = {faction.id: faction.name for faction in FACTIONS.values()}
    forms: Mapping[str, str] = {
        "25": _("25 cards, shuffled"),
        "20": _("20 cards, shuffled"),
        "25 arranged": _("25 cards, in the order you choose"),
        "20 arranged": _("20 cards, in the order you choose"),
        "15": _("3 or 4 players: 15 cards, shuffled"),
        "15 arranged": _("3 or 4 players: 15 cards, in the order you choose"),
    }

    def shelves(self, side: str, form: str, translate: Translate) -> Sequence[Shelf]:
        """Squads, cards, Banner and Shrine."""
        faction, choices, t = FACTIONS[side], FORMS[form], translate
        return (
            _squad_shelf(faction, choices.squads, t),
            _card_shelf(faction, choices, t),
            _power_shelf(BANNER, faction.banner, t(_("Banner")), t),
            _power_shelf(SHRINE, faction.shrine, t(_("Shrine")), t),
        )

    def ready_made(self, side: str, form: str) -> Sequence[ReadyMade]:
        """ED-4.7: the preconstructed list of the faction."""
        name = say(_("Starting deck of {faction}"), faction=FACTIONS[side].name)
        return (ReadyMade(START, name, roster_of(side, form, ready_made(side, FORMS[form]))),)

    def check(self, roster: Roster) -> list[Phrase]:
        """Every breach of the limits."""
        squads, deck = squads_of(roster), deck_of(roster)
        found = check_army(roster.side, squads, deck, FORMS[roster.form])
        return [*found, *_powers_wrong(roster), *_order_wrong(roster)]

    def answer(self, roster: Roster) -> Path:
        """DP-S2 word by word."""
        army = army_from(roster)
        deck = army.deck if army.is_arranged else _counted(army.deck)
        return ("banner", army.banner, "shrine", army.shrine, "squads", *army.squads, "deck", *deck)

    def text(self, roster: Roster) -> str:
        """The order that brings it to the table; of a draft, its lists."""
        if self.check(roster):
            return write_draft(roster.side, squads_of(roster), deck_of(roster), *powers_of(roster))
        return format_army(army_from(roster))

    def read(self, text: str) -> tuple[Roster, list[Phrase]]:
        """An army from a text, as an order has it or as people write lists."""
        found = read_army(text)
        counts: dict[str, int] = {**Counter(found.squads), **Counter(found.deck)}
        counts |= {BANNER + found.banner: 1, SHRINE + found.shrine: 1}
        size = str(len(found.deck))
        form = size if size in FORMS else str(Choices().deck)
        if found.is_arranged:
            return Roster(found.faction, form + ARRANGED, counts, tuple(found.deck)), found.problems
        return Roster(found.faction, form, counts), found.problems

    def form_of(self, options: Mapping[str, int | str | bool], seats: int) -> str:
        """ED-4.9, ED-23.6, ED-23.8."""
        choices = choices_of(options, seats)
        return f"{choices.deck}{ARRANGED}" if choices.script else str(choices.deck)

    def side_of(self, view: EdgeView, seat: int) -> str:
        """The faction of a player."""
        return next((player["faction"] for player in view["players"] if player["seat"] == seat), "")


def squads_of(roster: Roster) -> list[str]:
    """The Squads of a roster, each as often as it is fielded."""
    return [name for name, n in roster.counts.items() for _n in range(n) if name in SQUADS]


def deck_of(roster: Roster) -> dict[str, int]:
    """The cards of a roster with their numbers."""
    return {
        name: n
        for name, n in roster.counts.items()
        if not name.startswith((BANNER, SHRINE)) and name not in SQUADS
    }


def powers_of(roster: Roster) -> tuple[str, str]:
    """Banner and Shrine, the standard ones if not chosen."""
    return _power(roster, BANNER), _power(roster, SHRINE)


def army_from(roster: Roster) -> Army:
    """The army that a legal roster is."""
    army = army_of(roster.side, squads_of(roster), deck_of(roster), *powers_of(roster))
    if not FORMS[roster.form].script:
        return army
    return Army(army.squads, roster.order, army.banner, army.shrine, is_arranged=True)


def _counted(deck: Sequence[str]) -> Iterator[str]:
    for card, count in Counter(deck).items():
        yield from (card, str(count))


def roster_of(side: str, form: str, army: Army) -> Roster:
    """An army as a roster."""
    counts: dict[str, int] = {**Counter(army.squads), **Counter(army.deck)}
    counts |= {BANNER + army.banner: 1, SHRINE + army.shrine: 1}
    return Roster(side, form, counts, army.deck if FORMS[form].script else ())


def _power(roster: Roster, prefix: str) -> str:
    chosen = [name.removeprefix(prefix) for name in roster.counts if name.startswith(prefix)]
    return chosen[0] if chosen else STANDARD


def _powers_wrong(roster: Roster) -> Iterator[Phrase]:
    """ED-4.6: one of each."""
    for prefix, what in ((BANNER, _("one Banner")), (SHRINE, _("one Shrine"))):
        count = sum(n for name, n in roster.counts.items() if name.startswith(prefix))
        if count > 1:
            yield say(_("an army has {what}, this one has {count}"), what=say(what), count=count)


def _order_wrong(roster: Roster) -> Iterator[Phrase]:
    """ED-23.8: the order names each card as often as it is in the deck."""
    if FORMS[roster.form].script and Counter(roster.order) != Counter(deck_of(roster)):
        yield say(_("the order of the cards must name each of them"))


# What there is to choose.


def _squad_shelf(faction: Faction, most: int, t: Translate) -> Shelf:
    about = t(_("One to {most} Squads, at most one boss. Some Squads can be fielded more than once."))
    things = tuple(_squad_thing(kind, t) for kind in faction.squads.values() if kind.cards)
    return Shelf("squads", t(_("Squads")), about.format(most=most), 1, most, things)


def _squad_thing(kind: SquadKind, t: Translate) -> Thing:
    return Thing(kind.id, kind.name, kind.cards, cardtext.squad_use(kind, t), cardtext.mode_parts(kind, t))


def _card_shelf(faction: Faction, choices: Choices, t: Translate) -> Shelf:
    about = t(
        _(
            "Exactly {size} cards, at most as many copies as there are. A card that belongs to a Squad needs "
            "that Squad in the army."
        )
    )
    things = tuple(_card_thing(card, t) for card in faction.cards.values() if not card.extra)
    size = choices.deck
    return Shelf(
        "cards", t(_("Cards")), about.format(size=size), size, size, things, is_arranged=choices.script
    )


def _card_thing(card: Card, t: Translate) -> Thing:
    squad = FACTIONS[card.faction].squads.get(card.squad)
    group = squad.name if squad is not None and card.squad != ANY else t(_("any Squad"))
    parts = tuple(cardtext.action_part(half, action, t) for half, action in card.actions)
    note = cardtext.card_use(card, t) if card.is_enhancement else ""
    return Thing(card.id, card.title, card.copies, note, parts, group)


def _power_shelf(prefix: str, powers: Mapping[str, Action], title: str, t: Translate) -> Shelf:
    things = tuple(
        Thing(prefix + kind, action.name, 1, cardtext.price(action, t), (cardtext.power_part(action, t),))
        for kind, action in powers.items()
    )
    return Shelf(prefix.rstrip(":"), title, t(_("One of them.")), 1, 1, things)


ARMIES = Armies()
