"""What orders would do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.refusals import Refused
from games.api.base import ApiView, answer
from games.api.openapi import MATCH, operation
from games.api.order_shapes import LineDone, LineNeedless, LineRefused, ReceiptShape, TriedOrders
from games.api.problems import Unavailable
from games.models import Match
from games.services.access import PREVIEWS, match_for
from games.services.rehearsal.previews import Foretold, TooBusy, TooLong, TooMany, foretell
from games.services.scene import scene_of
from games.services.stories.receipts import ShownReceipt
from post.limiter import TooOften

T = TypeVar("T")


class Chance(msgspec.Struct):
    """What may happen, and how likely it is."""

    chance: float
    story: list[str]


class Likely(msgspec.Struct):
    """One value of a number, and how likely it is."""

    value: int
    chance: float


class Spread(msgspec.Struct):
    """A number that the dice decide, with all values it can have."""

    name: str
    values: list[Likely]


class Preview(msgspec.Struct):
    """A dry run, as far as you can know: what is certain, then what depends on chance.

    `is_exact`: the chances were computed, not estimated. `is_hidden`: the rest depends on something that you
    cannot know yet. `is_complete`: false if it took too long, and this is what was known by then.
    """

    certain: list[str]
    chances: list[Chance]
    is_exact: bool
    is_hidden: bool
    receipt: ReceiptShape | None
    spreads: list[Spread]
    is_complete: bool = True


_EXAMPLE = Preview(
    ["Alice recruits TER1."],
    [Chance(0.5, ["A green Crystal is drawn."]), Chance(0.5, ["A red Crystal is drawn."])],
    True,
    False,
    ReceiptShape([LineDone(1, "recruit TER1", "recruit TER1")], [], None, False, "", ""),
    [Spread("Points of the Crystal", [Likely(1, 0.5), Likely(2, 0.5)])],
)


class PreviewView(ApiView):
    """A dry run."""

    @operation(
        "previewOrders",
        "What orders would do",
        {200: _EXAMPLE},
        takes={
            "a sheet": TriedOrders(text="recruit TER1"),
            "words": TriedOrders(answers=[["recruit", "TER1"]]),
        },
        parameters=[MATCH],
        problems=[404, 409],
    )
    def post(self, request: Request, match: int) -> Response:
        """Nothing is stored, the dice of the match are not used, and nothing hidden is looked at."""
        seat, orders = self.my_seat(match), self.body(TriedOrders).orders
        orders.check()
        scene = scene_of(match_for(self.user, seat.match_id))
        is_running = scene.match.status == Match.Status.RUNNING
        foretold = in_time(lambda: foretell(scene, orders.sheet)) if is_running else None
        if foretold is None:
            raise Refused(_("this match is not taking orders"))
        return answer(_preview(foretold))


def in_time(ask: Callable[[], T]) -> T:
    """What is asked of the rules. The limit is counted where they run, for all doors together."""
    try:
        return ask()
    except (TooBusy, TooLong) as busy:
        raise Unavailable(str(busy), headers={"Retry-After": "3"}) from None
    except TooMany as many:
        raise TooOften(PREVIEWS.rate, 60) from many


def _preview(foretold: Foretold) -> Preview:
    return Preview(
        certain=foretold.certain,
        chances=[Chance(round(chance, 6), story) for chance, story in foretold.chances],
        is_exact=foretold.is_exact,
        is_hidden=foretold.is_hidden,
        receipt=_receipt(foretold.receipt) if foretold.receipt is not None else None,
        spreads=[
            Spread(name, [Likely(value, round(chance, 6)) for value, chance in values])
            for name, values in foretold.spreads
        ],
        is_complete=foretold.is_complete,
    )


def _receipt(told: ShownReceipt) -> ReceiptShape:
    refused = LineRefused(told.line, "", told.problem, [])
    return ReceiptShape(
        [LineDone(done["line"], done["text"], done["understood"]) for done in told.done],
        [LineNeedless(line["line"], line["text"]) for line in told.needless],
        refused if told.problem else None,
        told.stopped,
        told.kept,
        told.rest,
    )
