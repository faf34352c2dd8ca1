"""The table to play on: Docks, Mine, Artifacts and Bases as drawings, and every card and Crystal in them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from games.engine.contract.drawing import moved
from games.engine.contract.guide import Translate
from games.engine.contract.parts import ASIDE, HAND, Part, Thing, boxed
from games.engine.contract.phrases import Names
from games.engine.contract.text import gettext_noop as _
from games.scrappers import drawing, layout, picture, tips
from games.scrappers.catalogue import TYPE
from games.scrappers.drawing import LINE, lines, text, wrapped
from games.scrappers.names import crystal_type, crystal_word
from games.scrappers.views import PlayerView, ScrappersView

WIDE, CARD = 860.0, 164.0  # of the head and of a card in hand
PAD = 6.0  # around a drawing


def parts(view: ScrappersView, t: Translate, names: Names | None) -> list[Part]:
    """What is in the middle, what lies before the players, the reader's hand; then what can be looked up."""
    return [
        _head(view, t, names),
        Part("docks", t(_("Docks")), layout.DOCKS, layout.TALL, picture.docks(view, t)),
        Part("mine", t(_("Mine")), layout.MINE, layout.TALL, picture.mine(view, t)),
        Part("artifacts", t(_("Artifacts")), layout.ARTIFACTS, layout.TALL, picture.artifacts(view, t)),
        _bases(view, t, names),
        *_hand(view, t),
        *_aside(view, t),
    ]  # fmt: skip


def _head(view: ScrappersView, t: Translate, names: Names | None) -> Part:
    size, last = 30, max(view["end_value"], view["cave_in"])
    left = WIDE - size * (last + 1) - 1
    notes = wrapped(";  ".join(picture.notes(view, t)), WIDE, 13)
    drawn = drawing.definitions() + text(0, 14, picture.round_(view, t), "plain", 14)
    drawn += text(0, 33, picture.whose_turn(view, t, names), "plain", 15, bold=True)
    drawn += "".join(drawing.step(left + size * n, 2, size, n, view["cave_in"]) for n in range(last + 1))
    drawn += lines(0, 52, notes, "plain", 13)
    return Part("head", t(_("Round and cave-in track")), WIDE, 40 + LINE * len(notes), drawn)


def _bases(view: ScrappersView, t: Translate, names: Names | None) -> Part:
    drawn = "".join(
        moved(0, y, picture.player(view, player, t, names).drawn) for player, y in _areas(view, t)
    )
    tall = _height(view, t)
    return Part("bases", t(_("Bases")), layout.AREA, tall, drawn)


def _areas(view: ScrappersView, t: Translate) -> Iterator[tuple[PlayerView, float]]:
    """Each player, and where the area begins."""
    y = 4.0
    for player in view["players"]:
        yield player, y
        y += picture.player(view, player, t, None).height + 10


def _height(view: ScrappersView, t: Translate) -> float:
    return sum(picture.player(view, player, t, None).height + 10 for player in view["players"])


def _own(view: ScrappersView) -> PlayerView | None:
    return next((player for player in view["players"] if player["seat"] == view["seat"]), None)


def _hand(view: ScrappersView, t: Translate) -> Iterator[Part]:
    mine = _own(view)
    cards = mine.get("hand", []) if mine is not None and not view["over"] else []
    for number, card in enumerate(cards):
        drawn = moved(2, 2, picture.hand_card(view, cards, card, CARD - 4, t))
        yield Part(f"hand-{number}", tips.name_of(card), CARD, layout.CARD + 4, drawn, HAND)


def _aside(view: ScrappersView, t: Translate) -> Iterator[Part]:
    mine = _own(view)
    if mine is not None and not view["over"]:
        told = [*picture.hidden(mine, t)[1:], picture.score(mine, t)]
        rows = [row for line in told for row in wrapped(line, WIDE, 14)]
        yield Part("own", t(_("Your Crystals and points")), WIDE, 8 + 18 * len(rows), _rows(rows), ASIDE)
    skills = picture.skills(view, t)
    if skills.drawn:
        yield Part("skills", t(_("Skills")), picture.INNER, skills.height, skills.drawn, ASIDE)
    yield Part(
        "key", t(_("Factions and colours")), picture.INNER, 24, moved(0, 2, picture.legend(view, t)), ASIDE
    )


def _rows(rows: list[str]) -> str:
    return "".join(text(0, 16 + 18 * n, row, "plain", 14) for n, row in enumerate(rows))


def things(view: ScrappersView, wanted: Collection[str], t: Translate) -> dict[str, list[Thing]]:
    """Everything that an order can name, by its zone and its word."""
    found: dict[str, list[Thing]] = {}
    for name, thing in (*_market(view, t), *_before_players(view, t), *_held(view, t)):
        found.setdefault(name, []).append(thing)
    return found


def _market(view: ScrappersView, t: Translate) -> Iterator[tuple[str, Thing]]:
    for card, outline in layout.docked(view):
        yield f"docks {TYPE[card]}", Thing("docks", outline, tips.card(card, t), ("recruit",))
    changed = {crystal_type(dug) for dug in view["turn"]["dug"]}
    for crystal, outline in layout.mined(view):
        kind = crystal_type(crystal)
        word = crystal_word(crystal) if kind in changed else kind
        yield f"mine {word}", Thing("mine", outline, tips.crystal(view, crystal, t), ("mine",))
    for number, whole, left, right in layout.stacked(view):
        yield f"artifact {number}", Thing("artifacts", whole, tips.artifact(view, number, t), ("collect",))
        for side, outline in (("left", left), ("right", right)):
            yield f"artifact {number} {side}", Thing("artifacts", outline, tips.half(view, number, side, t))


def _before_players(view: ScrappersView, t: Translate) -> Iterator[tuple[str, Thing]]:
    for player, top in _areas(view, t):
        area = boxed(0, top, layout.AREA, picture.player(view, player, t, None).height)
        yield f"seat {player['seat']}", Thing("bases", area, tips.seat(player, t), ("raid",))
        for card, outline in layout.based(player["base"], top):
            is_leader = card == player["base"][-1]
            use = ("leader",) if is_leader and player["seat"] == view["seat"] else ()
            yield "leader" if use else f"base {card}", Thing("bases", outline, tips.card(card, t), use)


def _held(view: ScrappersView, t: Translate) -> Iterator[tuple[str, Thing]]:
    mine = _own(view)
    cards = mine.get("hand", []) if mine is not None and not view["over"] else []
    painted = view["turn"].get("painted", {})
    mixed = {TYPE[card] for card in painted if card in cards}
    for number, card in enumerate(cards):
        word = card if TYPE[card] in mixed else TYPE[card]
        outline = boxed(2, 2, CARD - 4, layout.CARD)
        yield f"hand {word}", Thing(f"hand-{number}", outline, tips.card(card, t), ("skill",))
