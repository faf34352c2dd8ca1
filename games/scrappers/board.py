"""The table as plain text that one can play from: short lines, no colours needed, the words of the orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from games.scrappers.catalogue import (
    ARTIFACTS,
    CARDS,
    COSTS,
    CRYSTALS,
    FACTIONS,
    HALVES,
    LEVELS,
    MERCENARIES,
    TYPE,
)
from games.scrappers.names import crystal_type
from games.scrappers.views import PlayerView, ScrappersView


def text_board(view: ScrappersView) -> str:
    """Everything on the table, then the players, then what is one's own."""
    parts = [_head(view), _docks(view), _mine(view), _artifacts(view)]
    parts += [_player(view, player) for player in view["players"]]
    parts.append(_own(view))
    return "\n\n".join(part for part in parts if part)


def _head(view: ScrappersView) -> str:
    turn = view["turn"]
    in_play = ", ".join(f"{code} {FACTIONS[code].colour}" for code in view["factions"])
    wild = ", ".join(f.colour for code, f in FACTIONS.items() if code not in view["factions"])
    lines = [
        f"Round {view['round']}   Cave-in {view['cave_in']} of {view['end_value']}",
        f"In play: {in_play}   Wild: {wild}",
    ]
    if view["totems"]:
        lines.append("Totems in the supply: " + ", ".join(view["totems"]))
    lines.append("The game is over." if view["over"] else f"On turn: seat {turn['seat']}{_done(view)}")
    return "\n".join(lines)


def _done(view: ScrappersView) -> str:
    turn = view["turn"]
    done = [*turn["activated"], *(["leader"] if turn["leader_used"] else []), *turn["actions"]]
    done += ["raid"] if turn["raided"] else []
    extra = [f"{turn['extra_mines']} extra mine"] if turn["extra_mines"] else []
    parts = [f"done: {', '.join(done)}" if done else "", *extra]
    parts += ["in effect: " + ", ".join(turn["effects"])] if turn["effects"] else []
    parts += ["played: " + " ".join(turn["played"])] if turn["played"] else []
    shown = "; ".join(part for part in parts if part)
    return f" ({shown})" if shown else ""


def _docks(view: ScrappersView) -> str:
    rows = [
        f"  {level}  {_many(TYPE[card] for card in row) or '-':<28} {left} left"
        for level, row, left in zip(LEVELS, view["docks"], view["merc_stacks"], strict=True)
    ]
    return "DOCKS (level, cards, stack)\n" + "\n".join(rows)


def _mine(view: ScrappersView) -> str:
    lines: list[str] = []
    for cost, row, left in zip(COSTS, view["mine"], view["crystal_stacks"], strict=True):
        lines.append(f"  cost {cost}   {left} left")
        counts = Counter(_crystal_line(view, crystal) for crystal in sorted(row))
        lines += [f"    {line}{f'  x{n}' if n > 1 else ''}" for line, n in counts.items()]
    return "MINE (* moves the Cave-in token)\n" + "\n".join(lines)


def _crystal_line(view: ScrappersView, crystal: str) -> str:
    token = CRYSTALS[crystal]
    colour = view["turn"]["tinted"].get(crystal)
    notes = [f"{token.vp} VP"]
    notes += [f"symbol {token.symbol}"] if token.symbol else []
    notes += ["*"] if token.cave_in else []
    notes += [f"now {colour}"] if colour and colour != token.colour else []
    cost = view["costs"][crystal]
    notes += [f"costs {cost} now"] if cost != token.cost else []
    return f"{crystal_type(crystal):<10} {', '.join(notes)}"


def _artifacts(view: ScrappersView) -> str:
    lines: list[str] = []
    for number, (top, size) in enumerate(zip(view["artifacts"], view["artifact_stacks"], strict=True), 1):
        if top is None:
            lines.append(f"  {number}  empty")
            continue
        left, right = ARTIFACTS[top].halves
        cost = view["costs"][top]
        now = "" if cost == ARTIFACTS[top].cost else f", {cost} now"
        lines.append(f"  {number}  {top}, cost {ARTIFACTS[top].cost}{now}, {size - 1} below")
        lines += [
            f"     {side}: {half.name} ({half.kind})" for side, half in (("left", left), ("right", right))
        ]
    return "ARTIFACTS\n" + "\n".join(lines)


def _player(view: ScrappersView, player: PlayerView) -> str:
    me = "  (you)" if player["seat"] == view["seat"] else ""
    gone = "  (has left)" if player["gone"] else ""
    first = "  (first)" if player["seat"] == view["first"] else ""
    totems = ", ".join(player["totems"]) or "none"
    lines = [
        f"SEAT {player['seat']}{me}{first}{gone}  {FACTIONS[player['command']].name}",
        f"  hand {player['hand_count']}, crystals {player['crystal_count']}, "
        f"subjugated {player['subjugated_count']}, totems: {totems}",
        f"  base: {_base(player['base'])}",
    ]
    if player["artifacts"]:
        lines.append("  artifacts: " + ", ".join(HALVES[half].name for half in player["artifacts"]))
    if view["over"]:
        lines.append(f"  score: {_score(player)}")
    return "\n".join(lines)


def _base(cards: list[str]) -> str:
    return " ".join([*cards[:-1], f"[{cards[-1]} leads]"]) if cards else "empty"


def _own(view: ScrappersView) -> str:
    mine = next((player for player in view["players"] if player["seat"] == view["seat"]), None)
    if mine is None or "hand" not in mine or "crystals" not in mine or "subjugated" not in mine:
        return ""
    painted = view["turn"].get("painted", {})
    lines = ["YOUR HAND"]
    lines += [_hand_line(name, n) for name, n in _hand(mine["hand"], painted).items()] or ["  empty"]
    if mine["crystals"]:
        lines.append("YOUR CRYSTALS  " + _many(crystal_type(crystal) for crystal in mine["crystals"]))
    if mine["subjugated"]:
        lines.append("SUBJUGATED  " + _many(TYPE[card] for card in mine["subjugated"]))
    lines.append(f"YOUR POINTS SO FAR  {_score(mine)}")
    return "\n".join(lines)


def _hand(hand: Iterable[str], painted: Mapping[str, str]) -> Counter[tuple[str, str]]:
    return Counter((card if card in painted else TYPE[card], painted.get(card, "")) for card in hand)


def _hand_line(name: tuple[str, str], count: int) -> str:
    card, colour = name
    mercenary = CARDS[card] if card in CARDS else MERCENARIES[card]
    now = f", {colour} this turn" if colour else ""
    times = f" x{count}" if count > 1 else ""
    return f"  {card}{times}  {mercenary.name}, level {mercenary.level}{now}: {mercenary.text}"


def _score(player: PlayerView) -> str:
    parts = player.get("score", {})
    return f"{sum(parts.values())} = " + " + ".join(f"{value} {name}" for name, value in parts.items())


def _many(names: Iterable[str]) -> str:
    return " ".join(f"{name} x{n}" if n > 1 else name for name, n in Counter(names).items())
