"""The schema: requests and responses are structs, and the schema is made from those structs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import Direction, OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema

from games.api.authentication import SCHEME
from games.api.problems import KINDS, MEDIA_TYPE, TITLES, TYPES

REF = "#/components/schemas/{name}"
View = TypeVar("View", bound=Callable[..., Any])

SIGNED_IN: list[dict[str, Any]] = [{"token": []}, {"cookieAuth": []}]
ALWAYS = (400, 401, 429, 503)  # a path or a query may hold what is no text
WITH_BODY = (403, 413, 415)

MATCH = OpenApiParameter("match", int, OpenApiParameter.PATH, description="The number of the match.")
TURN = OpenApiParameter(
    "turn", int, OpenApiParameter.PATH, description="The number of the turn; 0 is the set-up."
)
ORDER = OpenApiParameter("order", int, OpenApiParameter.PATH, description="The number of the order.")
PAGES = (
    OpenApiParameter(
        "page", {"type": "integer", "minimum": 1, "maximum": 999_999}, description="Which page."
    ),
    OpenApiParameter(
        "page_size",
        {"type": "integer", "minimum": 1, "maximum": 999_999},
        description="How many entries per page, at most 100.",
    ),
)
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,190}$"},
    OpenApiParameter.HEADER,
    description="Chosen by you. The same key again is the same request: one effect, the same response.",
)


class ProblemBody(msgspec.Struct, omit_defaults=True):
    """What went wrong (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    line: int | msgspec.UnsetType = msgspec.UNSET
    text: str | msgspec.UnsetType = msgspec.UNSET
    legal: list[str] | msgspec.UnsetType = msgspec.UNSET
    problems: list[str] | msgspec.UnsetType = msgspec.UNSET


class StructExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A struct describes itself."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """The name of the component."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """The component; those it refers to are registered beside it."""
        _, components = msgspec.json.schema_components([self.target], ref_template=REF)
        structs = _structs()
        for name, schema in components.items():
            if name != self.target.__name__:
                auto_schema.registry.register_on_missing(_component(name, schema, structs[name]))
        mapped: dict[str, Any] = components[self.target.__name__] | getattr(self.target, "also", {})
        return mapped


def _component(name: str, schema: dict[str, Any], struct: type[msgspec.Struct]) -> ResolvedComponent:
    kind = ResolvedComponent.SCHEMA
    return ResolvedComponent(name, kind, schema=schema, object=struct)  # type: ignore[no-untyped-call]


def _structs(parent: type[msgspec.Struct] = msgspec.Struct) -> dict[str, type[msgspec.Struct]]:
    """Every struct of the API by its name."""
    found: dict[str, type[msgspec.Struct]] = {}
    for child in parent.__subclasses__():
        if child.__module__.startswith("games.api."):
            found[child.__name__] = child
            found |= _structs(child)
    return found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How a token is sent."""

    target_class = "games.api.authentication.TokenAuthentication"
    match_subclasses = True
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """A header; OpenAPI has no better word for a scheme that is neither Basic nor Bearer."""
        told = f"`Authorization: {SCHEME} edge_…`, with a token from your account page."
        return {"type": "apiKey", "in": "header", "name": "Authorization", "description": told}


def operation(
    name: str,
    summary: str,
    answers: Mapping[int, msgspec.Struct],
    *,
    takes: Mapping[str, msgspec.Struct] | None = None,
    parameters: Sequence[OpenApiParameter] = (),
    problems: Iterable[int] = (),
    files: dict[int, str] | None = None,
    is_open: bool = False,
) -> Callable[[View], View]:
    """Describe an operation by examples: requests (by name) and responses (by status)."""
    statuses = sorted({*ALWAYS, *problems, *(WITH_BODY if takes is not None else ())})
    responses: dict[Any, Any] = {
        (status, "application/json"): _shown(f"{name}{status}", example)
        for status, example in answers.items()
    }
    for status, media_type in (files or {}).items():
        responses[status, media_type] = {"type": "string", "format": "binary"}
    for status in statuses:
        responses[status, MEDIA_TYPE] = _shown(f"{name}{status}", problem_example(status))
    return extend_schema(
        operation_id=name,
        summary=summary,
        parameters=[*parameters],
        request=_request(takes) if takes else None,
        examples=_examples(takes or {}),
        responses=responses,
        auth=[*SIGNED_IN, *([{}] if is_open else [])],  # type: ignore[list-item]
    )


def _request(takes: Mapping[str, msgspec.Struct]) -> Any:
    return type(next(iter(takes.values())))


def _examples(takes: Mapping[str, msgspec.Struct]) -> list[OpenApiExample]:
    return [
        OpenApiExample(name, value=msgspec.to_builtins(example), request_only=True)
        for name, example in takes.items()
    ]


def _shown(name: str, example: msgspec.Struct) -> OpenApiResponse:
    shown = OpenApiExample(name, value=msgspec.to_builtins(example), response_only=True)
    return OpenApiResponse(type(example), description=_about(example), examples=[shown])


def _about(example: msgspec.Struct) -> str:
    if isinstance(example, ProblemBody):
        return example.title
    return (type(example).__doc__ or "").split("\n")[0]


def problem_example(status: int) -> ProblemBody:
    """What an error of this status looks like."""
    kind = KINDS[status]
    return ProblemBody(TYPES + kind, str(TITLES[kind]), status, str(TITLES[kind]))
