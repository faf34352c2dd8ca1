"""EF-1.4: an army as the text of an order, and everything that is wrong with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from games.edge.catalogue import ANY, CARDS, FACTIONS, SQUADS
from games.edge.rules.armies.muster import BOSS, Army, unit_name
from games.edge.state import Choices
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _

_WIDTH = 70  # email programs break longer lines


def format_army(army: Army) -> str:
    """The order that brings this army to the table, in lines that an email does not break.

    >>> from games.edge.rules.armies.muster import ready_made
    >>> print(format_army(ready_made("chapter", Choices())))
    army banner std shrine std
    squads "Angel of Death", "Holy Knight", "Holy Knight", "Pilgrim"
    squads "Ranger"
    deck "Bash" 1, "Energy Drain" 3, "Fake Death" 1, "Firing Position" 1
    deck "Formation" 1, "Guard" 1, "Guardian Angel" 2, "Judgment" 1
    deck "Last Man Standing" 1, "Leap" 1, "Overwatch" 2, "Shield Wall" 2
    deck "Shoot" 4, "Storm of Blades" 1, "Tactic" 1, "Trap" 1
    deck "Winged Death" 1
    """
    squads = _lines("squads", [f'"{SQUADS[squad].name}"' for squad in army.squads])
    return "\n".join([f"army banner {army.banner} shrine {army.shrine}", *squads, *_deck_lines(army)])


def _deck_lines(army: Army) -> Iterator[str]:
    """Cards and their numbers; one after the other where their order counts (ED-23.8)."""
    if army.is_arranged:
        return _lines("deck", [f'"{CARDS[card].title}"' for card in army.deck])
    counts = Counter(army.deck)
    return _lines("deck", [f'"{CARDS[card].title}" {count}' for card, count in counts.items()])


def _lines(first: str, words: Sequence[str]) -> Iterator[str]:
    line = f"{first} {words[0]}"
    for word in words[1:]:
        if len(line) + len(word) + 2 > _WIDTH:
            yield line
            line = f"{first} {word}"
        else:
            line = f"{line}, {word}"
    yield line


def check_army(
    faction: str, squads: Sequence[str], deck: Mapping[str, int], choices: Choices
) -> list[Phrase]:
    """ED-4.7, ED-4.9 and EF-1.4: every breach of the limits; nothing where the army is legal."""
    return [*_squads_wrong(faction, squads, choices), *_deck_wrong(faction, squads, deck, choices)]


def _squads_wrong(faction: str, squads: Sequence[str], choices: Choices) -> Iterator[Phrase]:
    kinds, most = FACTIONS[faction].squads, choices.squads
    if not squads:
        yield say(_("an army has at least one Squad"))
    if len(squads) > most:
        template = _("an army has at most {most} Squads, this one has {count}")
        yield say(template, most=most, count=len(squads))
    for squad, count in Counter(squads).items():
        if squad not in kinds:
            yield say(_("{faction} has no Squad “{squad}”"), faction=FACTIONS[faction].name, squad=squad)
        elif count > kinds[squad].cards:
            template = _("{squad} can be fielded only {most} times, not {count}")
            yield say(template, squad=kinds[squad].name, most=kinds[squad].cards, count=count)
    for squad in dict.fromkeys(squads):
        if squad in kinds and not choices.allows(kinds[squad].role):
            template = _("{squad}: this match is played without {units}")
            yield say(template, squad=kinds[squad].name, units=unit_name(kinds[squad]))
    if squads and all(squad in kinds and kinds[squad].is_late for squad in squads):
        yield say(_("an army has at least one Squad that is deployed in set-up"))
    bosses = [squad for squad in squads if squad in kinds and kinds[squad].role == BOSS]
    if len(bosses) > 1:
        yield say(_("an army has at most one boss, this one has {count}"), count=len(bosses))


def _deck_wrong(
    faction: str, squads: Sequence[str], deck: Mapping[str, int], choices: Choices
) -> Iterator[Phrase]:
    total = sum(deck.values())
    if total != choices.deck:
        yield say(_("a deck has exactly {size} cards, this one has {count}"), size=choices.deck, count=total)
    for card, count in deck.items():
        yield from _card_wrong(faction, squads, card, count)


def _card_wrong(faction: str, squads: Sequence[str], name: str, count: int) -> Iterator[Phrase]:
    content = FACTIONS[faction]
    card = content.cards.get(name)
    if card is None:
        yield say(_("{faction} has no card “{card}”"), faction=content.name, card=name)
        return
    if count < 0 or count > card.copies:
        template = _("there are only {most} copies of “{card}”, not {count}")
        yield say(template, most=card.copies, card=card.title, count=count)
    if card.extra:
        yield say(_("“{card}” is kept beside the deck and does not count"), card=card.title)
    elif card.squad not in (ANY, *squads):
        squad = content.squads[card.squad].name
        yield say(_("“{card}” belongs to {squad}, which is not in your army"), card=card.title, squad=squad)
