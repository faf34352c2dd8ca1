"""Views as they are kept: what each reader could see when a turn was over."""

from __future__ import annotations

import zlib

import msgspec

from games.engine.contract import View
from games.engine.run import AnyRun
from games.models import Match, TurnView


def keep_views(match: Match, run: AnyRun, turn: int) -> None:
    """Write the table as everybody sees it after a turn, once; a rewound turn is written anew."""
    readers = [0, *run.seats]
    TurnView.objects.filter(match=match, turn__gte=turn).delete()
    TurnView.objects.bulk_create(
        TurnView(match=match, turn=turn, seat=reader, data=encode_view(_view(run, reader)))
        for reader in readers
    )


def _view(run: AnyRun, reader: int) -> View:
    return run.engine.view(run.table.state, reader or None)


def encode_view(view: View) -> bytes:
    """A view for its row."""
    return zlib.compress(msgspec.msgpack.encode(view))


def decode_view(data: bytes) -> View:
    """A view from its row."""
    view: View = msgspec.msgpack.decode(zlib.decompress(data))
    return view
