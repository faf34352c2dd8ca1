"""What the bot of The Edge decides in advance: in the turns of others nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from games.edge.catalogue import CARDS, Action
from games.edge.catalogue.check import walk
from games.edge.catalogue.deeds import (
    Autoroll,
    Cancel,
    Counter,
    Gain,
    Heal,
    Mod,
    Prevent,
    PutToken,
    Refresh,
    Revive,
)
from games.edge.catalogue.steps import AnyStep, May

AFTERWARDS = ("wound_dealt", "killed", "end_lost")  # what is free then is worth playing
GOODS = (Gain, Heal, PutToken, Refresh, Revive, May)


def _reactions() -> Iterator[str]:
    """Cards for the turns of others, by what they do: those that save a model come first."""
    for when, fits in _OCCASIONS:
        for card in CARDS.values():
            for half, action in card.actions if not card.is_enhancement else ():
                if _is_ours(action) and fits(action):
                    needed = [*when, *([f"crystals >= {action.cost}"] if action.cost else [])]
                    condition = f" if {' and '.join(needed)}" if needed else ""
                    yield f'play "{card.title}" {half} on {action.window}{condition}'


def _is_ours(action: Action) -> bool:
    """An Instant that is paid in Crystals, and not only for what one's own models have done."""
    return bool(action.inst) and action.unit == "crystal" and isinstance(action.cost, int)


def _saves(action: Action) -> bool:
    """It makes a Defence better, or takes Wounds or the whole fight away."""
    return action.concerns != "source" and any(map(_is_saving, walk(action.do)))


def _is_saving(step: AnyStep) -> bool:
    if isinstance(step, Mod):
        return step.who == "ev.defender" and "DEF" in step.stat.words and step.set is None
    return isinstance(step, Autoroll | Prevent | Cancel)


def _strikes(action: Action) -> bool:
    """It strikes back, or makes a blow of ours better."""
    return any(map(_is_blow, walk(action.do)))


def _is_blow(step: AnyStep) -> bool:
    if isinstance(step, Mod):
        return step.who == "ev.attacker" and "ATT" in step.stat.words and step.set is None
    return isinstance(step, Counter)


def _gains(action: Action) -> bool:
    """After a Wound or a death it brings goods, and costs nothing."""
    return action.window in AFTERWARDS and action.cost == 0 and _is_good(action)


def _returns(action: Action) -> bool:
    """It brings a model back, for little."""
    return action.window in AFTERWARDS and any(isinstance(step, Revive) for step in action.do)


def _is_good(action: Action) -> bool:
    return all(isinstance(step, GOODS) for step in action.do)


_OCCASIONS: tuple[tuple[tuple[str, ...], Callable[[Action], bool]], ...] = (
    (("kills",), _saves),
    (("foe.tokens = 0",), _strikes),
    ((), lambda action: _gains(action) or _returns(action)),
)

# In its own turn it wants to be asked about its dice and its cards.
ORDERS = """\
attack: ask; red if foe.tokens = 0 and crystals >= 2; yellow
shoot: ask; yellow
defend: red if kills and need >= 2 and need <= 6 and crystals >= 1; yellow
reroll-defend: free if fail; paid if fail and kills and crystals >= 1; no
reroll-attack: ask; free if roll <= 1; no
reroll-shoot: ask; free if roll <= 1; no
counter: yes
pay: ask; crystal
fire: pay; wound
react: ask
ask-limit: 0
"""
ORDERS += "".join(f"{line}\n" for line in _reactions())
