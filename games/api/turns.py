"""Past turns, as the caller saw them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from django.db.models import Max, Min
from django.http import Http404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView, answer
from games.api.match_shapes import match_url
from games.api.openapi import MATCH, PAGES, TURN, operation
from games.api.pagination import Page, one_page
from games.models import EventRow
from games.services.access import Access
from games.services.scene import Scene, scene_after, scene_of
from games.services.stories.told import Told


class Sentence(msgspec.Struct):
    """Something that happened: its kind, for programs, and the sentence."""

    key: str
    text: str
    rule: str = ""  # the id of the rule behind it, where there is one


class TurnBrief(msgspec.Struct):
    """A turn in a list."""

    turn: int
    is_over: bool
    story: list[Sentence]
    wound_back: list[Sentence]
    url: str
    board_svg: str
    report_pdf: str


class TurnPage(Page):
    """A page of turns, the newest first."""

    results: list[TurnBrief]


class TurnShape(msgspec.Struct):
    """A turn: what happened, and the board as you saw it at the end of the turn.

    `wound_back` is what had happened before the host rewound the match: none of it counts.
    """

    turn: int
    is_over: bool
    story: list[Sentence]
    wound_back: list[Sentence]
    view: dict[str, Any] | None
    board: str
    url: str
    board_svg: str
    report_pdf: str


def _turn_url(match_id: int, turn: int) -> str:
    return f"{match_url(match_id)}turns/{turn}/"


_STORY = [Sentence("recruited", "Alice recruits TER1.")]
_BRIEF = TurnBrief(
    3, True, _STORY, [], _turn_url(17, 3), _turn_url(17, 3) + "board.svg", _turn_url(17, 3) + "report.pdf"
)
_EXAMPLE = TurnShape(
    3, True, _STORY, [], {"cave_in": 2}, "…", _BRIEF.url, _BRIEF.board_svg, _BRIEF.report_pdf
)


class TurnsView(ApiView):
    """All turns."""

    @operation(
        "listTurns",
        "The story, turn by turn",
        {200: TurnPage(1, None, None, [_BRIEF])},
        parameters=[MATCH, *PAGES],
        problems=[404],
        is_open=True,
    )
    def get(self, request: Request, match: int) -> Response:
        """What you were told, newest turn first. Turn 0 is the set-up."""
        access = self.access(match)
        last = access.match.turn if access.match.save_data is not None else -1
        turns, place = one_page(request, range(last, -1, -1))
        scene = scene_of(access)
        told, void = _story(scene, turns), _story(scene, turns, is_void=True)
        results = [_brief(access, turn, told[turn], void[turn]) for turn in turns]
        return answer(TurnPage(results=results, **place))


def _story(scene: Scene, turns: list[int], *, is_void: bool = False) -> dict[int, list[Told]]:
    """The sentences of some turns that follow each other, in two queries."""
    told: dict[int, list[Told]] = {turn: [] for turn in turns}
    if turns:
        rows = EventRow.objects.filter(match=scene.match, turn__gte=min(turns), turn__lte=max(turns))
        ends = rows.aggregate(first=Min("number"), last=Max("number"))
        if ends["first"] is not None:
            for sentence in scene.story(ends["first"] - 1, ends["last"], is_void=is_void):
                told.setdefault(sentence.turn, []).append(sentence)
    return told


def _brief(access: Access, turn: int, told: Iterable[Told], void: Iterable[Told]) -> TurnBrief:
    url = _turn_url(access.match.pk, turn)
    return TurnBrief(
        turn=turn,
        is_over=is_over(access, turn),
        story=_sentences(told),
        wound_back=_sentences(void),
        url=url,
        board_svg=f"{url}board.svg",
        report_pdf=f"{url}report.pdf",
    )


def _sentences(told: Iterable[Told]) -> list[Sentence]:
    return [Sentence(sentence.key, sentence.text, sentence.rule) for sentence in told]


def is_over(access: Access, turn: int) -> bool:
    """Whether the turn has ended."""
    return turn < access.match.turn or access.match.finished_at is not None


def scene_at(access: Access, turn: int) -> Scene:
    """The match after a turn, or a 404 for one that has not started."""
    known = access.match.save_data is not None and turn <= access.match.turn
    scene = scene_after(access, turn) if known else None
    if scene is None:
        raise Http404
    return scene


class TurnView(ApiView):
    """One turn."""

    @operation("getTurn", "One turn", {200: _EXAMPLE}, parameters=[MATCH, TURN], problems=[404], is_open=True)
    def get(self, request: Request, match: int, turn: int) -> Response:
        """What happened in it, and the board at its end (the current board, if it has not ended)."""
        access = self.access(match)
        scene = scene_at(access, turn)
        about = _brief(access, turn, scene.story(turn=turn), scene.story(turn=turn, is_void=True))
        return answer(
            TurnShape(
                turn=turn,
                is_over=about.is_over,
                story=about.story,
                wound_back=about.wound_back,
                view=dict(scene.view) if scene.view is not None else None,
                board=scene.board(),
                url=about.url,
                board_svg=about.board_svg,
                report_pdf=about.report_pdf,
            )
        )
