"""Pages and answers of the API are compressed for clients that accept it: a table shrinks to a sixth.

Files that never change are compressed in advance (WhiteNoise), PDF and pictures are compressed already, and
what is sent piece by piece must not wait for more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.middleware.gzip import GZipMiddleware

if TYPE_CHECKING:
    from django.http import HttpRequest
    from django.http.response import HttpResponseBase

KINDS = ("text/html", "text/css", "application/json", "application/problem+json", "image/svg+xml")


class CompressionMiddleware(GZipMiddleware):
    """Django adds noise to the length, so that it says nothing of secrets on the page (BREACH)."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress text that is here as a whole."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith(KINDS):
            return response
        found: HttpResponseBase = super().process_response(request, response)
        return found
