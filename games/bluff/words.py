"""How Bluff is told: the words of its orders, a sentence for each event, the table as text and as picture."""

from __future__ import annotations

from collections.abc import Callable

from games.bluff.state import PlayerView, RoundView
from games.engine.contract.engine import Names
from games.engine.contract.events import Seen
from games.engine.contract.pen import Pen
from games.engine.contract.phrases import Phrase, Seat, say, seat_name
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.vocabulary import Key, Vocabulary

Translate = Callable[[str], str]

VOCABULARY = Vocabulary(
    keys={"show": Key(choices=("yes", "no", "ask"), about=_("show the dice that fit your bid"))},
    variables={"fitting": _("your dice that show the face of the bid"), "dice": _("all your dice")},
    orders=("bid", "doubt"),
    responses=("yes", "no"),
    examples=("doubt | bid 3 5",),
)
STANDING = "show: no\n"
PEN = Pen(ink="#1f3a5f", paper="#ffffff", size=16)


def sentence(seen: Seen) -> Phrase:
    """An event in words."""
    values = {name: value for name, value in seen.values.items() if isinstance(value, int)}
    seats = {name: Seat(values.pop(name)) for name in ("seat", "loser") if name in values}
    rolled = seen.values.get("dice")
    dice = " ".join(rolled) if isinstance(rolled, list) else ""
    return say(_template(seen.key, has_dice=bool(dice)), dice=dice, **values, **seats)


def _template(key: str, *, has_dice: bool) -> str:
    match key:
        case "rolled" if has_dice:
            return _("Your dice: {dice}.")
        case "rolled":
            return _("Everybody rolls.")
        case "bid":
            return _("{seat} bids {count} dice with {face}.")
        case "showed":
            return _("{seat} shows {count} dice with {face} and rolls the others again.")
        case "revealed":
            return _("{seat} had {dice}.")
        case "doubted":
            return _("{seat} doubts. There are {found} dice with {face}: {loser} loses a die.")
        case "left":
            return _("{seat} leaves the match.")
        case _:
            raise KeyError(key)


def text_board(view: RoundView, translate: Translate, names: Names | None) -> str:
    """The bid, the players, and the reader's own dice."""
    return "\n".join(
        [_bid(view, translate, names), _next(view, translate, names), ""]
        + [_player(player, translate, names) for player in view["players"]]
        + ([translate(_("Your dice: {dice}")).format(dice=_row(view["own"]))] if view["own"] else [])
    )


def picture(view: RoundView, translate: Translate, names: Names | None) -> str:
    """A row for each player, the reader's dice below."""
    lines = [_bid(view, translate, names), _next(view, translate, names)]
    lines += [""] + [_player(one, translate, names) for one in view["players"]]
    drawn = PEN.lines(16, 28, lines)
    below = 28 + PEN.deep(len(lines))
    for place, die in enumerate(view["own"]):
        drawn += PEN.box(16 + 44 * place, below, 36, 36, radius=6)
        drawn += PEN.text(34 + 44 * place, below + 25, str(die), size=22, bold=True, anchor="middle")
    return PEN.sheet(420, below + 52, "Bluff", lines[0], drawn, is_narrow=True)


def _bid(view: RoundView, translate: Translate, names: Names | None) -> str:
    if view["bid"] is None:
        return translate(_("No bid yet"))
    count, face = view["bid"]
    bidder = seat_name(view["bidder"], names, translate)
    return translate(_("Bid of {bidder}: {count} dice with {face}")).format(
        bidder=bidder, count=count, face=face
    )


def _next(view: RoundView, translate: Translate, names: Names | None) -> str:
    return translate(_("To play: {name}")).format(name=seat_name(view["seat"], names, translate))


def _player(player: PlayerView, translate: Translate, names: Names | None) -> str:
    name = seat_name(player["seat"], names, translate)
    return translate(_("{name}: {count} dice")).format(name=name, count=player["dice"])


def _row(dice: list[int]) -> str:
    return " ".join(map(str, dice))
