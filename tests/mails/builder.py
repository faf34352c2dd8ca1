"""Builds the mails of the corpus as raw bytes: one file for each mail client, with its layouts and cases."""

from __future__ import annotations

import base64
import html
import quopri
from dataclasses import dataclass, field
from email.header import Header
from functools import cache
from itertools import cycle
from pathlib import Path

import msgspec

FOLDER = Path(__file__).parent
TURN = (FOLDER / "turn.txt").read_text()
QUOTED_ORDERS = [line.strip() for line in TURN.splitlines() if line.startswith("    ")]
_WIDTH = 72


class Case(msgspec.Struct, forbid_unknown_fields=True):
    """One mail; what it does not say, the layout and the client say."""

    name: str
    language: str = "en"
    layout: str = "plain"
    new: str = ""
    expected: str | None = None
    verdict: str = "human"
    fill: dict[str, str] = {}
    headers: dict[str, str] = {}
    charset: str = ""
    transfer: str = ""
    subject: str = ""
    bounced: list[str] = []
    delayed: list[str] = []


class Written(msgspec.Struct, forbid_unknown_fields=True):
    """What a person writes, and what they mean by it: orders, and perhaps a message to the others."""

    name: str
    text: str
    orders: list[str]
    say: str = ""


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """How a client lays out a reply: as text, as HTML, or as both."""

    plain: str = ""
    html: str = ""
    flowed: bool = False
    raw: str = ""
    """A whole body with its own parts, for what no client builds from text."""
    content_type: str = ""


class Client(msgspec.Struct, forbid_unknown_fields=True):
    """The habits of one program."""

    client: str
    layouts: dict[str, Layout]
    cases: list[Case]
    headers: dict[str, str] = {}
    charset: str = "utf-8"
    transfer: str = "quoted-printable"
    line: str = "<div>{}</div>"
    """How one line is written in HTML."""


@dataclass(frozen=True)
class Mail:
    """A mail of the corpus, and what must be read from it."""

    name: str
    client: str
    language: str
    raw: bytes
    expected: str
    verdict: str
    bounced: list[str] = field(default_factory=list)
    delayed: list[str] = field(default_factory=list)


def corpus() -> list[Mail]:
    """All mails, in the order of their files."""
    return [_build(stem, client, case) for stem, client, case in _cases()]


@cache
def _cases() -> list[tuple[str, Client, Case]]:
    files = sorted(FOLDER.glob("*.toml"))
    clients = [(path.stem, msgspec.toml.decode(path.read_bytes(), type=Client)) for path in files]
    return [(stem, client, case) for stem, client in clients for case in client.cases]


def letters(times: int = 1) -> list[tuple[Mail, Written]]:
    """Letters as people write them, in the layouts of all programs: each layout as often as is said."""
    texts = [
        (path.stem, written)
        for path in sorted((FOLDER / "letters").glob("*.toml"))
        if path.stem != "lines"
        for written in msgspec.toml.decode(path.read_bytes(), type=dict[str, list[Written]])["letters"]
    ]
    layouts = [found for found in _cases() if _takes_letters(found[1], found[2])]
    pairs = zip(layouts * times, cycle(texts), strict=False)
    return [
        (_build(f"{language}, {written.name}, {stem}", client, _as_letter(case, written)), written)
        for (stem, client, case), (language, written) in pairs
    ]


def reply(number: int, text: str, headers: dict[str, str]) -> bytes:
    """A reply with this text, in one layout of all that there are."""
    layouts = [found for found in _cases() if _takes_letters(found[1], found[2])]
    stem, client, case = layouts[number % len(layouts)]
    written = Written(str(number), text, [])
    letter = msgspec.structs.replace(_as_letter(case, written), headers=case.headers | headers)
    return _build(stem, client, letter).raw


def _takes_letters(client: Client, case: Case) -> bool:
    layout = client.layouts[case.layout]
    places = [text for text in (layout.plain, layout.html) if text]
    return (
        case.verdict == "human"
        and bool(case.new)
        and all("{new" in text for text in places)
        and not layout.raw
    )


def _as_letter(case: Case, written: Written) -> Case:
    return msgspec.structs.replace(case, new=written.text, charset="utf-8", expected="")


def _build(stem: str, client: Client, case: Case) -> Mail:
    charset = case.charset or client.charset
    transfer = case.transfer or client.transfer
    layout = client.layouts[case.layout]
    headers = _headers(client, case)
    words = _words(client, case, layout)
    kind, body = _body(layout, words, charset, transfer)
    headers |= {"MIME-Version": "1.0"} | kind
    head = "".join(f"{name}: {value}\n" for name, value in headers.items() if value)
    raw = head.encode() + b"\n" + body
    return Mail(
        name=f"{stem}: {case.name}",
        client=client.client,
        language=case.language,
        raw=raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
        expected=(case.new if case.expected is None else case.expected).strip("\n"),
        verdict=case.verdict,
        bounced=case.bounced,
        delayed=case.delayed,
    )


def _headers(client: Client, case: Case) -> dict[str, str]:
    subject = Header(case.subject or "Re: Deep Shaft, round 3", "utf-8" if case.subject else None).encode()
    common = {
        "Return-Path": "<bob@example.net>",
        "From": "Bob <bob@example.net>",
        "To": "Edge PBEM <play+k7q2@example.org>",
        "Subject": subject,
        "Date": "Mon, 16 Nov 2026 18:30:00 +0100",
        "Message-ID": "<reply-1@example.net>",
        "In-Reply-To": "<turn-3@example.org>",
    }
    return common | client.headers | case.headers


def _words(client: Client, case: Case, layout: Layout) -> dict[str, str]:
    """What stands in braces in a layout."""
    half = TURN.index("What you may play")
    copy_html = "<br>\n".join(html.escape(line) for line in TURN.splitlines())
    return case.fill | {
        "new": "\n".join(map(_soft if layout.flowed else _broken, case.new.strip("\n").split("\n"))),
        "new_html": "\n".join(
            client.line.format(html.escape(x) or "<br>") for x in case.new.strip("\n").split("\n")
        ),
        "copy": TURN.strip(),
        "quote": _quote(TURN),
        "quote_first": _quote(TURN[:half]),
        "quote_second": _quote(TURN[half:]),
        "quote_broken": "\n".join(_broken(line) for line in _quote(TURN).splitlines()),
        "quote_flowed": "\n".join(_flowed(line) for line in _quote(TURN).splitlines()),
        "copy_html": copy_html,
    }


def _quote(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())


def _cut(line: str) -> tuple[str, str]:
    end = line.rfind(" ", 0, _WIDTH) if len(line) > _WIDTH else -1
    return (line[:end], line[end + 1 :]) if end > 0 else (line, "")


def _broken(line: str) -> str:
    """As by a program that wraps quotes and forgets to mark the rest."""
    first, rest = _cut(line)
    return f"{first}\n{_broken(rest)}" if rest else first


def _flowed(line: str) -> str:
    first, rest = _cut(line)
    return f"{first} \n{_flowed('> ' + rest)}" if rest else first


def _soft(line: str) -> str:
    first, rest = _cut(line)
    return f"{first} \n{_soft(rest)}" if rest else first


def _body(layout: Layout, words: dict[str, str], charset: str, transfer: str) -> tuple[dict[str, str], bytes]:
    if layout.raw:
        return {"Content-Type": layout.content_type}, _fill(layout.raw, words).encode()
    flowed = "; format=flowed" if layout.flowed else ""
    parts = [
        (f"text/{kind}; charset={charset}{extra}", _encode(_fill(text, words), charset, transfer))
        for kind, text, extra in (("plain", layout.plain, flowed), ("html", layout.html, ""))
        if text
    ]
    if len(parts) == 1:
        return {"Content-Type": parts[0][0], "Content-Transfer-Encoding": transfer}, parts[0][1]
    body = b"".join(
        f"--=_b1\nContent-Type: {kind}\nContent-Transfer-Encoding: {transfer}\n\n".encode() + content + b"\n"
        for kind, content in parts
    )
    return {"Content-Type": 'multipart/alternative; boundary="=_b1"'}, body + b"--=_b1--\n"


def _fill(text: str, words: dict[str, str]) -> str:
    for name, value in words.items():
        text = text.replace("{" + name + "}", value)
    return text


def _encode(text: str, charset: str, transfer: str) -> bytes:
    data = text.encode(charset)
    if transfer == "base64":
        return base64.encodebytes(data)
    return quopri.encodestring(data) if transfer == "quoted-printable" else data
