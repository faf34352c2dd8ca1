"""Responses as JSON: structs and plain data, written by msgspec."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class StructRenderer(BaseRenderer):
    """A response in the shape that the schema shows: both come from the same struct."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: object,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The bytes; an answer without content stays without."""
        return b"" if data is None else msgspec.json.encode(data)


class OneForm(DefaultContentNegotiation):
    """Each response has one format, whatever the client asks for."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The only one."""
        return renderers[0], renderers[0].media_type
