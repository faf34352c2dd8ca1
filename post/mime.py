"""An email as bytes, written directly: the standard generator costs more than everything else about it."""

from __future__ import annotations

import binascii
import quopri
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.header import Header
from email.message import Message
from email.mime.base import MIMEBase
from email.parser import BytesParser
from email.policy import compat32
from functools import lru_cache
from hashlib import sha256
from io import BytesIO

from django.core.mail import BadHeaderError, EmailMultiAlternatives

_LINE = 76  # letters of base64
_FOLD = 76  # a header line; where it has spaces it goes on below
_MOST = 998  # a line of an email must not be longer


@dataclass(frozen=True, slots=True)
class File:
    """Something that travels with an email."""

    name: str
    kind: str  # "application/pdf"
    data: bytes
    inline: str = ""  # the Content-ID under which the HTML shows it; empty for an attachment

    def written(self) -> bytes:
        """The whole part as it appears in an email."""
        return self._head() + _base64(self.data)

    def _head(self) -> bytes:
        lines = [f'Content-Type: {self.kind}; name="{self.name}"', "Content-Transfer-Encoding: base64"]
        if self.inline:
            lines += [f"Content-ID: <{self.inline}>", f'Content-Disposition: inline; filename="{self.name}"']
        else:
            lines.append(f'Content-Disposition: attachment; filename="{self.name}"')
        return _head(lines)

    def as_part(self) -> MIMEBase:
        """For backends of providers, which take emails apart again: not encoded at all."""
        part = MIMEBase(*self.kind.split("/", 1), name=self.name)
        part.set_payload(self.data)
        part["Content-Disposition"] = f'{"inline" if self.inline else "attachment"}; filename="{self.name}"'
        if self.inline:
            part["Content-ID"] = f"<{self.inline}>"
        return part


class Written(Message):
    """The finished bytes, in the shape that backends ask for. Looked into, it is parsed like any other."""

    def __init__(self, data: bytes) -> None:
        super().__init__(compat32)
        self.data = data

    def as_bytes(self, unixfrom: bool = False, policy: object = None, linesep: str = "\n") -> bytes:
        """The email with the line ends that are wanted."""
        return self.data if linesep == "\r\n" else self.data.replace(b"\r\n", linesep.encode())

    def parsed(self) -> Message:
        """The same email as a tree, slowly."""
        return BytesParser(policy=compat32).parsebytes(self.data)

    def get_charset(self) -> None:
        """All of it is ASCII."""
        return None


class Envelope(EmailMultiAlternatives):
    """One email to one reader, for any backend: SMTP takes the bytes, providers take the parts."""

    def __init__(
        self, *, subject: str, text: str, html: str, sender: str, to: str, headers: dict[str, str],
        files: Iterable[File] = (),
    ) -> None:  # fmt: skip
        if "," in to or len(to.split()) != 1:
            raise BadHeaderError("an email has one reader")  # "a@x.org, b@y.org" would go to two
        reply_to = headers.get("Reply-To")
        super().__init__(
            subject, text, sender, [to], headers=headers, reply_to=[reply_to] if reply_to else None
        )
        self.attach_alternative(html, "text/html")
        self.text, self.html = text, html
        self.files = tuple(files)

    @property
    def attachments(self) -> list[MIMEBase]:
        """For backends of providers; over SMTP nobody asks for them."""
        return [file.as_part() for file in self.files]

    @attachments.setter
    def attachments(self, given: object) -> None:
        """Django's own begins without any: what travels with an email is in `files`."""

    def message(self) -> Written:
        """The email as it goes over the wire."""
        headers = {
            "Subject": str(self.subject),
            "From": self.from_email,
            "To": self.to[0],
            **self.extra_headers,
        }
        body = _Body(headers.get("Message-ID", ""))
        whole = body.message(self.text, self.html, self.files)
        return Written(_head([*map(_header, headers.items()), "MIME-Version: 1.0"])[:-2] + whole)


def _header(item: tuple[str, str]) -> str:
    """A header line. Raises BadHeaderError for what would be two."""
    name, value = item
    if "\n" in value or "\r" in value:
        raise BadHeaderError(f"{name} has a line break")
    if value.isascii():
        return _folded(f"{name}: {value}")
    return f"{name}: {_encoded(name, value)}"


_ADDRESSES = ("From", "To", "Reply-To", "List-Id")  # headers with a name before something in brackets


def _encoded(name: str, value: str) -> str:
    """Letters beyond ASCII; of an address only the name before it may have them."""
    said, bracket, address = value.rpartition(" <") if name in _ADDRESSES else (value, "", "")
    words = Header(said.strip('"') if bracket else said, "utf-8", header_name=name)
    return words.encode(linesep="\r\n") + (f"\r\n <{address}" if bracket else "")


def _folded(line: str) -> str:
    if len(line) <= _FOLD:
        return line
    lines = [""]
    for place, word in enumerate(re.split("(?<=[^ ]) ", line)):
        if place > 1 and len(lines[-1]) + 1 + len(word) > _FOLD:
            lines.append("")
        lines[-1] += f" {word}" if place else word
    return "\r\n".join(lines)


def _head(lines: Iterable[str]) -> bytes:
    return "\r\n".join([*lines, "", ""]).encode("ascii")


class _Body:
    """The parts of an email. Their boundaries depend on its id: sent again, it is the same, byte for byte."""

    def __init__(self, message_id: str) -> None:
        self.name = sha256(message_id.encode()).hexdigest()[:24]
        self.used = 0

    def message(self, text: str, html: str, files: tuple[File, ...]) -> bytes:
        shown = [file.written() for file in files if file.inline]
        attached = [file.written() for file in files if not file.inline]
        page = _text(html, "html")
        if shown:
            page = self.multipart("related", [page, *shown], '; type="text/html"')
        both = self.multipart("alternative", [_text(text, "plain"), page])
        return self.multipart("mixed", [both, *attached]) if attached else both

    def multipart(self, kind: str, parts: list[bytes], more: str = "") -> bytes:
        self.used += 1
        # No quoted-printable and no base64 has "=_" in it.
        mark = f"=_{self.name}_{self.used}"
        head = _head([f'Content-Type: multipart/{kind}{more}; boundary="{mark}"'])
        return head + b"".join(_pieces(mark.encode(), parts))


def _pieces(mark: bytes, parts: list[bytes]) -> Iterator[bytes]:
    for part in parts:
        yield b"--" + mark + b"\r\n"
        yield part
        yield b"\r\n"
    yield b"--" + mark + b"--\r\n"


def _text(text: str, kind: str) -> bytes:
    """Plain ASCII as it is, all else quoted; what is no text at all becomes a question mark."""
    data = text.encode("utf-8", "replace")
    charset = "utf-8"
    if data.isascii() and all(len(line) <= _MOST for line in data.split(b"\n")) and b"=_" not in data:
        way, body = "7bit", data
    else:
        way, body = "quoted-printable", quopri.encodestring(data)
    head = _head([f'Content-Type: text/{kind}; charset="{charset}"', f"Content-Transfer-Encoding: {way}"])
    return head + b"\r\n".join(body.splitlines()) + b"\r\n"


@lru_cache(maxsize=32)  # the same file goes to several readers, or again after a refusal
def _base64(data: bytes) -> bytes:
    """In lines of 76 letters; encoded in one go and cut afterwards, which is quicker than line by line."""
    letters = BytesIO(binascii.b2a_base64(data, newline=False))
    return b"\r\n".join(iter(lambda: letters.read(_LINE), b"")) + b"\r\n"
