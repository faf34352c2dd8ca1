"""What lies before a player: resources as numbers, Squad cards as a table."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from games.edge import cardtext, labels
from games.edge.catalogue import FACTIONS
from games.edge.drawing import BODY, FADED, HAIR, INK, INNER, PAPER, PEN
from games.edge.labels import Translate
from games.edge.names import squad_name
from games.edge.printed import chips
from games.edge.printed.pieces import shades
from games.edge.state import ON_BOARD
from games.edge.views import EdgeView, PlayerView, SquadView
from games.engine.contract.drawing import moved, path
from games.engine.contract.engine import Names
from games.engine.contract.pen import Block
from games.engine.contract.text import gettext_noop as _

# Where the columns of the table begin.
NAME, MODE, ENDURANCE, MODELS, NOTES = 62, 226, 506, 580, 648
STATS = {"INI": 338, "ATT": 380, "DEF": 422, "MOV": 464}
ROW, TABLE = 24, 88
CELL = 16  # the size of letters in the table
Box = tuple[float, float, float, float]


def panel(view: EdgeView, player: PlayerView, t: Translate, names: Names | None) -> Block:
    """Everything of one player that is open."""
    seat = player["seat"]
    drawn = PEN.rule(0, 0, INNER, 4 if labels.is_on_turn(view, seat) else 1.2)
    drawn += PEN.flag(24, 25, labels.side_code(view, seat), shades(view)[seat], 18)
    drawn += PEN.text(56, 31, labels.player_title(view, player, t, names), "book", 19, bold=True)
    drawn += _resources(player, t)
    table = _squads(view, player, t)
    foot = list(chain.from_iterable(PEN.wrapped(row, INNER) for row in _foot(player, t)))
    drawn += moved(0, TABLE, table.drawn) + PEN.lines(0, TABLE + table.height + 14, foot)
    return Block(drawn, TABLE + table.height + PEN.deep(len(foot)) + 4)


def _resources(player: PlayerView, t: Translate) -> str:
    """A line of numbers, each before its word; at its end the Banner."""
    counts = [
        (player["pool"], t(_("Crystals"))),
        (player["depleted"], t(_("depleted"))),
        (player["temp"], t(_("temporary"))),
        (player["hand_count"], t(_("hand"))),
        (player["deck_count"], t(_("deck"))),
        (len(player["discard"]), t(_("discard"))),
    ]
    drawn, x = "", 0.0
    for count, word in counts:
        said = str(count)
        drawn += PEN.text(x, 64, said, "book", 20, bold=True)
        x += 12 * len(said) + 5
        drawn += PEN.text(x, 64, word, "plain", BODY)
        x += PEN.width_of(word, BODY) + 28
    word = t(_("Banner up")) if player["banner_up"] else t(_("Banner down"))
    return drawn + _pennant(x, 50, player["banner_up"]) + PEN.text(x + 26, 64, word, "plain", BODY)


def _pennant(x: float, y: float, is_up: bool) -> str:
    """Full or empty."""
    return path(f"M{x:.1f} {y + 17:.1f}v-18l20 6-20 6", fill=INK if is_up else PAPER, stroke=INK, weight=1.6)


def _squads(view: EdgeView, player: PlayerView, t: Translate) -> Block:
    """The Squad cards as a table; before there are any, no room is left for it."""
    if not player["squads"]:
        return Block("", -16)
    heads = {**STATS, t(_("Endurance")): ENDURANCE, t(_("models")): MODELS}
    heads[t(_("symbols, Enhancements, tokens"))] = NOTES
    drawn, y = "".join(PEN.text(x, 0, head, fill=FADED) for head, x in heads.items()), 7.0
    for squad in player["squads"]:
        row = _squad(view, squad, t)
        drawn += PEN.rule(0, y, INNER, 0.8, HAIR) + moved(0, y, row.drawn)
        y += row.height
    return Block(drawn + PEN.rule(0, y, INNER, 0.8, HAIR), y + 4)


def squad_places(view: EdgeView, player: PlayerView, t: Translate) -> Iterator[tuple[SquadView, Box]]:
    """Where the card of each Squad is in the panel: left, top, width, height."""
    y = TABLE + 7.0
    for squad in player["squads"]:
        tall = _row_height(_row_notes(squad, t))
        yield squad, (0, y, INNER, tall)
        y += tall


def _squad(view: EdgeView, squad: SquadView, t: Translate) -> Block:
    """A Squad card in a line, faded if nobody of it stands; what is attached goes on below."""
    standing = [model for model in squad["models"] if model["state"] == ON_BOARD]
    ink = INK if standing else FADED
    notes = _row_notes(squad, t)
    values = dict(zip(STATS.values(), map(labels.attribute, labels.attributes(squad)), strict=True))
    values[ENDURANCE] = f"{squad['endurance']}/{squad['printed']}"
    drawn = PEN.text(0, 18, squad["code"], "plain", CELL, bold=True, fill=ink)
    drawn += chips.row(NAME - 12, 13, chips.activity(view, squad))
    drawn += PEN.text(NAME, 18, squad_name(squad["id"]), "book", CELL, fill=ink)
    drawn += PEN.text(MODE, 18, squad["mode"], "plain", BODY, bold=labels.is_changed(squad), fill=ink)
    drawn += "".join(
        PEN.text(x, 18, value, "plain", CELL, bold=True, fill=ink) for x, value in values.items()
    )
    drawn += PEN.text(MODELS, 18, f"{len(standing)}/{len(squad['models'])}", "plain", CELL, fill=ink)
    return Block(drawn + PEN.lines(NOTES, 17, notes), _row_height(notes))


def _row_notes(squad: SquadView, t: Translate) -> list[str]:
    return list(chain.from_iterable(PEN.wrapped(note, INNER - NOTES) for note in _notes(squad, t)))


def _row_height(notes: list[str]) -> float:
    return max(ROW, 9 + PEN.deep(len(notes)))


def _notes(squad: SquadView, t: Translate) -> list[str]:
    """Symbols of the mode, Enhancements under the addresses of their slots, tokens."""
    found = [", ".join(labels.symbols(squad, t))]
    found += [
        f"{squad['code']}.{slot} {cardtext.titles([row['card']])}: {cardtext.charges(row, t)}"
        for slot, row in enumerate(squad["enhancements"], 1)
    ]
    tokens = ", ".join(labels.squad_tokens(squad))
    found.append(t(_("tokens: {tokens}")).format(tokens=tokens) if tokens else "")
    return [note for note in found if note]


def _foot(player: PlayerView, t: Translate) -> list[str]:
    """What Banner and Shrine do, and the cards that everybody may look through."""
    faction = FACTIONS.get(player["faction"])
    if faction is None:
        return []
    powers = (faction.banner[player["banner"]], faction.shrine[player["shrine"]])
    rows = [
        (_("beside the deck: {things}"), cardtext.titles(player["beside"])),
        (_("discarded: {things}"), cardtext.titles(player["discard"])),
    ]
    told = [t(said).format(things=things) for said, things in rows if things]
    return [*(f"{power.name}: {t(power.txt)}" for power in powers), *told]
