"""A small IMAP server on this machine, with one mailbox; it can break off in the middle."""

from __future__ import annotations

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import quote

_FETCH = re.compile(rb"(\w+) UID FETCH (\d+) \((.*)\)", re.IGNORECASE)
_STORE = re.compile(rb"(\w+) UID STORE (\d+) \+FLAGS\.SILENT \(\\Seen\)", re.IGNORECASE)


NOW = "01-Jan-2090 12:00:00 +0000"  # later than now is now


@dataclass
class Kept:
    """An email in the mailbox."""

    raw: bytes
    arrived: str = NOW
    is_read: bool = False


@dataclass
class Account:
    """What the server has and does."""

    emails: dict[int, Kept] = field(default_factory=dict)
    password: str = "se:cr@t"
    breaks_at: bytes = b""  # a command at which the connection is lost
    asked: list[bytes] = field(default_factory=list)
    port: int = 0

    def add(self, raw: bytes, arrived: str = NOW) -> Kept:
        kept = self.emails[max(self.emails, default=0) + 1] = Kept(raw, arrived)
        return kept

    def rebuild(self) -> None:
        """All emails get new numbers, as with a new UIDVALIDITY."""
        self.emails = {number + 1_000: kept for number, kept in self.emails.items()}

    def url(self, password: str = "") -> str:
        secret = quote(password or self.password, safe="")
        return f"imap://club%40example.org:{secret}@127.0.0.1:{self.port}/INBOX"


class _Conversation(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        account: Account = self.server.account  # type: ignore[attr-defined]
        self.wfile.write(b"* OK ready\r\n")
        for line in self.rfile:
            account.asked.append(line.strip())
            if account.breaks_at and account.breaks_at in line:
                return
            tag, _, command = line.strip().partition(b" ")
            for part in self._answers(account, command, line.strip()):
                self.wfile.write(part + b"\r\n")
            is_wrong = command.startswith(b"LOGIN") and account.password.encode() not in command
            self.wfile.write(tag + (b" NO wrong password\r\n" if is_wrong else b" OK done\r\n"))

    def _answers(self, account: Account, command: bytes, line: bytes) -> Iterator[bytes]:
        if command == b"CAPABILITY":
            yield b"* CAPABILITY IMAP4rev1"
        elif command.startswith(b"SELECT"):
            yield b"* %d EXISTS\r\n* OK [UIDVALIDITY 1] valid" % len(account.emails)
        elif command == b"UID SEARCH UNSEEN":
            unread = [b"%d" % number for number, kept in account.emails.items() if not kept.is_read]
            yield b" ".join([b"* SEARCH", *unread])
        elif (fetch := _FETCH.match(line)) and (kept := account.emails.get(int(fetch[2]))):
            yield self._fetched(fetch[3], kept, fetch[2])
        elif (store := _STORE.match(line)) and int(store[2]) in account.emails:
            account.emails[int(store[2])].is_read = True

    def _fetched(self, wanted: bytes, kept: Kept, number: bytes) -> bytes:
        if b"BODY.PEEK[]" in wanted:
            return b"* 1 FETCH (UID %s BODY[] {%d}\r\n%s)" % (number, len(kept.raw), kept.raw)
        date = kept.arrived.encode()
        return b'* 1 FETCH (UID %s RFC822.SIZE %d INTERNALDATE "%s")' % (number, len(kept.raw), date)


@contextmanager
def serving() -> Iterator[Account]:
    """The server, on a free port."""
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Conversation) as server:
        server.daemon_threads = True
        server.account = Account(port=server.server_address[1])  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.account  # type: ignore[attr-defined]
        finally:
            server.shutdown()
            thread.join()
