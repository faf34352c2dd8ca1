"""Decks: those that come with a game, and those that the caller has saved."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, ClassVar

import msgspec
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import throttling
from games.api.base import ApiView, answer
from games.api.openapi import PAGES, operation
from games.api.pagination import Page, one_page
from games.api.problems import BadBody
from games.engine.contract.rosters import LARGEST, AnyRosterBook, Roster, tidied
from games.models import SavedRoster
from games.services import rosters

MOST_THINGS = 300
ROSTER = OpenApiParameter("roster", int, OpenApiParameter.PATH, description="The number of the deck.")

Name = Annotated[str, Meta(min_length=1, max_length=rosters.LONGEST_NAME)]
Id = Annotated[str, Meta(min_length=1, max_length=60)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]


class RosterContent(msgspec.Struct):
    """What is in a deck; `text` is the order that plays it, `problems` says why it is not legal."""

    side: str
    form: str
    counts: dict[str, int]
    order: list[str]
    text: str
    problems: list[str]


class ReadyRoster(msgspec.Struct):
    """A deck that comes with a game."""

    game: str
    id: str
    name: str
    content: RosterContent


class ReadyRosters(msgspec.Struct):
    """All decks that come with the games, for each side and form."""

    results: list[ReadyRoster]


class SavedRosterShape(msgspec.Struct):
    """A deck that you have saved."""

    id: int
    game: str
    name: str
    changed_at: datetime
    content: RosterContent


class RosterPage(Page):
    """A page of your decks."""

    results: list[SavedRosterShape]


class NewRoster(msgspec.Struct, forbid_unknown_fields=True):
    """A deck to save, legal or not. What is not counted is not in it; `order` is for arranged forms."""

    game: Id
    name: Name
    side: Id
    form: Id
    counts: Annotated[dict[Id, Count], Meta(max_length=MOST_THINGS)]
    order: Annotated[list[Id], Meta(max_length=MOST_THINGS)] = []


class Gone(msgspec.Struct):
    """The deck is deleted."""

    deleted: int


_CONTENT = RosterContent(
    "chapter", "25", {"pilgrim": 1, "CH03": 3}, [], "army …", ["a deck has exactly 25 cards"]
)
_SAVED = SavedRosterShape(89943585318978, "edge", "Knights", datetime(2026, 11, 17, 18, tzinfo=UTC), _CONTENT)
_NEW_ROSTER = NewRoster("edge", "Knights", "chapter", "25", {"pilgrim": 1, "CH03": 3})


class ReadyRostersView(ApiView):
    """What comes with the games."""

    @operation(
        "listReadyRosters",
        "Decks that come with the games",
        {200: ReadyRosters([ReadyRoster("edge", "start", "Starting deck of Chapter", _CONTENT)])},
        is_open=True,
    )
    def get(self, request: Request) -> Response:
        """For each side and form of each game with decks. No token needed."""
        return answer(ReadyRosters([made for game in rosters.games_with_rosters() for made in _ready(game)]))


class RostersView(ApiView):
    """The caller's decks."""

    limits: ClassVar = {"POST": throttling.CHANGES}

    @operation(
        "listRosters", "My decks", {200: RosterPage(1, None, None, [_SAVED])}, parameters=[*PAGES],
        problems=[404],
    )  # fmt: skip
    def get(self, request: Request) -> Response:
        """Only yours, by game and name."""
        found, place = one_page(request, rosters.rosters_of(self.user))
        return answer(RosterPage(results=[_saved(row) for row in found], **place))

    @operation(
        "createRoster", "Save a deck", {201: _SAVED}, takes={"a draft": _NEW_ROSTER}, problems=[404, 409]
    )
    def post(self, request: Request) -> Response:
        """The same deck again under the same name is not saved twice."""
        user, sent = self.user, self.body(NewRoster)
        return answer(_saved(rosters.save(user, sent.game, sent.name, _roster(sent))), 201)


class RosterView(ApiView):
    """One deck of the caller's."""

    limits: ClassVar = {"PUT": throttling.CHANGES, "DELETE": throttling.CHANGES}

    @operation("getRoster", "One of my decks", {200: _SAVED}, parameters=[ROSTER], problems=[404])
    def get(self, request: Request, roster: int) -> Response:
        """With the text of the order that plays it."""
        return answer(_saved(rosters.roster_for(self.user, roster)))

    @operation(
        "changeRoster", "Change a deck", {200: _SAVED}, takes={"a draft": _NEW_ROSTER}, parameters=[ROSTER],
        problems=[404, 409],
    )  # fmt: skip
    def put(self, request: Request, roster: int) -> Response:
        """Replaces the whole deck; its game cannot change."""
        saved, sent = rosters.roster_for(self.user, roster), self.body(NewRoster)
        if sent.game != saved.game:
            raise BadBody(_("this deck is for another game"))
        return answer(_saved(rosters.change(saved, sent.name, _roster(sent))))

    @operation(
        "deleteRoster",
        "Delete a deck",
        {200: Gone(89943585318978)},
        parameters=[ROSTER],
        problems=[403, 404],
    )
    def delete(self, request: Request, roster: int) -> Response:
        """Matches that use it carry on."""
        rosters.delete(rosters.roster_for(self.user, roster))
        return answer(Gone(roster))


def _ready(game: str) -> list[ReadyRoster]:
    book = rosters.book_of(game)
    return [
        ReadyRoster(game, made.id, made.name.text(translate=_), _content(book, made.roster))
        for side in book.sides
        for form in book.forms
        for made in book.ready_made(side, form)
    ]


def _saved(row: SavedRoster) -> SavedRosterShape:
    content = _content(rosters.book_of(row.game), rosters.content_of(row))
    return SavedRosterShape(row.ref, row.game, row.name, row.changed_at, content)


def _content(book: AnyRosterBook, roster: Roster) -> RosterContent:
    problems = [reason.text(translate=_) for reason in book.check(roster)]
    return RosterContent(
        roster.side, roster.form, roster.counts, list(roster.order), book.text(roster), problems
    )


def _roster(sent: NewRoster) -> Roster:
    """The deck that was sent, if the game knows everything in it: mistakes are reported, not corrected."""
    book = rosters.book_of(sent.game)
    asked = Roster(sent.side, sent.form, sent.counts, tuple(sent.order))
    if sent.side not in book.sides or sent.form not in book.forms:
        sides, forms = ", ".join(book.sides), ", ".join(book.forms)
        raise BadBody(
            _("side must be one of {sides}; form must be one of {forms}").format(sides=sides, forms=forms)
        )
    kept = tidied(book, asked)
    unknown = [name for name, count in sent.counts.items() if count and name not in kept.counts]
    if unknown:
        raise BadBody(_("{side} has no {name}").format(side=sent.side, name=unknown[0]))
    return kept
