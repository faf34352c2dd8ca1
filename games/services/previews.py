"""Previews: what orders would do, in words, for every door."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from games.engine.contract.events import Seen
from games.engine.play.preview import preview
from games.engine.play.save import decode_save
from games.services.receipts import ShownReceipt, receipt_data, shown
from games.services.scene import Scene


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


def foretell(scene: Scene, text: str) -> Foretold | None:
    """What orders would do, as far as the reader can know; None for spectators."""
    if scene.run is None or scene.number is None or scene.match.save_data is None:
        return None
    save = decode_save(bytes(scene.match.save_data))
    standing = scene.run.standing.get(scene.number)
    seen = preview(scene.engine, save, scene.number, text, secrets.token_bytes(8), standing)
    return Foretold(
        _sentences(scene, seen.certain),
        [(chance, _sentences(scene, outcome)) for chance, outcome in seen.chances],
        seen.exact,
        seen.hidden,
        shown(receipt_data(seen.receipt), scene.names) if seen.receipt is not None else None,
        [(scene.said(spread.name), spread.values) for spread in seen.spreads],
    )


def _sentences(scene: Scene, seen: list[Seen]) -> list[str]:
    return [scene.said(scene.engine.tell(event)) for event in seen]
