"""Boards as pictures and reports as PDF, for everyone who may see them."""

from __future__ import annotations

import logging
from typing import ClassVar

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.api import throttling
from games.api.base import ApiView
from games.api.openapi import MATCH, TURN, operation
from games.api.problems import Unavailable
from games.api.turns import scene_at
from games.services import reports
from games.services.scene import Scene, scene_of

SVG = "image/svg+xml"
PDF = "application/pdf"

log = logging.getLogger(__name__)


class BoardView(ApiView):
    """The current board."""

    @operation(
        "getBoard",
        "The board as a picture",
        {},
        files={200: SVG},
        parameters=[MATCH],
        problems=[404],
        is_open=True,
    )
    def get(self, request: Request, match: int) -> HttpResponse:
        """An SVG without scripts or outside files."""
        return _picture(scene_of(self.access(match)))


class TurnBoardView(ApiView):
    """The board after a turn."""

    @operation(
        "getTurnBoard",
        "The board after a turn",
        {},
        files={200: SVG},
        parameters=[MATCH, TURN],
        problems=[404],
        is_open=True,
    )
    def get(self, request: Request, match: int, turn: int) -> HttpResponse:
        """As you saw it then."""
        return _picture(scene_at(self.access(match), turn))


def _picture(scene: Scene) -> HttpResponse:
    drawn = scene.picture()
    if not drawn:
        raise Http404
    return HttpResponse(drawn, content_type=SVG)


class ReportView(ApiView):
    """A turn as a PDF."""

    limits: ClassVar = {"GET": throttling.REPORTS}

    @operation(
        "getTurnReport",
        "A turn as a PDF",
        {},
        files={200: PDF},
        parameters=[MATCH, TURN],
        problems=[404],
        is_open=True,
    )
    def get(self, request: Request, match: int, turn: int) -> HttpResponse:
        """Made for you, in your language and time zone; 503 if that failed."""
        try:
            data = reports.content_of(reports.report_for(self.access(match), turn))
        except reports.NoReport:
            raise Http404 from None
        except (reports.RenderFailed, OSError):
            log.exception("no report of match %s, turn %s", match, turn)
            raise Unavailable(
                _("this report cannot be made right now"), headers={"Retry-After": "60"}
            ) from None
        named = f'inline; filename="match-{match}-turn-{turn}.pdf"'
        return HttpResponse(data, content_type=PDF, headers={"Content-Disposition": named})
