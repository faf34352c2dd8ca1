"""Searching rows as staff do: by a number or a whole address. These have an index, parts of names none."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib.admin import ModelAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from post.fields import normalise_address

M = TypeVar("M", bound=Model)


class Search(ModelAdmin[M]):
    """A search that reads no whole table."""

    search_fields = ("pk",)  # without one there is no box to write into
    search_help_text = _("The number of a match, or the whole email address of a player")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        """The rows that are meant; False, as none of them comes twice."""
        term = search_term.strip()
        if not term:
            return queryset, False
        if term.isascii() and term.isdecimal() and len(term) < 18:
            return queryset.filter(**self.by_number(int(term))), False
        return queryset.filter(**self.by_address(normalise_address(term))), False

    def by_number(self, number: int) -> dict[str, Any]:
        """Of one match."""
        return {"match": number}

    def by_address(self, address: str) -> dict[str, Any]:
        """Of one person."""
        raise NotImplementedError
