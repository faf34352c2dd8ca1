"""Why a model cannot go where a player wants it: for answers to wrong orders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from collections.abc import Set as AbstractSet

from games.edge.geometry import Placement
from games.edge.names import model_code
from games.edge.rules.drafts import Draft, Leg, later
from games.edge.rules.scene import Piece, Scene
from games.edge.rules.shifts import candidates, shifts
from games.engine.phrases import Phrase, say
from games.engine.text import gettext_noop as _
from games.engine.tree import Barred


def barred_movers(scene: Scene, draft: Draft, offered: AbstractSet[int]) -> Iterator[Barred]:
    """The movers that cannot be named next."""
    for number, piece in enumerate(scene.pieces):
        if number not in offered:
            yield Barred(piece.name, _not_next(scene, draft, number), (model_code(piece.name),))


def _not_next(scene: Scene, draft: Draft, number: int) -> Phrase:
    name = scene.pieces[number].name
    if draft.part >> number & 1:
        return say(_("{model} has its place in this Move already"), model=name)
    if draft.out >> number & 1:
        return say(_("{model} is pushed in this Move and takes no part in it"), model=name)
    if not later(scene, draft) >> number & 1:
        return say(
            _("{model} has to be named earlier: models come in the order of the army list"), model=name
        )
    return say(_("{model} has nowhere to go"), model=name)


def barred_places(
    scene: Scene, draft: Draft, number: int, offered: AbstractSet[Placement]
) -> Iterator[Barred]:
    """The placements where a mover cannot end."""
    for place in scene.board.placements.values():
        if place not in offered:
            yield Barred(place.name, hindrance(scene, draft, number, place))


def hindrance(scene: Scene, draft: Draft, number: int, place: Placement) -> Phrase:
    """What keeps a mover from ending there, the plainest reason first."""
    piece = scene.pieces[number]
    everybody = draft.part | later(scene, draft) | 1 << number
    return (
        _wrong_base(piece, place)
        or _taken(scene, draft, piece, place, everybody)
        or _too_far(scene, number, place, everybody)
        or _unwanted(scene, piece, place)
        or say(_("those who stand at {place} cannot all make room"), place=place.name)
    )


def _wrong_base(piece: Piece, place: Placement) -> Phrase | None:
    if place.size == piece.size:
        return None
    return say(
        _("the base of {model} covers {size} hexes, and {place} is {other}"),
        model=piece.name,
        size=piece.size,
        place=place.name,
        other=place.size,
    )


def _taken(scene: Scene, draft: Draft, piece: Piece, place: Placement, everybody: int) -> Phrase | None:
    """ED-9.3, ED-9.4."""
    if place.mask & scene.tokens:
        return say(_("a Shrine or a Crystal Source fills the Space of {place}"), place=place.name)
    if place.mask & scene.fallen:
        return say(_("a model that dies still lies on {place}"), place=place.name)
    for leg in draft.legs:
        if leg.place.mask & place.mask:
            other = scene.pieces[leg.piece].name
            return say(_("{other} ends at {there}"), other=other, there=leg.place.name)
    for number in scene.overlapped(place.mask, everybody):
        stander = scene.standers[number]
        if not scene.can_push(piece.size, stander):
            return _unmoved(scene, stander.name, piece)
    return None


def _unmoved(scene: Scene, other: str, piece: Piece) -> Phrase:
    """ED-11.1, ED-11.6."""
    if other in scene.manner.immovable:
        return say(_("{other} stands there and cannot be pushed"), other=other)
    if scene.manner.push == "none":
        return say(_("{other} stands there, and only empty hexes will do"), other=other)
    reason = _("{other} stands there, and its base is not smaller than that of {model}")
    return say(reason, other=other, model=piece.name)


def _too_far(scene: Scene, number: int, place: Placement, everybody: int) -> Phrase | None:
    """ED-9.2, ED-10.1."""
    piece = scene.pieces[number]
    if piece.reach is None or piece.start is None:
        return None
    away = scene.board.distance(piece.start.space, place.space)
    if away > piece.reach:
        reason = _("{place} is {away} Spaces away, and {model} moves {reach}")
        return say(reason, place=place.name, away=away, model=piece.name, reach=piece.reach)
    if scene.route(number, (), place.space, everybody) is None:
        reason = _("{model} finds no way to {place} within {reach} Spaces on which its base fits")
        return say(reason, model=piece.name, place=place.name, reach=piece.reach)
    return None


def _unwanted(scene: Scene, piece: Piece, place: Placement) -> Phrase | None:
    if place is piece.start and not scene.manner.must:
        return say(_("{model} stands at {place} already"), model=piece.name, place=place.name)
    if not scene.is_goal(piece, place):
        return say(_("{model} may not end at {place} by this effect"), model=piece.name, place=place.name)
    return None


def barred_waypoints(scene: Scene, leg: Leg, offered: Callable[[], Iterable[int]]) -> Iterator[Barred]:
    """ED-9.2, ED-10.1: the Spaces through which a mover cannot go."""
    possible = set(offered())
    piece = scene.pieces[leg.piece]
    for space in scene.board.spaces:
        if space not in possible:
            reason = _("no way of at most {reach} Spaces leads {model} over {space} to {place}")
            told = {"model": piece.name, "space": scene.board.names[space], "place": leg.place.name}
            yield Barred(scene.board.names[space], say(reason, reach=piece.reach or 0, **told))


def barred_shifts(scene: Scene, draft: Draft) -> Iterator[Barred]:
    """ED-11.2: the places to which a pushed model cannot go."""
    possible = {(name, place) for name, place, _draft in shifts(scene, draft)}
    pusher = draft.legs[-1]
    for number, _passed in candidates(scene, draft):
        stander = scene.standers[number]
        for rows in scene.board.by_size[stander.place.size]:
            for place in rows:
                if (stander.name, place) not in possible:
                    reason = _no_room(scene, stander.name, pusher, place)
                    yield Barred(f"{stander.name}>{place.name}", reason)


def _no_room(scene: Scene, name: str, pusher: Leg, place: Placement) -> Phrase:
    if not place.halo & pusher.place.mask:
        reason = _("at {place} {victim} would not be base to base with {model}")
        return say(reason, place=place.name, victim=name, model=scene.pieces[pusher.piece].name)
    return say(_("{place} is not free for {victim}, or leaves others no room"), place=place.name, victim=name)
