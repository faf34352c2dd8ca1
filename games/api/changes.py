"""Learning at once that a match has changed."""

from __future__ import annotations

import msgspec
from django.http.response import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from games.api.base import ApiView, answer
from games.api.openapi import MATCH, operation
from games.services import watches
from games.services.scene import scene_of
from games.services.watches import LONGEST_MARK, mark_of
from post.limiter import client_of


class Mark(msgspec.Struct):
    """What you may see of a match, as one opaque word: it changes when there is something new to see."""

    mark: str


KNOWN = OpenApiParameter(
    "mark",
    {"type": "string", "maxLength": LONGEST_MARK},
    description="The mark that you have seen; `Last-Event-ID` says the same.",
)


class ChangesView(ApiView):
    """News of a match."""

    @operation(
        "watchMatch",
        "Learn at once that something happened",
        {200: Mark("0f4a7c1be2d85936a1c0")},
        parameters=[MATCH, KNOWN],
        problems=[404],
        files={200: watches.MEDIA_TYPE},
        is_open=True,
    )
    def get(self, request: Request, match: int) -> HttpResponseBase:
        """With `Accept: text/event-stream` the connection stays open, and each event `changed` means that the
        match looks different to you now; its data is the new mark. Otherwise, the mark as it is now."""
        access = self.access(match)
        if watches.MEDIA_TYPE not in request.headers.get("Accept", ""):
            return answer(Mark(mark_of(scene_of(access))))
        known = request.headers.get("Last-Event-ID") or request.query_params.get("mark", "")
        who = self.reader.counts_as if self.reader is not None else client_of(request._request)
        look = watches.look_of(self.reader, match)
        watching = watches.watch(access, look, who, known[:LONGEST_MARK])
        is_held = watches.is_held(request.META, watching)
        return StreamingHttpResponse(
            [watching.beginning(is_held)], content_type=watches.MEDIA_TYPE, headers=watches.HEADERS
        )
