"""How often a user may do what costs others something, counted for all doors together."""

from __future__ import annotations

from accounts.services.users import CHANGES
from post.limiter import Limit

__all__ = ["ALL", "ANONYMOUS", "BAD_TOKENS", "CHANGES", "MATCHES", "ORDERS", "PRESS", "PREVIEWS", "REPORTS"]

ALL = Limit("all", 600, "minute")
ANONYMOUS = Limit("anonymous", 120, "minute")
BAD_TOKENS = Limit("bad tokens", 30, "minute")
ORDERS = Limit("orders", 120, "minute")
PREVIEWS = Limit("previews", 60, "minute")
REPORTS = Limit("reports", 30, "minute")
PRESS = Limit("press", 30, "minute")
MATCHES = Limit("matches", 60, "hour")
