"""The question: a tree of words, one level at a time."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView, answer
from games.api.openapi import MATCH, operation
from games.api.previews import in_time
from games.api.problems import NotUnderstood
from games.engine.contract import tree
from games.engine.language.paths import legal_now, write
from games.services.rehearsal.previews import looked_at
from games.services.scene import Scene, scene_of

MOST_WORDS = 200


class OptionShape(msgspec.Struct):
    """A word that may come next."""

    word: str
    label: str
    final: bool
    more: bool


class DecisionShape(msgspec.Struct):
    """Your question: what can follow the words of `at`, and whether they are already a complete answer."""

    question: str
    prompt: str
    is_waited_for: bool
    due_at: datetime | None
    at: list[str]
    final: bool
    text: str
    options: list[OptionShape]
    explain: str
    default: str


class Asked(msgspec.Struct):
    """Your question, or null."""

    decision: DecisionShape | None


_AT = OpenApiParameter(
    "at",
    {"type": "array", "items": {"type": "string"}},
    description="The words chosen so far, in their order: ?at=recruit&at=TER1",
    explode=True,
)
_EXAMPLE = Asked(
    DecisionShape(
        question="3f81c0",
        prompt="Your turn.",
        is_waited_for=True,
        due_at=datetime(2026, 11, 17, 18, tzinfo=UTC),
        at=["recruit"],
        final=False,
        text="recruit",
        options=[OptionShape("TER1", "Terran Foreman", final=True, more=True)],
        explain="Your turn.\n  TER1: Terran Foreman",
        default="end",
    )
)


class DecisionView(ApiView):
    """The open question."""

    @operation(
        "getDecision",
        "My question",
        {200: _EXAMPLE},
        parameters=[MATCH, _AT],
        problems=[404, 422],
        is_open=True,
    )
    def get(self, request: Request, match: int) -> Response:
        """`final`: the words so far are an answer. `more`: others can follow. Send answers to `orders/`."""
        scene = scene_of(self.access(match))
        at = request.query_params.getlist("at")
        if len(at) > MOST_WORDS:
            raise NotUnderstood(_("an answer has at most {most} words").format(most=MOST_WORDS))
        return answer(Asked(in_time(lambda: looked_at(scene, at, lambda seen: _decision(seen, at)))))


def _decision(scene: Scene, at: list[str]) -> DecisionShape | None:
    question, path = scene.question, tuple(at)
    if question is None:
        return None
    decision = question.decision
    node, taken = tree.walk(decision.root, path)
    if node is None:
        told = _("“{word}” is not possible here").format(word=path[taken])
        raise NotUnderstood(told, text=" ".join(path), legal=legal_now(decision, path[:taken]))
    options = decision.options(path)
    due_at = scene.seat.due_at if scene.seat is not None else None
    return DecisionShape(
        question=question.id,
        prompt=question.prompt,
        is_waited_for=question.is_waited_for,
        due_at=due_at.astimezone(UTC) if due_at is not None else None,
        at=at,
        final=node.end is not None,
        text=write(decision, path),
        options=[OptionShape(o.word, _said(o.label), o.final, o.more) for o in options],
        explain=question.explain(at),
        default=question.draft,
    )


def _said(label: str) -> str:
    return _(label) if label else ""
