"""Saved rosters: only for their owner, within limits; and those that fit a question of a match."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.refusals import Refused
from games.engine.contract.phrases import Phrase
from games.engine.contract.rosters import AnyRosterBook, Roster, Stock, fitted, tidied
from games.engine.contract.tree import Path
from games.engine.language.lines import MAX_TEXT
from games.models import SavedRoster
from games.models.roster import REF
from games.services.access import NotVisible, for_a_reader, match_for
from games.services.engines import ENGINES
from games.services.scene import Scene, scene_of
from post.tokens import unmasked

MOST = 60  # of one owner
LONGEST_NAME = 60
READY, SAVED = "ready", "saved"


def book_of(game: str) -> AnyRosterBook:
    """What a game says of its rosters. Raises NotVisible where it has none."""
    engine = ENGINES.get(game)
    if engine is None or engine.rosters is None:
        raise NotVisible
    return engine.rosters


def games_with_rosters() -> list[str]:
    """The games for which rosters are built."""
    return [slug for slug, engine in ENGINES.items() if engine.rosters is not None]


def rosters_of(owner: User) -> QuerySet[SavedRoster]:
    """What someone has saved, by name."""
    return SavedRoster.objects.filter(owner=owner, game__in=games_with_rosters()).order_by(
        "game", "name", "pk"
    )


def roster_for(owner: User, ref: int) -> SavedRoster:
    """One of the user's own rosters; others do not exist for this user."""
    found = rosters_of(owner).filter(pk__in=unmasked(REF, ref)).first()
    if found is None:
        raise NotVisible
    return found


def content_of(saved: SavedRoster) -> Roster:
    """What is in it, without what the game no longer knows."""
    return tidied(book_of(saved.game), msgspec.convert(saved.data, Roster))


def save(owner: User, game: str, name: str, roster: Roster) -> SavedRoster:
    """Save a new roster. The same again under the same name is not saved twice."""
    saved = SavedRoster(owner=owner, game=game, name=name.strip(), data=_data(game, roster))
    _check(saved)
    try:
        with transaction.atomic():
            if SavedRoster.objects.filter(owner=owner).count() >= MOST:
                raise Refused(_("you already have {most}: delete one first").format(most=MOST))
            saved.save(force_insert=True)
    except IntegrityError:
        known = SavedRoster.objects.get(owner=owner, game=game, name=saved.name)
        if known.data != saved.data:
            raise _taken(saved.name) from None
        return known
    return saved


def change(saved: SavedRoster, name: str, roster: Roster) -> SavedRoster:
    """Change its content or its name."""
    saved.name, saved.data, saved.changed_at = name.strip(), _data(saved.game, roster), timezone.now()
    _check(saved)
    try:
        with transaction.atomic():
            saved.save(force_update=True)
    except IntegrityError:
        raise _taken(saved.name) from None
    return saved


def copy(saved: SavedRoster) -> SavedRoster:
    """A copy under the next free name."""
    taken = set(SavedRoster.objects.filter(owner=saved.owner, game=saved.game).values_list("name", flat=True))
    stem = saved.name[: LONGEST_NAME - 5]
    name = next(name for n in range(2, MOST + 3) if (name := f"{stem} ({n})") not in taken)
    return save(saved.owner, saved.game, name, content_of(saved))


def delete(saved: SavedRoster) -> None:
    """Delete a roster; matches that use it carry on."""
    SavedRoster.objects.filter(pk=saved.pk).delete()


def read(game: str, text: str) -> tuple[Roster, list[Phrase]]:
    """A roster from a text of somebody who waits, and what in it could not be understood."""
    book = book_of(game)
    with for_a_reader():
        found, problems = book.read(text[:MAX_TEXT])
        return tidied(book, found), problems


def _data(game: str, roster: Roster) -> dict[str, object]:
    data: dict[str, object] = msgspec.to_builtins(tidied(book_of(game), roster))
    return data


def _check(saved: SavedRoster) -> None:
    try:
        saved.clean_fields(exclude=["owner", "data"])
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages)) from None


def _taken(name: str) -> Refused:
    return Refused(_("you already have one called “{name}”").format(name=name))


# In a match.


@dataclass(frozen=True, slots=True)
class Offer:
    """A roster that may answer the question of a match, or why it may not."""

    ref: str  # ready:<id> or saved:<number>
    name: str
    text: str
    path: Path
    reasons: list[Phrase]


@dataclass(frozen=True, slots=True)
class Offers:
    """The rosters for the question that a player is asked."""

    side: str
    form: str
    ready: list[Offer]
    saved: list[Offer]

    def legal(self, ref: str) -> Offer | None:
        """The one that a form names, if it may be played."""
        found = (offer for offer in (*self.ready, *self.saved) if offer.ref == ref and not offer.reasons)
        return next(found, None)


def offers_for(scene: Scene, owner: User | None) -> Offers | None:
    """What can be played with one click; None if the question is not about a roster."""
    book, question = scene.engine.rosters, scene.question
    if book is None or question is None or scene.view is None or scene.number is None:
        return None
    side = book.side_of(scene.view, scene.number)
    if question.decision.kind != book.kind or side not in book.sides:
        return None
    form = book.form_of(scene.match.options, len(scene.access.seats))
    ready = [
        _offer(scene, book, f"{READY}:{made.id}", scene.said(made.name), made.roster)
        for made in book.ready_made(side, form)
    ]
    mine = rosters_of(owner).filter(game=scene.match.game) if owner is not None else []
    saved = [(row, fitted(book, content_of(row), form)) for row in mine]
    fitting = [
        _offer(scene, book, f"{SAVED}:{row.ref}", row.name, tidied(book, roster))
        for row, roster in saved
        if roster.side == side
    ]
    return Offers(side, form, ready, sorted(fitting, key=lambda offer: bool(offer.reasons)))


def stock_for(owner: User, game: str, match: int | None) -> Stock | None:
    """What there is to choose from in a match of the owner's; None if there is no match or no limit."""
    if match is None:
        return None
    try:
        scene = scene_of(match_for(owner, match))
    except NotVisible:
        return None
    if scene.match.game != game or scene.view is None or scene.number is None:
        return None
    return book_of(game).stock(scene.view, scene.number)


def _offer(scene: Scene, book: AnyRosterBook, ref: str, name: str, roster: Roster) -> Offer:
    reasons = book.check(roster)
    if reasons or scene.question is None:
        return Offer(ref, name, "", (), reasons)
    path = book.answer(roster)
    wrong = scene.question.decision.check(path)  # the question itself has the last word
    return Offer(ref, name, book.text(roster), path, [Phrase(wrong.reason, wrong.values)] if wrong else [])
