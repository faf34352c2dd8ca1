"""Cards, Artifacts and players in half a line, for boards and forms; the rules page has the full text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.engine.contract.text import gettext_noop as _
from games.scrappers.views import PlayerView, ScrappersView

# Listed here for translation only.
COLOURS = (_("brown"), _("blue"), _("yellow"), _("purple"), _("red"), _("green"))

MERCENARIES = {
    "TER1": _("take a brown Crystal of cost 1"),
    "HYD1": _("take a blue Crystal of cost 1"),
    "MET1": _("take a yellow Crystal of cost 1"),
    "MIN1": _("take a purple Crystal of cost 1"),
    "BIO1": _("take a red Crystal of cost 1"),
    "WEE1": _("take a green Crystal of cost 1"),
    "TER2": _("recruit for 2 levels less this turn"),
    "TER3": _("take up to 2 cards from the bottom of your Base"),
    "TER4": _("take up to 6 levels from the Docks"),
    "HYD2": _("take a level 2 card from the Docks; actions may repeat"),
    "HYD3": _("take 1 card from any Base"),
    "HYD4": _("take up to 2 cards from one Base"),
    "MET2": _("one extra MINE this turn"),
    "MET3": _("paint up to 3 hand cards to pay with"),
    "MET4": _("each MINE gives one more Crystal of cost 1, 3 or 6"),
    "MIN2": _("paint a Crystal; it costs 1 less this turn"),
    "MIN3": _("Artifacts cost 4 less this turn"),
    "MIN4": _("Crystals cost 4 less this turn"),
    "BIO2": _("subjugate the lowest card in your Base"),
    "BIO3": _("subjugate a level 2 card from any Base"),
    "BIO4": _("subjugate up to 3 level 1 hand cards, a Crystal each"),
    "WEE2": _("your Weedlocks pay double this turn"),
    "WEE3": _("take a Weedlock from each Base, or 2 from one"),
    "WEE4": _("take all Weedlocks from one Base"),
}

ARTIFACTS = {
    "AR01-A": _("a cost 1 Crystal after each raid"),
    "AR01-B": _("1 VP per Crystal of cost 1"),
    "AR02-A": _("start: take the bottom card of your Base"),
    "AR02-B": _("1 VP per Crystal of your best colour"),
    "AR03-A": _("raid a second Base after the first"),
    "AR03-B": _("2 VP per Totem"),
    "AR04-A": _("start: take a level 1 card from the Docks"),
    "AR04-B": _("2 VP per three Crystals"),
    "AR05-A": _("Crystals of cost 6 and 10 cost 2 less"),
    "AR05-B": _("3 VP per two Crystals of cost 3"),
    "AR06-A": _("one card of any colour in each MINE"),
    "AR06-B": _("1 VP per Crystal colour, 3 more for all six"),
    "AR07-A": _("Artifacts cost 3 less"),
    "AR07-B": _("2 VP per Artifact"),
    "AR08-A": _("your Base holds 10 cards"),
    "AR08-B": _("1 VP per card in your Base"),
    "AR09-A": _("your actions may repeat"),
    "AR09-B": _("2 VP per Crystal of cost 6 or 10"),
    "AR10-A": _("raiders take at most 2 cards from your Base"),
    "AR10-B": _("4 VP"),
    "AR11-A": _("recruit for 1 level less"),
    "AR11-B": _("1 VP per symbol"),
    "AR12-A": _("what you mine need not move the token"),
    "AR12-B": _("4 VP per Crystal of cost 10"),
}


def seat_notes(view: ScrappersView, player: PlayerView, translate: Callable[[str], str]) -> Iterator[str]:
    """What is added to a player's name."""
    if player["seat"] == view["seat"]:
        yield translate(_("you"))
    if player["seat"] == view["first"]:
        yield translate(_("first"))
    if player["gone"]:
        yield translate(_("has left"))
