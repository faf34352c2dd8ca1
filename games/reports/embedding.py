"""Fonts as a PDF needs them: outlines and widths, and no names and no alphabet."""

from __future__ import annotations

import struct

# ISO 32000-1, 9.9: all that a page which names glyphs by number may use of a TrueType font.
NEEDED = {b"cvt ", b"fpgm", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"prep"}
_HEADER = struct.Struct(">4sHHHH")
_ENTRY = struct.Struct(">4sLLL")


def bare(font: bytes) -> bytes:
    """A TrueType font with the tables that are needed; any other font as it is."""
    if font[:4] not in (b"\0\1\0\0", b"true"):
        return font
    version, count, *_search = _HEADER.unpack_from(font)
    entries = [_ENTRY.unpack_from(font, _HEADER.size + place * _ENTRY.size) for place in range(count)]
    return _assembled(version, [entry for entry in entries if entry[0] in NEEDED], font)


def _assembled(version: bytes, entries: list[tuple[bytes, int, int, int]], font: bytes) -> bytes:
    """Header, directory, and the tables one after the other, each at a multiple of four."""
    power = max(1, len(entries)).bit_length() - 1
    search = 16 << power
    head = [_HEADER.pack(version, len(entries), search, power, 16 * len(entries) - search)]
    body, at = list[bytes](), _HEADER.size + _ENTRY.size * len(entries)
    for tag, checksum, offset, length in entries:
        table = font[offset : offset + length]
        table += bytes(-length % 4)
        head.append(_ENTRY.pack(tag, checksum, at, length))
        body.append(table)
        at += len(table)
    return b"".join([*head, *body])
