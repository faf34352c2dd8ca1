"""What readers ask of the rules: what orders would do, and what may follow some words, for every door."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from secrets import token_bytes
from typing import TypeVar

from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.contract.events import Seen
from games.engine.play.listing import Listing
from games.engine.play.replay import Disagreement
from games.models import Seat
from games.services.access import PREVIEWS, Remembered
from games.services.rehearsal.messages import Foreseen, WhatIf, WhatMay, heard
from games.services.rehearsal.parent import Busy, TooHard, foresee, what_may
from games.services.rehearsal.recent import Recent
from games.services.scene import Scene
from games.services.stories.receipts import ShownReceipt, shown_receipt
from post.children.budget import Allowance, within

T = TypeVar("T")

HARD = 10  # one that took all its time counts as so many previews
LISTING = 2  # a look at options that needed a child counts as so many previews
# What looking at options may cost in the thread that a reader waits for; usually it takes milliseconds.
LOOKING = Allowance(cpu=0.2, clock=5, memory=1 << 30)


@dataclass(frozen=True, slots=True)
class Foretold:
    """A dry run for its reader."""

    certain: list[str]  # happens, if nobody interrupts
    chances: list[tuple[float, list[str]]] = field(default_factory=list[tuple[float, list[str]]])
    is_exact: bool = True  # the chances were computed, not sampled
    is_hidden: bool = False  # what follows depends on something that the reader cannot know yet
    receipt: ShownReceipt | None = None
    # Numbers that the dice decide: what each is called, its values and their chances.
    spreads: list[tuple[str, list[tuple[int, float]]]] = field(
        default_factory=list[tuple[str, list[tuple[int, float]]]]
    )
    is_complete: bool = True  # False: it took too long, and this is what was found out by then
    stakes: list[tuple[float, list[str]]] = field(
        default_factory=list[tuple[float, list[str]]]
    )  # in few words
    is_undoable: bool = False  # it could still be taken back, as far as the reader can know


class TooMany(Refused):
    """Previews are expensive: nobody gets an unlimited number."""


class TooBusy(TooMany):
    """Too many are running right now; one will be possible soon."""


def foretell(scene: Scene, text: str, *, is_asked: bool = True) -> Foretold | None:
    """What orders would do, as far as the reader can know; None for spectators.

    What nobody asked for, but a page shows again and again, counts only if it has to be worked out.
    """
    if scene.run is None or scene.seat is None or scene.match.save_data is None:
        return None
    seat = scene.seat
    standing = (seat.standing_version, seat.standing) if seat.standing_version else None
    save = bytes(scene.match.save_data)
    name = (scene.match.pk, sha256(save).digest(), seat.number, standing, text)
    seen = _foreseen.get(name)
    if is_asked or seen is None:
        _count(seat)
    if seen is None:
        seen = _foresee(seat, WhatIf(scene.match.game, save, seat.number, text, token_bytes(8), standing))
        if seen.complete:
            _foreseen.keep(name, seen)
    return _foretold(scene, seen)


_foreseen = Recent[Foreseen](256)  # of all matches, as far as this process was asked


def _foresee(seat: Seat, what: WhatIf) -> Foreseen:
    try:
        seen = foresee(what)
    except Busy:
        told = _("too many previews are being worked out right now; try again in a few seconds")
        raise TooBusy(told) from None
    if not seen.complete:
        _charge(seat)
    return seen


class TooLong(Refused):
    """Not even a child process found out in time."""


def looked_at(scene: Scene, words: Sequence[str], look: Callable[[Scene], T], *, is_typed: bool = False) -> T:
    """Look at the options of a question, after some words of an answer.

    Rules run for this, but only for a moment in this process: what takes longer is listed by a child, and
    that list is looked at instead. Raises Refused where there is no list either. A look must not query the
    database.
    """
    if scene.question is None or scene.seat is None:
        return look(scene)
    name = (scene.match.pk, scene.match.version, scene.seat.number)
    if not _hard.has(*name):
        found = within(LOOKING, lambda: (look(scene),))
        if found is not None:
            return found[0]
        _hard.add(*name)
    listing = _listing(scene, scene.seat, words, is_typed=is_typed)
    return look(replace(scene, listing=listing))


def _listing(scene: Scene, seat: Seat, words: Sequence[str], *, is_typed: bool) -> Listing:
    """What may follow, found out by a child; it counts as previews do."""
    if scene.match.save_data is None or not _is_allowed(seat, LISTING):
        raise TooMany(_("that is enough for now; try again in a minute"))
    save = bytes(scene.match.save_data)
    try:
        return what_may(WhatMay(scene.match.game, save, seat.number, "", tuple(words), is_typed))
    except Busy:
        told = _("too many people are asking for this right now; try again in a few seconds")
        raise TooBusy(told) from None
    except (TooHard, Disagreement):
        told = _("working out what can be done took too long; you can still write your orders")
        raise TooLong(told) from None


# Questions whose options take long, as far as this process knows: nobody tries again in a thread.
_hard = Remembered()


def _count(seat: Seat) -> None:
    """Each player has a limit, for all doors together."""
    if not _is_allowed(seat):
        raise TooMany(_("that is enough previews for now; try again in a minute"))


def _charge(seat: Seat) -> None:
    """One that took all its time counts as several; one by one, so that the last ones count as well."""
    for _more in range(HARD - 1):
        if not _is_allowed(seat):
            return


def _is_allowed(seat: Seat, cost: int = 1) -> bool:
    return seat.user is None or PREVIEWS.allows(seat.user.counts_as, cost=cost)


def _foretold(scene: Scene, seen: Foreseen) -> Foretold:
    return Foretold(
        _sentences(scene, seen.certain),
        [(chance, _sentences(scene, outcome)) for chance, outcome in seen.chances],
        seen.exact,
        seen.hidden,
        shown_receipt(seen.receipt, scene.names) if seen.receipt is not None else None,
        [(scene.said(heard(name)), values) for name, values in seen.spreads],
        seen.complete,
        _at_stake(scene, seen),
        seen.undoable,
    )


def _at_stake(scene: Scene, seen: Foreseen) -> list[tuple[float, list[str]]]:
    """Only what is won and lost: outcomes that are alike in that are one, the likeliest first."""
    stakes = scene.engine.stakes
    found: dict[tuple[str, ...], float] = {}
    for chance, outcome in seen.chances:
        told = _sentences(scene, [event for event in outcome if event.key in stakes])
        found[tuple(told)] = found.get(tuple(told), 0) + chance
    likeliest = sorted(found.items(), key=lambda one: -one[1])
    return [(chance, list(told)) for told, chance in likeliest]


def _sentences(scene: Scene, seen: list[Seen]) -> list[str]:
    return [scene.said(scene.engine.tell(event)) for event in seen]
