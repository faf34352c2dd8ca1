"""Back to an earlier rest point: where there were any, and the match taken up again from one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from games.engine.contract.dice import Roll
from games.engine.contract.engine import Engine
from games.engine.contract.events import REWOUND, Values
from games.engine.contract.state import MatchState
from games.engine.play.replay import Replay
from games.engine.play.run import Run
from games.engine.play.save import Base, Chapter, Save

S = TypeVar("S", bound=MatchState)


def rewind(
    engine: Engine[S, Any], save: Save, base: Base, reason: str = "", seen: Sequence[Roll] = ()
) -> Run[S]:
    """The match at an earlier rest point. The epoch rises: dice once seen must not come again.

    `seen` are rolls of the match until now that no delivery has handed out: they stay on record.
    """
    seeds = msgspec.structs.replace(save.seeds, epoch=save.seeds.epoch + 1)
    run = Run(engine, save.seats, seeds, save.options)
    replay = run.replay
    run.chain, replay.settled, run.cuts = save.chain, save.settled, save.cuts + 1
    run.gone = set(base.left)
    replay.rolls.extend(seen)
    replay.reset(base)
    told: Values = {"turn": base.turns}
    run.note(REWOUND, {**told, "reason": reason} if reason else told)
    replay.go_on()
    return run


def rest_points(engine: Engine[S, Any], save: Save, chapter: Chapter, following: Base | None) -> list[Base]:
    """The rest points of a chapter and the base after it; none, if the present rules lead elsewhere."""
    seeds = msgspec.structs.replace(save.seeds, epoch=chapter.epoch)
    replay = Replay(engine, save.seats, seeds, save.options, base_stays=True)
    replay.reset(chapter.base)
    try:
        replay.repeat(chapter.log)
    except Exception:  # whatever changed rules stumble over
        return []
    found = [point.base for point in replay.rest_points]
    is_right = following is None or following.state in [base.state for base in found]
    return found if is_right else []
