"""Processes that read and then write the same row: `python -m tests.real.writers PROCESSES TRANSACTIONS`."""

from __future__ import annotations

import json
import os
import sys
import time

import django

TABLE = "CREATE TABLE IF NOT EXISTS tally (id INTEGER PRIMARY KEY, number INTEGER NOT NULL)"


def count_up(times: int) -> dict[str, float]:
    """So many transactions that read, think, and write; how many failed, and the longest one."""
    from django.db import OperationalError, connection, transaction

    failed, longest = 0, 0.0
    for _ in range(times):
        began = time.monotonic()
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SELECT number FROM tally WHERE id = 1")
                number = cursor.fetchone()[0]
                time.sleep(0.0005)
                cursor.execute("UPDATE tally SET number = %s WHERE id = 1", [number + 1])
        except OperationalError:
            failed += 1
        longest = max(longest, time.monotonic() - began)
    connection.close()
    return {"failed": failed, "longest": longest}


def main(processes: int, times: int) -> None:
    """Fork them, gather what they say, and print the sum."""
    django.setup()
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(TABLE)
        cursor.execute("INSERT INTO tally VALUES (1, 0)")
    connection.close()
    pipes = []
    for _ in range(processes):
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.write(writer, json.dumps(count_up(times)).encode())
            os._exit(0)
        os.close(writer)
        pipes.append(reader)
    told = [json.loads(os.read(pipe, 1000)) for pipe in pipes]
    with connection.cursor() as cursor:
        cursor.execute("SELECT number FROM tally")
        number = cursor.fetchone()[0]
    failed = sum(each["failed"] for each in told)
    print(json.dumps({"number": number, "failed": failed, "longest": max(each["longest"] for each in told)}))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "edgepbem.settings")
    main(int(sys.argv[1]), int(sys.argv[2]))
