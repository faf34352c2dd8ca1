"""Dice that anyone can check: the commitment, the seeds, the record, and the check itself."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.contract.dice import BadRoll
from games.engine.contract.events import BrokenChain
from games.engine.play.save import decode_save
from games.models import Match
from games.services import fairness
from games.services.access import Access, names_of
from games.services.engines import ENGINES
from games.services.fairness import SeatSeed, Verified
from games.web.access import Visit
from games.web.times import When, when


@dataclass(frozen=True, slots=True)
class SeedRow:
    """What a player adds to the dice, as everyone sees it."""

    name: str
    seed: SeatSeed
    at: When | None


@dataclass(frozen=True, slots=True)
class OwnSeed:
    """The reader's seed, while it can be changed."""

    text: str
    most: int


@require_safe
def dice(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The commitment and the record while a match runs; seeds and check when it is over."""
    access = visit.access
    match = access.match
    if not match.commitment:
        raise Http404
    is_over = match.status == Match.Status.FINISHED
    verified, wrong = _checked(match) if is_over else (None, "")
    asked = request.GET.get("head", "").strip()[:80]
    context = {
        "match": match,
        "engine": ENGINES[match.game],
        "seeds": _rows(access),
        "own": _own(access),
        "head": fairness.head(match),
        "asked": asked,
        "found": fairness.find_head(match, asked) if asked else None,
        "revealed": decode_save(bytes(match.save_data or b"")).seeds.server.hex() if is_over else "",
        "verified": verified,
        "wrong": wrong,
        "command": f"manage.py verify_match {match.pk}",
    }
    return render(request, "games/dice.html", context)


def _rows(access: Access) -> list[SeedRow]:
    names = names_of(access.seats)
    published = fairness.published_seeds(access.match, access.seats)
    return [
        SeedRow(names[seat.number], seed, when(seat.seed_at) if seat.seed_at else None)
        for seat, seed in zip(access.seats, published, strict=True)
        if not seat.bot
    ]


def _own(access: Access) -> OwnSeed | None:
    if access.match.status != Match.Status.OPEN or access.seat is None or access.seat.user_id is None:
        return None
    return OwnSeed(bytes(access.seat.seed).decode(errors="replace"), fairness.LONGEST_SEED)


def _checked(match: Match) -> tuple[Verified | None, str]:
    try:
        return fairness.verify(match), ""
    except (BadRoll, BrokenChain) as wrong:
        return None, str(wrong)
