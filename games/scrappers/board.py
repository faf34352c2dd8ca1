"""The table as plain text that is enough to play from: short lines, no colours, the words used in orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from games.engine.contract.engine import Names
from games.engine.contract.phrases import seat_name
from games.engine.contract.text import board_line
from games.engine.contract.text import gettext_noop as _
from games.scrappers import briefs
from games.scrappers.briefs import seat_notes
from games.scrappers.catalogue import ARTIFACTS, COSTS, CRYSTALS, FACTIONS, HALVES, LEVELS, TYPE
from games.scrappers.names import card_type, crystal_type
from games.scrappers.views import PlayerView, ScrappersView, is_priced

Translate = Callable[[str], str]


def text_board(view: ScrappersView, translate: Translate, names: Names | None = None) -> str:
    """Everything on the table, then the players, then what only the reader sees."""
    shown = [_head(view, translate, names)]
    shown += [part(view, translate) for part in (_docks, _mine, _artifacts)]
    shown += [_player(view, player, translate, names) for player in view["players"]]
    shown.append(_own(view, translate))
    return "\n\n".join(part for part in shown if part)


def _head(view: ScrappersView, t: Translate, names: Names | None) -> str:
    in_play = ", ".join(f"{code} {t(FACTIONS[code].colour)}" for code in view["factions"])
    wild = ", ".join(t(f.colour) for code, f in FACTIONS.items() if code not in view["factions"])
    lines = [
        t(_("ROUND {round}, cave-in {at} of {end}")).format(
            round=view["round"], at=view["cave_in"], end=view["end_value"]
        ),
        "  " + t(_("in play: {colours}; wild: {wild}")).format(colours=in_play, wild=wild),
    ]
    if view["totems"]:
        lines.append("  " + t(_("Totems in the supply: {names}")).format(names=", ".join(view["totems"])))
    if view["over"]:
        lines.append("  " + t(_("the match is over")))
    else:
        lines.append("  " + t(_("to play: {seat}")).format(seat=seat_name(view["turn"]["seat"], names, t)))
        lines += [board_line(f"  {line}", hang=4) for line in _done(view, t)]
    return "\n".join(lines)


def _done(view: ScrappersView, t: Translate) -> list[str]:
    turn = view["turn"]
    done = [*turn["activated"], *(["leader"] if turn["leader_used"] else []), *turn["actions"]]
    done += ["raid"] if turn["raided"] else []
    rows = [
        (_("done: {things}"), ", ".join(done)),
        (_("extra MINE actions: {things}"), str(turn["extra_mines"] or "")),
        (_("in effect: {things}"), _many(turn["effects"])),
        (_("played: {things}"), " ".join(turn["played"])),
    ]
    return [t(text).format(things=things) for text, things in rows if things]


def _docks(view: ScrappersView, t: Translate) -> str:
    lines = [t(_("DOCKS"))]
    for level, row, left in zip(LEVELS, view["docks"], view["merc_stacks"], strict=True):
        lines.append("  " + t(_("level {level}, {left} in the stack")).format(level=level, left=left))
        lines += [_card_line(card, n, t) for card, n in Counter(TYPE[card] for card in row).items()]
    return "\n".join(lines)


def _card_line(card: str, count: int, t: Translate, note: str = "") -> str:
    name = f"{card} x{count}" if count > 1 else card
    return f"    {name:<8} {t(briefs.MERCENARIES[card.partition('#')[0]])}{note}"


def _mine(view: ScrappersView, t: Translate) -> str:
    lines = [t(_("MINE (* moves the cave-in token)"))]
    for cost, row, left in zip(COSTS, view["mine"], view["crystal_stacks"], strict=True):
        lines.append("  " + t(_("cost {cost}, {left} in the stack")).format(cost=cost, left=left))
        counts = Counter(_crystal_line(view, crystal, t) for crystal in sorted(row))
        lines += [f"    {line}{f'  x{n}' if n > 1 else ''}" for line, n in counts.items()]
    return "\n".join(lines)


def _crystal_line(view: ScrappersView, crystal: str, t: Translate) -> str:
    token = CRYSTALS[crystal]
    colour = view["turn"]["tinted"].get(crystal)
    cost = view["costs"][crystal]
    notes = [t(_("{vp} VP")).format(vp=token.vp) + (" *" if token.cave_in else "")]
    notes += [t(_("symbol {faction}")).format(faction=token.symbol)] if token.symbol else []
    notes += [t(_("now {colour}")).format(colour=t(colour))] if colour and colour != token.colour else []
    notes += [t(_("costs {cost} now")).format(cost=cost)] if cost != token.cost and is_priced(view) else []
    return f"{crystal_type(crystal):<10} {', '.join(notes)}"


def _artifacts(view: ScrappersView, t: Translate) -> str:
    lines = [t(_("ARTIFACTS"))]
    for number, (top, size) in enumerate(zip(view["artifacts"], view["artifact_stacks"], strict=True), 1):
        if top is None:
            lines.append(f"  {number}: " + t(_("empty")))
            continue
        cost = ARTIFACTS[top].cost
        about = t(_("{card}, cost {cost}, {below} below")).format(card=top, cost=cost, below=size - 1)
        now = view["costs"][top]
        is_told = now != cost and is_priced(view)
        lines.append(f"  {number}: {about}" + (", " + t(_("{cost} now")).format(cost=now) if is_told else ""))
        for side, half in zip(("left", "right"), ARTIFACTS[top].halves, strict=True):
            lines.append(f"    {side:<5}  {half.name}: {t(briefs.ARTIFACTS[half.id])}")
    return "\n".join(lines)


def _player(view: ScrappersView, player: PlayerView, t: Translate, names: Names | None) -> str:
    lines = [
        seat_name(player["seat"], names, t, _("SEAT {number}"))
        + f", {FACTIONS[player['command']].name}"
        + "".join(f" ({note})" for note in seat_notes(view, player, t)),
        "  "
        + t(_("hand {hand}, crystals {crystals}, subjugated {subjugated}, totems {totems}")).format(
            hand=player["hand_count"],
            crystals=player["crystal_count"],
            subjugated=player["subjugated_count"],
            totems=" ".join(player["totems"]) or "-",
        ),
        board_line("  " + t(_("base: {cards}")).format(cards=_base(player["base"], t)), hang=4),
    ]
    for half in player["artifacts"]:
        lines.append(f"  {HALVES[half].name}: {t(briefs.ARTIFACTS[half])}")
    if view["over"]:  # SS-3.5
        lines += [*_open_things(player, t), board_line("  " + _score(player, t), hang=4)]
    return "\n".join(lines)


def _base(cards: list[str], t: Translate) -> str:
    """Bottom to top; the Leader is marked."""
    if not cards:
        return t(_("empty"))
    return " ".join([*cards[:-1], t(_("{card} (Leader)")).format(card=cards[-1])])


def _own(view: ScrappersView, t: Translate) -> str:
    """What only the reader sees; empty at the end of the game, when everything is open."""
    mine = next((player for player in view["players"] if player["seat"] == view["seat"]), None)
    if (
        view["over"]
        or mine is None
        or "hand" not in mine
        or "crystals" not in mine
        or "subjugated" not in mine
    ):
        return ""
    painted = view["turn"].get("painted", {})
    lines = [t(_("YOUR HAND"))]
    lines += [_hand_line(*thing, n, t) for thing, n in _hand(mine["hand"], painted).items()]
    lines += [] if mine["hand"] else ["    " + t(_("empty"))]
    rows = [
        (_("your Crystals: {things}"), _many(map(crystal_type, mine["crystals"]))),
        (_("subjugated: {things}"), _many(map(card_type, mine["subjugated"]))),
    ]
    lines += [board_line("  " + t(text).format(things=things), hang=4) for text, things in rows if things]
    lines.append(board_line("  " + _score(mine, t), hang=4))
    return "\n".join(lines)


def _open_things(player: PlayerView, t: Translate) -> list[str]:
    """What was hidden until the end."""
    rows = [
        (_("hand: {things}"), _many(map(card_type, player.get("hand", [])))),
        (_("Crystals: {things}"), _many(map(crystal_type, player.get("crystals", [])))),
        (_("subjugated: {things}"), _many(map(card_type, player.get("subjugated", [])))),
    ]
    return [board_line("  " + t(text).format(things=things), hang=4) for text, things in rows if things]


def _hand(hand: Iterable[str], painted: Mapping[str, str]) -> Counter[tuple[str, str]]:
    mixed = {TYPE[card] for card in painted}  # here each copy goes by its full name, as in orders
    return Counter((card if TYPE[card] in mixed else TYPE[card], painted.get(card, "")) for card in hand)


def _hand_line(card: str, colour: str, count: int, t: Translate) -> str:
    note = t(_(" ({colour} this turn)")).format(colour=t(colour)) if colour else ""
    return _card_line(card, count, t, note)


def _score(player: PlayerView, t: Translate) -> str:
    parts = player.get("score", {})
    told = ", ".join(f"{t(name)} {value}" for name, value in parts.items() if value)
    total = t(_("points: {total}")).format(total=sum(parts.values()))
    return f"{total} ({told})" if told else total


def _many(names: Iterable[str]) -> str:
    return " ".join(f"{name} x{n}" if n > 1 else name for name, n in Counter(names).items())
