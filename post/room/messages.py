"""An email in the mail room, taken apart to be shown; and a reply, as an email program would write it."""

from __future__ import annotations

import base64
import html
from dataclasses import dataclass
from email.header import decode_header, make_header
from email.message import EmailMessage, Message
from email.parser import BytesParser
from email.policy import SMTP, compat32
from email.utils import format_datetime, make_msgid, parseaddr

from django.conf import settings
from django.utils import timezone

from post.models import RoomEmail

_SHOWN = ("From", "Reply-To", "To", "Date")


@dataclass(frozen=True, slots=True)
class Enclosure:
    """A file in an email."""

    place: int
    name: str
    kind: str
    content_id: str
    data: bytes

    @property
    def is_shown(self) -> bool:
        """Whether the HTML shows it."""
        return bool(self.content_id)


class RoomMessage:
    """A kept email. It is one of our own, so it needs no sandbox."""

    def __init__(self, kept: RoomEmail) -> None:
        self.kept = kept
        self.message: Message = BytesParser(policy=compat32).parsebytes(bytes(kept.raw))
        self.parts = [part for part in self.message.walk() if not part.is_multipart()]

    @property
    def headers(self) -> list[tuple[str, str]]:
        """What a reader looks at."""
        return [(name, self.header(name)) for name in _SHOWN if self.message[name]]

    def header(self, name: str) -> str:
        """A header as it is read."""
        return str(make_header(decode_header(str(self.message.get(name, "")))))

    @property
    def text(self) -> str:
        """The plain text."""
        return self._body("text/plain")

    @property
    def html(self) -> str:
        """The HTML with its pictures inside, since a frame that may fetch nothing shows it."""
        page = self._body("text/html")
        for file in self.files:
            if file.is_shown:
                inside = f"data:{file.kind};base64,{base64.b64encode(file.data).decode()}"
                page = page.replace(f"cid:{html.escape(file.content_id)}", inside)
        return page.replace("<head>", '<head><base target="_top">', 1)

    @property
    def files(self) -> list[Enclosure]:
        """What came along."""
        found = [part for part in self.parts if part.get_filename()]
        return [
            Enclosure(
                place,
                part.get_filename() or "",
                part.get_content_type(),
                str(part.get("Content-ID", "")).strip("<>"),
                _bytes(part),
            )
            for place, part in enumerate(found)
        ]

    def _body(self, kind: str) -> str:
        part = next(
            (part for part in self.parts if part.get_content_type() == kind and not part.get_filename()), None
        )
        return _bytes(part).decode("utf-8", "replace").replace("\r\n", "\n") if part is not None else ""

    @property
    def reply_address(self) -> str:
        """Where an answer goes."""
        return parseaddr(str(self.message["Reply-To"] or self.message["From"]))[1]

    def reply(self, text: str) -> bytes:
        """An answer above a quote of the whole email, as most programs write it."""
        answer = EmailMessage(policy=SMTP)
        subject = self.header("Subject")
        answer["From"] = self.kept.address
        answer["To"] = self.reply_address
        answer["Subject"] = subject if subject.lower().startswith("re:") else f"Re: {subject}"
        answer["Date"] = format_datetime(timezone.now())
        answer["Message-ID"] = make_msgid(domain=f"room.{settings.MAIL_DOMAIN}")
        answer["In-Reply-To"] = self.kept.message_id
        thread = str(self.message.get("References", "")).split()  # a long one comes folded
        answer["References"] = " ".join([*thread, self.kept.message_id])
        answer.set_content(f"{text}\n\n{self._quoted()}\n")
        return answer.as_bytes()

    def _quoted(self) -> str:
        when = timezone.localtime(self.kept.sent_at).strftime("%Y-%m-%d %H:%M")
        lines = [f"On {when}, {parseaddr(self.header('From'))[1]} wrote:"]
        return "\n".join([*lines, *(f"> {line}".rstrip() for line in self.text.splitlines())])


def _bytes(part: Message) -> bytes:
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""
