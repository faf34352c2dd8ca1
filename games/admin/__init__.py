"""The pages of those who run the server. They show no hands, seeds, secrets or letters: see `looking`."""

from games.admin import incoming, matches, orders, outgoing, press

__all__ = ["incoming", "matches", "orders", "outgoing", "press"]
