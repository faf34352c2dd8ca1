"""A PostgreSQL cluster for one run of the tests."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path

import psycopg

from tests.real.machine import free_port, lacking, program
from tests.real.part import Part
from tests.tables import migrate
from tests.timing import wait_for

FOLDERS = "usr/lib/postgresql/*/bin"
OWNER = "edgepbem"


class Postgres:
    """Started from its own folder, on a loopback port; databases are made on demand."""

    def __init__(self) -> None:
        initdb = program("initdb", folders=FOLDERS)
        if initdb is None:
            lacking("postgres", "PostgreSQL's initdb is not installed (apt-get install postgresql)")
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="edgepbem-postgres-"))
        self._as_user = self._unprivileged()
        data = self.folder / "data"
        make = [
            *self._as_user,
            initdb,
            "-D",
            str(data),
            "-U",
            OWNER,
            "--auth=trust",
            "-E",
            "UTF8",
            "--no-sync",
        ]
        subprocess.run(make, check=True, capture_output=True, cwd="/")
        server = str(Path(initdb).resolve().parent / "postgres")
        settings = f"-c listen_addresses=127.0.0.1 -c fsync=off -c unix_socket_directories={self.folder}"
        command = " ".join(["exec", *self._as_user, server, f"-D {data} -p {self.port} {settings}"])
        self.part = Part("postgres", command, os.environ, self.folder)
        self._number = 0

    def _unprivileged(self) -> list[str]:
        """PostgreSQL refuses to run as root."""
        if os.geteuid() != 0:
            return []
        name = next((user.pw_name for user in pwd.getpwall() if user.pw_name == "postgres"), "nobody")
        shutil.chown(self.folder, name)
        self.folder.chmod(0o755)
        tool = program("setpriv")
        if tool is None:
            lacking("postgres", "setpriv, which starts PostgreSQL as another user, is not installed")
        # Who becomes another user no longer hears of its parent's death, unless it asks again.
        user = [f"--reuid={name}", f"--regid={pwd.getpwnam(name).pw_gid}", "--clear-groups"]
        return [tool, *user, "--pdeathsig=INT"]

    def start(self) -> None:
        self.part.start()
        wait_for(self._answers, 90, "PostgreSQL")

    def restart(self) -> None:
        """All connections are cut off in whatever they do."""
        self.part.kill()
        self.start()

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url("postgres"), connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True

    def url(self, name: str) -> str:
        """Where a database is."""
        return f"postgres://{OWNER}@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The address of a database with all tables and no rows: a copy of the first, which is migrated."""
        self._number += 1
        name, first = f"play_{self._number}", "tables"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if self._number == 1:
                connection.execute(f"CREATE DATABASE {first}")
                migrate(self.url(first), self.folder)
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {first}")
        return self.url(name)

    def close(self) -> None:
        self.part.stop()
        shutil.rmtree(self.folder, ignore_errors=True)
