"""What the server remembers. Only `games/services` writes rows."""

from games.models.history import EventRow, HistoryChapter, RollRow
from games.models.match import MOST_ABSENCE, USUAL_ABSENCE, Match
from games.models.order import Order
from games.models.page import Report, TurnView
from games.models.press import Press
from games.models.roster import SavedRoster
from games.models.seat import Seat

__all__ = [
    "MOST_ABSENCE",
    "USUAL_ABSENCE",
    "EventRow",
    "HistoryChapter",
    "Match",
    "Order",
    "Press",
    "Report",
    "RollRow",
    "SavedRoster",
    "Seat",
    "TurnView",
]
