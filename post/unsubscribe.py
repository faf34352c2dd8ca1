"""Unsubscribe links: each names a user and what to stop, and one click does it.

A token begins with the name of what it ends: a category, or something that another room has registered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from django.conf import settings
from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from post import refusals, secrets
from post.kinds import Category, categories
from post.link_owners import is_someone_else, not_yours
from post.readers import readers

PURPOSE = "unsubscribe"


class Subscription(Protocol):
    """Emails that a reader gets and can stop."""

    @property
    def reader(self) -> Any: ...

    @property
    def label(self) -> str:
        """What the reader no longer gets: "emails about The old shaft"."""
        ...

    @property
    def consequence(self) -> str: ...

    @property
    def settings_path(self) -> str:
        """The page on which it can be switched on again."""
        ...

    def is_on(self) -> bool: ...

    def end(self) -> None:
        """Stop them; doing it twice changes nothing."""
        ...


@dataclass(frozen=True, slots=True)
class CategorySubscription:
    """All emails of one category."""

    reader: Any
    category: Category

    @property
    def label(self) -> str:
        return str(self.category.label)

    @property
    def consequence(self) -> str:
        return str(self.category.consequence)

    @property
    def settings_path(self) -> str:
        return readers().settings_path()

    def is_on(self) -> bool:
        return readers().wants(self.reader, self.category.name)

    def end(self) -> None:
        readers().switch_off(self.reader, self.category.name)


@dataclass(frozen=True, slots=True)
class StrangerSubscription:
    """All emails of one category to an address without an account."""

    address: str
    category: Category
    reader: None = None

    @property
    def label(self) -> str:
        return str(self.category.label)

    @property
    def consequence(self) -> str:
        return _("Nobody on this server can send them to your address any more.")

    @property
    def settings_path(self) -> str:
        """With an account, its owner decides."""
        return readers().settings_path()

    def is_on(self) -> bool:
        return not refusals.is_refused(self.address, self.category.name)

    def end(self) -> None:
        refusals.refuse(self.address, self.category.name)


def subscription(user: Any, address: str, category: Category | None) -> Subscription | None:
    """What an email of a category belongs to; None for emails that cannot be stopped."""
    if category is None:
        return None
    return StrangerSubscription(address, category) if user is None else CategorySubscription(user, category)


_finders: dict[str, Callable[[str], Subscription | None]] = {}


def register(name: str, find: Callable[[str], Subscription | None]) -> None:
    """Tokens `<name>-<rest>` are understood by `find(rest)`, which gives None for any that is wrong."""
    _finders[name] = find


def link(token: str) -> str:
    """The address of the page behind a token."""
    return settings.SITE_URL + reverse("unsubscribe", args=[token])


TO_STRANGER = "to"  # in a token, in place of a user's number


def way_out(user: Any, address: str, category: Category | None) -> str:
    """The page that ends emails of a category; empty for emails without one."""
    if category is None:
        return ""
    if user is None:
        return link(f"{category.name}-{TO_STRANGER}-{refusals.letters(address, category.name)}")
    return category_link(user, category.name)


def category_link(user: Any, category: str) -> str:
    """The page that ends a user's emails of a category."""
    letters = secrets.secret(PURPOSE, user.pk, category, readers().nonce(user))
    return link(f"{category}-{user.pk}-{letters}")


def subscription_for(token: str) -> Subscription | None:
    """What a token would end; None for any that is wrong."""
    name, _dash, rest = token.strip().lower().partition("-")
    if name in _finders:
        return _finders[name](rest)
    category = categories().get(name)
    number, _dash, letters = rest.partition("-")
    if category is not None and number == TO_STRANGER:
        address = refusals.address_in(letters, category.name)
        return StrangerSubscription(address, category) if address else None
    if category is None or not (number.isascii() and number.isdigit() and len(number) <= 18):
        return None
    user = get_user_model().objects.filter(pk=int(number)).first()
    nonce = readers().nonce(user) if user is not None else ""
    if not secrets.fits(letters, PURPOSE, number, name, nonce) or user is None:
        return None
    return CategorySubscription(user, category)


# Email programs post here without cookie or token (RFC 8058). What they hold is the secret; the worst that a
# forged form could do is what the reader asked for.
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """GET shows a button, POST stops the emails, and neither needs a cookie."""
    found = subscription_for(token)
    if found is None:
        return render(request, "mail/pages/unsubscribe.html", {"subscription": None}, status=404)
    if is_someone_else(request, found.reader):
        return not_yours(request)
    if request.method == "POST":
        found.end()
    with readers().reading_as(found.reader):
        return render(request, "mail/pages/unsubscribe.html", {"subscription": found})
