"""Dice that anyone can check: the commitment, the rolls, and at the end the seeds."""

from __future__ import annotations

import msgspec
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import ApiView, answer
from games.api.openapi import MATCH, operation
from games.engine.contract.dice import Roll
from games.engine.play.save import decode_save
from games.models import Match, RollRow
from games.services.access import Access


class RollShape(msgspec.Struct):
    """One draw: enough to compute it again when the seeds are known."""

    purpose: str
    counter: int
    sides: int
    value: int
    epoch: int


class SeedsShape(msgspec.Struct):
    """The seeds of all randomness in the match, in hexadecimal."""

    server: str
    players: list[str]


class Verification(msgspec.Struct):
    """`commitment` is the SHA-256 of the server's seed, published before the first roll.

    While the match runs, rolls that nobody may know are left out, and so are the seeds. A value comes from
    HMAC-SHA256 under the server's seed, of the players' seeds, the epoch (four bytes), the purpose and the
    counter (eight bytes), each after its length in four bytes: its first eight bytes as a number, modulo the
    sides. A number past the last whole multiple of the sides is thrown away and the counter goes on.
    """

    is_over: bool
    commitment: str
    rolls: list[RollShape]
    seeds: SeedsShape | None


_EXAMPLE = Verification(False, "9f2b…", [RollShape("crystals", 0, 6, 4, 0)], None)


class VerificationView(ApiView):
    """What is needed to check the dice."""

    @operation(
        "getVerification", "Check the dice", {200: _EXAMPLE}, parameters=[MATCH], problems=[404], is_open=True
    )
    def get(self, request: Request, match: int) -> Response:
        """Includes the seeds once the match is over."""
        access = self.access(match)
        is_over = access.match.status == Match.Status.FINISHED
        return answer(
            Verification(
                is_over=is_over,
                commitment=access.match.commitment,
                rolls=[_shown(roll) for roll in _rolls(access) if is_over or not roll.hidden],
                seeds=_seeds(access.match) if is_over else None,
            )
        )


def _rolls(access: Access) -> list[Roll]:
    rows = RollRow.objects.filter(match=access.match).order_by("number").values_list("data", flat=True)
    return [_decoder.decode(bytes(data)) for data in rows]


def _shown(roll: Roll) -> RollShape:
    return RollShape(roll.purpose, roll.counter, roll.sides, roll.value, roll.epoch)


def _seeds(match: Match) -> SeedsShape | None:
    if match.save_data is None:
        return None
    seeds = decode_save(bytes(match.save_data)).seeds
    return SeedsShape(seeds.server.hex(), [seed.hex() for seed in seeds.players])


_decoder = msgspec.msgpack.Decoder(Roll)
