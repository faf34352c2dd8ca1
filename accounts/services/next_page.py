"""Where to go after signing in: never off our site."""

from __future__ import annotations

from django.utils.http import url_has_allowed_host_and_scheme

from post.secrets import sealed, unsealed

MOST = 400
MOST_KEPT = 600  # the length of its column


_PURPOSE = "next page"


def kept_page(page: str) -> str:
    """One of our pages as it is kept until someone has signed in: its address may hold a token."""
    found = own_page(page)
    kept = sealed(_PURPOSE, found) if found else ""
    return kept if len(kept) <= MOST_KEPT else ""


def page_kept(kept: str) -> str:
    """The page again, if it is one of ours."""
    return own_page(unsealed(_PURPOSE, kept)) if kept else ""


def own_page(page: str) -> str:
    """The page if it is one of ours, written as a path; else nothing.

    >>> own_page("/matches/3/?turn=2"), own_page("//evil.example/"), own_page("javascript:alert(1)")
    ('/matches/3/?turn=2', '', '')
    """
    # No host is allowed at all, so only a path is left.
    is_path = page.startswith("/") and url_has_allowed_host_and_scheme(page, allowed_hosts=None)
    return page if is_path and len(page) <= MOST and page.isprintable() else ""
