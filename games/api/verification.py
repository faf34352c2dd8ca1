"""Dice that anyone can check: commitment, seeds, rolls, and the head of the record."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar

import msgspec
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import throttling
from games.api.base import ApiView, answer
from games.api.match_shapes import OwnSeed
from games.api.openapi import MATCH, operation
from games.engine.contract.dice import Roll
from games.engine.play.save import decode_save
from games.models import Match, RollRow
from games.services import fairness
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


class PlayerSeed(msgspec.Struct):
    """What a seat adds to the dice: the SHA-256 of its seed, or nothing if it brings none."""

    seat: int
    fingerprint: str
    chosen_at: datetime | None


class Head(msgspec.Struct):
    """A head of the record that you asked about: the turn in which it was the newest, if it is part of it."""

    is_known: bool
    turn: int | None


class Verification(msgspec.Struct):
    """`commitment` is the SHA-256 of the server's seed, published when the match was opened.

    `head` stands for everything that was told so far; every turn email and PDF shows it. Ask with `?head=`
    whether one that you kept is still part of the record.

    While the match runs, rolls that nobody may know are left out, and so are the seeds. A value comes from
    HMAC-SHA256 under the server's seed, of the players' seeds, the epoch (four bytes), the purpose and the
    counter (eight bytes), each after its length in four bytes: its first eight bytes as a number, modulo the
    sides. A number past the last whole multiple of the sides is thrown away and the counter goes on.
    """

    is_over: bool
    commitment: str
    rolls: list[RollShape]
    seeds: SeedsShape | None
    players: list[PlayerSeed]
    head: str
    asked: Head | None


class NewSeed(msgspec.Struct, forbid_unknown_fields=True):
    """What you add to the dice, in any words; empty for nothing."""

    seed: OwnSeed


_PLAYER = PlayerSeed(1, "4be1…", datetime(2026, 11, 17, 18, tzinfo=UTC))
_EXAMPLE = Verification(
    False, "9f2b…", [RollShape("crystals", 0, 6, 4, 0)], None, [_PLAYER], "c07d…", Head(is_known=True, turn=6)
)
_HEAD = OpenApiParameter("head", str, description="A head of the record, from an email or a PDF.")


class VerificationView(ApiView):
    """What is needed to check the dice."""

    @operation(
        "getVerification",
        "Check the dice",
        {200: _EXAMPLE},
        parameters=[MATCH, _HEAD],
        problems=[404],
        is_open=True,
    )
    def get(self, request: Request, match: int) -> Response:
        """Includes the seeds once the match is over."""
        return answer(_verification(self.access(match), request.query_params.get("head", "")))


class SeedView(ApiView):
    """The caller's seed."""

    limits: ClassVar = {"PUT": throttling.CHANGES}

    @operation(
        "setSeed",
        "Choose what I add to the dice",
        {200: _EXAMPLE},
        takes={"a sentence": NewSeed("the fox has seen the hen house")},
        parameters=[MATCH],
        problems=[404, 409],
    )
    def put(self, request: Request, match: int) -> Response:
        """Until the match starts. The last one that you send counts."""
        user, wanted = self.user, self.body(NewSeed)
        fairness.choose_seed(self.access(match).match, user, wanted.seed)
        return answer(_verification(self.access(match)))


def _verification(access: Access, asked: str = "") -> Verification:
    is_over = access.match.status == Match.Status.FINISHED
    return Verification(
        is_over=is_over,
        commitment=access.match.commitment,
        rolls=[_shown(roll) for roll in _rolls(access) if is_over or not roll.hidden],
        seeds=_seeds(access.match) if is_over else None,
        players=_players(access),
        head=fairness.head(access.match),
        asked=_asked(access.match, asked) if asked else None,
    )


def _players(access: Access) -> list[PlayerSeed]:
    published = fairness.published_seeds(access.match, access.seats)
    return [
        PlayerSeed(seat.number, seed.fingerprint, seat.seed_at)
        for seat, seed in zip(access.seats, published, strict=True)
    ]


def _asked(match: Match, head: str) -> Head:
    found = fairness.find_head(match, head[:80])
    return Head(is_known=found is not None, turn=found.turn if found is not None else None)


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
