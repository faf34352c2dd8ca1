"""How large and how deeply nested an email may be."""

KILOBYTE = 1024

MAX_MAIL = 1024 * KILOBYTE
MAX_HEADERS = 64 * KILOBYTE
MAX_HEADER = 8 * KILOBYTE
MAX_PARTS = 200
MAX_DEPTH = 10
# Outlook puts 50 KB of style sheet first; a reply stands above what it quotes, so that the rest may go.
MAX_HTML = 200_000


class Malformed(Exception):
    """No person's email program sends this; the reason is for our log."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
