"""Previews: what orders would do, in words, for every door."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.refusals import Refused
from games.engine.contract.events import Seen
from games.models import Seat
from games.services.limits import PREVIEWS
from games.services.orders import ShownReceipt, shown_receipt
from games.services.rehearsal import Busy, Foreseen, WhatIf, foresee, heard
from games.services.scene import Scene
from post.limiter import user_key

HARD = 10  # previews that one counts for that took all its time


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


class TooMany(Refused):
    """Previews cost much: nobody has any number of them."""


class TooBusy(TooMany):
    """Others are having theirs; it will not be long."""


def foretell(scene: Scene, text: str) -> Foretold | None:
    """What orders would do, as far as the reader can know; None for spectators."""
    if scene.run is None or scene.seat is None or scene.match.save_data is None:
        return None
    _count(scene.seat)
    seat = scene.seat
    standing = (seat.standing_version, seat.standing) if seat.standing_version else None
    save, seed = bytes(scene.match.save_data), secrets.token_bytes(8)
    try:
        seen = foresee(WhatIf(scene.match.game, save, seat.number, text, seed, standing))
    except Busy:
        told = _("too many previews are being worked out right now; try again in a few seconds")
        raise TooBusy(told) from None
    if not seen.complete:
        _charge(seat)
    return _foretold(scene, seen)


def _count(seat: Seat) -> None:
    """Each player may have so many, by all doors together."""
    if not _is_allowed(seat):
        raise TooMany(_("that is enough previews for now; try again in a minute"))


def _charge(seat: Seat) -> None:
    """One that took all its time counts as several; one by one, so that the last ones count as well."""
    for _more in range(HARD - 1):
        if not _is_allowed(seat):
            return


def _is_allowed(seat: Seat) -> bool:
    return seat.user_id is None or PREVIEWS.allows(user_key(seat.user_id))


def _foretold(scene: Scene, seen: Foreseen) -> Foretold:
    return Foretold(
        _sentences(scene, seen.certain),
        [(chance, _sentences(scene, outcome)) for chance, outcome in seen.chances],
        seen.exact,
        seen.hidden,
        shown_receipt(seen.receipt, scene.names) if seen.receipt is not None else None,
        [(scene.said(heard(name)), values) for name, values in seen.spreads],
        seen.complete,
    )


def _sentences(scene: Scene, seen: list[Seen]) -> list[str]:
    return [scene.said(scene.engine.tell(event)) for event in seen]
