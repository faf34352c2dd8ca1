"""The table as a picture that is enough to play from: one SVG, drawn from what the reader may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain

from games.engine.contract.drawing import moved
from games.engine.contract.engine import Names
from games.engine.contract.pen import Block, in_columns, stacked
from games.engine.contract.phrases import seat_name
from games.engine.contract.text import gettext_noop as _
from games.scrappers import briefs, drawing, layout
from games.scrappers.briefs import seat_notes
from games.scrappers.catalogue import (
    ARTIFACTS,
    CAPACITY,
    CARDS,
    COSTS,
    CRYSTALS,
    FACTION_OF,
    FACTIONS,
    HALVES,
    LEVELS,
    TYPE,
    Half,
)
from games.scrappers.drawing import PEN
from games.scrappers.names import card_type, crystal_type, crystal_word
from games.scrappers.views import PlayerView, ScrappersView, is_priced

Translate = Callable[[str], str]
TITLE = "Star Scrappers: Cave-In"
WIDTH, MARGIN = 1200, 24
INNER = WIDTH - 2 * MARGIN
ROW, LABEL, AREA, FAN = layout.ROW, layout.LABEL, layout.AREA, layout.FAN
DOCKS, MINE = layout.DOCKS, layout.MINE
GAP = 20


def picture(view: ScrappersView, translate: Translate, names: Names | None = None) -> str:
    """The table, the players, and at the bottom what only the reader sees."""
    blocks = [head(view, translate, names), _table(view, translate), skills(view, translate)]
    blocks += [_players(view, translate, names), _own(view, translate)]
    drawn, tall = stacked(blocks, GAP)
    summary = f"{round_(view, translate)}; {whose_turn(view, translate, names)}."
    return PEN.sheet(
        WIDTH, tall + 2 * MARGIN, TITLE, summary, moved(MARGIN, MARGIN, drawn), defined=drawing.definitions()
    )


def head(view: ScrappersView, t: Translate, names: Names | None) -> Block:
    size, last = 34, max(view["end_value"], view["cave_in"])
    left = INNER - size * (last + 1)
    track = "".join(drawing.step(left + size * n, 2, size, n, view["cave_in"]) for n in range(last + 1))
    rows = PEN.wrapped(";  ".join(notes(view, t)), INNER, face="typed")
    drawn = (
        PEN.text(0, 28, TITLE, "book", 28)
        + PEN.text(420, 15, round_(view, t), "plain", 13)
        + PEN.text(420, 34, whose_turn(view, t, names), "plain", 13, bold=True)
        + track
        + moved(0, 52, legend(view, t))
        + PEN.lines(0, 87, rows, "typed")
    )
    return Block(drawn, 68 + (8 + PEN.deep(len(rows)) if rows else 0))


def round_(view: ScrappersView, t: Translate) -> str:
    said = t(_("ROUND {round}, cave-in {at} of {end}"))
    return said.format(round=view["round"], at=view["cave_in"], end=view["end_value"])


def whose_turn(view: ScrappersView, t: Translate, names: Names | None) -> str:
    if view["over"]:
        return t(_("the match is over"))
    return t(_("to play: {seat}")).format(seat=seat_name(view["turn"]["seat"], names, t))


def legend(view: ScrappersView, t: Translate) -> str:
    """Pattern, code and colour of each faction; those in play come first."""
    wild = [code for code in FACTIONS if code not in view["factions"]]
    drawn = ""
    for place, code in enumerate([*view["factions"], *wild]):
        x, colour = place * INNER / len(FACTIONS), t(FACTIONS[code].colour)
        said = t(_("{colour}, wild")).format(colour=colour) if code in wild else colour
        drawn += drawing.swatch(x, 0, 30, 16, code) + PEN.text(x + 37, 13, code, "typed", 13, bold=True)
        drawn += PEN.text(x + 70, 13, said, "book", 13)
    return drawn


def notes(view: ScrappersView, t: Translate) -> list[str]:
    """What has been done this turn, and Totems in the supply."""
    turn = view["turn"]
    done = [*turn["activated"], *(["leader"] if turn["leader_used"] else []), *turn["actions"]]
    done += ["raid"] if turn["raided"] else []
    running = not view["over"]
    rows = [
        (_("Totems in the supply: {things}"), " ".join(view["totems"])),
        (_("done: {things}"), ", ".join(done) if running else ""),
        (_("extra MINE actions: {things}"), str(turn["extra_mines"] or "") if running else ""),
        (_("in effect: {things}"), _many(turn["effects"]) if running else ""),
        (_("played: {things}"), " ".join(turn["played"]) if running else ""),
    ]
    return _told(rows, t)


def _told(rows: Iterable[tuple[str, str]], t: Translate) -> list[str]:
    return [t(said).format(things=things) for said, things in rows if things]


def _many(names: Iterable[str]) -> str:
    return " ".join(f"{name} x{n}" if n > 1 else name for name, n in Counter(names).items())


def _table(view: ScrappersView, t: Translate) -> Block:
    """What belongs to nobody yet, in three columns."""
    third = DOCKS + MINE + 2 * GAP
    drawn = docks(view, t) + moved(DOCKS + GAP, 0, mine(view, t)) + moved(third, 0, artifacts(view, t))
    return Block(drawn, 24 + ROW * len(LEVELS))


def docks(view: ScrappersView, t: Translate) -> str:
    drawn = PEN.heading(t(_("DOCKS")), DOCKS, 12)
    for row, (level, cards, left) in enumerate(zip(LEVELS, view["docks"], view["merc_stacks"], strict=True)):
        label = t(_("level {level}")).format(level=level)
        drawn += moved(0, 28 + ROW * row, _label(label, left, t) + _dock_row(cards, CAPACITY[row]))
    return drawn


def _label(label: str, left: int, t: Translate) -> str:
    """The name of a row, and how much is left in its stack."""
    stack = t(_("stack {left}")).format(left=left)
    return PEN.text(0, 26, label, "book", 13, bold=True) + PEN.text(0, 43, stack)


def _dock_row(cards: list[str], room: int) -> str:
    wide = layout.dock_width(cards, room)
    drawn = ""
    for place in range(max(room, len(cards))):
        shape = (
            drawing.dock_card(cards[place], wide - 5, ROW - 10)
            if place < len(cards)
            else drawing.place(wide - 5, ROW - 10)
        )
        drawn += moved(LABEL + wide * place, 0, shape)
    return drawn


def mine(view: ScrappersView, t: Translate) -> str:
    drawn = PEN.heading(t(_("MINE")), MINE, 12) + drawing.crack(LABEL, 12)
    drawn += PEN.text(LABEL + 22, 12, t(_("moves the cave-in token")))
    for row, (cost, crystals, left) in enumerate(
        zip(COSTS, view["mine"], view["crystal_stacks"], strict=True)
    ):
        label = _label(t(_("cost {cost}")).format(cost=cost), left, t)
        drawn += moved(0, 28 + ROW * row, label + _mine_row(view, crystals, t))
    return drawn


def _mine_row(view: ScrappersView, crystals: list[str], t: Translate) -> str:
    wide = (MINE - LABEL) / max(len(crystals), CAPACITY[0])
    places = enumerate(sorted(crystals))
    return "".join(moved(LABEL + wide * (place + 0.5), 0, _crystal(view, c, t)) for place, c in places)


def _crystal(view: ScrappersView, crystal: str, t: Translate) -> str:
    """A Crystal centred in its column: its current colour, its marks, its word in orders."""
    token = CRYSTALS[crystal]
    colour = view["turn"]["tinted"].get(crystal, token.colour)
    notes = [t(colour)] if colour != token.colour else []
    cost = view["costs"][crystal]
    notes += [t(_("cost {cost}")).format(cost=cost)] if cost != token.cost and is_priced(view) else []
    return (
        drawing.gem(0, 18, FACTION_OF[colour], token.vp)
        + (drawing.crack(-35, 12) if token.cave_in else "")
        + (PEN.text(19, 9, token.symbol, bold=True) if token.symbol else "")
        + PEN.text(0, 49, _crystal_word(view, crystal), "typed", bold=True, anchor="middle")
        + (PEN.text(0, 62, f"→ {', '.join(notes)}", anchor="middle") if notes else "")
    )


def _crystal_word(view: ScrappersView, crystal: str) -> str:
    """SS-18: where copies differ, each goes by its full name."""
    changed = {crystal_type(dug) for dug in view["turn"]["dug"]}
    return crystal_word(crystal) if crystal_type(crystal) in changed else crystal_type(crystal)


def artifacts(view: ScrappersView, t: Translate) -> str:
    wide = INNER - DOCKS - MINE - 2 * GAP
    drawn = PEN.heading(t(_("ARTIFACTS")), wide, 12)
    tall = layout.artifact_height(view)
    for stack, top in enumerate(view["artifacts"]):
        drawn += moved(0, 26 + tall * stack, _artifact_stack(view, stack, top, wide, t))
    return drawn


def _artifact_stack(view: ScrappersView, stack: int, top: str | None, wide: float, t: Translate) -> str:
    if top is None:
        return PEN.text(0, 16, f"{stack + 1}: " + t(_("empty")))
    cost, now = ARTIFACTS[top].cost, view["costs"][top]
    said = t(_("cost {cost}, {below} below")).format(cost=cost, below=view["artifact_stacks"][stack] - 1)
    is_told = now != cost and is_priced(view)
    said += ", " + t(_("{cost} now")).format(cost=now) if is_told else ""
    drawn = PEN.text(0, 14, f"{stack + 1}: {top}", "typed", 13, bold=True) + PEN.text(76, 14, said)
    for place, (side, half) in enumerate(zip(("left", "right"), ARTIFACTS[top].halves, strict=True)):
        drawn += moved((wide / 2 + 6) * place, 29, _half(side, half, wide / 2 - 6, t))
    return drawn + drawing.fold(wide / 2 - 2, 20, 64)


@lru_cache(maxsize=500)
def _half(side: str, half: Half, wide: float, t: Translate) -> str:
    """One of the two Artifacts on a card, under its word in orders."""
    named = PEN.wrapped(half.name, wide, face="book")
    told = PEN.lines(0, PEN.deep(1 + len(named)), PEN.wrapped(t(briefs.ARTIFACTS[half.id]), wide))
    return PEN.text(0, 0, side, "typed", bold=True) + PEN.lines(0, PEN.deep(1), named, "book") + told


def skills(view: ScrappersView, t: Translate) -> Block:
    """What the cards in the Docks and the Leaders do."""
    leaders = [player["base"][-1] for player in view["players"] if player["base"]]
    kinds = sorted({TYPE[card] for card in chain(*view["docks"], leaders)}, key=lambda kind: (kind[3], kind))
    if view["over"] or not kinds:
        return Block("", 0)
    deep = -(-len(kinds) // 3)
    drawn = PEN.heading(t(_("SKILLS of the Docks and the Leaders")), INNER, 12)
    for number, kind in enumerate(kinds):
        x, y = number // deep * INNER / 3, 34 + number % deep * 15
        drawn += PEN.text(x, y, kind, "typed", bold=True)
        drawn += PEN.text(x + 38, y, t(briefs.MERCENARIES[kind]))
    return Block(drawn, 24 + 15 * deep)


def _players(view: ScrappersView, t: Translate, names: Names | None) -> Block:
    """Two players side by side."""
    areas = [player(view, one, t, names) for one in view["players"]]
    return in_columns(areas, 2, AREA + GAP, GAP)


def player(view: ScrappersView, player: PlayerView, t: Translate, names: Names | None) -> Block:
    """What lies before a player."""
    is_active = player["seat"] == view["turn"]["seat"] and not view["over"]
    fan, below = _base(player["base"], t), _below(view, player, t)
    counts = t(_("hand {hand}, crystals {crystals}, subjugated {subjugated}")).format(
        hand=player["hand_count"], crystals=player["crystal_count"], subjugated=player["subjugated_count"]
    )
    drawn = (
        PEN.rule(0, 0, AREA, 4 if is_active else 1)
        + drawing.swatch(0, 9, 30, 16, player["command"])
        + PEN.text(38, 23, _title(view, player, t, names), "book", 15, bold=True)
        + (PEN.text(AREA, 21, _total(player, t), "book", 17, bold=True, anchor="end") if view["over"] else "")
        + PEN.text(0, 42, counts)
        + drawing.totems(player["totems"], AREA, t(_("totems")))
        + moved(0, 52, fan.drawn)
        + PEN.lines(0, 52 + fan.height + PEN.deep(1), below)
    )
    return Block(drawn, 56 + fan.height + PEN.deep(len(below)))


def player_height(view: ScrappersView, player: PlayerView, t: Translate) -> float:
    """Of what lies before a player."""
    lines = -(-len(player["base"]) // FAN)
    return 56 + (76 * lines - 4 if lines else 22) + PEN.deep(len(_below(view, player, t)))


def _title(view: ScrappersView, player: PlayerView, t: Translate, names: Names | None) -> str:
    said = f"{seat_name(player['seat'], names, t, _('SEAT {number}'))}, {FACTIONS[player['command']].name}"
    return said + "".join(f" ({note})" for note in _about(view, player, t))


def _about(view: ScrappersView, player: PlayerView, t: Translate) -> Iterator[str]:
    yield from seat_notes(view, player, t)
    if player["seat"] == view["turn"]["seat"] and not view["over"]:
        yield t(_("to play"))


def _base(cards: list[str], t: Translate) -> Block:
    """From the bottom card at the left to the Leader at the right, each overlapping the one before."""
    if not cards:
        return Block(PEN.text(0, 16, t(_("base: {cards}")).format(cards=t(_("empty")))), 22)
    rows = [cards[at : at + FAN] for at in range(0, len(cards), FAN)]
    foot, leader = 76 * len(rows) - 8, drawing.fan_center(len(rows[-1]), AREA)
    drawn = "".join(
        moved(0, 76 * n, drawing.fan(row, AREA, leads=row is rows[-1])) for n, row in enumerate(rows)
    )
    drawn += PEN.text(0, 68, t(_("bottom")), "book") if len(cards) > 1 else ""
    drawn += PEN.text(leader, foot - 4, t(_("leads")), "book", bold=True, anchor="middle")
    return Block(drawn, foot + 4)


def _below(view: ScrappersView, player: PlayerView, t: Translate) -> list[str]:
    """Artifacts; when the match is over, also everything that was hidden, and the score."""
    told = [f"{HALVES[half].name}: {t(briefs.ARTIFACTS[half])}" for half in player["artifacts"]]
    if view["over"]:  # SS-3.5
        told += [*hidden(player, t), score(player, t)]
    return list(chain.from_iterable(PEN.wrapped(line, AREA) for line in told))


def hidden(player: PlayerView, t: Translate) -> list[str]:
    rows = [
        (_("held: {things}"), _many(map(card_type, player.get("hand", [])))),
        (_("Crystals: {things}"), _many(map(crystal_type, player.get("crystals", [])))),
        (_("subjugated: {things}"), _many(map(card_type, player.get("subjugated", [])))),
    ]
    return _told(rows, t)


def score(player: PlayerView, t: Translate) -> str:
    parts = player.get("score", {})
    told = ", ".join(f"{t(name)} {value}" for name, value in parts.items() if value)
    return f"{_total(player, t)} ({told})" if told else _total(player, t)


def _total(player: PlayerView, t: Translate) -> str:
    return t(_("points: {total}")).format(total=sum(player.get("score", {}).values()))


def _own(view: ScrappersView, t: Translate) -> Block:
    """The reader's hand, Crystals and subjugated cards; empty at the end, when everything is open."""
    mine = next((player for player in view["players"] if player["seat"] == view["seat"]), None)
    if view["over"] or mine is None:
        return Block("", 0)
    hand = mine.get("hand", [])
    wide = INNER / 7
    cards = in_columns([Block(hand_card(view, hand, card, wide - 6, t), 82) for card in hand], 7, wide, 6)
    deep = 34 + cards.height
    put_by = hidden(mine, t)[1:] if hand else [t(_("empty")), *hidden(mine, t)]
    told = [*put_by, score(mine, t)]
    shown = list(chain.from_iterable(PEN.wrapped(line, INNER, face="typed") for line in told))
    drawn = PEN.heading(t(_("YOUR HAND")), INNER, 12) + moved(0, 28, cards.drawn)
    drawn += PEN.lines(0, deep + 10, shown, "typed")
    return Block(drawn, deep + PEN.deep(len(shown)))


def hand_card(view: ScrappersView, hand: list[str], card: str, wide: float, t: Translate) -> str:
    """A card with its skill; a painted card shows the pattern that it pays with (SS-16.9)."""
    painted = view["turn"].get("painted", {})
    mixed = TYPE[card] in {TYPE[other] for other in painted if other in hand}
    mercenary, colour = CARDS[card], painted.get(card, "")
    paid = t(_("{colour} this turn")).format(colour=t(colour)) if colour else ""
    return (
        drawing.card(wide, 82, FACTION_OF.get(colour, mercenary.faction), mercenary.level)
        + PEN.text(16, 18, card if mixed else TYPE[card], "typed", 15, bold=True)
        + PEN.text(wide - 6, 18, mercenary.name, "book", anchor="end")
        + PEN.lines(16, 34, PEN.wrapped(t(briefs.MERCENARIES[mercenary.id]), wide - 20))
        + (PEN.text(wide - 6, 77, paid, bold=True, anchor="end") if paid else "")
    )
