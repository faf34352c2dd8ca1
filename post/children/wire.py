"""Messages between a server and its children: over a socket, each with its length before it."""

from __future__ import annotations

import socket
import struct
import time

_LENGTH = struct.Struct("!I")
# An email of a megabyte can grow: its text is kept twice, and a byte may become three.
MAX_MESSAGE = 16 * 1024 * 1024
DONE, BROKEN = b"\0", b"\1"  # the first byte of an answer


def send(channel: socket.socket, message: bytes, deadline: float | None = None) -> None:
    """Send it whole before the deadline (monotonic), or raise TimeoutError."""
    _wait_until(channel, deadline)
    channel.sendall(_LENGTH.pack(len(message)) + message)


def receive(channel: socket.socket, deadline: float | None = None) -> bytes:
    """The next message, whole; EOFError if the other end is gone, TimeoutError after the deadline."""
    (length,) = _LENGTH.unpack(_exactly(channel, _LENGTH.size, deadline))
    if length > MAX_MESSAGE:
        raise EOFError("the message is too long")
    return _exactly(channel, length, deadline)


def _exactly(channel: socket.socket, length: int, deadline: float | None) -> bytes:
    received = bytearray()
    while len(received) < length:
        _wait_until(channel, deadline)
        piece = channel.recv(min(length - len(received), 1 << 16))
        if not piece:
            raise EOFError("the other end is gone")
        received += piece
    return bytes(received)


def _wait_until(channel: socket.socket, deadline: float | None) -> None:
    if deadline is None:
        return
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError("out of time")
    channel.settimeout(left)
