"""Addresses that do not exist."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from games.api.base import ApiView


@extend_schema(exclude=True)
class MissingView(ApiView):
    """A program with a wrong address gets a problem as JSON, not an HTML page."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """There is nothing here, whatever the method."""
        super().initial(request, *args, **kwargs)
        raise Http404
