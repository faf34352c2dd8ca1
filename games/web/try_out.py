"""A match against a bot at the press of one button, even before signing up."""

from __future__ import annotations

import secrets

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.web.session import enter_as_guest
from games.services.access import MATCHES
from games.services.engines import offered
from games.services.matches.new import open_against_bot
from games.web.access import reader_of
from games.web.form_input import refusals_told
from games.web.limits import limited


@require_POST
@limited(MATCHES)
def try_out(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a first match of a game and lead to it."""
    engine = offered().get(slug)
    if engine is None:
        raise Http404
    user = reader_of(request) or enter_as_guest(request)
    key = request.POST.get("key", "")[:40] or secrets.token_urlsafe(12)
    with refusals_told(request):
        match = open_against_bot(user, engine, key)
        messages.success(request, _("Have fun! Take all the time you need: the bot waits for you."))
        return HttpResponseRedirect(reverse("match", args=[match.pk]))
    return redirect("home")
