"""What the server remembers. Rows are written by `games/services` alone."""

from games.models.history import EventRow, HistoryChapter, RollRow
from games.models.mail import IncomingMail, OutgoingMail, RoomMail
from games.models.match import Match
from games.models.order import Order
from games.models.page import Heartbeat, Report, TurnView
from games.models.press import Press
from games.models.roster import SavedRoster
from games.models.seat import Seat

__all__ = [
    "EventRow",
    "Heartbeat",
    "HistoryChapter",
    "IncomingMail",
    "Match",
    "Order",
    "OutgoingMail",
    "Press",
    "Report",
    "RollRow",
    "RoomMail",
    "SavedRoster",
    "Seat",
    "TurnView",
]
