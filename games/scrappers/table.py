"""The table to play on: Docks, Mine, Artifacts and Bases as drawings, and every card and Crystal in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.engine.contract.drawing import moved, oblong
from games.engine.contract.guide import Translate
from games.engine.contract.parts import ASIDE, BELOW, BOARD, HAND, HEADING, Part, Thing
from games.engine.contract.phrases import Names
from games.engine.contract.text import gettext_noop as _
from games.scrappers import drawing, layout, picture, tips
from games.scrappers.catalogue import TYPE
from games.scrappers.drawing import PEN
from games.scrappers.layout import PAD
from games.scrappers.names import crystal_type, crystal_word
from games.scrappers.views import PlayerView, ScrappersView

WIDE, CARD = 860.0, 164.0  # of what is folded away, and of a card in hand
HEAD = 380.0  # of a part of the heading, which a telephone shows at its full width
NOTE = 13  # the size of letters in the head


def parts(view: ScrappersView, t: Translate, names: Names | None) -> list[Part]:
    """What is in the middle, what lies before the players, the reader's hand; then what can be looked up."""
    artifacts = moved(PAD, 0, picture.artifacts(view, t))
    after_hand = BELOW if _own(view) is not None else BOARD
    return [
        _head(view, t, names),
        PEN.part("track", t(_("Cave-in track")), (HEAD, 36), _track(view), HEADING),
        PEN.part("docks", t(_("Docks")), (layout.DOCKS, layout.TALL), picture.docks(view, t)),
        PEN.part("mine", t(_("Mine")), (layout.MINE, layout.TALL), picture.mine(view, t)),
        PEN.part("artifacts", t(_("Artifacts")), (layout.ARTIFACTS, layout.TALL), artifacts, after_hand),
        _bases(view, t, names, after_hand),
        *_hand(view, t),
        *_aside(view, t),
    ]


def _head(view: ScrappersView, t: Translate, names: Names | None) -> Part:
    """The round, whose turn it is, and what else is to be known."""
    whose = PEN.wrapped(picture.whose_turn(view, t, names), HEAD, 15, bold=True)
    notes = PEN.wrapped(";  ".join(picture.notes(view, t)), HEAD, NOTE)
    drawn = PEN.text(0, 14, picture.round_(view, t), "plain", 14)
    drawn += PEN.lines(0, 34, whose, "plain", 15, bold=True)
    tall = 22 + PEN.deep(len(whose), 15)
    drawn += PEN.lines(0, tall + 12, notes, "plain", NOTE)
    return PEN.part("head", t(_("Round")), (HEAD, tall + 4 + PEN.deep(len(notes), NOTE)), drawn, HEADING)


def _track(view: ScrappersView) -> str:
    last = max(view["end_value"], view["cave_in"])
    size = min(30.0, (HEAD - 2) / (last + 1))
    steps = (drawing.step(size * n, 2, size, n, view["cave_in"]) for n in range(last + 1))
    return drawing.definitions() + "".join(steps)


def _bases(view: ScrappersView, t: Translate, names: Names | None, place: str) -> Part:
    drawn, y = "", 4.0
    for player in view["players"]:
        area = picture.player(view, player, t, names)
        drawn += moved(PAD, y, area.drawn)
        y += area.height + layout.BETWEEN
    return PEN.part("bases", t(_("Bases")), (layout.AREA + 2 * PAD, y), drawn, place)


def _own(view: ScrappersView) -> PlayerView | None:
    """The reader's things, while there is something to decide."""
    if view["over"]:
        return None
    return next((player for player in view["players"] if player["seat"] == view["seat"]), None)


def _hand(view: ScrappersView, t: Translate) -> Iterator[Part]:
    mine = _own(view)
    cards = mine.get("hand", []) if mine is not None else []
    for number, card in enumerate(cards):
        drawn = moved(2, 2, picture.hand_card(view, cards, card, CARD - 4, t))
        yield PEN.part(f"hand-{number}", tips.name_of(card), (CARD, layout.CARD + 4), drawn, HAND)


def _aside(view: ScrappersView, t: Translate) -> Iterator[Part]:
    mine = _own(view)
    if mine is not None:
        told = [*picture.hidden(mine, t)[1:], picture.score(mine, t)]
        rows = [row for line in told for row in PEN.wrapped(line, WIDE, 14)]
        size = (WIDE, 8 + PEN.deep(len(rows), 14))
        drawn = PEN.lines(0, 16, rows, "plain", 14)
        yield PEN.part("own", t(_("Your Crystals and points")), size, drawn, ASIDE)
    skills = picture.skills(view, t)
    if skills.drawn:
        yield PEN.part("skills", t(_("Skills")), (picture.INNER, skills.height), skills.drawn, ASIDE)
    legend = moved(0, 2, picture.legend(view, t))
    yield PEN.part("key", t(_("Factions and colours")), (picture.INNER, 24), legend, ASIDE)


def things(view: ScrappersView, wanted: Collection[str], t: Translate) -> dict[str, list[Thing]]:
    """Everything that an order can name, by its zone and its word."""
    found: dict[str, list[Thing]] = {}
    for name, thing in (*_market(view, t), *_before_players(view, t), *_held(view, t)):
        if (" left" not in name and " right" not in name) or name in wanted:
            found.setdefault(name, []).append(thing)
    return found


def _market(view: ScrappersView, t: Translate) -> Iterator[tuple[str, Thing]]:
    for card, outline in layout.docked(view):
        yield f"docks {TYPE[card]}", Thing("docks", outline, tips.card(card, t), True, ("recruit",))
    changed = {crystal_type(dug) for dug in view["turn"]["dug"]}
    for crystal, outline in layout.mined(view):
        kind = crystal_type(crystal)
        word = crystal_word(crystal) if kind in changed else kind
        yield f"mine {word}", Thing("mine", outline, tips.crystal(view, crystal, t), True, ("mine",))
    for number, whole, left, right in layout.stacked(view):
        yield (
            f"artifact {number}",
            Thing("artifacts", whole, tips.artifact(view, number, t), used_by=("collect",)),
        )
        for side, outline in (("left", left), ("right", right)):
            yield f"artifact {number} {side}", Thing("artifacts", outline, tips.half(view, number, side, t))


def _before_players(view: ScrappersView, t: Translate) -> Iterator[tuple[str, Thing]]:
    top = 4.0
    for player in view["players"]:
        tall = picture.player_height(view, player, t)
        area = oblong(1, top, layout.AREA + 2 * PAD - 2, tall + 4)
        yield f"seat {player['seat']}", Thing("bases", area, tips.seat(player, t), used_by=("raid",))
        for card, outline in layout.based(player["base"], top):
            is_leader = card == player["base"][-1] and player["seat"] == view["seat"]
            name, uses = ("leader", ("leader",)) if is_leader else (f"base {card}", ())
            yield name, Thing("bases", outline, tips.card(card, t), used_by=uses)
        top += tall + layout.BETWEEN


def _held(view: ScrappersView, t: Translate) -> Iterator[tuple[str, Thing]]:
    mine = _own(view)
    cards = mine.get("hand", []) if mine is not None else []
    painted = view["turn"].get("painted", {})
    mixed = {TYPE[card] for card in painted if card in cards}
    outline = oblong(2, 2, CARD - 4, layout.CARD)
    for number, card in enumerate(cards):
        word = card if TYPE[card] in mixed else TYPE[card]
        yield f"hand {word}", Thing(f"hand-{number}", outline, tips.card(card, t), True, ("skill",))
