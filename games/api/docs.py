"""The schema, and a page that shows it: made once, from the views themselves."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView
from games.api.problems import KINDS, TITLES

PROBLEM = {
    "type": "/api/docs/#too-many-requests",
    "title": "Too many requests",
    "status": 429,
    "detail": "the limit is 600/minute; try again in 12 seconds",
}
METHODS = ("get", "post", "put", "patch", "delete")


_making = threading.Lock()  # the library changes its own classes while it looks at ours for the first time


def schema() -> dict[str, Any]:
    """The whole API as OpenAPI 3.1, in English; those who ask for it first make it one after the other."""
    with _making:
        return _schema()


@cache
def _schema() -> dict[str, Any]:
    with translation.override("en"):
        made = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
        plain: dict[str, Any] = json.loads(OpenApiJsonRenderer().render(made))
    for shown in operations(plain):
        if "requestBody" in shown.data:
            shown.data["requestBody"]["required"] = True
    return plain


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the schema, as the page shows it."""

    path: str
    method: str
    data: dict[str, Any]

    @property
    def id(self) -> str:
        """Its name in programs and links."""
        return str(self.data["operationId"])

    @property
    def pieces(self) -> list[str]:
        """The address in pieces, so that a narrow page can break it."""
        return [f"{piece}/" for piece in self.path.split("/")[:-1]] + [self.path.rpartition("/")[2]]

    @property
    def paragraphs(self) -> list[str]:
        """Its description."""
        return [" ".join(part.split()) for part in self.data["description"].split("\n\n")]

    @property
    def examples(self) -> list[tuple[str, str]]:
        """Example requests."""
        return list(_examples(self.data.get("requestBody", {}).get("content", {})))

    @property
    def answers(self) -> list[tuple[str, str, str]]:
        """Status, meaning and example of each response but errors."""
        return [
            (status, told.get("description", ""), next((text for _, text in _examples(told["content"])), ""))
            for status, told in self.data["responses"].items()
            if status < "400"
        ]

    @property
    def errors(self) -> list[str]:
        """The kinds of errors that it may meet: all have the same shape, which the page shows once."""
        return [KINDS[int(status)] for status in self.data["responses"] if status >= "400"]


def _examples(content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for form in content.values():
        for name, example in form.get("examples", {}).items():
            yield example.get("summary", name), json.dumps(example["value"], indent=2, ensure_ascii=False)


def operations(described: dict[str, Any]) -> list[Operation]:
    """All operations, in the order of their addresses."""
    return [
        Operation(path, method, data[method])
        for path, data in described["paths"].items()
        for method in METHODS
        if method in data
    ]


@require_safe
def docs_page(request: HttpRequest) -> HttpResponse:
    """Every operation with its parameters, examples and responses; no scripts, nothing from elsewhere."""
    kinds = {kind: status for status, kind in KINDS.items()}
    problems = [(kind, kinds.get(kind, ""), title) for kind, title in TITLES.items()]
    context = {
        "operations": operations(schema()),
        "problems": problems,
        "problem": json.dumps(PROBLEM, indent=2, ensure_ascii=False),
        "program": _program(),
    }
    return render(request, "api/docs.html", context)


@cache
def _program() -> str:
    """A program that plays, to begin with."""
    return (settings.BASE_DIR / "docs" / "api_example.py").read_text(encoding="utf-8")


@extend_schema(exclude=True)
class SchemaView(ApiView):
    """The schema for programs."""

    def get(self, request: Request) -> Response:
        """OpenAPI 3.1 as JSON."""
        return Response(schema())
