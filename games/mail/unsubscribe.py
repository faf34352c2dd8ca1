"""The page behind every "no more of these": GET shows a button, POST does it, and asks for no cookie."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from games.services.reader import reading_as
from games.services.unsubscribing import wish_of


# A mail program posts here without cookie or token (RFC 8058). What it holds is the secret; the worst that a
# forged form could do is what its reader asked for.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """End mails of one category, or of one match."""
    wish = wish_of(token)
    if wish is None:
        return render(request, "mail/pages/unsubscribe.html", {"wish": None}, status=404)
    if request.method == "POST":
        wish.grant()
    with reading_as(wish.reader):
        return render(request, "mail/pages/unsubscribe.html", {"wish": wish})
