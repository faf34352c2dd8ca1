"""Dice that anyone can check: the commitment, the seeds, and the check itself."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.contract.dice import BadRoll
from games.engine.contract.events import BrokenChain
from games.engine.play.save import decode_save
from games.models import Match
from games.services.engines import ENGINES
from games.services.history import Verified, verify
from games.web.access import Visit


@dataclass(frozen=True, slots=True)
class Revealed:
    """The seeds of a match that is over."""

    server: str
    players: list[str]


@require_safe
def dice(request: HttpRequest, visit: Visit) -> HttpResponse:
    """The commitment while a match runs; seeds and check when it is over."""
    match = visit.access.match
    if not match.commitment:
        raise Http404
    is_over = match.status == Match.Status.FINISHED
    verified, wrong = _checked(match) if is_over else (None, "")
    context = {
        "match": match,
        "engine": ENGINES[match.game],
        "seeds": _seeds(match) if is_over else None,
        "verified": verified,
        "wrong": wrong,
        "command": f"manage.py verify_match {match.pk}",
    }
    return render(request, "games/dice.html", context)


def _seeds(match: Match) -> Revealed:
    seeds = decode_save(bytes(match.save_data or b"")).seeds
    return Revealed(seeds.server.hex(), [seed.hex() for seed in seeds.players])


def _checked(match: Match) -> tuple[Verified | None, str]:
    try:
        return verify(match), ""
    except (BadRoll, BrokenChain) as wrong:
        return None, str(wrong)
