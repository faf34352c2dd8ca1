"""ED-4.16: the VP track as a strip with both ends; with more players, the tokens of each."""

from __future__ import annotations

from games.edge import labels
from games.edge.catalogue import VP_TOKENS
from games.edge.drawing import BODY, FADED, HAIR, INK, INNER, PAPER, PEN
from games.edge.labels import Translate
from games.edge.printed.pieces import shades
from games.edge.views import EdgeView, PlayerView
from games.engine.contract.drawing import path, ring
from games.engine.contract.pen import Block
from games.engine.contract.text import gettext_noop as _

_ENDS = [10, 10]  # while the match has none yet
_WIDE, _TALL, _FLAG = 36.0, 30, 76.0
_PILE, _BRACE = 28.0, 620  # the height of a row of tokens, and where allies are braced


def points(view: EdgeView, t: Translate) -> Block:
    """Victory Points, as the mode of play counts them."""
    return _track(view, t) if labels.mode_of(view).vp == "track" else _piles(view, t)


def _piles(view: EdgeView, t: Translate) -> Block:
    """ED-16.8: a row for each player, ally below ally: Starting tokens kept, and captured from whom."""
    seats = [seat for side in view.get("sides", []) for seat in side]
    drawn = ""
    for row, seat in enumerate(seats):
        player, y = view["players"][seat - 1], _PILE * row
        drawn += PEN.flag(26, y + 13, labels.side_code(view, seat), shades(view)[seat], 15)
        drawn += PEN.text(
            56, y + 18, t(_("kept {n}")).format(n=player.get("kept", 0)), "plain", BODY, bold=True
        )
        drawn += _discs(144, y + 13, player.get("kept", 0))
        drawn += PEN.text(340, y + 18, _captured(view, player, t), "plain", BODY, bold=True)
    y = _PILE * len(seats)
    drawn += _teams(view, t)
    return Block(drawn + PEN.text(INNER, y + 18, labels.pile(view, t), "plain", BODY, anchor="end"), y + 22)


def _discs(x: float, y: float, kept: int) -> str:
    """Ten Starting tokens; those that are gone are hollow."""
    here = "".join(ring(x + 18 * n, y, 7) for n in range(min(kept, VP_TOKENS)))
    gone = "".join(ring(x + 18 * n, y, 7) for n in range(kept, VP_TOKENS))
    return path(here, fill=INK, stroke=INK) + path(gone, fill=PAPER, stroke=FADED)


def _captured(view: EdgeView, player: PlayerView, t: Translate) -> str:
    """How many, and of whom."""
    told = t(_("captured {n}")).format(n=labels.captured(player))
    each = [f"{labels.side_code(view, int(seat))} {n}" for seat, n in player.get("captured", {}).items() if n]
    return f"{told} ({', '.join(each)})" if each else told


def _teams(view: EdgeView, t: Translate) -> str:
    """ED-22.12: what two allies have captured together, beside a brace around their rows."""
    drawn, y = "", 0.0
    for side in view.get("sides", []):
        tall = _PILE * len(side)
        if len(side) > 1:
            both = sum(labels.captured(view["players"][seat - 1]) for seat in side)
            drawn += path(f"M{_BRACE} {y + 4:.1f}h8v{tall - 8:.1f}h-8", stroke=INK, weight=1.6)
            told = t(_("together {n} of 8")).format(n=both)
            drawn += PEN.text(_BRACE + 20, y + tall / 2 + 5, told, "plain", BODY, bold=True)
        y += tall
    return drawn


def _track(view: EdgeView, t: Translate) -> Block:
    """Steps from the middle to each player's end; the marker is a dark disc."""
    before, after = view["ends"] or _ENDS
    cells = before + after + 1
    wide = min(_WIDE, (INNER - 2 * _FLAG) / cells)
    left = (INNER - wide * cells) / 2
    marker = min(max(before - view["vp"], 0), cells - 1)  # the first seat's end is at the left
    drawn = PEN.box(left, 0, wide * cells, _TALL, PAPER)
    drawn += path("".join(f"M{left + wide * n:.1f} 0v{_TALL}" for n in range(1, cells)), stroke=HAIR)
    drawn += path(f"M{left + wide * before:.1f} 0v{_TALL}h{wide:.1f}v-{_TALL}z", stroke=INK, weight=2)
    steps = [(left + wide * (n + 0.5), 20, str(abs(n - before))) for n in range(cells) if n != marker]
    drawn += PEN.letters(steps, fill=FADED) + _marker(left + wide * (marker + 0.5), view["vp"])
    for seat, x in ((1, left / 2), (2, INNER - left / 2)):
        drawn += PEN.flag(x, _TALL / 2, labels.side_code(view, seat), shades(view)[seat], 17)
    drawn += PEN.text(0, 52, labels.points(view, t), "plain", BODY, bold=True)
    return Block(drawn + PEN.text(INNER, 52, labels.pile(view, t), "plain", BODY, anchor="end"), 58)


def _marker(x: float, lead: int) -> str:
    disc = path(ring(x, _TALL / 2, 14), fill=INK, stroke=PAPER, weight=2)
    return disc + PEN.text(x, 20.5, str(abs(lead)), "plain", 16, bold=True, anchor="middle", fill=PAPER)
