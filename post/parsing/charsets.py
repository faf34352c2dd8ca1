"""Bytes to text, whatever an email says about its character set: never an error."""

from __future__ import annotations

import codecs

# Programs name the smaller set and write the larger one; the web's encoding standard reads them so as well.
_LARGER = {
    "iso8859-1": "cp1252",
    "ascii": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    "tis-620": "cp874",
    "big5": "big5hkscs",
}
_ALIASES = {
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "x-gbk": "gb18030",
    "x-euc-jp": "euc_jp",
    "ks_c_5601-1987": "cp949",
    "iso-8859-8-i": "iso8859-8",
    "cp-850": "cp850",
    "utf8mb4": "utf-8",
    "unicode": "utf-16",
}
# Not every codec of Python is a character set, and some of the others take quadratic time (punycode, idna).
_FAMILIES = (
    "utf-8",
    "utf-16",
    "utf-32",
    "ascii",
    "iso8859-",
    "cp",
    "koi8-",
    "gb",
    "big5",
    "shift_jis",
    "euc_",
    "iso2022_",
    "johab",
    "hz",
    "mac-",
    "tis-620",
    "ptcp154",
    "kz1048",
)
_LONGEST_NAME = 40


def decode(data: bytes, charset: str | None) -> str:
    """The text in `data`; what cannot be read becomes replacement characters.

    >>> decode("zażółć".encode("iso-8859-2"), "ISO-8859-2")
    'zażółć'
    """
    known = _codec(charset)
    for name in ("utf-8", known) if known in (None, "cp1252") else (known,):
        if name is not None:
            try:
                return data.decode(name)
            except UnicodeError:
                continue
    return data.decode(known or "cp1252", "replace")


def _codec(charset: str | None) -> str | None:
    """The codec that reads it, or None for one that we do not know."""
    if not charset or len(charset) > _LONGEST_NAME or not charset.isascii():
        return None
    name = charset.strip().lower()
    try:
        found = codecs.lookup(_ALIASES.get(name, name)).name
    except (LookupError, ValueError):
        return None
    return _LARGER.get(found, found) if found.startswith(_FAMILIES) else None
