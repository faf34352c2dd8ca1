"""A child that does what it is told."""

from __future__ import annotations

import os
import socket
import subprocess
import time

from post.children import child


def work(question: bytes) -> bytes:
    """Sleep, spin, fail, write a file, or say who and where we are."""
    match question.split():
        case [b"sleep", seconds]:
            time.sleep(float(seconds))
        case [b"spin"]:
            while True:
                pass
        case [b"fail"]:
            raise ValueError("a secret")
        case [b"file"]:
            with open(os.path.join(os.environ["TMPDIR"], "x"), "w") as file:
                file.write("x")
        case [b"connect"]:
            socket.create_connection(("127.0.0.1", 9))
        case [b"program"]:
            subprocess.run(["true"], check=False)
        case [b"environment"]:
            return repr(dict(os.environ)).encode()
        case _:
            pass
    return str(os.getpid()).encode()


if __name__ == "__main__":
    child.serve(work, cpu_seconds=1)
