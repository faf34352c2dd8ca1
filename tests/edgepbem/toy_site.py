"""A small site for tests of the web server: it says what it was asked."""

import json
import time
from pathlib import Path


def application(environ, start_response):
    """/slow leaves a file when it begins and takes a second, /large answers with five megabytes."""
    if environ["PATH_INFO"] == "/slow":
        if begun := environ.get("HTTP_X_BEGUN"):
            Path(begun).touch()
        time.sleep(1)
    if environ["PATH_INFO"] == "/large":
        body = b"x" * 5_000_000
    else:
        wanted = ("PATH_INFO", "REQUEST_METHOD", "REMOTE_ADDR", "HTTP_X_FORWARDED_FOR", "wsgi.url_scheme")
        about = {name: environ.get(name, "") for name in wanted}
        about["body"] = len(environ["wsgi.input"].read())
        body = json.dumps(about).encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]
