"""Waking a worker. A doorbell that nobody hears costs a minute: the sweep finds the work."""

from __future__ import annotations

from django.db import transaction


def ring(match_id: int) -> None:
    """Wake a worker for a match when the transaction is committed; nothing depends on its being heard."""
    transaction.on_commit(lambda: _ring(match_id), robust=True)


def _ring(match_id: int) -> None:
    from games.tasks import resolve_match  # tasks know services, not the other way round

    resolve_match.delay(match_id)
