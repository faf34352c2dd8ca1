"""What the server remembers. Rows are written by `games/services` alone."""

from games.models.history import EventRow, HistoryChapter, RollRow
from games.models.match import Match
from games.models.order import Order
from games.models.seat import Seat

__all__ = ["EventRow", "HistoryChapter", "Match", "Order", "RollRow", "Seat"]
