"""Where to go after signing in: never off our site."""

from __future__ import annotations

from django.utils.http import url_has_allowed_host_and_scheme

MOST = 400  # the length of its column


def own_page(page: str) -> str:
    """The page if it is one of ours, written as a path; else nothing.

    >>> own_page("/matches/3/?turn=2"), own_page("//evil.example/"), own_page("javascript:alert(1)")
    ('/matches/3/?turn=2', '', '')
    """
    # No host is allowed at all, so only a path is left.
    is_path = page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return page if is_path and len(page) <= MOST and page.isprintable() else ""
