"""Addresses that lead nowhere."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.base import ApiView


@extend_schema(exclude=True)
class MissingView(ApiView):
    """A program that has lost its way is answered like one that has not: with a problem, not with a page."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Whatever was to be done, there is nothing to do it to."""
        super().initial(request, *args, **kwargs)
        raise Http404
