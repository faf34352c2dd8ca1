"""The match as text that one can play from, in lines of at most 76 characters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from games.dreamblade.catalogue import MINIATURES, WARBANDS, WORDS
from games.dreamblade.figuretext import contents
from games.dreamblade.geometry import CELLS, COLUMNS, NORTH, PORTAL, ROWS, SCORING, SOUTH
from games.dreamblade.rules.attacks import shown
from games.dreamblade.state import ACTIONS, GRAVEYARD, OVER, RESERVES, SPAWNS
from games.dreamblade.state import WARBANDS as CHOOSING
from games.dreamblade.views import CombatView, DreambladeView, FigureView, PlayerView
from games.engine.contract.engine import Names
from games.engine.contract.phrases import seat_name
from games.engine.contract.text import board_line
from games.engine.contract.text import gettext_noop as _

Translate = Callable[[str], str]
CELL = 13  # characters of a cell
SIDES = {SOUTH: _("South"), NORTH: _("North")}


def text_board(view: DreambladeView, t: Translate, names: Names | None = None) -> str:
    """Head, map, what stands where, and what else each player has."""
    if view["stage"] == CHOOSING:
        return "\n".join(_choosing(view, t, names))
    lines = [*_head(view, t, names), "", *_map(view), "", *_cells(view, t)]
    for player in view["players"]:
        lines += ["", *_player(view, player, t, names)]
    return "\n".join(lines)


def _choosing(view: DreambladeView, t: Translate, names: Names | None) -> list[str]:
    """Before the first turn: what may be chosen."""
    lines = [t(_("WARBANDS are being chosen."))]
    for player in view["players"]:
        lines.append(_title(player, t, names))
        codes = Counter(player["pool"])
        rows = [f"{code} {MINIATURES[code].name}" + (f" x{n}" if n > 1 else "") for code, n in codes.items()]
        lines += [board_line(t(_("pool: {things}")).format(things=", ".join(rows)), 2)] if rows else []
    if not any(player["pool"] for player in view["players"]):
        for warband in WARBANDS.values():
            lines += ["", f"  {warband.id}  {warband.name} ({warband.theme})"]
            lines.append(board_line(contents(warband), 6))
    return lines


def _title(player: PlayerView, t: Translate, names: Names | None) -> str:
    return f"{t(SIDES[player['side']]).upper()}: {seat_name(player['seat'], names, t)}"


def _head(view: DreambladeView, t: Translate, names: Names | None) -> list[str]:
    lines = [t(_("TURN {turn} of {most}")).format(turn=view["turn"], most=view["max_turns"])]
    if view["stage"] == OVER:
        return [lines[0], t(_("The match is over."))]
    lines[0] += ", " + phase(view, t)
    if is_in_phase(view):
        lines.append(t(_("on turn: {seat}")).format(seat=seat_name(view["active"], names, t)))
    combat = view["combat"]
    if combat is not None:
        lines.append(board_line(combat_line(combat, t)))
    return lines


def combat_line(combat: CombatView, t: Translate) -> str:
    """The dice of the running combat, and what they come to so far."""
    told = t(_("combat in {cell}: dice {faces}; damage so far {total}, blades left {blades}"))
    faces = shown(combat["faces"])
    return told.format(cell=combat["cell"], faces=faces, total=combat["total"], blades=combat["blades"])


def is_in_phase(view: DreambladeView) -> bool:
    """Whether it is anybody's phase: at the end of a turn it is not."""
    return view["step"] in (*SPAWNS, *ACTIONS)


def phase(view: DreambladeView, t: Translate) -> str:
    step = view["step"]
    if step in SPAWNS:
        return t(_("spawn phase, points {points}")).format(points=view["spawn_points"])
    if step in ACTIONS:
        number = 1 + ACTIONS.index(step) % 2
        mode = f" ({view['mode']})" if view["mode"] else ""
        return t(_("action phase {number} of 2")).format(number=number) + mode
    return t(_("this turn is over"))


# The map.


def _map(view: DreambladeView) -> list[str]:
    """Row 5 on top; in each cell its value, then creatures of South and North by code."""
    line = "  +" + ("-" * CELL + "+") * len(COLUMNS)
    rows = [line]
    for row in reversed(ROWS):
        cells = [_cell(view, column + row) for column in COLUMNS]
        height = max(map(len, cells))
        for number in range(height):
            parts = [(cell[number] if number < len(cell) else "").ljust(CELL) for cell in cells]
            rows.append(f"{row if number == 0 else ' '} |" + "|".join(parts) + "|")
        rows.append(line)
    return [*rows, "   " + " ".join(column.center(CELL) for column in COLUMNS).rstrip()]


def _cell(view: DreambladeView, cell: str) -> list[str]:
    here = [figure for figure in view["figures"] if figure["at"] == cell]
    sides = {player["seat"]: player["side"] for player in view["players"]}
    lines = [_worth(cell)]
    for side, mark in ((SOUTH, "s"), (NORTH, "n")):
        codes = [label(f) for f in here if sides[f["seat"]] == side and f["is_creature"]]
        lines += _packed(codes, mark)
    lines += [f"[{label(f)}{sides[f['seat']].lower()}]" for f in here if not f["is_creature"]]
    return lines


def label(figure: FigureView) -> str:
    """The code of a miniature, with the number by which its copies are told apart: `V01.2`."""
    number = figure["id"].removeprefix(WORDS[figure["code"]])
    return figure["code"] + (f".{number}" if number else "")


def _packed(codes: list[str], mark: str) -> list[str]:
    """Two lines of two; more than four only in a portal, where the rest is counted."""
    shown = codes if len(codes) <= 4 else codes[:3]
    words = [*shown, *([f"+{len(codes) - 3}"] if len(codes) > 4 else [])]
    return [f"{mark} {' '.join(words[at : at + 2])}" for at in range(0, len(words), 2)]


def _worth(cell: str) -> str:
    parts = [f"{side}{SCORING[side][cell]}" for side in (SOUTH, NORTH) if cell in SCORING[side]]
    parts += [f"{side} portal" for side in (SOUTH, NORTH) if PORTAL[side] == cell]
    return " ".join(parts)


# In words.


def _cells(view: DreambladeView, t: Translate) -> list[str]:
    """Every miniature on the map with its statistics, cell by cell."""
    lines: list[str] = []
    sides = {player["seat"]: player["side"] for player in view["players"]}
    for cell in CELLS:
        here = [figure for figure in view["figures"] if figure["at"] == cell]
        for figure in sorted(here, key=lambda f: (not f["is_creature"], sides[f["seat"]] == NORTH)):
            lines.append(board_line(f"{cell} {sides[figure['seat']]} {_figure(figure, t)}"))
    return lines or [t(_("The map is empty."))]


def _figure(figure: FigureView, t: Translate) -> str:
    parts = [f"{figure['id']} ({figure['code']})"]
    if "power" in figure and "defense" in figure and "life" in figure:
        stats = t(_("power {power} defense {defense} life {life}"))
        parts.append(stats.format(power=figure["power"], defense=figure["defense"], life=figure["life"]))
    abilities = "; ".join(ability.text for ability in MINIATURES[figure["code"]].abilities)
    damage = figure.get("damage", 0)
    notes = [t(_("damage {damage}")).format(damage=damage)] if damage else []
    notes += [t(_("engaged"))] if figure.get("engaged") else []
    notes += [t(_("dying"))] if figure.get("dying") else []
    return ", ".join([*parts, *([abilities] if abilities else []), *notes])


def _player(view: DreambladeView, player: PlayerView, t: Translate, names: Names | None) -> list[str]:
    told = t(_("turns won {wins} of 6, points this turn {points}, bonus points {bonus}"))
    held = ", ".join(f"{cell} {value}" for cell, value in player["held"].items())
    title = _title(player, t, names) + (f" ({t(_('you'))})" if player["seat"] == view["seat"] else "")
    lines = [title, "  " + told.format(wins=player["wins"], points=player["score"], bonus=player["bonus"])]
    if held:
        lines.append(board_line(t(_("holds {cells}")).format(cells=held), 2))
    own = [figure for figure in view["figures"] if figure["seat"] == player["seat"]]
    for zone, title in ((RESERVES, _("reserves: {things}")), (GRAVEYARD, _("graveyard: {things}"))):
        things = ", ".join(_listed(figure for figure in own if figure["at"] == zone))
        lines.append(board_line(t(title).format(things=things or "–"), 2))
    ready = spawnable(own)
    return [
        *lines,
        *(["  " + t(_("can be spawned now, with their prices:"))] if ready else []),
        *_offered(ready, t),
    ]


def spawnable(figures: Iterable[FigureView]) -> list[FigureView]:
    """In the spawn phase of their owner what can be spawned now, one of each kind, the cheapest first."""
    kinds = {(f["code"], f["at"]): f for f in reversed(list(figures)) if f.get("spawnable")}
    return sorted(kinds.values(), key=lambda f: (f.get("price", 0), f["id"]))


def _offered(figures: Iterable[FigureView], t: Translate) -> list[str]:
    """What a player who plays by email chooses from: price, statistics, abilities."""
    return [board_line(f"{figure.get('price', 0)}: {_figure(figure, t)}", 4) for figure in figures]


def _listed(figures: Iterable[FigureView]) -> list[str]:
    """By name and price, the cheapest first."""
    ranked = sorted(figures, key=lambda f: (f.get("price", f["cost"]), f["id"]))
    return [f"{f['id']}\N{NO-BREAK SPACE}{f.get('price', f['cost'])}" for f in ranked]
