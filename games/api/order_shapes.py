"""Orders as they are sent, and their results."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from django.utils.translation import gettext as _
from msgspec import UNSET, Meta, UnsetType

from games.api.match_shapes import match_url
from games.api.pagination import Page
from games.api.problems import BadBody
from games.engine.language.grammar import quoted
from games.engine.language.lines import MAX_TEXT
from games.models import Match, Order
from games.services.commands.parts import remarks_of
from games.services.stories.receipts import ShownReceipt, shown_receipt

Words = Annotated[
    list[Annotated[str, Meta(min_length=1, max_length=100)]], Meta(min_length=1, max_length=200)
]
Names = Callable[[], dict[int, str]]


class Orders(msgspec.Struct, forbid_unknown_fields=True):
    """Orders in one of three forms: `text`, `answers`, or `question` with `answer`.

    `text` is a sheet: orders one per line, as in email. `answers` are lists of words, as `decision/` offers
    them, for this question and the ones after it; each becomes a line of a sheet. `answer` is for the one
    question whose id is `question`, and for no other.
    """

    also: ClassVar = {
        "oneOf": [{"required": [form]} for form in ("text", "answers", "answer")],
        "dependentRequired": {"question": ["answer"], "answer": ["question"]},
    }
    text: Annotated[str, Meta(max_length=MAX_TEXT)] | UnsetType = UNSET
    answers: Annotated[list[Words], Meta(min_length=1, max_length=400)] | UnsetType = UNSET
    question: Annotated[str, Meta(min_length=1, max_length=40)] | UnsetType = UNSET
    answer: Words | UnsetType = UNSET

    @property
    def path(self) -> list[str]:
        """The words of an answer to one question."""
        return self.answer if isinstance(self.answer, list) else []

    def check(self) -> None:
        """Raises BadBody unless exactly one form is used."""
        forms = [self.text is not UNSET, self.answers is not UNSET, self.answer is not UNSET]
        if sum(forms) != 1 or (self.question is UNSET) == bool(self.path):
            raise BadBody(_("send text, or answers, or a question and its answer"))
        for words in self.answers if isinstance(self.answers, list) else []:
            _check_words(words)

    @property
    def sheet(self) -> str:
        """The text that is handed in."""
        if isinstance(self.text, str):
            return self.text
        lines = self.answers if isinstance(self.answers, list) else []
        return "\n".join(" ".join(quoted(word, "BARE") for word in words) for words in lines)


def _check_words(words: list[str]) -> None:
    """A word is one word of a line: it cannot end its quotes or the line."""
    if any('"' in word or not word.isprintable() or not word.strip() for word in words):
        raise BadBody(_("a word must not contain quotes or line breaks"))


class TriedOrders(msgspec.Struct, forbid_unknown_fields=True):
    """Orders to preview: `text` or `answers`, as for orders."""

    also: ClassVar = {"oneOf": [{"required": [form]} for form in ("text", "answers")]}
    text: Annotated[str, Meta(max_length=MAX_TEXT)] | UnsetType = UNSET
    answers: Annotated[list[Words], Meta(min_length=1, max_length=400)] | UnsetType = UNSET

    @property
    def orders(self) -> Orders:
        """The same, as orders."""
        return Orders(text=self.text, answers=self.answers)


class LineDone(msgspec.Struct):
    """A line that was carried out, as written and as understood."""

    line: int
    text: str
    understood: str


class LineNeedless(msgspec.Struct):
    """A line that was not needed: an `end` after the turn had already ended."""

    line: int
    text: str


class LineRefused(msgspec.Struct):
    """The line that was not carried out: why, and what would be legal."""

    line: int
    text: str
    told: str
    legal: list[str]
    rule: str = ""  # the id of the rule that says why, where there is one


class ReceiptShape(msgspec.Struct):
    """The result of orders, line by line.

    `rest` was handed back, `kept` waits for your next question, `dropped` was never played: you dropped it,
    or sent other orders in a pause. `remarks` are the lines of an email that were not read as orders.
    """

    done: list[LineDone]
    needless: list[LineNeedless]
    refused: LineRefused | None
    stopped: bool
    kept: str
    rest: str
    dropped: str = ""
    remarks: tuple[str, ...] = ()


class OrderShape(msgspec.Struct):
    """An order that was accepted; the receipt is there once it has been played.

    `is_kept`: the match is paused, and the order waits until it resumes. `is_void`: it was played, and the
    host has rewound the match to a point before it.
    """

    id: int
    kind: Literal["orders", "answer", "take_back", "resign", "late"]
    door: Literal["web", "api", "mail", "link", "clock"]
    text: str
    question: str
    answer: list[str]
    received_at: datetime
    played_at: datetime | None
    turn: int | None
    is_kept: bool
    is_void: bool
    receipt: ReceiptShape | None
    url: str


class OrderPage(Page):
    """A page of your orders in this match, the newest first."""

    results: list[OrderShape]


def order_shape(order: Order, match: Match, names: Names) -> OrderShape:
    """An order for its owner; `names` of the players are looked up only where a sentence needs them."""
    played = order.played_at
    return OrderShape(
        id=order.ref,
        kind=order.kind,  # type: ignore[arg-type]
        door=order.door,  # type: ignore[arg-type]
        text=order.text,
        question=order.question,
        answer=list(order.path),
        received_at=order.received_at.astimezone(UTC),
        played_at=played.astimezone(UTC) if played is not None else None,
        turn=order.turn if played is not None else None,
        is_kept=played is None and match.paused_at is not None,
        is_void=order.is_void,
        receipt=_receipt(order, names) if played is not None else None,
        url=f"{match_url(order.match_id)}orders/{order.ref}/",
    )


def _receipt(order: Order, names: Names) -> ReceiptShape:
    kept = order.receipt
    told = shown_receipt(kept, names() if kept.get("problem") else {})
    shape = receipt_shape(told, kept)
    shape.remarks = tuple(remarks_of(order))
    return shape


def receipt_shape(told: ShownReceipt, kept: dict[str, Any]) -> ReceiptShape:
    """A receipt; `kept` is the same as it is stored."""
    problem = kept.get("problem") or {}
    refused = LineRefused(
        told.line, str(problem.get("text", "")), told.problem, list(kept.get("legal", [])), told.rule
    )
    return ReceiptShape(
        done=[LineDone(done["line"], done["text"], done["understood"]) for done in told.done],
        needless=[LineNeedless(line["line"], line["text"]) for line in told.needless],
        refused=refused if told.problem else None,
        stopped=told.stopped,
        kept=told.kept,
        rest=told.rest,
        dropped=told.dropped,
    )


_AT = datetime(2026, 11, 17, 18, tzinfo=UTC)
ORDERS_EXAMPLES: dict[str, msgspec.Struct] = {
    "a sheet": Orders(text="recruit TER1\nend"),
    "words as they were offered": Orders(answers=[["recruit", "TER1"], ["end"]]),
    "one answer to one question": Orders(question="3f81c0", answer=["recruit", "TER1"]),
}
ACCEPTED_EXAMPLE = OrderShape(
    id=221400471221403,
    kind="orders",
    door="api",
    text="recruit TER1\nfly",
    question="",
    answer=[],
    received_at=_AT,
    played_at=None,
    turn=None,
    is_kept=False,
    is_void=False,
    receipt=None,
    url="/api/v1/matches/17/orders/221400471221403/",
)
PLAYED_EXAMPLE = msgspec.structs.replace(
    ACCEPTED_EXAMPLE,
    played_at=_AT,
    turn=3,
    receipt=ReceiptShape(
        [LineDone(1, "recruit TER1", "recruit TER1")],
        [],
        LineRefused(2, "fly", "Line 2: fly\n  “fly” is not possible here.", ["mine", "raid", "end"]),
        False,
        "",
        "fly",
    ),
)
ORDER_PAGE_EXAMPLE = OrderPage(1, None, None, [PLAYED_EXAMPLE])
