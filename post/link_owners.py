"""A link in an email is for its reader: not for someone else who is signed in."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def is_someone_else(request: HttpRequest, owner: Any) -> bool:
    """Whether a link is followed by a person who is signed in, and not as its owner."""
    return owner is not None and request.user.is_authenticated and request.user.pk != owner.pk


def not_yours(request: HttpRequest) -> HttpResponse:
    """Says so without saying whose it is, and offers to sign out and come back."""
    return render(request, "not_your_link.html", {"page": request.path}, status=403)
