"""The addresses of the server, and one behind which something goes wrong."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import path

from edgepbem.urls import urlpatterns as all_others


def break_down(request: HttpRequest) -> HttpResponse:
    secret_in_a_variable = settings.SECRET_KEY
    raise RuntimeError(f"the dice of match 7 are under {secret_in_a_variable}")


urlpatterns = [path("break-down/", break_down), *all_others]
