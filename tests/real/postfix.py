"""A Postfix with OpenDKIM, set up by the lines of the hosts' guide: what the guide says is what runs."""

from __future__ import annotations

import base64
import hashlib
import os
import re
import subprocess
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.real.machine import ROOT, free_port, lacking, program
from tests.real.names import name_server
from tests.timing import wait_for

DOMAIN, PLAYERS = "play.example.org", "player.example"
RECEIVER = "mx.play.example.org"
SERVICES = """\
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
"""


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where it listens, and the key with which the players' own provider signs."""

    port: int
    key: Path

    def signed(self, raw: bytes) -> bytes:
        """An email as the players' provider sends it: signed, relaxed in both ways."""
        return _signed(raw, self.key)


def lines_of_the_guide(file: str) -> str:
    """What the guide puts into a file: the lines below its name, in every block that has it."""
    blocks = re.findall(r"(?m)(?:^    .*\n)+", (ROOT / "docs" / "hosting.md").read_text())
    found = [
        part.partition("\n")[2]
        for block in blocks
        for part in re.split(r"(?m)^# (?=\S*(?:\.conf|\.cf|/transport|/virtual)$)", textwrap.dedent(block))
        if part.partition("\n")[0] in (file, file.rpartition("/")[2])
    ]
    assert found, f"the guide says nothing about {file}"
    return "".join(found)


@contextmanager
def mail_server(gateway: int, players: int) -> Iterator[MailServer]:
    """The guide's mail server: replies go to the gateway, emails to players go to the players' server."""
    if os.getuid() or not all(map(program, ("postfix", "opendkim", "opendkim-genkey", "openssl"))):
        lacking("postfix", "Postfix and OpenDKIM are not installed, or may not be started")
    # Not in /tmp: OpenDKIM trusts no key there.
    with (
        TemporaryDirectory(prefix="edgepbem-", dir="/run") as folder,
        _running(Path(folder), gateway, players) as server,
    ):
        yield server


@contextmanager
def _running(folder: Path, gateway: int, players: int) -> Iterator[MailServer]:
    milter, server = free_port(), MailServer(free_port(), folder / "home.private")
    for name, domain in (("mail", DOMAIN), ("home", PLAYERS)):
        key = ["opendkim-genkey", f"--directory={folder}", f"--domain={domain}", f"--selector={name}"]
        subprocess.run(key, check=True)
    text = "".join(re.findall(r'"([^"]*)"', (folder / "home.txt").read_text()))
    with (
        name_server({f"home._domainkey.{PLAYERS}": text}) as names,
        _opendkim(folder, milter, names),
        _postfix(folder, server.port, milter, {DOMAIN: gateway, PLAYERS: players}),
    ):
        yield server


@contextmanager
def _opendkim(folder: Path, port: int, names: str) -> Iterator[None]:
    said = lines_of_the_guide("/etc/opendkim.conf").replace("/etc/dkimkeys", str(folder))
    own = f"Nameservers {names}\nAuthservID {RECEIVER}\nUMask 007\n"
    conf = folder / "opendkim.conf"
    conf.write_text(said.replace("8891", str(port)) + own)
    running = subprocess.Popen(["opendkim", "-f", "-x", conf, "-P", folder / "opendkim.pid"])
    try:
        yield
    finally:
        running.terminate()
        running.wait(timeout=10)


@contextmanager
def _postfix(folder: Path, port: int, milter: int, ways: dict[str, int]) -> Iterator[None]:
    etc = folder / "postfix"
    for part in (etc, folder / "queue", folder / "data"):
        part.mkdir()
    subprocess.run(["chown", "postfix", folder / "data"], check=True)
    (etc / "master.cf").write_text(SERVICES.format(port=port))
    said = lines_of_the_guide("/etc/postfix/main.cf").replace("/etc/postfix", str(etc))
    # No OpenDMARC: it asks the name servers of the whole machine.
    said = said.replace(", inet:localhost:8893", "").replace("8891", str(milter))
    (etc / "main.cf").write_text(_own_settings(folder) + said)
    (etc / "transport").write_text("".join(f"{name} smtp:[127.0.0.1]:{at}\n" for name, at in ways.items()))
    (etc / "virtual").write_text(lines_of_the_guide("/etc/postfix/virtual"))
    subprocess.run(["chmod", "-R", "u=rwX,go=rX", folder], check=True)  # its parts are other users
    for key in folder.glob("*.private"):
        key.chmod(0o600)
    subprocess.run(["postmap", "-c", etc, f"{etc}/transport", f"{etc}/virtual"], check=True)
    started = subprocess.run(["postfix", "-c", etc, "start"], check=False, capture_output=True, text=True)
    assert started.returncode == 0, started.stderr
    try:
        wait_for(lambda: _listens(port), what="Postfix")
        yield
    finally:
        subprocess.run(["postfix", "-c", etc, "abort"], check=False, capture_output=True)


def _own_settings(folder: Path) -> str:
    """What a package sets up for its machine; and the machine next door is the internet."""
    return (
        f"compatibility_level = 3.6\nqueue_directory = {folder}/queue\ndata_directory = {folder}/data\n"
        f"maillog_file = {folder}/log\nmaillog_file_prefixes = {folder}\nmyhostname = {RECEIVER}\n"
        "mydestination = localhost\nmynetworks = 127.0.0.1/32\ninet_interfaces = 127.0.0.1\n"
        "inet_protocols = ipv4\nalias_maps =\n"
    )


def _listens(port: int) -> bool:
    found = subprocess.run(["ss", "-ltn", f"sport = :{port}"], capture_output=True, text=True, check=False)
    return str(port) in found.stdout


def _signed(raw: bytes, key: Path, names: tuple[str, ...] = ("From", "To", "Subject", "Message-ID")) -> bytes:
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = [re.sub(rb"[ \t]+", b" ", line).rstrip(b" ") for line in body.rstrip(b"\r\n").split(b"\r\n")]
    digest = hashlib.sha256(b"\r\n".join(lines) + b"\r\n").digest()
    tags = f"v=1; a=rsa-sha256; c=relaxed/relaxed; d={PLAYERS}; s=home; h={':'.join(names)}; bh="
    tags += base64.b64encode(digest).decode() + "; b="
    headers = dict(re.findall(r"(?m)^([\w-]+):(.*(?:\r\n[ \t].*)*)", head.decode()))
    signed = "".join(f"{name.lower()}:{' '.join(headers[name].split())}\r\n" for name in names)
    command = ["openssl", "dgst", "-sha256", "-sign", str(key)]
    text = f"{signed}dkim-signature:{tags}".encode()
    made = subprocess.run(command, input=text, capture_output=True, check=True).stdout
    return f"DKIM-Signature: {tags}{base64.b64encode(made).decode()}\r\n".encode() + raw
