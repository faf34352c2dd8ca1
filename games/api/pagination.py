"""Long lists in pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from games.api.problems import BadBody

Row = TypeVar("Row", bound=Model)

_MOST_DIGITS = 6


class Page(msgspec.Struct):
    """The number of entries in all, and the addresses of the next and previous page."""

    count: int
    next: str | None
    previous: str | None


class Pages(PageNumberPagination):
    """`?page=2&page_size=50`. Anything but a number is refused; a page that does not exist is a 404."""

    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100

    def get_page_number(self, request: Request, paginator: Any) -> int:
        """The page that was asked for."""
        return _whole(request, self.page_query_param) or 1

    def get_page_size(self, request: Request) -> int:
        """How many entries, at most `max_page_size`."""
        return min(_whole(request, "page_size") or self.page_size, self.max_page_size)

    def place(self, request: Request) -> dict[str, Any]:
        """The members of `Page`. Addresses come without a host: the client knows it."""
        page = self.page
        if page is None:
            raise ValueError("no page was read yet")
        return {
            "count": page.paginator.count,
            "next": _link(request, page.next_page_number()) if page.has_next() else None,
            "previous": _link(request, page.previous_page_number()) if page.has_previous() else None,
        }


def _link(request: Request, number: int) -> str:
    return str(replace_query_param(request.get_full_path(), Pages.page_query_param, number))


def one_page(request: Request, rows: QuerySet[Row] | Sequence[Any]) -> tuple[list[Any], dict[str, Any]]:
    """The entries of the page that was asked for, and where it stands."""
    pages = Pages()
    entries = pages.paginate_queryset(rows, request)  # type: ignore[arg-type]
    return list(entries or []), pages.place(request)


def _whole(request: Request, name: str) -> int | None:
    written = request.query_params.get(name)
    if written is None:
        return None
    if not (written.isascii() and written.isdigit() and len(written) <= _MOST_DIGITS and int(written)):
        raise BadBody(_("{name} must be a whole number from 1").format(name=name))
    return int(written)
