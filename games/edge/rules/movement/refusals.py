"""Why a model cannot go where a player wants it: for answers to wrong orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet

from games.edge.catalogue import SQUADS
from games.edge.geometry import Placement
from games.edge.names import model_code, model_name
from games.edge.rules.movement.layout import Layout, Piece
from games.edge.rules.movement.partial import Leg, PartialMove, later
from games.edge.rules.pushing.words import candidates, shifts
from games.engine.contract.phrases import Phrase, say
from games.engine.contract.text import gettext_noop as _
from games.engine.contract.tree import Barred


def told(name: str) -> str:
    """A mover as people call it; a Shrine moves as well."""
    return model_name(name) if name.partition("/")[0].partition("#")[0] in SQUADS else name


def barred_movers(layout: Layout, move: PartialMove, offered: AbstractSet[int]) -> Iterator[Barred]:
    """The movers that cannot be named next."""
    for number, piece in enumerate(layout.pieces):
        if number not in offered:
            yield Barred(piece.name, _not_next(layout, move, number), (model_code(piece.name),))


def _not_next(layout: Layout, move: PartialMove, number: int) -> Phrase:
    name = told(layout.pieces[number].name)
    if move.part >> number & 1:
        return say(_("{model} already has a place in this Move"), model=name)
    if move.out >> number & 1:
        return say(_("{model} is pushed in this Move and takes no part in it"), model=name)
    if not later(layout, move) >> number & 1:
        return say(
            _("{model} has to be named earlier: models come in the order of the army list"), model=name
        )
    return say(_("{model} has nowhere to go"), model=name)


def barred_places(
    layout: Layout, move: PartialMove, number: int, offered: AbstractSet[Placement]
) -> Iterator[Barred]:
    """The placements where a mover cannot end."""
    for place in layout.board.placements.values():
        if place not in offered:
            yield Barred(place.name, hindrance(layout, move, number, place))


def hindrance(layout: Layout, move: PartialMove, number: int, place: Placement) -> Phrase:
    """What keeps a mover from ending there, the plainest reason first."""
    piece = layout.pieces[number]
    everybody = move.part | later(layout, move) | 1 << number
    return (
        _wrong_base(piece, place)
        or _taken(layout, move, piece, place, everybody)
        or _too_far(layout, number, place, everybody)
        or _unwanted(layout, piece, place)
        or say(_("the models at {place} cannot all make room"), place=place.name)
    )


def _wrong_base(piece: Piece, place: Placement) -> Phrase | None:
    if place.size == piece.size:
        return None
    return say(
        _("the base of {model} covers {size} hexes, and {place} is {other}"),
        model=told(piece.name),
        size=piece.size,
        place=place.name,
        other=place.size,
    )


def _taken(
    layout: Layout, move: PartialMove, piece: Piece, place: Placement, everybody: int
) -> Phrase | None:
    """ED-9.3, ED-9.4."""
    if place.mask & layout.tokens:
        return say(_("a Shrine or a Crystal Source fills the Space of {place}"), place=place.name)
    if place.mask & layout.fallen:
        return say(_("a dying model still lies on {place}"), place=place.name)
    for leg in move.legs:
        if leg.place.mask & place.mask:
            other = layout.pieces[leg.piece].name
            return say(_("{other} ends at {there}"), other=told(other), there=leg.place.name)
    for number in layout.overlapped(place.mask, everybody):
        stander = layout.standers[number]
        if not layout.can_push(piece.force, stander):
            return _unmoved(layout, stander.name, piece)
    return None


def _unmoved(layout: Layout, other: str, piece: Piece) -> Phrase:
    """ED-11.1, ED-11.6."""
    if other in layout.manner.immovable:
        return say(_("{other} stands there and cannot be pushed"), other=told(other))
    if layout.manner.push == "none":
        return say(_("{other} stands there, and only empty hexes will do"), other=told(other))
    if not piece.pushes:
        return say(
            _("{other} stands there, and {model} never pushes"), other=told(other), model=told(piece.name)
        )
    reason = _("{other} stands there, and its base is not smaller than that of {model}")
    return say(reason, other=told(other), model=told(piece.name))


def _too_far(layout: Layout, number: int, place: Placement, everybody: int) -> Phrase | None:
    """ED-9.2, ED-10.1."""
    piece = layout.pieces[number]
    if piece.reach is None or piece.start is None:
        return None
    away = layout.board.distance(piece.start.space, place.space)
    if away > piece.reach and piece.gates is None:
        reason = _("{place} is {away} Spaces away, and {model} moves {reach}")
        return say(reason, place=place.name, away=away, model=told(piece.name), reach=piece.reach)
    if layout.route(number, (), place.space, everybody) is None:
        reason = _("{model} cannot reach {place} within {reach} Spaces: its base does not fit through")
        return say(reason, model=told(piece.name), place=place.name, reach=piece.reach)
    return None


def _unwanted(layout: Layout, piece: Piece, place: Placement) -> Phrase | None:
    if place is piece.start and not layout.manner.must:
        return say(_("{model} is already at {place}"), model=told(piece.name), place=place.name)
    if not layout.is_goal(piece, place):
        return say(
            _("this effect does not let {model} end at {place}"), model=told(piece.name), place=place.name
        )
    return None


def barred_waypoints(layout: Layout, leg: Leg, offered: Callable[[], Iterable[int]]) -> Iterator[Barred]:
    """ED-9.2, ED-10.1: the Spaces through which a mover cannot go."""
    possible = set(offered())
    piece = layout.pieces[leg.piece]
    for space in layout.board.spaces:
        if space not in possible:
            reason = _("{model} cannot reach {place} through {space} within {reach} Spaces")
            values = {"model": told(piece.name), "space": layout.board.names[space], "place": leg.place.name}
            yield Barred(layout.board.names[space], say(reason, reach=piece.reach or 0, **values))


def barred_shifts(layout: Layout, move: PartialMove) -> Iterator[Barred]:
    """ED-11.2: the places to which a pushed model cannot go."""
    possible = {(name, place) for name, place, _draft in shifts(layout, move)}
    pusher = move.legs[-1]
    for number, _passed in candidates(layout, move):
        stander = layout.standers[number]
        for rows in layout.board.by_size[stander.place.size]:
            for place in rows:
                if (stander.name, place) not in possible:
                    reason = _no_room(layout, stander.name, pusher, place)
                    yield Barred(f"{stander.name}>{place.name}", reason)


def _no_room(layout: Layout, name: str, pusher: Leg, place: Placement) -> Phrase:
    if not place.halo & pusher.place.mask:
        reason = _("at {place} {victim} would not be base to base with {model}")
        return say(reason, place=place.name, victim=told(name), model=told(layout.pieces[pusher.piece].name))
    return say(
        _("{place} is not free for {victim}, or leaves others no room"), place=place.name, victim=told(name)
    )
