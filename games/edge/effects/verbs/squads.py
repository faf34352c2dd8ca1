"""EF-2.14, Squads: mode."""

from __future__ import annotations

from games.edge.effects.arguments import Arguments
from games.edge.effects.run import Context, possible, verb
from games.edge.effects.scope import Scope
from games.edge.rules.modes import flip
from games.edge.state import Squad
from games.engine.table import Rules


@verb("mode")
def mode(context: Context, arguments: Arguments) -> Rules[None]:
    """ED-8.6: the card is flipped, whatever its change would cost."""
    for squad in context.squads(arguments.text("squad")):
        yield from flip(context.table, context.seat, squad, _wanted(squad, arguments))


def _wanted(squad: Squad, arguments: Arguments) -> str:
    name = arguments.text("to")
    return next(m.name for m in squad.card.modes if m.name != squad.mode) if name == "other" else name


@possible("mode")
def can_change(scope: Scope, arguments: Arguments) -> bool:
    """There is another side to flip to, or the one that is wanted."""
    squads = scope.squads(arguments.text("squad"))
    if arguments.text("to") != "other":
        return bool(squads)
    return any(len(squad.card.modes) > 1 and squad.is_alive for squad in squads)
