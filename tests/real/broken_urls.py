"""The addresses of the server, and one behind which something goes wrong."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path

from edgepbem.urls import urlpatterns as all_others


def break_down(request: HttpRequest) -> HttpResponse:
    secret_in_a_variable = settings.SECRET_KEY
    raise RuntimeError(f"the dice of match 7 are under {secret_in_a_variable}")


def break_link(request: HttpRequest, token: str) -> HttpResponse:
    raise RuntimeError(f"nothing is behind {request.get_full_path()}, {token}")


urlpatterns = [
    path("break-down/", break_down),
    path("seat/<str:token>/break-down/", break_link),
    *all_others,
]
