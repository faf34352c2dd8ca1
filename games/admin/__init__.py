"""The pages for the people who run the server. They show no hands, seeds or secrets: see `look_page`."""

from games.admin import incoming, matches, orders, outgoing, press

__all__ = ["incoming", "matches", "orders", "outgoing", "press"]
