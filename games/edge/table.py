"""The table to play on: the board, the reader's cards, and what lies before each player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from games.edge import labels, tips
from games.edge.catalogue import CARDS
from games.edge.drawing import INK, INNER, PAPER, PEN
from games.edge.figures import Figure, board_of, on_board, shrines
from games.edge.printed import hand, panels, pieces
from games.edge.printed.ground import outline, size
from games.edge.printed.key import key
from games.edge.printed.pieces import shades
from games.edge.printed.track import points
from games.edge.views import EdgeView, PlayerView
from games.engine.contract.drawing import oblong, path
from games.engine.contract.guide import Translate
from games.engine.contract.parts import ASIDE, HAND, HEADING, Part, Thing
from games.engine.contract.pen import stacked
from games.engine.contract.phrases import Names
from games.engine.contract.text import gettext_noop as _

Things = dict[str, list[Thing]]
GAP = 20  # between what lies before a player and a hand that is shown
HEAD, LINE = 440, 24  # of a part of the heading, which a telephone shows at its full width: width, a line
WHOLE = (1, 7)  # bases of these sizes have places that do not overlap: each can be clicked


def parts(view: EdgeView, t: Translate, names: Names | None) -> list[Part]:
    """How it stands, the board, the VP track, the hand; then the players and a key."""
    scores, legend = points(view, t), key(view, t)
    return [
        _head(view, t, names),
        _purses(view, t),
        PEN.part("board", t(_("The board")), size(board_of(view)), pieces.board(view)),
        PEN.part("track", t(_("Victory points")), (INNER, scores.height + 2), scores.drawn),
        *_hand(view, t),
        *(_panel(view, player, t, names) for player in view["players"]),
        PEN.part("key", t(_("Key")), (INNER, legend.height), legend.drawn, ASIDE),
    ]


def _head(view: EdgeView, t: Translate, names: Names | None) -> Part:
    """The turn and the fights."""
    told = " · ".join(filter(None, [labels.stage(view, t), labels.whose_turn(view, t, names)]))
    said = [*(labels.fight(fight, t) for fight in view["fights"]), labels.standstill(view, t)]
    first = PEN.wrapped(told, HEAD, 17, bold=True)
    notes = PEN.wrapped("; ".join(filter(None, said)), HEAD, 16)
    y = PEN.deep(len(first), 17)
    drawn = PEN.lines(0, 17, first, "plain", 17, bold=True) + PEN.lines(0, y + 16, notes, "plain", 16)
    return PEN.part("head", t(_("Turn")), (HEAD, y + PEN.deep(len(notes), 16) + 4), drawn, HEADING)


def _purses(view: EdgeView, t: Translate) -> Part:
    """What each player can spend: ally below ally, within a brace, and the reader's own in bold."""
    drawn, n = "", 0
    for side in view.get("sides", [[player["seat"]] for player in view["players"]]):
        if len(side) > 1:
            drawn += path(f"M4 {LINE * n + 3}h-3v{LINE * len(side) - 6}h3", stroke=INK, weight=1.6)
        for seat in side:
            code, said = labels.side_code(view, seat), _means(view["players"][seat - 1], t)
            drawn += PEN.flag(22, LINE * n + 12, code, shades(view)[seat], 14)
            drawn += PEN.text(44, LINE * n + 17, said, "plain", 16, bold=seat == view["seat"])
            n += 1
    return PEN.part("means", t(_("Crystals")), (HEAD, LINE * n), drawn, HEADING)


def _means(player: PlayerView, t: Translate) -> str:
    said = t(_("Crystals {ready} ({depleted} depleted), hand {hand}, deck {deck}, {banner}"))
    return said.format(
        ready=player["pool"] + player["temp"],
        depleted=player["depleted"],
        hand=player["hand_count"],
        deck=player["deck_count"],
        banner=t(_("Banner up")) if player["banner_up"] else t(_("Banner down")),
    )


def _cards(view: EdgeView) -> list[tuple[str, int]]:
    """The kinds of cards in the reader's hand, and how many of each."""
    mine = next((player for player in view["players"] if player["seat"] == view["seat"]), None)
    return list(Counter(mine.get("hand", [])).items()) if mine is not None else []


def _hand(view: EdgeView, t: Translate) -> Iterator[Part]:
    for number, (card, count) in enumerate(_cards(view)):
        face = hand.face(card, count, t)
        drawn = PEN.box(1, 1, hand.WIDE - 2, face.height - 2, PAPER, weight=1.2, stroke=INK) + face.drawn
        yield PEN.part(f"hand-{number}", CARDS[card].title, (hand.WIDE, face.height), drawn, HAND)


def _panel(view: EdgeView, player: PlayerView, t: Translate, names: Names | None) -> Part:
    """What lies before a player, and the hand that an ally shows (ED-24.8)."""
    lying = panels.panel(view, player, t, names)
    is_own = player["seat"] == view["seat"]  # which is drawn card by card
    block = lying if is_own else stacked([lying, hand.hand(view, player, t)], GAP)
    title = labels.player_title(view, player, t, names)
    return PEN.part(f"seat-{player['seat']}", title, (INNER, block.height), block.drawn, ASIDE)


# What can be clicked.


def things(view: EdgeView, wanted: Collection[str], t: Translate) -> Things:
    """Spaces and hexes if they are wanted, what fills Spaces, figures, Squads, cards."""
    figures = on_board(view)
    found = _ground(view, wanted, t)
    for figure in figures:
        told = tips.figure(view, figure, t)
        found[figure.model["id"]] = [Thing("board", outline(figure.place.mask), told)]
    found |= _squads(view, figures, wanted, t)
    for number, (card, _count) in enumerate(_cards(view)):
        height = hand.face(card, 1, t).height
        box = oblong(1, 1, hand.WIDE - 2, height - 2)
        found[card] = [Thing(f"hand-{number}", box, tips.card(card, t), used_by=("play", "attach"))]
    return found


def _ground(view: EdgeView, wanted: Collection[str], t: Translate) -> Things:
    board, found = board_of(view), Things()
    filled = {*shrines(view), *(source["at"] for source in view["sources"])}
    spaces = [name for name in board.number if name in wanted or name in filled]
    for name in spaces:
        found[name] = [Thing("board", outline(board.area[board.number[name]]), tips.space(view, name, t))]
    for word in wanted:
        place = board.placements.get(word)
        if place is not None and place.size in WHOLE:
            found[word] = [Thing("board", outline(place.mask), word)]
    return found


def _squads(view: EdgeView, figures: list[Figure], wanted: Collection[str], t: Translate) -> Things:
    """Squads by all their figures, and by their cards in the panels."""
    found = Things()
    for figure in figures:
        if figure.squad["id"] in wanted:
            there = Thing("board", outline(figure.place.mask), tips.figure(view, figure, t))
            found.setdefault(figure.squad["id"], []).append(there)
    for player in view["players"]:
        for squad, box in panels.squad_places(view, player, t):
            card = Thing(f"seat-{player['seat']}", oblong(*box), tips.squad(squad, t), used_by=("activate",))
            found.setdefault(squad["id"], []).append(card)
    return found
